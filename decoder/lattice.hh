// What the search keeps: hypotheses by stack, and for each stack the blocks of extensions that lead into it.
#pragma once
#include <cstdint>
#include <vector>

#include "decoder/lm_queries.hh"
#include "decoder/options.hh"
#include "src/paragen/base/check.hh"

namespace paragen {

// A key holds all that recombination must find equal: the language-model state, the tables used so far (of those with a
// floor), and the edits so far, capped at the bound that asks for them.
inline uint32_t key_state(uint64_t key) { return static_cast<uint32_t>(key); }
inline uint32_t key_tables(uint64_t key) { return static_cast<uint32_t>(key >> 32) & 0xFFFFFFu; }
inline uint32_t key_edits(uint64_t key) { return static_cast<uint32_t>(key >> 56); }
inline uint64_t make_key(uint32_t state, uint32_t tables, uint32_t edits) {
  return uint64_t(state) | uint64_t(tables) << 32 | uint64_t(edits) << 56;
}

struct Hypothesis {
  double score;       // of the derivation, floors of the tables not used so far included
  double priority;    // score + what floors may still give back; in the last stack, + what the end of the sentence adds
  uint64_t key;
  uint32_t prev;      // kNone: the start of the sentence
  uint32_t option;
};

// The best of a stack's hypotheses that are in the same state after some words, and may be recombined already.
struct Front {
  float value;          // its priority below the stack's best + weighted log probability of the words
  uint32_t place;       // of the state, in its row
  uint32_t group;       // hypotheses with equal tables and edits
  uint32_t hypothesis;  // of the stack
};

// A stack's hypotheses extended by the target words of one trie node. `place` tells where each of the parent's states
// goes, `logprob` what that costs; a row of one word (no parent) takes both from the stack's matrix of first words,
// where `place` is by the matrix' own numbers of next states.
struct Row {
  const Row* parent;
  uint32_t column;
  uint32_t n_states;
  const uint32_t* states;
  const uint32_t* place;
  const float* logprob;
  const Front* fronts;
  uint32_t n_fronts;
  float best;           // the highest value of its fronts
};

// The extensions of a stack's hypotheses by one option.
struct Block {
  const Row* row;
  uint32_t position;    // stack the option begins at
  uint32_t option;
  const float* gains;   // by group: what it changes beyond its score; -infinity: not allowed; null: nothing
  const float* ends;    // by place of the row: what the end of the sentence adds; null: words are still to come
  double add;           // a front's value + its gain + end + add: priority after the option
  double best;          // the highest of them

  float value(const Front& front) const {
    return front.value + (gains == nullptr ? 0 : gains[front.group]) + (ends == nullptr ? 0 : ends[front.place]);
  }
};

// A block by its best extension: the better come first, and of equal ones those that were made first.
struct RankedBlock {
  double best;
  const Block* block;

  bool operator<(const RankedBlock& other) const { return best != other.best ? best > other.best : block < other.block; }
};

// One stack: hypotheses that cover words [0, position), best priority first.
struct Stack {
  uint32_t begin = 0, end = 0;              // into the hypotheses of the lattice
  const uint32_t* context = nullptr;        // by hypothesis of the stack: which of its distinct states; null: its own
  const FirstWordRow* first_words = nullptr;  // by context

  uint32_t size() const { return end - begin; }

  // Weighted log probability of a row's words after a hypothesis; *place becomes that of the state they lead to.
  double logprob(const Row& row, uint32_t hypothesis, uint32_t* place) const {
    if (row.parent == nullptr) {
      const FirstWordRow& first = first_words[context == nullptr ? hypothesis : context[hypothesis]];
      *place = row.place[first.next[row.column]];
      return first.scores[row.column];
    }
    uint32_t parent_place;
    const double before = logprob(*row.parent, hypothesis, &parent_place);
    PARAGEN_CHECK(parent_place < row.parent->n_states);
    *place = row.place[parent_place];
    return before + row.logprob[parent_place];
  }
};

struct Lattice {
  std::vector<Hypothesis> hypotheses;
  std::vector<Stack> stacks;                // n_words + 1
  std::vector<std::vector<Block>> blocks;   // by the stack they lead into

  void clear(uint32_t n_words) {
    hypotheses.clear();
    stacks.assign(n_words + 1, Stack());
    if (blocks.size() <= n_words) blocks.resize(n_words + 1);
    for (auto& list : blocks) list.clear();
  }

  const Hypothesis& source(const Block& block, uint32_t hypothesis) const {
    return hypotheses[stacks[block.position].begin + hypothesis];
  }
};

}  // namespace paragen
