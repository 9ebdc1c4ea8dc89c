"""The hash function of checksums and ids."""

try:
    from _blake2 import blake2b  # `hashlib` loads OpenSSL first, which takes as long as decoding several sentences
except ImportError:
    from hashlib import blake2b

__all__ = ["blake2b"]
