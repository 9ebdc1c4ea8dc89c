// Builds the automaton of automaton.hh from n-grams given order by order (all unigrams, then all bigrams, ...).
//
// The n-grams form a trie read left to right: a node's parent is its context. Nodes are numbered in order of appearance, so
// that those of one order are contiguous; node 0 is the empty context, node 1 + w the unigram of word w. N-grams of the highest
// order are leaves: they have no children and no back-off and are never looked up. What an order takes is freed as
// soon as it is laid out.
#pragma once
#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "lm/automaton.hh"
#include "src/paragen/base/interner.hh"

namespace paragen {

constexpr uint32_t kNoNode = kNotFound;
constexpr double kLn10 = 2.302585092994045684;
constexpr double kMissingUnkLog10 = -100;  // what KenLM gives <unk> where the model has none

enum class LmAdd { kOk, kDuplicate, kNoContext };

struct LmNode {
  uint32_t context = 0;
  uint32_t word = 0;
  uint32_t suffix = 0;   // the node of the longest proper suffix there is
  float logprob = 0;     // natural, as all values here
  float backoff = 0;
};

class LmBuilder {
 public:
  LmBuilder() : levels_(2), begins_{0, 1} {
    levels_[0].resize(1);
    levels_[1].resize(1);
    levels_[1][0].logprob = static_cast<float>(kMissingUnkLog10 * kLn10);
    vocabulary_.add("<unk>");
  }

  void set_order(uint32_t order) { order_ = order; }

  // Adds a unigram; <UNK> is another spelling of <unk>.
  LmAdd add_unigram(std::string_view word, float logprob, float backoff) {
    uint32_t id = 0;
    if (word != "<unk>" && word != "<UNK>") {
      id = vocabulary_.add(word);
      if (id < levels_[1].size()) return LmAdd::kDuplicate;
      levels_[1].emplace_back();
    } else if (saw_unk_) {
      return LmAdd::kDuplicate;
    } else {
      saw_unk_ = true;
    }
    levels_[1][id] = {0, id, 0, logprob, backoff};
    return LmAdd::kOk;
  }

  // The id of a word in an n-gram, or kNotFound where the unigrams do not have it.
  uint32_t find_word(std::string_view word) const {
    const uint32_t id = vocabulary_.find(word);
    return id == kNotFound && word == "<UNK>" ? 0 : id;
  }

  // Adds an n-gram, n at least 2, every word id below n_words().
  LmAdd add_ngram(const uint32_t* words, uint32_t n, float logprob, float backoff) {
    uint32_t context = 1 + words[0];
    for (uint32_t i = 1; i + 1 < n; ++i)
      if ((context = child(context, words[i])) == kNoNode) return LmAdd::kNoContext;
    const uint32_t word = words[n - 1];
    if (n_nodes() >= kNoNode - 16) throw std::length_error("more than 2^32 n-grams");
    if (n < order_) {
      const uint32_t next = static_cast<uint32_t>(n_nodes());
      const auto is_sought = [&](uint32_t known) { return is_child(known, context, word); };
      if (children_.find_or_add(hash(context, word), next, is_sought) != next) return LmAdd::kDuplicate;
    }
    levels_[n].push_back({context, word, longest_suffix(context, word), logprob, backoff});
    return LmAdd::kOk;
  }

  // Call after the n-grams of each order.
  void end_order() {
    counts.push_back(levels_.back().size());
    begins_.push_back(static_cast<uint32_t>(n_nodes()));
    levels_.emplace_back();
  }

  // Whether no n-gram of the highest order appears twice: finish() finds it too. Each takes its place in children_ for this.
  bool leaves_differ() {
    for (size_t i = 0; order_ > 1 && i < levels_[order_].size(); ++i) {
      const LmNode& leaf = levels_[order_][i];
      const uint32_t id = begins_[order_] + static_cast<uint32_t>(i);
      const auto is_sought = [&](uint32_t known) { return is_child(known, leaf.context, leaf.word); };
      if (children_.find_or_add(hash(leaf.context, leaf.word), id, is_sought) != id) {
        duplicate_ = leaf;
        return false;
      }
    }
    return true;
  }

  // Lays out states and arcs, the longest contexts first, and frees the n-grams; false where a leaf appears twice.
  bool finish() {
    children_ = HashTable();
    const uint32_t begin = find_word("<s>");
    end_word = find_word("</s>");
    place_states();
    begin_state = begin == kNotFound ? 0 : states_[1 + begin];
    for (uint32_t n = order_; n-- > 0;) {
      lay_headers(n);
      if (!lay_arcs(n + 1)) return false;
      levels_[n + 1] = std::vector<LmNode>();
    }
    packed.pack(cells_.get(), levels.back());
    return true;
  }

  // Word ids of an n-gram, first word first; of the one that finish() or leaves_differ() found twice.
  std::vector<uint32_t> words(const LmNode& ngram) const {
    std::vector<uint32_t> words(1, ngram.word);
    for (uint32_t id = ngram.context; id != 0; id = node(id).context) words.insert(words.begin(), node(id).word);
    return words;
  }
  std::vector<uint32_t> duplicate() const { return words(duplicate_); }

  uint32_t n_words() const { return vocabulary_.size(); }
  uint32_t order() const { return order_; }
  bool saw_unk() const { return saw_unk_; }
  const Interner& vocabulary() const { return vocabulary_; }

  // Until finish(): the n-grams of n words in order of appearance, and the number of the first.
  std::vector<LmNode>& level(uint32_t n) { return levels_[n]; }
  uint32_t begin(uint32_t n) const { return begins_[n]; }

  // The finished automaton; its cells as in automaton.hh.
  const uint8_t* cells() const { return reinterpret_cast<const uint8_t*>(cells_.get()); }
  LmCellPacker packed;
  std::vector<uint64_t> levels;  // order + 1: the first state of each context length, then the number of cells
  std::vector<uint64_t> counts;  // n-grams of each order
  uint32_t begin_state = 0;
  uint32_t end_word = kNotFound;

 private:
  static uint64_t hash(uint32_t context, uint32_t word) { return hash_number(uint64_t(context) << 32 | word); }

  uint64_t n_nodes() const { return begins_.back() + uint64_t(levels_.back().size()); }

  const LmNode& node(uint32_t id) const {
    size_t n = begins_.size() - 1;
    while (begins_[n] > id) --n;
    return levels_[n][id - begins_[n]];
  }

  bool is_child(uint32_t id, uint32_t context, uint32_t word) const {
    const LmNode& child = node(id);
    return child.context == context && child.word == word;
  }

  uint32_t child(uint32_t context, uint32_t word) const {
    if (context == 0) return 1 + word;
    return children_.find(hash(context, word), [&](uint32_t id) { return is_child(id, context, word); });
  }

  uint32_t longest_suffix(uint32_t context, uint32_t word) const {
    uint32_t found = kNoNode;
    while (found == kNoNode) {
      context = node(context).suffix;
      found = child(context, word);
    }
    return found;
  }

  // states_: a node's own state, or that of the longest suffix that is one.
  void place_states() {
    states_.assign(begins_[std::max(order_, 2u)], 0);
    for (uint32_t n = 2; n <= order_; ++n)
      for (const LmNode& node : levels_[n]) ++states_[node.context];  // first the number of children
    uint64_t at = 1 + uint64_t(n_words());
    levels.assign(1, 0);
    for (uint32_t n = 1; n < order_; ++n) {
      levels.push_back(at);
      for (size_t i = 0; i < levels_[n].size(); ++i) {
        const LmNode& node = levels_[n][i];
        uint32_t& state = states_[begins_[n] + i];
        const uint64_t n_slots = slots_for(state);
        const bool is_state = n_slots != 0 || node.backoff != 0;
        state = is_state ? static_cast<uint32_t>(at) : states_[node.suffix];
        if (is_state && (at += 1 + n_slots) >= kNoWord) throw std::length_error("more than 2^32 states and arcs");
      }
    }
    levels.push_back(at);
    cells_.reset(new LmCellC[at + 1]);  // not filled here, so that memory is taken only as it is laid out
  }

  // The states of contexts of n words, and their slots, empty. A state ends where the next begins.
  void lay_headers(uint32_t n) {
    uint32_t end = static_cast<uint32_t>(levels[n + 1]);
    for (size_t i = levels_[n].size(); i-- > 0;) {
      const LmNode& node = levels_[n][i];
      const uint32_t state = states_[begins_[n] + i];
      if (state < levels[n]) continue;
      cells_[state].state = {end - state - 1, n == 0 ? 0 : states_[node.suffix], node.backoff};
      std::fill(cells_.get() + state + 1, cells_.get() + end, LmCellC{LmStateC{kNoWord, 0, 0}});
      end = state;
    }
  }

  // The arcs for n-grams of n words.
  bool lay_arcs(uint32_t n) {
    for (size_t i = 0; i < levels_[n].size(); ++i) {
      const LmNode& node = levels_[n][i];
      const uint32_t next = n < order_ ? states_[begins_[n] + i] : states_[node.suffix];
      const LmArcC arc{node.word, next, node.logprob};
      if (n == 1) {
        cells_[1 + node.word].arc = arc;
      } else if (!insert(&cells_[states_[node.context]], arc)) {
        duplicate_ = node;
        return false;
      }
    }
    return true;
  }

  static bool insert(LmCellC* state, LmArcC arc) {
    const uint32_t n_slots = state->state.n_slots;
    LmArcC* slots = &state->arc + 1;
    if (n_slots <= kRow) {
      while (slots->word < arc.word) ++slots;
      if (slots->word == arc.word) return false;
      for (; arc.word != kNoWord; ++slots) std::swap(arc, *slots);
      return true;
    }
    uint32_t slot = arc_home(arc.word, n_slots);
    for (uint32_t distance = 0; slots[slot].word != kNoWord; ++distance) {
      if (slots[slot].word == arc.word) return false;
      const uint32_t other = arc_distance(slots[slot].word, slot, n_slots);
      if (other < distance) {
        std::swap(arc, slots[slot]);
        distance = other;
      }
      if (++slot == n_slots) slot = 0;
    }
    slots[slot] = arc;
    return true;
  }

  uint32_t order_ = 0;
  bool saw_unk_ = false;
  Interner vocabulary_;
  std::vector<std::vector<LmNode>> levels_;  // by n; 0: the empty context
  std::vector<uint32_t> begins_;             // the number of the first node of each
  HashTable children_;                       // (context, word) -> node, of two words and more but leaves
  std::vector<uint32_t> states_;
  std::unique_ptr<LmCellC[]> cells_;
  LmNode duplicate_;
};

}  // namespace paragen
