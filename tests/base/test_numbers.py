"""Numbers are read alike by the C++ library and by what stands in for it on macOS."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = r"""
#include "src/paragen/base/numbers.hh"
#include <cstdio>
#include <iostream>

template <class Number>
void compare(const std::string& line) {
  const char *begin = line.data(), *end = begin + line.size();
  Number a = -7, b = -7;
  const auto own = paragen::read_number(begin, end, a);
  const auto standard = std::from_chars(begin, end, b);
  const bool same = own.ec == standard.ec && own.ptr == standard.ptr && (a == b || (a != a && b != b));
  if (!same) std::printf("%s: found %td %a, expected ", line.c_str(), own.ptr - begin, double(a));
  if (!same) std::printf("%td %a\n", standard.ptr - begin, double(b));
}

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    compare<float>(line);
    compare<double>(line);
  }
}
"""
ODD = [
    "", " 1", "+1", "-1", "-", ".", ".5", "5.", "1e", "1e+", "1e5", "1E-5", "0x10", "0x", "1x", "x",
    "inf", "-inf", "infinity", "nan",
    "1e400", "-1e400", "1e-400", "1e-320", "1e39", "1e-46", "1e-44", "0.5 0.5", "1,5", "1..5", "--1", "0", "-0", "1e-5e", "\0",
    "3.4028235e38", "3.4028236e38", "2.2250738585072014e-308", "4.9e-324", "٣",
]  # fmt: skip


@pytest.mark.skipif(shutil.which("g++") is None, reason="compiles a program with g++")
def test_the_substitute_reads_as_the_library_does(tmp_path):
    random.seed(7)
    lines = [*ODD, *(repr(random.uniform(0, 1)) for _ in range(500)), *(f"{random.random():.3e}" for _ in range(500))]
    lines += ["".join(random.choices("0123456789.e-+x ", k=random.randrange(9))) for _ in range(2000)]
    (tmp_path / "program.cc").write_text(PROGRAM, encoding="utf-8")
    command = ["g++", "-std=c++17", "-DPARAGEN_OWN_FROM_CHARS", f"-I{ROOT}", "-o", "program", "program.cc"]
    subprocess.run(command, cwd=tmp_path, check=True)
    done = subprocess.run([tmp_path / "program"], input="\n".join(lines), capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == []
