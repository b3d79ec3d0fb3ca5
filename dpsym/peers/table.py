"""The peers by name, and adapters in files."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from ..objects.errors import ObjectError
from . import autodp, dp_accounting, opacus, prv_accountant
from .base import Peer

PEERS = {
    "dp_accounting": dp_accounting.PEER,
    "autodp": autodp.PEER,
    "prv_accountant": prv_accountant.PEER,
    "opacus": opacus.PEER,
}


def peer_of(name: str) -> Peer:
    """A peer of the table, under either spelling, or that of an adapter of the user's own, which is imported."""
    if name.endswith(".py"):
        return _from_file(Path(name))
    known = name.replace("-", "_").lower()
    if known not in PEERS:
        raise ObjectError(
            f"found the peer {name!r}, expected one of {', '.join(PEERS)}, or a file FILE.py with a Peer called PEER"
        )
    return PEERS[known]


def _from_file(path: Path) -> Peer:
    if not path.is_file():
        raise ObjectError(f"found no file {path}, expected an adapter with a Peer called PEER")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise ObjectError(f"{path}: found no Python module, expected an adapter with a Peer called PEER")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # of the user's own file
        raise ObjectError(f"{path}: {type(error).__name__}: {error}") from None
    peer = getattr(module, "PEER", None)
    if not isinstance(peer, Peer):
        raise ObjectError(f"{path}: found PEER = {peer!r}, expected a dpsym.peers.base.Peer")
    return peer
