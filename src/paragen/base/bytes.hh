// Numbers in as few bytes as the greatest needs, the lowest first.
#pragma once
#include <cstdint>
#include <cstring>

namespace paragen {

// How many bytes hold numbers up to this one: at most 4.
inline uint32_t bytes_for(uint32_t greatest) {
  return greatest < 1u << 8 ? 1 : greatest < 1u << 16 ? 2 : greatest < 1u << 24 ? 3 : 4;
}
inline uint32_t mask_of(uint32_t n_bytes) { return 0xFFFFFFFFu >> (32 - 8 * n_bytes); }

// The number at a place; reads 4 bytes, whatever the mask.
inline uint32_t read_bytes(const uint8_t* at, uint32_t mask) {
  uint32_t value;
  std::memcpy(&value, at, sizeof value);
  return value & mask;
}

}  // namespace paragen
