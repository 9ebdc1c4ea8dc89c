import mmap

from paragen.lm.pack.builder import LmPacker

def read_kenlm(packer: LmPacker, data: bytes | mmap.mmap) -> None: ...
