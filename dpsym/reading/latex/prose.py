r"""What the sentences of a document say: every formula in them is read once and gets a role, by the words around it.

    let $\epsilon > 0$, for all $x \in (0, 1]$, where $\sigma = 2/\epsilon$      firm: conditions, and definitions of new names
    we have $a \le b$, hence $c = d$                                          claimed: a step like a display
    since $x \le 1$, by assumption $p \le q$, the bound $1 + x \le e^x$          soft

A soft formula proves nothing by itself, and nothing is refuted at a point where it fails.
What cannot be read is kept with its letters: a step that has one of them is not refuted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ..letters import Spellings
from . import cues
from .conditions import Stated, conditions
from .cues import Cue
from .document import Piece
from .formula import formula_tokens
from .notations import zero_is_natural
from .restrictions import Mark, is_as_it_stands, refers_back, reservation, speaks_of_everything
from .rows import by_comma
from .said import (
    EVERYTHING,
    Force,
    Inline,
    Prose,
    Role,
    Said,
    Standing,
    Unread,
    are_opposite,
    defined_name,
    is_closed,
    letters,
    repeats,
    shares_names,
    stem,
)
from .sentences import _CASE, Sentence
from .stream import relation_of
from .structure import Part, is_assumption
from .tokens import LatexError, Token
from .tree import Node, names
from .worded import CHANCY, COPULA, KNOWN_WORDS, adjectives_before, declaration, first_clause, read_names, worded

_TIES = frozenset(
    re.findall(r"\w+", "in sim to approx ll gg subset subseteq notin rightarrow equiv propto lesssim gtrsim mid neq ne")
)
_SET = re.compile(r"\s*(?:\\left)?[\[(].*,.*[\])]\s*$|\s*\\math(?:bb|cal)\b[^=<>]*$", re.S)


_SATISFY = re.compile(
    r"^\s*(?:satisf(?:y|ies|ying)|obeys?|fulfill?s?|(?:be |is |are )?such that|with|be given with)\s*$"
)  # let $x, y > 0$ satisfy $x + y = 1$, suppose some $x > 0$ satisfies $x < 1$
_SATISFIED = re.compile(r"\b(?:satisf(?:y|ies)|obeys?|fulfill?s?|meets?|lies? in|ranges? over|belongs? to)\s*$")
_ASSUMING = (Cue.LET, Cue.RANGE, Cue.IF, Cue.DEFINE, Cue.CHOOSE)
_SAYING = (*_ASSUMING, Cue.QUOTED, Cue.UNKNOWN, Cue.REMINDER)  # of what these say, words behind it may say more


class SentenceReader:
    """Gives every formula of one sentence its role, and takes up what it states."""

    def __init__(self, prose: Prose, sentence: Sentence, spellings: Spellings) -> None:
        self.prose, self.s = prose, sentence
        self.text, self.macros = prose.source.text, prose.source.macros
        self.spellings = spellings
        self.roles: list[Role] = []
        self.behind: list[Piece | None] = []
        self.seen: list[tuple[int, frozenset[str], bool]] = []
        self.is_left = False  # `otherwise $A$`, and A is what the cases before have left
        everything = sentence.all_words
        self.defining = cues.is_defining(everything)
        self.in_definition = _is_definition(sentence.part)
        self.opens_case = bool(_CASE.match(everything.lstrip("# "))) and sentence.part.kind == "case"

    def read(self) -> None:
        """Takes up the formulas in the sentence; displays are left to `derivations`, with their roles in `roles`."""
        for k, piece in enumerate(self.s.pieces):
            role = self._role(k)
            self.roles.append(role)
            self.behind.append(self._behind(k))
            if not piece.display:
                self._inline(k, piece, role)
        self._worded_names()
        self._worded_relations()
        if not self.s.pieces and speaks_of_everything(self.s.all_words):
            words = " ".join(self.s.all_words.split()[:8])
            self.prose.unread.append(Unread(self.s.start, self.s.part, self.s, EVERYTHING, words))
        if cues.releases(self.s.all_words) or cues.sums_up(self.s.all_words):
            self.prose.released.append((self.s.start, self.s.part, cues.releases(self.s.all_words)))

    def finish(self) -> None:
        """From the next sentence on its names are not new."""
        self.prose.last = self.s
        for place, found, exact in self.seen:
            self.prose.mention(place, self.s.part, found, exact)

    # -- roles ----------------------------------------------------------------------------------------------------------

    def _role(self, k: int) -> Role:
        before, after = self.s.words[k], self.s.words[k + 1]
        if self.s.asks or (k and cues.is_or(before)):
            return Role(Cue.QUOTED, wrong=True)
        if k and cues.goes_on(before) and not self.s.pieces[k].display:
            role = self._continued(k, self.roles[k - 1], cues.joins(before))
        elif k and self.s.pieces[k].display and cues.goes_on(before) and cues.joins(before) == "and":
            role = self._and_display(self.roles[k - 1])
        else:
            cue = cues.cue_of(before)
            if k and self.roles[k - 1].cue is Cue.LET and _SATISFY.match(before):
                cue = Cue.LET
            elif cue is Cue.CLAIM and k and cues.is_supposed(" # ".join(self.s.words[: k + 1])):
                return self._qualified(Role(Cue.QUOTED), k, before, after)
            turned = cue is Cue.QUOTED  # unless, only if
            role = self._opening(before, cue) if k == 0 and self.opens_case else Role(cue, turned=turned)
        return self._qualified(role, k, before, after)

    def _opening(self, before: str, cue: Cue) -> Role:
        """The first formula of a case: `Case 1: $x \\ge 0$` assumes it; `otherwise $A$` may claim A, unless A is what is left."""
        if cue in (Cue.IF, Cue.RANGE):
            return Role(Cue.LET)
        if cue is not Cue.UNKNOWN:
            return Role(cue)
        if self.s.pieces[0].display:
            return Role(Cue.CLAIM, loose="it may be a condition of the case, or a claim in it")
        self.is_left = self._is_what_is_left(self.s.pieces[0])
        if re.search(r"\bcase\b", before) or self.is_left:
            return Role(Cue.LET)
        return Role(Cue.REMINDER)

    def _is_what_is_left(self, piece: Piece) -> bool:
        """Whether a formula is the opposite of a condition that stands before, in the part or a case of it."""
        stated = self._conditions(piece) or []
        if len(stated) != 1 or stated[0].relation is None:
            return False
        home = self.s.part.parent
        before = [s for s in self.prose.said if s.part is home or s.part.parent is home]
        return any(
            s.stated.relation is not None and are_opposite(s.stated.relation, stated[0].relation) for s in before
        )

    def _and_display(self, last: Role) -> Role:
        """`let $x > 0$ and [display]` goes on assuming, `if $x > 1$ and [display]` may; `otherwise $x > 1$ and [display]` claims."""
        if last.cue is Cue.LET and not self.opens_case:
            return last
        return Role(Cue.QUOTED) if last.cue in (Cue.IF, Cue.RANGE) else Role(Cue.CLAIM)

    def _continued(self, k: int, last: Role, join: str) -> Role:
        """A formula behind another one and a comma or an `and`."""
        if join == "and" or last.cue in (
            Cue.CLAIM,
            Cue.UNKNOWN,
            Cue.QUOTED,
            Cue.GOAL,
            Cue.NOTHING,
            Cue.DEFINE,
            Cue.CHOOSE,
        ):
            return Role(last.cue, turned=last.turned)
        stated = self._conditions(self.s.pieces[k])
        relations = [x.relation for x in stated or () if x.relation is not None]
        claims = any(map(shares_names, relations))
        if last.cue is Cue.LET:
            return Role(Cue.UNKNOWN if claims else Cue.LET)
        fresh = any(self.prose.is_fresh(n, self.s) for r in relations for n in _bare(r))
        if last.cue in (Cue.RANGE, Cue.IF) and fresh and not claims:
            return Role(last.cue)
        return Role(Cue.CLAIM if claims else Cue.REMINDER)

    def _qualified(self, role: Role, k: int, before: str, after: str) -> Role:
        cue, leading = role.cue, self._leading(k)
        if cues.is_wrong(leading, after):
            return Role(Cue.QUOTED, wrong=True)
        if cue not in (Cue.LET, Cue.RANGE, Cue.DEFINE) and self._is_meaning(k, cue) and not self._has_defining_sign(k):
            return Role(Cue.NOTHING)
        if cue in (Cue.CLAIM, Cue.UNKNOWN, Cue.REASON) and cues.is_premise(after) and not self.s.pieces[k].display:
            return Role(Cue.IF)
        if cues.is_doubtful(leading):
            return Role(Cue.QUOTED, turned=True)
        everything = self.s.all_words
        if cue is Cue.RANGE and cues.is_consequence(before, after):
            return Role(Cue.REMINDER)
        if cue in (Cue.RANGE, Cue.IF) and self._is_within_reason(k):
            return Role(Cue.QUOTED, turned=True)
        if cue in (Cue.CLAIM, Cue.UNKNOWN) and is_assumption(self.s.part):
            return Role(Cue.LET)
        said = [cues.without_contradiction(w) for w in (before, everything)]
        said = [re.sub(r"^\W*otherwise", "", w) for w in said] if self.is_left else said
        if cue in _ASSUMING and not is_as_it_stands(said[0], cues.lead_of(said[0]), self._after(k), said[1]):
            return Role(Cue.QUOTED, turned=True)
        if cue in _ASSUMING and (self._in_note(k) or (cue is Cue.LET and self._by_induction(k))):
            return Role(Cue.QUOTED)
        loose = "it is said to hold for some values only" if cues.is_existential(everything) else ""
        loose = loose or ("a set in the sentence may restrict it" if self._has_set(k) else "")
        if cue is Cue.UNKNOWN and not self.s.pieces[k].display and cues.may_assume(leading):
            loose = loose or "it may be a condition"
        loose = loose or ("words in the sentence that are not read restrict it" if cues.is_hedged(everything) else "")
        if not loose and self.prose.last is not None and refers_back(everything):
            loose = self._may_restrict(self.prose.last)
        if not loose and (found := reservation(self.s.words, self._marks(k), self._knows_case())):
            loose = f"the words `{found}` may restrict it"
        if not loose and self._is_rewritten(k, before, after):
            loose = "it is only said in another way"
        return replace(role, loose=role.loose or loose, turned=role.turned or self._is_retold(k, before, after))

    def _is_rewritten(self, k: int, before: str, after: str) -> bool:
        """`$A$ becomes $B$`: neither is claimed."""
        return (k > 0 and cues.is_rewriting(before)) or (k + 1 < len(self.s.pieces) and cues.is_rewriting(after))

    def _is_within_reason(self, k: int) -> bool:
        """Whether a condition belongs to what is said as a reason; the first that is said of a name says where it is."""
        if not cues.is_within_reason(" # ".join(self.s.words[: k + 1])):
            return False
        found = {n for x in self._conditions(self.s.pieces[k]) or () for n in _names_of(x)}
        return not any(self.prose.is_fresh(n, self.s) for n in found)

    def _is_retold(self, k: int, before: str, after: str) -> bool:
        """Whether a formula is one of which words say that it is not assumed here: taken back, of others, or only rewritten."""
        return (
            self._is_rewritten(k, before, after)
            or cues.is_conceded(after)
            or cues.is_reported(before)
            or cues.is_needless(before)
        )

    def _leading(self, k: int) -> str:
        """The words before a formula, and before the conditions in front of it: `it is not clear that for all $x > 0$ we have $A$`."""
        first = k
        while first and cues.cue_of(self.s.words[first - 1]) in (Cue.RANGE, Cue.IF):
            first -= 1
        return " # ".join(self.s.words[first : k + 1])

    def _may_restrict(self, last: Sentence) -> str:
        """Why `for such $x$` may mean fewer than all: the sentence before speaks of a set, or says in words where something is."""
        others = (self.text[p.start : p.end] for p in last.pieces if not p.display)
        words = last.all_words
        if any(map(_SET.match, others)) or cues.may_place(words) or cues.may_number(words):
            return "what the sentence before says may restrict it"
        return ""

    def _is_meaning(self, k: int, cue: Cue) -> bool:
        """Whether a formula says what a word means: it stands in a definition, or behind `is called X if`; `if $A$, it is called X`."""
        if self.in_definition or not self.defining:
            return self.in_definition

        def means(j: int) -> bool:
            return cues.is_meaning(" # ".join(self.s.words[: j + 1]))

        claims = any(p.display and j > k and not means(j) for j, p in enumerate(self.s.pieces))
        return means(k) or (cue in (Cue.IF, Cue.QUOTED) and not claims)

    def _in_note(self, k: int) -> bool:
        """Whether a formula stands in a footnote or in the words below a figure: how far that reaches, nobody knows."""
        start = self.s.pieces[k].outer
        opened = max(self.text.rfind(f"\\{c}", max(0, start - 2000), start) for c in ("footnote", "caption", "thanks"))
        inside = self.text[opened:start] if opened >= 0 else ""
        return inside.count("{") > inside.count("}")

    def _by_induction(self, k: int) -> bool:
        """Whether an assumption may be the hypothesis of an induction, which is no assumption of what is shown."""
        around = self.text[self.s.part.start : self.s.part.end]
        if not self._assumes() or not re.search(r"\binducti(?:on|ve)", around):
            return False
        stated = self._conditions(self.s.pieces[k]) or []
        return any(x.relation is not None and shares_names(x.relation) for x in stated)

    def _marks(self, k: int) -> list[Mark]:
        relations = [p.display or self._has_relation(p) for p in self.s.pieces]
        return [Mark.STEP if j == k else Mark.RELATION if r else Mark.THING for j, r in enumerate(relations)]

    def _has_relation(self, piece: Piece) -> bool:
        try:
            return any(relation_of(t) or (t.kind == "cmd" and t.text in _TIES) for t in self._tokens(piece))
        except LatexError:
            return False

    def _after(self, k: int) -> str:
        """The words behind a formula, or behind the last of those that it is listed with."""
        while k + 1 < len(self.s.pieces) and cues.goes_on(self.s.words[k + 1]) and not self.s.pieces[k + 1].display:
            k += 1
        return self.s.words[k + 1]

    def _knows_case(self) -> bool:
        """Whether a formula before, in this part or around it, says what `in this case` speaks of."""
        chain = self.s.part.chain
        return any(s.part in chain and s.stated.relation is not None for s in self.prose.said)

    def _has_defining_sign(self, k: int) -> bool:
        p = self.s.pieces[k]
        return bool(
            re.search(
                r":=|\\coloneqq|\\triangleq|\\eqdef|\\overset\{\\?(?:text\{|mathrm\{)?def", self.text[p.start : p.end]
            )
        )

    def _has_set(self, k: int) -> bool:
        """Whether an interval or a set stands in the sentence: `on $[0, 1]$`."""
        others = [self.text[p.start : p.end] for j, p in enumerate(self.s.pieces) if j != k and not p.display]
        return any(_SET.match(written) for written in others)

    def _behind(self, k: int) -> Piece | None:
        """The claim right before a condition: nothing but the cue stands between them, and no claim comes behind."""
        if not k:
            return None
        words = self.s.words[k]
        if cues.goes_on(words):
            return self.behind[k - 1]
        if re.search(r"\b(?:and|but|then|while|whereas|hence|thus|so|since)\b|;", words) or len(words.split()) > 6:
            return None
        following = self.s.words[k + 1]
        of_reason = self.roles[k - 1].cue is Cue.REASON and following.lstrip().startswith(
            ","
        )  # since $A$ for $x \ge 1$, we have $B$
        if (
            not of_reason
            and not self.s.pieces[k - 1].display
            and cues.cue_of(following) in (Cue.CLAIM, Cue.GOAL)
            and len(self.s.pieces) > k + 1
        ):
            return None
        last = self.roles[k - 1].cue
        return (
            self.s.pieces[k - 1]
            if last in (Cue.CLAIM, Cue.UNKNOWN, Cue.REASON, Cue.GOAL, Cue.REMINDER)
            else self.behind[k - 1]
        )

    # -- formulas -------------------------------------------------------------------------------------------------------

    def _tokens(self, piece: Piece) -> list[Token]:
        return formula_tokens(self.text, self.macros, piece.start, piece.end)

    def _conditions(self, piece: Piece) -> list[Stated] | None:
        try:
            return conditions(self._tokens(piece), self.text, self.prose.scope(self.s))
        except (LatexError, RecursionError):
            return None

    def _inline(self, k: int, piece: Piece, role: Role) -> None:
        try:
            tokens = self._tokens(piece)
        except LatexError:
            self.not_read(piece, frozenset(re.findall(r"[A-Za-z]", self.text[piece.start : piece.end])))
            return
        if self._declares(tokens, piece) or not self._has_relation(piece):
            return
        stated = self._conditions(piece)
        found = letters(tokens)
        if stated is None:
            self.seen.append((piece.start, found, False))
            if role.cue is not Cue.NOTHING and not (
                role.cue is Cue.CLAIM and not role.loose and _is_equivalence(tokens)
            ):
                self.not_read(piece, found)
            return
        self._note_spellings(piece)
        free = frozenset(n for x in stated for n in ([x.name] if x.relation is None else names(x.relation)))
        self.seen.append((piece.start, free, True))
        self.take(stated, role, piece, self.behind[k])
        self._adjectives(k, piece, stated, role)

    def _note_spellings(self, piece: Piece) -> None:
        """Raises LatexError if a letter is written in another way than before in its section."""
        formula_tokens(self.text, self.macros, piece.start, piece.end, self.spellings)

    def not_read(self, piece: Piece, found: frozenset[str], claimed: bool = False) -> None:
        written = " ".join(self.text[piece.start : piece.end].split())
        self.prose.unread.append(Unread(piece.start, self.s.part, self.s, found, written, claimed))

    def take(self, stated: Sequence[Stated], role: Role, piece: Piece, behind: Piece | None) -> None:
        """Takes up what a formula states, by its role."""
        if role.cue is Cue.NOTHING:
            return
        if role.cue is Cue.RANGE and all(map(is_closed, stated)):
            role = replace(role, cue=Cue.CLAIM, loose="")  # where $0.95 < 1$: no words can restrict it
        if role.cue in (Cue.CLAIM, Cue.REASON, Cue.REMINDER, Cue.GOAL, Cue.UNKNOWN) and not piece.display:
            if any(x.defining for x in stated):
                role = replace(role, cue=Cue.DEFINE)
            else:
                standing = _STANDING[role.cue]
                self.prose.inline.append(Inline(piece, self.s, tuple(stated), role, standing))
                relations = [x.relation for x in stated if x.relation is not None]
                if standing is Standing.CLAIM and self._follows_display(piece) and not any(map(repeats, relations)):
                    role = replace(role, cue=Cue.REMINDER)  # [display], and $x \\ge 1$ is what we assume
                elif standing is Standing.CLAIM and self._is_said_of_names(piece) and not any(map(repeats, relations)):
                    role = replace(role, cue=Cue.REMINDER)  # all parameters satisfy $x \\ge 1$
                elif standing is Standing.CLAIM or (role.cue is Cue.GOAL and any(map(repeats, relations))):
                    return
        for x in stated:
            force, standing = self._force(x, role.cue)
            before = self.s.words[self.s.pieces.index(piece)]
            binds = _names_of(x) if cues.is_all_that_is_known(before) else self._binds(x, role.cue, before)
            assumed = force is Force.FIRM or role.cue in (Cue.QUOTED, Cue.UNKNOWN, Cue.REMINDER)
            everywhere = assumed and cues.is_everywhere(self.s.all_words)
            part = self.s.part.chain[-1] if everywhere else self.s.part
            passing = (
                force is Force.FIRM and role.cue is Cue.LET and not binds and not everywhere and self._is_passing(x)
            )
            self.prose.say(
                Said(
                    x, piece.start, part, force, standing, self.s, behind, cue=role.cue, binds=binds, passing=passing,
                    turned=role.turned or role.wrong,
                )
            )  # fmt: skip

    def _follows_display(self, piece: Piece) -> bool:
        return any(p.display and p.start < piece.start for p in self.s.pieces)

    def _is_said_of_names(self, piece: Piece) -> bool:
        """`the parameters satisfy $x \\ge 1$`: it may be found out, or be what they are."""
        return bool(_SATISFIED.search(self.s.words[self.s.pieces.index(piece)]))

    def _is_passing(self, x: Stated) -> bool:
        """`suppose $x \\ge 1$` of an x that was there before, in running text."""
        found = [x.name] if x.relation is None else list(names(x.relation))
        return self.s.part.kind != "statement" and any(not self.prose.is_fresh(n, self.s) for n in found)

    def _binds(self, x: Stated, cue: Cue, before: str) -> frozenset[str]:
        """`let $x > 0$` and `for every $x > 0$` speak of a new x, `assume $x > 0$` of the old one."""
        bare = [x.name] if x.relation is None else [defined_name(x)] if defined_name(x) else _bare(x.relation)
        if cue in (Cue.DEFINE, Cue.CHOOSE):
            return frozenset(filter(None, [defined_name(x)]))
        words = self.s.all_words if cues.goes_on(before) else before
        if cue is Cue.LET:
            return frozenset() if self._assumes() else frozenset(bare)
        quantified = cue in (Cue.RANGE, Cue.IF) and cues.is_quantified(words)
        return frozenset(bare) if quantified else frozenset()

    def _force(self, x: Stated, cue: Cue) -> tuple[Force, Standing]:
        name = defined_name(x)
        fresh = bool(name) and self.prose.is_fresh(name, self.s)
        if name and (x.defining or cue in (Cue.DEFINE, Cue.CHOOSE, Cue.LET, Cue.RANGE)):
            assumed = cue is Cue.LET and not x.defining and self._assumes()
            if fresh:
                return Force.DEFINES, Standing.ASIDE
            return (Force.FIRM if assumed else Force.HERE if cue is Cue.RANGE else Force.SOFT), Standing.ASIDE
        if cue is Cue.LET:
            return Force.FIRM, Standing.ASIDE
        if cue is Cue.IF:
            return Force.HERE, Standing.ASIDE
        if cue is Cue.RANGE:
            if x.relation is not None and shares_names(x.relation):
                return Force.SOFT, Standing.REASON
            restricted = [x.name] if x.relation is None else list(names(x.relation))
            fresh = any(self.prose.is_fresh(n, self.s) for n in restricted)
            return (Force.FIRM if fresh else Force.HERE), Standing.ASIDE
        return Force.SOFT, _STANDING.get(cue, Standing.ASIDE)

    def _assumes(self) -> bool:
        return bool(re.search(r"\b(?:assum|suppos)", self.s.all_words)) or self.opens_case

    # -- words about names ----------------------------------------------------------------------------------------------

    def _declares(self, tokens: Sequence[Token], piece: Piece) -> bool:
        """`$f : X \\to \\mathbb{R}$` declares a function, `distributions $P$` a law."""
        return declaration(self.prose, self.text, piece)

    def _bare(self, k: int) -> list[str]:
        """The names of a formula that is a name or a list of names."""
        piece = self.s.pieces[k]
        if piece.display:
            return []
        try:
            pieces = by_comma(self._tokens(piece))
            found = [read_names(p, self.text, self.prose.scope(self.s)) for p in pieces]
        except (LatexError, RecursionError):
            return []
        return [n for n in found if n] if all(found) else []

    def _worded_names(self) -> None:
        """`let $n$ be a positive integer`, `for positive $x$`: read if every word is known, kept as unread if not."""
        run: list[tuple[int, str]] = []
        for k in range(len(self.s.pieces)):
            found = self._bare(k)
            if not found:
                run = []
                continue
            if not (run and cues.goes_on(self.s.words[k])):
                run = []
            run += [(k, n) for n in found]
            if self._numbers():
                letters_of = frozenset(stem(n) for n in found)
                words = f"{found[0]} {self.s.words[k + 1][:60]}".strip()
                self.prose.unread.append(Unread(self.s.pieces[k].start, self.s.part, self.s, letters_of, words))
            self._counts(
                found,
                self.s.pieces[k],
                f"{' '.join(self.s.words[k].split()[-3:])} {cues.words_of(self.s.words[k + 1], True)}",
            )
            self._said_in_words(run, self.s.words[run[0][0]], self.s.words[k + 1])

    def _worded_relations(self) -> None:
        """`let $x > 0$ be an integer`, `let $x > 0$ (at least one here)`: words behind an assumed relation say more of it."""
        run: list[tuple[int, list[str]]] = []
        for k, piece in enumerate(self.s.pieces):
            found = [] if piece.display or self.roles[k].cue not in _SAYING else self._related(piece)
            if not found:
                run = []
                continue
            run = [*(run if run and cues.goes_on(self.s.words[k]) else []), (k, found)]
            listed = [n for _, some in run for n in some]
            outside = cues.words_of(self.s.words[k + 1], self.roles[k].cue not in (Cue.RANGE, Cue.IF))
            copula = COPULA.match(outside)
            told, _ = first_clause(copula[1]) if copula else ([], "")
            if told and set(told) <= KNOWN_WORDS:
                behind = " ".join(copula[1].split()[len(told) :]) if copula else ""
                self._known_words([(run[0][0], n) for n in listed], told, self.s.words[run[0][0]], behind)
                outside = behind
            self._counts(listed, piece, outside)
            strange = bool(told) and not set(told) <= KNOWN_WORDS and self._may_be_a_property(told)
            if strange or self._numbers() or self._has_set(k) or cues.may_place(outside) or cues.may_number(outside):
                stems = frozenset(map(stem, listed))
                words = f"{listed[0]} {self.s.words[k + 1][:60]}".strip()
                self.prose.unread.append(Unread(piece.start, self.s.part, self.s, stems, words))

    def _may_be_a_property(self, told: Sequence[str]) -> bool:
        """`let $x > 0$ be big`, `be a tame number` where the document says what tame means: an unknown word may be a condition."""
        if told[0] not in (
            "the",
            "a",
            "an",
            "its",
            "our",
            "their",
            "this",
            "some",
            "defined",
            "denoted",
            "given",
            "called",
            "set",
            "as",
            "in",
        ):
            return True
        unknown = [re.escape(w) for w in told if w not in KNOWN_WORDS and len(w) > 2]
        marked = (
            r"(?:\\(?:emph|textit|textbf)\s*\{|[*_`]|\b(?:called|termed|said to be|deemed)\s+(?:\\\w+\{)?)(?:an?\s+)?"
        )
        return bool(unknown) and bool(re.search(rf"{marked}(?:{'|'.join(unknown)})\b", self.text))

    def _counts(self, found: Sequence[str], piece: Piece, words: str) -> None:
        """`$n$ is the number of users`: it may be whole, so nothing fails only where it is not."""
        for name in found if cues.may_count(words) else ():
            x = Stated(name=name, kind="integers", text=f"{name} {words}".strip()[:60])
            self.prose.say(Said(x, piece.start, self.s.part, Force.SOFT, Standing.ASIDE, self.s, None, cue=Cue.UNKNOWN))

    def _related(self, piece: Piece) -> list[str]:
        """The names that an inline relation says something of, each once."""
        stated = self._conditions(piece) if self._has_relation(piece) else None
        found = (n for x in stated or () for n in ([x.name] if x.relation is None else _bare(x.relation)))
        return list(dict.fromkeys(found))

    def _numbers(self) -> bool:
        """Whether a number stands in the sentence by itself: with the name of a quantity it may be a relation in words."""
        written = (self.text[p.start : p.end] for p in self.s.pieces if not p.display)
        return any(re.search(r"\d", w) and not re.search(r"[A-Za-z]", w) for w in written)

    def _said_in_words(self, run: list[tuple[int, str]], before: str, after: str) -> None:
        copula = COPULA.match(after)
        told, rest = first_clause(copula[1]) if copula else ([], "")
        told = [] if told[:1] and told[0] in ("defined", "denoted", "given", "called", "set") else told
        words = [*adjectives_before(before), *told]
        known = set(words) <= KNOWN_WORDS
        if words and known:
            behind = after if copula is None else " ".join(copula[1].split()[len(told) :])
            self._known_words(run, words, before, behind)
        after = _own_clause(after)
        outside = f"{before} {after}" if not known or rest else f"{'' if words else before} {'' if copula else after}"
        if (words and not known) or rest or cues.may_place(outside):
            place, found = self.s.pieces[run[0][0]].start, frozenset(stem(n) for _, n in run)
            self.prose.unread.append(Unread(place, self.s.part, self.s, found, f"{run[0][1]} {after[:60]}".strip()))

    def _known_words(self, run: list[tuple[int, str]], words: list[str], before: str, behind: str) -> None:
        cue = cues.cue_of(before)
        assumed = cue in (Cue.LET, Cue.RANGE, Cue.IF)
        turned = not is_as_it_stands(before, cues.lead_of(before), behind, self.s.all_words)
        if turned:
            assumed = False
        if "natural" in words and zero_is_natural(self.text):
            assumed = False
        cue = cue if assumed else Cue.UNKNOWN
        place = self.s.pieces[run[0][0]].start
        for _, name in run:
            for x in worded(name, words, " ".join(words)):
                force, standing = self._force(x, cue) if cue is not Cue.UNKNOWN else (Force.SOFT, Standing.REMINDER)
                binds = self._binds(x, cue, before)
                said = Said(x, place, self.s.part, force, standing, self.s, cue=cue, binds=binds, turned=turned)
                self.prose.say(said)

    def _adjectives(self, k: int, piece: Piece, stated: Sequence[Stated], role: Role) -> None:
        """`for all positive $x \\le 1$`."""
        words = adjectives_before(self.s.words[k])
        first = next((x for x in stated), None)
        if not words or first is None or role.cue not in (Cue.LET, Cue.RANGE, Cue.IF):
            return
        bare = [first.name] if first.relation is None else _bare(first.relation)
        if not bare or set(words) & CHANCY:
            found = frozenset(stem(n) for x in stated for n in ([x.name] if x.relation is None else names(x.relation)))
            self.prose.unread.append(Unread(piece.start, self.s.part, self.s, found, " ".join(words)))
            return
        for name in dict.fromkeys(bare):
            self.take(worded(name, words, f"{' '.join(words)} {name}"), role, piece, self.behind[k])


_STANDING = {
    Cue.CLAIM: Standing.CLAIM, Cue.REASON: Standing.REASON, Cue.REMINDER: Standing.REMINDER, Cue.GOAL: Standing.REMINDER,
    Cue.UNKNOWN: Standing.REMINDER, Cue.QUOTED: Standing.ASIDE,
}  # fmt: skip


def _is_definition(part: Part) -> bool:
    return any(
        p.kind == "statement" and re.match(r"\W*(?:\\\w+\{)*(?:definition|defn)", p.title, re.I) for p in part.chain[:3]
    )


def _is_equivalence(tokens: Sequence[Token]) -> bool:
    r"""Whether a formula says that relations are equivalent: where it is claimed, none of them is assumed by it."""
    return any(t.is_cmd("iff", "Leftrightarrow", "Longleftrightarrow") for t in tokens)


def _names_of(x: Stated) -> frozenset[str]:
    return frozenset({x.name} if x.relation is None else names(x.relation))


def _own_clause(after: str) -> str:
    """The words behind a name that may speak of it: to the end of the clause, and of one that begins with `which`."""
    found = re.match(r"[^,;:.]*(?:, (?:which|that|whose|being|lying|taking|with|where|and)\b[^,;:.]*)*", after)
    return found.group() if found else after


def _bare(relation: Node) -> list[str]:
    """The names that are a side of a relation of their own."""
    return [str(a.value) for a in relation.args if a.kind == "name"]


__all__ = ["SentenceReader"]
