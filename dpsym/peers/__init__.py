"""Other accountants, audited: adapters, one for each peer, and what is found of them. No peer is needed to import this.

A peer may be an adapter of your own: a Python file with a `dpsym.peers.base.Peer` called PEER.
"""
