// Every distinct byte string once, numbered in order of first appearance.
//
// Made for tens of millions: a slot holds half of the hash beside the number, so that a probe reads a text only where it
// is very likely the one sought, and growing reads none.
#pragma once
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "src/paragen/base/vocabulary.hh"

namespace paragen {

class TextPool {
 public:
  TextPool() : offsets_(1, 0), slots_(1024, 0) {}

  uint32_t add(std::string_view text) {
    const uint64_t tag = hash_bytes(text.data(), text.size()) & kTagMask;
    uint64_t slot = place(tag);
    for (; slots_[slot] != 0; slot = (slot + 1) & (slots_.size() - 1))
      if ((slots_[slot] & kTagMask) == tag && this->text(number(slots_[slot])) == text) return number(slots_[slot]);
    if (size() >= kMaxTexts) throw std::length_error("more than 2^31 distinct phrases");
    bytes_.append(text);
    offsets_.push_back(bytes_.size());
    slots_[slot] = tag | size();
    if (uint64_t(size()) * 2 > slots_.size()) grow();
    return size() - 1;
  }

  uint32_t size() const { return static_cast<uint32_t>(offsets_.size() - 1); }

  // Valid until the next add().
  std::string_view text(uint32_t id) const { return {bytes_.data() + offsets_[id], offsets_[id + 1] - offsets_[id]}; }

 private:
  static constexpr uint64_t kTagMask = 0xFFFFFFFF00000000ull;  // the rest of a slot: number + 1, or 0 for empty
  static constexpr uint32_t kMaxTexts = 0x80000000u;           // so that half of the tag's range of slots is enough

  static uint32_t number(uint64_t slot) { return static_cast<uint32_t>(slot) - 1; }
  uint64_t place(uint64_t tag) const { return (tag >> 32) & (slots_.size() - 1); }

  void grow() {
    std::vector<uint64_t> old(slots_.size() * 2, 0);
    old.swap(slots_);
    for (const uint64_t entry : old) {
      if (entry == 0) continue;
      uint64_t slot = place(entry & kTagMask);
      while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = entry;
    }
  }

  std::string bytes_;
  std::vector<uint64_t> offsets_;
  std::vector<uint64_t> slots_;
};

}  // namespace paragen
