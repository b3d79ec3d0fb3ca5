r"""Words that may restrict what a sentence says. The words of the language that do so are few, and are listed; nouns and verbs are not.

Two questions, and each is answered on the safe side:

    is a condition assumed as it stands?     `for $x \ge 1$` is; `except for $x \ge 1$`, `suppose $x \ge 1$ fails` are not
    is a claim made without a reservation?   `we have` is; `under Assumption 1`, `in practice`, `otherwise` are not

A condition that is not assumed as it stands is soft, in its own sense and in the opposite one. A claim with a reservation is proved or
open: a point where it fails may be one of those that the author left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum


def _words(table: str) -> frozenset[str]:
    return frozenset(table.split())


def _phrases(table: str) -> str:
    return "(?:" + "|".join(" ".join(p.split()) for p in table.split("|") if p.strip()) + ")"


# -- conditions ---------------------------------------------------------------------------------------------------------------

#: Words that turn a condition round, take it away, or leave open whether it is assumed.
_TURNS = re.compile(r"\b" + _phrases("""
    (?:do|does|did|can|could|may|must|shall|will|need|should) (?:we|i|one|you|they)|nowhere|hardly|scarcely|barely|rarely|seldom|
    not|\\w+n't|no|nor|never|none|nothing|nobody|neither|without|except|excepting|exclud\\w*|unless|barring|save|other than|apart|aside|
    besides|opposed|contrast|contrary|opposites?|negat\\w*|complement\\w*|outside|beyond|otherwise|else|instead|rather|unlike|despite|
    fail\\w*|violat\\w*|false|wrong|untrue|invalid|reject\\w*|forget|ignor\\w*|drop\\w*|relax\\w*|remov\\w*|longer|only|merely|solely|just|
    even|until|till|before|later|earlier|afterwards|would|could|should|were|hop(?:e|es|ed|ing)|wish\\w*|whether|suffic\\w*|enough|
    requir\\w*|need\\w*|impossible|cannot|unknown|unclear|unnecessary|superfluous|perhaps|maybe|possibly|sometimes|often|typically|
    usually|common\\w*|customary|previous\\w*|prior work|literature|authors?|others?|they|independent\\w*|irrespective\\w*|regardless|
    for (?:now|once|a moment|the moment|the time being|a while)|temporar\\w*|momentar\\w*|provisional\\w*|tentative\\w*|lift\\w*|
    far|past|away|up to|almost|nearly|mostly|treated|handled|settled|trivial\\w*|done""") + r"\b")  # fmt: skip
_TURNS_SENTENCE = re.compile(
    r"\b(?:otherwise|else|if not|unless|except|but not|not (?:for|when|if|where|in|only|just)|instead|"
    r"in the (?:other|remaining|opposite)|or not|no matter|(?:all|any|every|each|the|of) others?|the rest|no difference|"
    r"the same (?:is|holds|goes|applies|remains)|and also (?:for|when|if)|elsewhere)\b"
)
_KEPT = re.compile(_phrases("""
    without (?:loss of generality|further ado)|with no loss of generality|not (?:necessarily )?(?:equal|depending on)|
    (?:does|do) not depend on|not (?:hard|difficult) to \\w+|no (?:more than|less than|greater than|smaller than|larger than)|
    if necessary"""))  # fmt: skip
#: What may stand right behind a condition, with no mark between.
_BEHIND = _words("""
    and be denote denotes then we i one it they the this these that there its our for with where such let holds is are in on as so since
    because which by using note also from to has have if when assume suppose fix define set consider an a both hence thus therefore
    throughout given satisfies satisfy satisfying obeys obey follows yields gives implies
    imply observe recall via all any every each obtain get now here or always""")
#: What may stand right before `for`, `when`, `if`, ...: any noun or verb, and of the other words these.
_LEADS = _words(
    "that and then also now so hence thus therefore because since as which while whereas here again further first let it all"
)
_CLOSED = _words("""
    about above across after against along amid among around at before behind below beneath beside besides between beyond but by despite
    down during except for from in inside into like near of off on onto out outside over past per than through throughout till to toward
    towards under underneath unlike until up upon versus via with within without although if lest nor or though unless when whether yet
    not only just even merely solely mostly almost nearly hardly barely scarcely rarely seldom never no none few little less more most
    much many better worse best worst same different other such save""")


def is_as_it_stands(before: str, lead: str, after: str, everything: str) -> bool:
    """Whether the words around a condition assume it: nothing before or behind it turns it round. `lead` stands before its cue."""
    clause = re.split(r"[,;:.()]", after, maxsplit=1)[0]
    if _TURNS.search(_KEPT.sub(" ", f"{before} # {clause}")) or _TURNS_SENTENCE.search(_KEPT.sub(" ", everything)):
        return False
    first = re.match(r"\s*([a-z][\w'-]*)", after)
    if first and first[1] not in _BEHIND:
        return False
    last = re.search(r"([a-z][\w'-]*)\s*$", lead)
    return last is None or last[1] in _LEADS or last[1] not in _CLOSED


# -- claims -------------------------------------------------------------------------------------------------------------------

_FREE = re.compile(r"\b" + _phrases(r"""
    in (?:particular|fact|turn|other words|words|summary|total|conclusion|addition|short|general|full generality|symbols|
    the following|what follows)|in (?:both|either|all|any|each|every|these|the two) cases?|
    in (?:this|our|the present|the next) (?:section|proof|paper|note|notes|chapter|lecture|work|post|article|step)|
    on (?:the other|the one) hand|on (?:both|the) (?:sides?)|at (?:the same time|once|last|this point|the end)|
    for (?:example|instance|this reason|simplicity|brevity|convenience|completeness|clarity|later use|reference|the record)|
    for (?:the|this) (?:first|second|third|last|final) (?:step|inequality|equality|claim|part|bound)|
    for (?:all|any|every|each) (?:such|real|reals|numbers?|values?|choices?|pairs?)(?: numbers?| values?)?|
    with (?:this|that|these|equality|this in hand|that said|room to spare)|
    to (?:see|show|prove|conclude|obtain|get|begin|start|finish)\w*|without (?:loss of generality|further ado|any)|
    up to (?:here|now)|under (?:composition|post-?processing|group privacy|any)|by (?:the )?\w+|over (?:all|the reals|the real line)|
    not (?:hard|difficult) to \w+|no matter \w+|if (?:anything|needed|desired)|from (?:above|below)|
    as (?:claimed|desired|required|wanted|needed|follows|stated|promised|announced|shown|proved|well)|
    at (?:least|most) (?:the|their|its|that|this)|where we used?\b.*""") + r"\b")  # fmt: skip
#: Words that leave out points, wherever they stand; those right before a formula are read as conditions.
_LIMITS = _words("""
    unless except excepting excluding exclude excludes excluded barring save apart aside outside beyond past inside within otherwise
    else provided providing once whenever until till only merely just mostly almost nearly eventually ultimately often sometimes
    typically
    usually rarely conditional conditionally conditioned conditioning conditioned restricted restricting restrict restricts confined
    limited subject given assuming supposing granted conversely complement complementary opposite latter former remaining respectively
    resp locally practically approximately roughly if when where soon later asymptotically heuristically informally numerically
    empirically moderately sufficiently suitably properly appropriately reasonably enough possibly perhaps partly partially while""")
_PLACES = _words(
    "in on at under for with over among between near around above below during before after as throughout upon away"
)
_SAFE_NOUNS = _words("""
    the a an this that these those its our their each every any both all same first second third last next final following whole entire
    such one two three mechanism mechanisms algorithm algorithms noise laplace gaussian exponential geometric randomized randomised
    response composition sampling subsampling subsampled amplification analysis analyses proof argument calculation computation
    derivation step steps line lines inequality inequalities equality bound bounds scale privacy private loss losses budget release
    releases query queries output outputs input inputs dataset datasets database databases data record records user users analyst
    curator adversary neighbouring neighboring neighbour neighbours neighbor neighbors variance mean sum sums histogram vector result
    results consequence remark warning help hand side sides right left new old simple standard basic elementary well-known famous
    question answer mind view together independent distance level rate sensitivity size density ratio parameter expression formula""")
_KINDS = _words("""
    the a an any all every each both two fixed arbitrary given positive strictly nonnegative non-negative negative nonzero non-zero real
    reals number numbers integer integers natural constant constants""")
_RELATIVE = _words("that which whose who")
_STOPS = _words("""
    we i one it they there is are was has have had gives give yields yield implies imply says say shows show becomes become follows
    holds equals satisfies satisfy obtain get and or but so then thus hence therefore of by from to which that who
    since because using via""")
_SURE = _words("""
    clearly obviously evidently trivially certainly naturally surely plainly immediately directly easily similarly finally consequently
    accordingly equivalently namely firstly secondly thirdly lastly simply exactly precisely especially generally additionally
    importantly crucially notably interestingly surprisingly unfortunately fortunately actually really indeed fully strictly uniformly
    independently correctly truly explicitly readily instantly simultaneously subsequently identically algebraically automatically
    necessarily likewise family apply supply multiply reply imply rely daily early july newly differentially previously privately
    repeatedly adaptively sequentially publicly jointly separately randomly quickly briefly formally rigorously
    uniquely overly friendly""")  # fmt: skip
_MARKS = frozenset("$#@,;:.()")
_CASES = re.compile(r"\b(?:in|for) (?:this|that|such a|such) (?:case|regime|range|setting|situation|event)\b")
_ELSEWHERE = re.compile(  # a condition that stands elsewhere, unless it follows
    r"\b(?:by|from|via|using|under|due to|thanks to|given|per|in view of|with) (?:the |our |this |its )?(?:standing |initial )?"
    r"(?:assumptions?|hypothes[ie]s|conditions?|constraints?|constructions?|choices?|normali[sz]ations?|(?:re)?scaling|conventions?|design"
    r"|restrictions?|requirements?)\b(?! (?:that |of )?#)"
)
_THERE = re.compile(  # where the sentence before was
    r"\b(?:there(?! (?:is|are|exists?|must|can|will|was|were|has|have|remains?|holds?|follows?|would|should|may|might|cannot))|therein"
    r"|(?:on|in|inside|within|for) (?:it|them|those|which))\b"
)
_SIDE = re.compile(r"\bto the (?:right|left) of\b|\bas (?:before|above|usual|in)\b|\bfrom\b[^#@]*#[^#@]*\bon\b")


_BACK = re.compile(
    r"\b(?:such|those|these|they|them)\b|\b(?:this|that|the same) (?:range|interval|set|region|regime|domain|window|segment|zone)\b"
)


def refers_back(words: str) -> bool:
    """Whether a sentence says by a word that it speaks of what was spoken of before: `for such $x$`, `in this range`."""
    return bool(_BACK.search(words))


class Mark(Enum):
    """What a formula of a sentence is for the words around it."""

    STEP = "@"  # the claim that is looked at
    RELATION = "#"  # read for itself, as a condition or a claim
    THING = "$"  # a name, a number, a set


def reservation(words: Sequence[str], marks: Sequence[Mark], knows_case: bool) -> str:
    """The words of a sentence that may leave out points of the claim in it, or nothing.

    `knows_case`: a formula before says which case `in this case` is.
    """
    shown = [*(m.value for m in marks), ""]
    text = " ".join(x for pair in zip(words, shown, strict=True) for x in pair)
    if found := _ELSEWHERE.search(text) or _THERE.search(text):
        return found.group()
    text = _FREE.sub(" ", _CASES.sub(" ", text) if knows_case else text)
    if found := _SIDE.search(text):
        return found.group()
    tokens: list[str] = re.findall(r"[a-z0-9][\w'’-]*|[$#@,;:.()]", text)
    for k, w in enumerate(tokens):
        following = tokens[k + 1 : k + 5]
        if w in _LIMITS and not _leads_to_relation(following):
            return " ".join([w, *following[:3]])
        if w.endswith("ly") and w not in _SURE and w not in _LIMITS:
            return w
        phrase = _noun_phrase(tokens[k + 1 :]) if w in _PLACES else []
        if not set(phrase) <= _SAFE_NOUNS:
            return " ".join([w, *phrase])
    return ""


def _leads_to_relation(following: Sequence[str]) -> bool:
    """`whenever $x \\ge 1$`: what follows is a condition that is read for itself."""
    first = next((w for w in following if w in _MARKS), "")
    return first == "#"


def _noun_phrase(tokens: Sequence[str]) -> list[str]:
    """The words behind a preposition, up to a formula, a mark or a word that goes on; none if a relation ends them."""
    if tokens[:1] == ["("]:
        return ["(", *tokens[1:2]]  # under (A1)
    out: list[str] = []
    for k, w in enumerate(tokens[:6]):
        if w == "#":
            return []
        if w == "$" and set(out) <= _KINDS:
            out = []  # for every positive integer $n$: read as words about the name
        behind = tokens[k + 1] if w == "$" and k + 1 < len(tokens) else ""
        if behind in _RELATIVE or (behind and behind not in _MARKS | _STOPS | _BEHIND):
            return [*out, "$", behind]  # for $x$ different from zero, for every $x$ that matters
        if w in _MARKS or w in _STOPS or w in _PLACES:
            break
        out.append(w)
    return out


# -- sentences without formulas -----------------------------------------------------------------------------------------------

_GENERAL = re.compile(
    r"\b(?:parameters?|numbers?|quantit(?:y|ies)|values?|variables?|constants?|symbols?|letters?|reals|everything|unknowns?|scalars?|"
    r"scales?|rates?|ratios?|counts?|sizes?|coordinates?|attention|ourselves|"
    r"restrict\w*|confin\w*|exclud\w*|ruled? out|integers?|whole)\b"
)
_SOMEWHERE = re.compile(
    r"\b(?:positive|non-?negative|negative|non-?zero|at (?:least|most)|between|bounded|small|large|integers?|integral|whole|exceed\w*|"
    r"(?:less|more|greater|larger|smaller) than|(?:below|above) (?:one|zero|two|a half|unity|\d+)|intervals?|"
    r"unit|finite|even|odd|distinct)\b"
)


_LEFT_OUT = re.compile(
    r"\b(?:degenerate|trivial|extreme|extremal|boundary|corner|edge|borderline|pathological|singular)"
    r" (?:cases?|points?|values?|situations?)\b|"
    r"\b(?:leav\w+ (?:out|aside)|omit\w*|exclud\w*|rul\w+ out|discard\w*|(?:set|put)\w* aside|disregard\w*|ignor\w*|avoid\w*|skip\w*)"
    r"\b.*\b(?:cases?|points?|ends?|endpoints?|extremes?|boundar\w+|corners?|zero|one|half|interval)\b"
)


def speaks_of_everything(words: str) -> bool:
    """`All parameters are at least one.`: a sentence without formulas that may say where every symbol is."""
    return bool((_GENERAL.search(words) and _SOMEWHERE.search(words)) or _LEFT_OUT.search(words))


__all__ = ["Mark", "is_as_it_stands", "refers_back", "reservation", "speaks_of_everything"]
