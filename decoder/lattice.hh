// What the search keeps: hypotheses by stack, and for each stack the blocks of extensions that lead into it.
#pragma once
#include <cstdint>
#include <vector>

#include "decoder/options.hh"

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
  double priority;    // score + what floors may still give back
  uint64_t key;
  uint32_t prev;      // kNone: the begin of the sentence
  uint32_t option;
};

// The extensions of all contexts of a stack by the words of one trie node.
struct Row {
  const float* lm;          // by context: weighted score of the node's words, but for `offset`
  const float* ranked;      // lm + the hypothesis' priority below the stack's best; null unless contexts = hypotheses
  const uint32_t* index;    // by context: which of `states`; null: the first
  const uint32_t* states;
  uint32_t n_states;
  float offset;
  float max;                // of `ranked`

  uint32_t state(uint32_t context) const { return states[index == nullptr ? 0 : index[context]]; }
};

// The extensions of a stack's hypotheses by one option.
struct Block {
  const Row* row;
  uint32_t position;        // stack the option begins at
  uint32_t option;
  const float* values;      // by hypothesis: priority but for `add`; -infinity: not allowed
  double add;
  double best;              // the highest value + add
};

// One stack: hypotheses that cover words [0, position), best priority first.
struct Stack {
  uint32_t begin = 0, end = 0;            // into the hypotheses of the lattice
  const uint32_t* context = nullptr;      // by hypothesis of the stack: which of the stack's distinct states

  uint32_t size() const { return end - begin; }
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
};

}  // namespace paragen
