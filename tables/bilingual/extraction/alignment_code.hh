// The word alignment inside a phrase pair as one integer, in the order in which Moses compares alignments.
//
// Moses holds, for each word of one side, the set of its partners' positions, and compares these lists of sets word by
// word, sets as sorted lists. With at most seven words a side, a set of positions is 7 bits; numbered in that order
// ({} < {0} < {0,1} < ... < {0,6} < {1} < ... < {6}) and put together, first word first, they make 49 bits that compare
// the same way. Words beyond the end of a phrase have no partner: 0.
#pragma once
#include <array>
#include <cstdint>

namespace paragen {

constexpr uint32_t kMaxPhrase = 7;  // words a side
constexpr uint32_t kSets = 1u << kMaxPhrase;

struct SetOrder {
  std::array<uint8_t, kSets> rank{};  // of a set given by its bits
  std::array<uint8_t, kSets> bits{};  // of a set given by its rank

  constexpr SetOrder() {
    for (uint32_t set = 0; set < kSets; ++set) {
      uint32_t place = 0;
      bool last = true;  // a set comes before those that begin with it
      for (uint32_t i = kMaxPhrase; i-- > 0;) {
        if (last && (set >> i) == 0) continue;
        // each set that has a smaller position in place of a missing one comes before
        place += (set >> i & 1) ? 1 : 1u << (kMaxPhrase - 1 - i);
        last = false;
      }
      rank[set] = static_cast<uint8_t>(place);
      bits[place] = static_cast<uint8_t>(set);
    }
  }
};

inline constexpr SetOrder kSetOrder{};

// What the set of partners, in bits, of the word at `position` adds to a code.
inline int64_t partners_code(uint32_t set, uint32_t position) {
  return static_cast<int64_t>(kSetOrder.rank[set & (kSets - 1)]) << (kMaxPhrase * (kMaxPhrase - 1 - position));
}

// The set of partners, in bits, of the word at `position`.
inline uint32_t partners(int64_t code, uint32_t position) {
  return kSetOrder.bits[(code >> (kMaxPhrase * (kMaxPhrase - 1 - position))) & (kSets - 1)];
}

}  // namespace paragen
