// Is a byte string UTF-8 without NUL?
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace paragen {

// Bytes of the well-formed sequence at `at` (1 to 4), or 0: malformed, truncated, overlong, a surrogate, NUL.
inline size_t utf8_length(const unsigned char* at, const unsigned char* end) {
  const unsigned char first = *at;
  if (first < 0x80) return first != 0;
  if (first < 0xC2 || first > 0xF4) return 0;
  const size_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  if (static_cast<size_t>(end - at) < length) return 0;
  for (size_t i = 1; i < length; ++i)
    if ((at[i] & 0xC0) != 0x80) return 0;
  if ((first == 0xE0 && at[1] < 0xA0) || (first == 0xED && at[1] > 0x9F)) return 0;
  if ((first == 0xF0 && at[1] < 0x90) || (first == 0xF4 && at[1] > 0x8F)) return 0;
  return length;
}

inline bool is_text(const char* data, size_t size) {
  constexpr uint64_t kHigh = 0x8080808080808080ull, kOnes = 0x0101010101010101ull;
  const unsigned char* at = reinterpret_cast<const unsigned char*>(data);
  const unsigned char* end = at + size;
  while (at != end) {
    uint64_t piece;
    if (end - at >= 8) {
      std::memcpy(&piece, at, 8);
      // no byte has its high bit set, none is zero
      if (!((piece | (piece - kOnes)) & kHigh)) {
        at += 8;
        continue;
      }
    }
    const size_t length = utf8_length(at, end);
    if (length == 0) return false;
    at += length;
  }
  return true;
}

}  // namespace paragen
