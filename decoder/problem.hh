// What is to be searched: a sentence, the model's parts, its weights, and the user's limits.
#pragma once
#include <cstdint>

#include "decoder/allowed.hh"
#include "lm/query/automaton.hh"
#include "tables/store/store.hh"

namespace paragen {

constexpr uint32_t kNoLimit = 0xFFFFFFFFu;
constexpr uint32_t kNoFloor = 0xFF;          // of a table: it has no floor, using it changes nothing else
constexpr uint32_t kMaxFloors = 24;          // tables with a floor: one bit each in a hypothesis' key
constexpr uint32_t kMaxEditBound = 255;

// Source words as ids; those the model does not know have numbers from store.n_words up, one for each distinct word.
struct SentenceC {
  const uint32_t* words;
  const uint8_t* keep;     // 1: the word must not be inside an edit
  uint32_t n_words;
  const AllowedEdits* allowed = nullptr;  // the only edits it may take; null: any
};

// The log-linear model [Z08 eq. 2] without its parts: one weight a feature, one floor a table.
struct WeightsC {
  double lm = 0, word = 0, edit = 0, unknown = 0;   // PT-7's would do nothing: its feature is always log 1
  const double* tables = nullptr;   // n_tables
  const double* floors = nullptr;   // n_tables; natural log; 0: off [Z08 note 2]
  bool self_paraphrase = true;      // PT-7
};

struct LimitsC {
  uint32_t stack = 100;             // hypotheses a stack
  float beam = 0;                   // log of the beam threshold, <= 0
  uint32_t table_limit = 20;        // options a phrase and table
  uint32_t min_edits = 0;
  uint32_t max_edits = kNoLimit;
  const uint8_t* blocked = nullptr; // store.n_words: 1 for a word never to be produced; or null
  const uint8_t* silent = nullptr;  // store.n_tables: 1 for a table that offers nothing; or null
};

struct ProblemC {
  StoreView store;
  LmView lm;
  WeightsC weights;
  LimitsC limits;
};

}  // namespace paragen
