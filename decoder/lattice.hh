// What the search keeps: hypotheses by stack, and for each stack the blocks of extensions that lead into it.
#pragma once
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <vector>

#include "decoder/lm_queries.hh"
#include "decoder/options.hh"
#include "src/paragen/base/check.hh"

namespace paragen {

// What recombination must find equal: the language model's state, and above it a number of kBits for each entry of the list that
// needs a state, in the order of the list.
template <class List> struct KeyLayout;
template <class... Entry>
struct KeyLayout<std::tuple<Entry...>> {
  static constexpr uint32_t kContextBits = 32, kMostStateBits = 96;
  static constexpr uint32_t kStateBits = ((Entry::kNeeds == Needs::kState ? Entry::kBits : 0) + ...);

  static_assert(((Entry::kNeeds == Needs::kContext) + ...) == 1, "a hypothesis keeps one state of the language model");
  static_assert(((Entry::kNeeds != Needs::kNothing || std::is_empty_v<typename Entry::State>) && ...),
                "a feature with a state says that it needs one: kNeeds");
  static_assert(((Entry::kNeeds != Needs::kState || (Entry::kBits > 0 && Entry::kBits <= 32)) && ...),
                "a feature's state has 1 to 32 bits");
  static_assert(kStateBits <= kMostStateBits, "the features need more bits of state than a hypothesis' key has");

  using Key = std::conditional_t<kStateBits <= 32, uint64_t, unsigned __int128>;
  using Group = std::conditional_t<kStateBits <= 32, uint32_t, unsigned __int128>;
};
using Key = KeyLayout<Features>::Key;
using Group = KeyLayout<Features>::Group;  // the states alone

inline uint32_t key_context(Key key) { return static_cast<uint32_t>(key); }
inline Group key_group(Key key) { return static_cast<Group>(key >> KeyLayout<Features>::kContextBits); }
inline Key group_key(Group group) { return Key(group) << KeyLayout<Features>::kContextBits; }  // with the context 0

struct Hypothesis {
  double score;       // of the derivation so far
  double priority;    // score + what it may still gain; in the last stack, + what the end of the sentence adds
  Key key;
  uint32_t prev;      // kNone: the start of the sentence
  uint32_t option;
};

// The best of a stack's hypotheses that are in the same state after some words, and may be recombined already.
struct Front {
  float value;          // its priority below the stack's best + weighted log probability of the words
  uint32_t place;       // of the state, in its row
  uint32_t group;       // hypotheses with equal states
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
