// Fields of a line of an ARPA file: what spaces, tabs and carriage returns separate.
#pragma once
#include <cstdint>
#include <cstring>
#include <string_view>

namespace paragen {

template <uint32_t kMost>
class ArpaFields {
 public:
  // Cuts a line into fields, by a bit for each byte that belongs to one.
  void cut(std::string_view text) {
    size_ = 0;
    const char* field = nullptr;  // the one that has begun
    uint64_t last = 0;            // whether the last byte belongs to one
    for (size_t at = 0; at < text.size() || field != nullptr; at += 64) {
      const uint64_t bits = at < text.size() ? field_bits(text.substr(at, 64)) : 0;
      for (uint64_t edges = bits ^ (bits << 1 | last); edges != 0; edges &= edges - 1) {
        const char* edge = text.data() + at + __builtin_ctzll(edges);
        if (field == nullptr) {
          field = edge;
          continue;
        }
        if (size_ < kMost) fields_[size_] = std::string_view(field, static_cast<size_t>(edge - field));
        ++size_;
        field = nullptr;
      }
      last = bits >> 63;
    }
  }

  size_t size() const { return size_; }  // of all, of which the first kMost are kept
  const std::string_view& operator[](size_t i) const { return fields_[i]; }

 private:
  // The bits of up to 64 bytes: spaces, tabs, carriage returns and what is missing have 0.
  static uint64_t field_bits(std::string_view text) {
    constexpr uint64_t kOnes = 0x0101010101010101u, kLow = 0x7F7F7F7F7F7F7F7Fu, kGather = 0x0102040810204080u;
    uint64_t bits = 0;
    for (size_t at = 0; at < text.size(); at += 8) {
      uint64_t piece = kOnes * ' ';
      if (text.size() - at >= 8) std::memcpy(&piece, text.data() + at, 8);
      else std::memcpy(&piece, text.data() + at, text.size() - at);
      uint64_t in_field = kOnes << 7;  // the top bit of each byte
      for (const char space : {' ', '\t', '\r'}) {
        const uint64_t differs = piece ^ kOnes * static_cast<uint8_t>(space);
        in_field &= ((differs & kLow) + kLow) | differs;
      }
      bits |= (in_field >> 7) * kGather >> 56 << at;
    }
    return bits;
  }

  std::string_view fields_[kMost];
  size_t size_ = 0;
};

}  // namespace paragen
