"""Files of claims: what is read, and one clear message for everything that cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from dpsym.reading.text.file import ClaimsFileError, read_claims_file

GOOD = """
[[claim]]
id = "tanh"
claim = "tanh(eps/2) <= eps/2"
where = ["eps > 0"]
expect = "proved"
note = "a note"
source = "a paper"

[[claim]]
claim = "p <= exp(2*eps)*q"
where = "eps >= 0"
given = ["p <= exp(eps)*s", "s <= exp(eps)*q"]
let = []

[[claim]]
id = "chain"
claim = "0 <= x**2 <= s"
where = "0 < x < 1"
let = "s = x"
"""


def write(tmp_path: Path, text: str | bytes) -> Path:
    path = tmp_path / "claims.toml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def test_a_file_is_read_in_order(tmp_path: Path) -> None:
    tanh, second, chain = read_claims_file(write(tmp_path, GOOD))
    assert (tanh.id, tanh.expect, tanh.note, tanh.source) == ("tanh", "proved", "a note", "a paper")
    assert tanh.claims[0].id == "tanh"
    assert tanh.claims[0].domain.range("eps").lower_open
    assert (second.id, second.expect) == ("2", "")
    assert len(second.claims[0].given) == 2
    assert len(chain.claims) == 2


def test_a_byte_order_mark_and_windows_lines_are_fine(tmp_path: Path) -> None:
    data = b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode()
    assert len(read_claims_file(write(tmp_path, data))) == 3


CLAIM = '[[claim]]\nid = "a"\nclaim = "x <= x"\n'

BAD = {
    "empty": ("", ["found no claim", "[[claim]]"]),
    "comment only": ("# nothing\n", ["found no claim"]),
    "syntax": ('[[claim]]\nclaim = "x <= 1\n', ["not TOML", "line 2"]),
    "twice": ('[[claim]]\nclaim = "x <= 1"\nclaim = "x"\n', ["not TOML", "line 3"]),
    "nested": ("a = " + "[" * 100_000, ["not TOML"]),
    "single brackets": ('[claim]\nclaim = "x <= 1"\n', ["found [claim]", "[[claim]]"]),
    "top-level key": ('version = 1\n[[claim]]\nclaim = "x <= 1"\n', ["'version'", "[[claim]]"]),
    "other table": ('[[claims]]\nclaim = "x <= 1"\n', ["'claims'"]),
    "scalar": ('claim = "x <= 1"\n', ["found no claim"]),
    "list": ("claim = [1]\n", ["claim number 1", "an integer", "a table"]),
    "unknown key": (CLAIM + 'were = "x > 0"\n', ["claim 'a'", "line 1", "'were'", "where"]),
    "no claim": ('[[claim]]\nid = "a"\n', ["claim 'a'", "no key claim"]),
    "claim type": ("[[claim]]\nclaim = 3\n", ["claim number 1", "claim: found an integer", "a string"]),
    "id type": ('[[claim]]\nid = 3\nclaim = "x <= x"\n', ["id: found an integer"]),
    "id text": ('[[claim]]\nid = "../a"\nclaim = "x <= x"\n', ["'../a'"]),
    "empty id": ('[[claim]]\nid = ""\nclaim = "x <= x"\n', ["found the id ''"]),
    "where type": (CLAIM + "where = 1.5\n", ["where: found a float", "list of strings"]),
    "where table": (CLAIM + "where = {}\n", ["where: found a table"]),
    "where item": (CLAIM + 'where = ["x > 0", true]\n', ["where: found a boolean in the list"]),
    "note type": (CLAIM + "note = 2020-01-01\n", ["note: found a date"]),
    "expect": (CLAIM + 'expect = "true"\n', ["expect: found 'true'", "proved, refuted, undefined, open"]),
    "same id": (CLAIM + CLAIM, ["line 4", "'a' a second time"]),
    "id of a number": ('[[claim]]\nclaim = "x <= x"\n[[claim]]\nid = "1"\nclaim = "x <= x"\n', ["'1' a second time"]),
    "id of a link": (
        '[[claim]]\nid = "a"\nclaim = "0 <= x <= x"\n[[claim]]\nid = "a.1"\nclaim = "x <= x"\n',
        ["'a.1' a second time"],
    ),
    "claim text": ('[[claim]]\nid = "b"\nclaim = "x <= foo(x)"\n', ["claim 'b'", "foo", "^"]),
    "where text": (CLAIM + 'where = "x >"\n', ["claim 'a'", "^"]),
    "let text": (CLAIM + 'let = "s"\n', ["claim 'a'"]),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_files_are_refused_with_the_place(tmp_path: Path, name: str) -> None:
    text, expected = BAD[name]
    path = write(tmp_path, text)
    with pytest.raises(ClaimsFileError) as error:
        read_claims_file(path)
    for part in [str(path), *expected]:
        assert part in str(error.value), str(error.value)


def test_bytes_that_are_not_utf8_are_refused_with_their_line(tmp_path: Path) -> None:
    with pytest.raises(ClaimsFileError, match=r"line 3.*0xe9.*UTF-8"):
        read_claims_file(write(tmp_path, b'[[claim]]\nclaim = "x <= x"\nnote = "\xe9"\n'))


def test_a_missing_file_and_a_directory_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "none.toml", tmp_path):
        with pytest.raises(ClaimsFileError, match="cannot read"):
            read_claims_file(path)
