r"""Cues: what the words right before a formula make of it. The vocabulary of the reader of sentences, and nothing else.

    let, assume, suppose, fix                        LET       it holds from here on
    for all, where, with, such that                  RANGE     it holds here; from here on if it is all that is said of a new name
    if, when, provided, in the regime                IF        it holds in this sentence
    define, set, denote                              DEFINE    a name gets its meaning, if it is new
    choosing, taking, plugging in                    CHOOSE    the same, but of a name that is not new it says what is looked at only
    we have, hence, clearly, it follows              CLAIM     it is claimed
    since, because, using, by                        REASON    it is claimed elsewhere, and used here
    recall, by assumption, we know                   REMINDER  it is said to hold; by whom and where is not known
    we show, it remains to prove                     GOAL      it is what is to be shown
    it is not true that, one might hope              QUOTED    it is not claimed
    is called ... if                                 NOTHING   it says what a word means

Whatever else stands before a formula makes it UNKNOWN: it may be anything, so nothing is concluded from it, and nothing is refuted
without it.
"""

from __future__ import annotations

import re
from enum import Enum


class Cue(Enum):
    LET = "let"
    RANGE = "range"
    IF = "if"
    DEFINE = "define"
    CHOOSE = "choose"
    CLAIM = "claim"
    REASON = "reason"
    REMINDER = "reminder"
    GOAL = "goal"
    QUOTED = "quoted"
    NOTHING = "nothing"
    UNKNOWN = "unknown"


def _any(phrases: str) -> str:
    """One of the phrases of a table; ` | ` parts them, line ends mean nothing."""
    return "(?:" + "|".join(" ".join(p.split()) for p in re.split(r"\s\|\s|\s\|$|^\|\s", phrases) if p.strip()) + ")"


_NOUNS = _any(
    "real | numbers? | integers? | reals? | constants? | parameters? | values? | scalars? | variables? | "
    "probabilit(?:y|ies) | pairs? | natural | choices? | levels?"
)
_ADJECTIVES = _any(
    "positive | strictly positive | non-?negative | negative | non-?zero | small | large | "
    "sufficiently (?:small|large) | arbitrary | fixed | given | finite | odd | even"
)
_FILL = rf"(?:(?:that|also|again|both|any|some|an?|the|two|three|all|every|each|{_ADJECTIVES}|{_NOUNS}|privacy|noise|scale)\b[\s,]*)*"
_ASIDES = _any(
    r"without loss of generality | w\.?l\.?o\.?g\.? | for simplicity | now | first | further(?:more)? | moreover | "
    "in addition | next | then | finally | secondly | lastly | likewise | once more | "
    "as above | as before | henceforth | additionally | again | throughout | only | instead | here"
)
_PAUSE = rf"(?:[,:]?\s*{_ASIDES}\b)*[,:]?\s*"

_WORK = "(?:entire |whole |present )?(?:paper|work|article|notes?|document|post|thesis|report|chapter|text|manuscript|blog post)"
_ADVERBS = "(?: (?:in turn|then|also|thus|therefore|hence|now|finally|again|immediately|directly|easily|clearly|always|still|can|may))*"
_FINDS = _any(
    "have | has | gets? | obtains? | sees? | finds? | concludes? | deduces? | infers? | derives? | observes? | notes? | arrives? at | "
    "computes? | calculates? | bounds? | write"
)
_HOLDS = "(?:follows|holds|is clear|is easy to (?:see|check|verify)|is immediate|is obvious|is true)"
_MEANS = _any(
    "is | are | equals | gives? | yields? | implies | imply | shows? | means? | proves? | simplif(?:y|ies) to | becomes? | leads? to | "
    "amounts to"
)

_CUES: tuple[tuple[Cue, str], ...] = (
    (Cue.QUOTED, """
        only if | if and only if | iff | exactly (?:when|if) | precisely (?:when|if) | unless | even if |
        even when | as if | is equivalent to | equivalent to"""),
    (Cue.RANGE, r"""
        for (?:all|any|every|each|arbitrary|a fixed|fixed|an arbitrary|some|a|an) | over all | among all |
        where | with | such that | s\.t\. | so that | satisfying | and all | and any | and every | given |
        there (?:exists?|is|are) | over | that satisf(?:y|ies) | obeying | subject to"""),
    (Cue.DEFINE, """
        define(?: also)? | defining | denote(?: by)? | denoting | set | put | putting | write | writing |
        we write | abbreviate | abbreviating | introduce | defined (?:as|by|to be|via) | denoted(?: by)? |
        by definition | call"""),
    (Cue.CHOOSE, """
        choosing | choose | taking | take | pick | picking | setting | plugging(?: in)? | plug(?: in)? |
        substituting | substitute | letting | speciali[sz]ing(?: to)? | selecting | select | inserting |
        insert | with the choice(?: of)? | for the choice(?: of)? | the (?:optimal )?choice(?: of)? |
        optimi[sz]ing(?: with| at)?"""),
    (Cue.LET, """
        let | fix | assume | suppose | supposing | throughout(?: WHOLE)? | in (?:this|our) WORK | consider |
        we are given | under the assumptions? | on the assumption"""),
    (Cue.IF, """
        if | when | whenever | provided | as long as | so long as |
        in the (?:regime|case|range|setting|region|event)(?: where| when| of)? | in case |
        under(?: the (?:condition|constraint|restriction))? | assuming | for | once | while | given that |
        restricted to | at | evaluating at | evaluated at |
        if (?:we|one|you) (?:assume|suppose|take|set|let|choose|pick|put|fix|have|had)"""),
    (Cue.REMINDER, """
        recall | remember | recalling |
        by (?:the |our )?(?:assumption|hypothesis|construction|choice|induction|inductive hypothesis) |
        by (?:the )?induction hypothesis | we (?:already )?know | we are told | as assumed | as stated |
        as we assumed | keep in mind"""),
    (Cue.REASON, """
        since | as | because | using | by | from | in view of | due to | the fact | by virtue of |
        thanks to | owing to | in light of | combining | combined with | together with |
        by the (?:bound|inequality|fact|identity) | via | apply | applying | use | used | we used |
        invoking |
        (?:the|this|standard|elementary|well-known|following) (?:bound|inequality|fact|identity|estimate)"""),
    (Cue.GOAL, """
        (?:to|we|will|we'll|must|let us|i|us) (?:first |next |now |then |also )?(?:show|prove|establish|verify|check|demonstrate) |
        claim | we want | we need | suffices | remains | goal is | aim is | enough | we must have |
        must have | to have | to get | to obtain | to see | to ensure | ensure | ensures | guarantee |
        require | requires | requiring | needs? | want | demand | we require"""),
    (Cue.CLAIM, r"""
        then | thus | hence | so | therefore | consequently | accordingly | whence | clearly | obviously |
        evidently | trivially | certainly | indeed | in fact | of course | naturally | needless to say |
        surely | plainly | by inspection | by symmetry |
        (?:thing|point|idea|observation|conclusion|result|key|upshot)(?: to [a-z]+)? is | moreover |
        furthermore | also | in particular | similarly | likewise | finally | note | observe | notice |
        remark | (?:we|one|i)ADVERBS FINDS | itADVERBS HOLDS | it can be (?:seen|checked|shown) |
        (?:which|this|that|it|these|they)ADVERBS MEANS |
        (?:which|this|that|it) (?:establishes|tells us|says|ensures|guarantees) | i\.e\. | that is | namely |
        equivalently | or equivalently | in other words | implies | imply | implying | gives | give |
        giving | yields | yield | yielding | shows | showing | proves | proving | follows | holds |
        obtaining | concluding | to conclude | satisfies | satisfy"""),
)  # fmt: skip
_TAIL = (
    r"(?:[\s,]+(?:that|the fact that|us|have)"
    r"|[\s,]+the (?:bound|inequality|estimate|identity|relation|following|formula|equation)"
    rf"|[\s,]+(?:by|from|as in|using|with) (?:[\w.'()-]+ ?){{1,5}},)*{_PAUSE}(?:that\s+)?{_FILL}"
)


def _heads(table: str) -> str:
    found = _any(table).replace("ADVERBS", _ADVERBS).replace("FINDS", _FINDS)
    found = found.replace("HOLDS", _HOLDS).replace("MEANS", _MEANS)
    return found.replace("WHOLE", f"(?:this|the|our|these) {_WORK}").replace("WORK", _WORK)


_PATTERNS = tuple((cue, re.compile(rf"(?:^|[\s,;:(—–-]){_heads(table)}{_TAIL}[\s:,(]*$")) for cue, table in _CUES)

_ASIDE = re.compile(  # what may stand between a cue and its formula and changes nothing
    r",?\s*(?:for|towards?|by way of|to get|to reach|in order to (?:get|reach|derive))\s+(?:the sake of\s+)?(?:an?\s+)?"
    r"contradiction\s*,?"
    r"|,?\s*on the contrary\s*,?"
)
_WITHOUT_LOSS = re.compile(r"\b(?:without loss of generality|w\.?\s?l\.?\s?o\.?\s?g\.?)[\s,:]*$")
_GOES_ON = re.compile(
    r"^[\s,;]*(?:and|and also|as well as|plus|and that|, that)?[\s,;]*(?:(?:also|that|then also)\s*)?$"
)
_OR = re.compile(r"(?:^|[\s,])(?:or|or else|or that)\s*$")
_WRONG = re.compile(r"\b" + _any("""
        not true | untrue | false | wrong | incorrect | fails? | failing | does not hold | do not hold |
        doesn't hold | not the case | cannot hold | can not hold | never holds? | impossible | is violated |
        violates? | no longer (?:true|holds?) | not hold | erroneous(?:ly)? | mistaken(?:ly)? |
        counter-?examples? | paradox | absurd""") + r"\b")  # fmt: skip
_DOUBT = re.compile(r"\b" + _any(r"""
        not | never | cannot | can't | won't | doesn't | don't | isn't | aren't | hopes? | hoped | might |
        would | could | wish | conjectured? | no longer | drop | dropping | unlike | whether | naively |
        naive | tempting | tempted | rather than | instead of | neither | nor | without | unclear |
        disprov\w+ | refut\w+ | true or false | decides? | investigate | examine | which of | asks? | asked |
        wonder\w* | guess\w* | find all | find the | determine |
        suspects? | expects? | heuristic(?:ally)? | roughly | approximately | intuitively | essentially |
        informally | asymptotically | often | sometimes | typically | usually""") + r"\b")  # fmt: skip
_HARMLESS = re.compile(_any("""
        without (?:loss of generality|further ado) | not (?:hard|difficult) to (?:see|check|show|verify) |
        not only | need not | (?:if|whether) or not |
        at (?:first|once|last) | for (?:now|once) | does not depend on | not depending on"""))  # fmt: skip
_DEFINING = re.compile(r"\b" + _any("""
        (?:is|are|be) (?:called|said to be|termed|named|known as|defined (?:to be|as)) |
        we (?:say|call|speak of|define) | (?:is|are) (?:said|deemed)""") + r"\b")  # fmt: skip
_ASSUMES = re.compile(
    r"\b(?:let|fix|assum\w+|suppos\w+|if|when|whenever|provided|given|as long as|so long as|in the|where|with|such that|s\.t\.|"
    r"satisf\w+|for (?:all|any|every|each)|restricted to|case|under)\b"
)
_GIVEN_THAT = re.compile(r"\b(?:if|iff|when|whenever|provided|in case|as long as|so long as|for which|whose)\b")
_GOES_OVER = re.compile(r"\b(?:then|hence|thus|therefore|so|consequently|but)\b")
#: Words about a name that may say where it is.
_WHERE = re.compile(r"\b" + _any("""
        ranges? | ranging | between | intervals? | lies? | lying | at least | at most | larger | smaller |
        greater | less | bounded | above | below | exceeds? | exceeding | positive | non-?negative |
        negative | unit | small | large | close | near | within | non-?zero | finite | even | odd | inside |
        outside | belongs? | fractions? | probabilit(?:y|ies) | percent(?:age)? | whose | tiny | huge |
        vanish(?:es|ing)? | normali[sz]ed | restrict(?:ed|s)? | regime | interior | monotone | increasing |
        decreasing | distinct | equal | integers? | integral | whole | prime |
        equality | ruled out | composite | rational | strictly | no more than | no less than |
        up to | over""") + r"\b")  # fmt: skip
_NUMERAL = re.compile(
    r"\b(?:zero|one|once|two|twice|three|four|five|six|seven|eight|nine|ten|hundred|thousand|half|unity|third|quarter|"
    r"not|never|no|nor|neither|without|except|but|other than|unlike|rather|instead)\b|\d"
)
_COUNT = re.compile(
    r"\b(?:numbers? of|counts?|counting|how many|sizes?|cardinality|dimensions?|lengths?|ind(?:ex|ices)|rounds?|people|users?)\b"
)
_ON = re.compile(
    r"(?:^|[\s,;:.(])(?:then|we|hence|thus|therefore|clearly|obviously|it (?:follows|holds)|and let|because|since)\b"
)
_VERB = re.compile(
    r"\s*(?:also |always |still )?(?:is|are|has|have|equals?|(?!thus\b)\w+(?:s|fy|ey|ly|ve|ld))\s*(?:that)?\s*$"
)
_SUPPOSES = re.compile(
    r"\b(?:suppos\w+|assum\w+|if|when|whenever|provided|let|imagine|had|were|should|in case|unless|until|once)\b"
)
_MAY_ASSUME = re.compile(
    r"\b(?:let|suppos\w+|assum\w+|if|when\w*|cases?|for|consider\w*|imagine|otherwise|else|instead|now|next|turn\w*|regimes?|ranges?|say|"
    r"possib\w+|remain\w+|other|others|would|were|situation|alternative\w*|scenario|treat\w*|new|old|former)\b"
)
_SUBJECT = re.compile(r"[\s,]*(?:the|our|this|these|there|it|its|both|one|by|from)\b")
_CLAUSE = re.compile(r"[\s,]*[^,;:.()]*(?:(?:, (?:which|that|whose|being|lying|with|where|and|but)\b| ?\()[^,;:.()]*)*")
_RELEASE = re.compile(r"\b" + _any("""
        no longer assum\\w* | drop | dropping |
        without (?:this|the|that|these|any) (?:assumptions?|conditions?|restrictions?|further assumptions?) |
        remov(?:e|ing) (?:this|the|that) | relax(?:ing)? | in general | more generally | generally |
        generali[sz]ing | regardless | irrespective | for (?:a )?general | in any case | in any event |
        in all cases | unconditional(?:ly)? | in both cases | in either case |
        general (?:case|situation|setting) | return(?:ing)? to | back to""") + r"\b")  # fmt: skip
#: What is done with an assumption: the verbs that give one up are many, those that keep it, and prepositions, are few.
_ASSUMPTIONS = r"(?:assumptions?|conditions?(?! numbers?)|restrictions?|hypothes[ie]s|constraints?|requirements?)"
_THE_OLD = r"the (?:previous|last|above|same|standing|initial|first|second|earlier|extra|additional)"
_ASSUMPTION = re.compile(
    rf"\b(\w+)\s+(?:this|that|these|those|all|any|such|our|{_THE_OLD})\s+(?:\w+\s+)?{_ASSUMPTIONS}\b"
)
_NEEDLESS = re.compile(
    rf"\b{_ASSUMPTIONS} (?:that |of )?(?:# )?(?:can|may|could|need|will|might|"
    r"is (?:not|no|never|un\w+|super\w+|redundant|over|gone|\w+ed))\b"
)
_KEEPS = frozenset(
    re.findall(
        r"\w+",
        """under by using use uses used with from since as because if when satisfies satisfy satisfying meets meet meeting fulfils
        fulfills fulfil fulfill given recall recalls keep keeps keeping retain retaining impose imposes imposing add adds adding adopt
        adopting make makes making made take takes taking in of on for to and that where via through is are which has have need needs
        require requires had let state states stating maintain maintaining per apply applying combine combining""",
    )
)

_SOME = re.compile(r"\b" + _any("""
        there (?:exists?|is|are|must be) | for some | exists? | can find |
        some (?:constant|choice|value|point|number) | at least one | infinitely many | for at least""") + r"\b")  # fmt: skip
_AFTER_WRONG = re.compile(r"^[\s,.;]*(?:which |that |this |it )?" + _any(r"""
        (?:is|are|does|do|will|would|can|cannot|may|need) ?(?:not|n't|never) | cannot | fails? |
        is (?:false|wrong|violated|impossible|untrue) | if and only if | iff\b | only if | only when |
        only for | exactly (?:when|if) | precisely (?:when|if) | unless | or\b | need not | is equivalent |
        would | might | could"""))  # fmt: skip
_PREMISE = re.compile(r"^[\s,]*(?:implies|imply|gives|would imply|is equivalent to|leads to|⇒|forces|entails)\b")
_LARGE = re.compile(r"\b" + _any("""
        sufficiently | large enough | small enough | asymptotically | in the limit | as (?:n|k) grows |
        with (?:high )?probability | almost surely | in expectation | on average | up to""") + r"\b")  # fmt: skip


_SUMS_UP = re.compile(
    r"\b(?:overall|altogether|combining|in conclusion|in summary|to summari[sz]e|putting|to conclude)\b"
)
_OTHER_WAY = re.compile(
    r"\b(?:conversely|vice versa|the (?:converse|reverse)|"
    r"(?:reverse|other|opposite|converse|backward|second|only[ -]if|if) (?:directions?|implications?|inclusion))\b"
)
_SUPPOSES_WORDS = re.compile(  # what is supposed is said in words, of what was supposed before
    r"\b(?:assum|suppos)\w+ (?:now |that |then |instead )*(?:nothing|neither|no(?:ne|t)?|otherwise|instead|"
    r"(?:the|its|their) (?:opposite|contrary|converse|reverse|negation|other|former|latter|second))\b"
)
_CONCEDED = re.compile(
    r"[^#;:.]*\b(?:but|though|although|albeit|yet|while|whereas)(?: [\w']+){0,2} (?:not|never|nowhere|n't)\b|"
    r"[^#;:.]*\b(?:but|though|although|albeit|yet|while|whereas)(?: [\w']+){0,2} \w+n't\b"
)

_EITHER_WAY = re.compile(
    r"(?:\b(?:(?:whether|if) or not|no matter \w+|regardless of|irrespective of)\b[^#,;]*|"
    r"\b(?:e\.\s?g\.|for example|for instance|such as))[\s,:]*$"
)
_IN_REASON = re.compile(
    r"(?:^|[\s,;(])(?:since|because|as|in view of|due to)\b(?! (?:well|before|above|usual))[^,;:.]*$"
)
_IT_ASSUMES = re.compile(
    r"^(?!.*\b(?:this|our) [\w ]*$).*(?:\b(?:pre)?(?:assumes|supposes)|"
    r"\b(?:theorems?|lemmas?|propositions?|corollar(?:y|ies)|results?|which|who|proofs?|papers?|authors?|argument)"
    r"(?: [\w.()~-]+)? (?:needs?|requires?|demands?|asks? for))(?: that)?[\s,:]*$"
)
_THE_CASE = re.compile(r"\b(?:the|this|that|a)\s+(?:[\w-]+\s+)?(?:sub)?cases?\s*(?:of|where|that|when)?\s*$")
_TAKES_UP = re.compile(
    r"(?:^|\b(?:consider\w*|tak\w+|turn\w*|to|now|next|then|first|second|finally|in|for|under|remains|remaining|is|at|imagine|have|"
    r"assume|suppose|given|also|and|so))[\s,:]*$"
)
_REWRITES = re.compile(
    r"[\s,]*(?:then |thus |now |hence )?(?:becomes|become|turns into|reads|read|simplifies to|reduces to|transforms into|"
    r"is rewritten as|can be (?:re)?written as|is the same as|is equivalent to)(?: just| simply)?[\s,:]*$"
)

#: Who assumes: we do, or nobody is named. What others assume is a report.
_OURS = frozenset(
    re.findall(
        r"\w+", "we us i may can now also and then shall will must first next further moreover hence thus so here again"
    )
)
_ASSUMED = re.compile(r"([a-z][\w'’]*)?\s*\b(?:assume|suppose|consider)\b(?!.*\b(?:assume|suppose|consider|let|fix)\b)")


def cue_of(words: str) -> Cue:
    """The cue right before a formula; UNKNOWN if none of them ends the words."""
    found = _cue_of(words)
    if found is Cue.LET and (match := _ASSUMED.search(words)) and match[1] and match[1] not in _OURS:
        return Cue.UNKNOWN
    return found


def is_reported(before: str) -> bool:
    """What others assume, what a case is called, what another formula becomes, an example: nobody assumes it here.

    `(who assume $x \\le 1$)`, `the case $x \\ge 1$ is left to the reader`, `$x^2 \\le x$ becomes $x \\le 1$`.
    """
    if _EITHER_WAY.search(before):
        return True
    others = (_cue_of(before) is Cue.LET and cue_of(before) is Cue.UNKNOWN) or bool(_IT_ASSUMES.search(before))
    case = _THE_CASE.search(before) if cue_of(before) is Cue.UNKNOWN else None
    return others or (case is not None and not _TAKES_UP.search(before[: case.start()])) or is_rewriting(before)


def is_within_reason(before: str) -> bool:
    """`since powers decrease for $x < 1$, [A]`: the condition belongs to the reason, and not to A."""
    words = lead_of(before)
    return bool(_IN_REASON.search(words)) and not words.rstrip().endswith("#")


def is_needless(before: str) -> bool:
    """`none of the proofs need $x < 1$`: the words before a formula in its clause deny it by who does it."""
    return bool(
        re.search(r"\b(?:none|nobody|nothing|nowhere|no (?!more|less|greater|smaller|larger)\w+)\b[^#,;:.]*$", before)
    )


def is_rewriting(words: str) -> bool:
    """`$A$ becomes $B$`: one formula is said in another way, and neither is claimed by that."""
    return bool(_REWRITES.match(words))


def is_everywhere(words: str) -> bool:
    """`throughout the paper`: what is assumed holds in the whole document."""
    return bool(re.search(rf"\b(?:throughout|in) (?:this|the|our|these) {_WORK}\b", words))


def lead_of(words: str) -> str:
    """What stands before the cue right before a formula."""
    words = _without_asides(words)
    return words[: min((start for start, _ in _found(words)), default=len(words))]


def without_contradiction(words: str) -> str:
    """`suppose, for contradiction, that` without the aside: it assumes as `suppose that` does."""
    return _ASIDE.sub(" ", words)


def _without_asides(words: str) -> str:
    return _ASIDE.sub(" ", _HARMLESS.sub(" ", words))


def _found(words: str) -> list[tuple[int, int]]:
    return [(match.start(), k) for k, (_, pattern) in enumerate(_PATTERNS) if (match := pattern.search(words))]


def _cue_of(words: str) -> Cue:
    found = _found(_without_asides(words))
    if not found and _WITHOUT_LOSS.search(words):
        return Cue.REMINDER
    return _PATTERNS[min(found)[1]][0] if found else Cue.UNKNOWN


def goes_on(words: str) -> bool:
    """Whether nothing but a comma or an `and` stands between two formulas."""
    return bool(_GOES_ON.match(words))


def joins(words: str) -> str:
    """What joins two formulas: `and` or a comma."""
    return "and" if re.search(r"\b(?:and|plus|as well as)\b", words) else ","


def is_or(words: str) -> bool:
    return bool(_OR.search(words))


def is_wrong(before: str, after: str) -> bool:
    """Whether the words say that the formula is false, or holds in some cases only."""
    return bool(
        _WRONG.search(_HARMLESS.sub(" ", before))
        or _AFTER_WRONG.match(after)
        or _WRONG.search(_HARMLESS.sub(" ", after[:60]))
    )


def is_doubtful(before: str) -> bool:
    """Whether the words leave open that the formula is claimed."""
    return bool(_DOUBT.search(_HARMLESS.sub(" ", before)))


def is_premise(after: str) -> bool:
    """`$A$ implies $B$`: A is assumed for B."""
    return bool(_PREMISE.match(after))


def is_defining(words: str) -> bool:
    """`is called`, `is said to be`: the sentence says what a word means."""
    return bool(_DEFINING.search(words))


def assumes(before: str) -> bool:
    """Whether the words right before a formula assume whatever it is: `suppose`, `if`, `where`; `look at`, `now for` do not."""
    found = list(_ASSUMES.finditer(before))
    return bool(found) and not re.search(r"\b(?:consider|for|at|once|while|over)\b", before[found[-1].end() :])


def is_meaning(before: str) -> bool:
    """Whether what follows these words of a sentence is the meaning of a word: `is called X if`, `we define X as`.

    `the inequality ... is called X` claims the inequality, and so does what follows `then`."""
    found = list(_DEFINING.finditer(before))
    rest = before[found[-1].end() :] if found else ""
    given = list(_GIVEN_THAT.finditer(rest))
    if given:
        return not _GOES_OVER.search(rest[given[-1].end() :])
    return bool(found) and bool(re.search(r"(?:^|\b(?:as|by|via|to be))[\s:,]*$", rest))


def is_supposed(words: str) -> bool:
    """`suppose that $A$ implies`, `if $a$ gives`: the verb belongs to a clause that assumes, so what follows it is no claim."""
    *before, last = words.split("#")
    clause = re.split(r"[,;:.]", "#".join(before))[-1]
    return bool(_VERB.match(last) and _SUPPOSES.search(clause) and not _ON.search(clause))


def is_consequence(before: str, after: str) -> bool:
    """`, so that $A$`, `where $A$ because`: A is said to hold, and neither assumed nor a part of a choice."""
    if found := re.search(r"\bso that\s*$", before):
        clause = re.split(r"[,;:.]", before[: found.start()])[-1]
        return not re.search(
            r"\b(?:choos\w+|chosen|pick\w*|select\w*|tak\w+|let|fix|set|enough|be|scaled?|suppos\w+|assum\w+)\b", clause
        )
    return bool(
        re.match(
            r"[\s,(]*(?:because|since|as|by|due|thanks|follows|from|owing|in view|according|thus|hence|holds)\b", after
        )
    )


def may_assume(words: str) -> bool:
    """Whether words that are no known cue may assume what follows: `the other possibility, $k > m$`, `let for once $x > 1$`."""
    return bool(_MAY_ASSUME.search(words))


def is_existential(words: str) -> bool:
    return bool(_SOME.search(words))


def is_quantified(words: str) -> bool:
    """`for all`, `for every`: what is quantified over is new."""
    return bool(
        re.search(
            r"\b(?:for|over|and) (?:all|any|every|each|arbitrary|an arbitrary|a fixed|fixed|some)\b|\bgiven\b", words
        )
    )


def is_all_that_is_known(before: str) -> bool:
    """`here we only know $x > 0$`: what was said of x before is assumed no more."""
    return bool(re.search(r"\b(?:only|merely|just) (?:know|assume|suppose|require|have|ask|need)\b[^#]*$", before))


def may_place(words: str) -> bool:
    """Whether words about a name may say where it is: `as $x$ ranges over`, `$x$ is at least`."""
    return bool(_WHERE.search(words))


def may_number(words: str) -> bool:
    """Whether words about a name have a number in them, or deny something: `one person at least`, `not favouring heads`."""
    return bool(_NUMERAL.search(words))


def may_count(words: str) -> bool:
    """Whether words about a name may say that it is a count: `the number of users`."""
    return bool(_COUNT.search(words))


def words_of(after: str, declared: bool) -> str:
    """The words behind a relation that may say more of its names. What is declared has all of them up to where the text goes on;
    behind `for $x > 0$` they are a clause of their own, or go on with it."""
    own = _ON.split(after, maxsplit=1)[0]
    if declared:
        return own
    return "" if _SUBJECT.match(own) else _CLAUSE.match(own)[0]  # type: ignore[index]


def releases(words: str) -> bool:
    """`in general`, `dropping this assumption`: what was assumed before may be assumed no more."""
    return (
        bool(_RELEASE.search(words))
        or any(m[1] not in _KEEPS for m in _ASSUMPTION.finditer(words))
        or bool(_NEEDLESS.search(words))
    )


def sums_up(words: str) -> bool:
    """`overall`, `combining the two`: cases are over; `conversely`, `assume nothing`, `suppose the opposite`: another one begins."""
    return bool(_SUMS_UP.search(words) or _OTHER_WAY.search(words) or _SUPPOSES_WORDS.search(words))


def is_conceded(after: str) -> bool:
    """`$x \\ge 1$, though not here`: the same clause takes back what it said."""
    return bool(_CONCEDED.match(after))


def is_hedged(words: str) -> bool:
    """`for sufficiently small x`, `with high probability`: a condition in words that is not read."""
    return bool(_LARGE.search(words))


__all__ = [
    "Cue", "assumes", "cue_of", "goes_on", "is_all_that_is_known", "is_conceded", "is_consequence", "is_defining",
    "is_doubtful", "is_everywhere", "is_existential", "is_hedged", "is_meaning", "is_needless", "is_or", "is_premise",
    "is_quantified", "is_reported", "is_rewriting", "is_supposed", "is_within_reason", "is_wrong", "joins", "lead_of",
    "may_assume", "may_count", "may_number", "may_place", "releases", "sums_up", "without_contradiction", "words_of",
]  # fmt: skip
