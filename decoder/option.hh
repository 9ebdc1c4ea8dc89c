// One way to say one span of a sentence.
#pragma once
#include <cstdint>

namespace paragen {

constexpr uint32_t kNone = 0xFFFFFFFFu;

// Used instead of a table's number, and above all of them: a word that PT-7 keeps, and one passed through unknown.
constexpr uint32_t kSelfTable = 0xFFFFFFFEu, kUnknownTable = 0xFFFFFFFFu;

constexpr uint32_t kNoFloor = 0xFF;  // of a table: it has no floor, using it changes nothing else

struct Option {
  uint32_t begin = 0, end = 0;          // words of the window that is searched
  uint32_t table = kUnknownTable;       // a table's number, or one of the above
  uint32_t n_words = 0;
  const uint32_t* words = nullptr;
  float logscore = 0;                   // natural
  uint32_t floor_bit = kNoFloor;        // of its table
  double base = 0;                      // weighted score of everything but the language model and floors
  const double* scores = nullptr;       // of an edit: one a scorer, natural logs
  uint32_t other = kNone;               // option with the same begin and words; kNone ends
  bool edit = false;                    // its words differ from the source's
};

}  // namespace paragen
