// Builds the automaton of automaton.hh from n-grams given order by order (all unigrams, then all bigrams, ...).
//
// The n-grams form a trie read left to right: a node's parent is its context. Nodes of one order are contiguous and
// in order of appearance; node 0 is the empty context, node 1 + w the unigram of word w. N-grams of the highest order
// have no children and no back-off, so they are kept apart (leaves) and never hashed.
#pragma once
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lm/query/automaton.hh"
#include "src/paragen/base/vocabulary.hh"

namespace paragen {

constexpr uint32_t kNoNode = 0xFFFFFFFFu;
constexpr double kLn10 = 2.302585092994045684;
constexpr double kMissingUnkLog10 = -100;  // what KenLM gives <unk> where the model has none

enum class LmAdd { kOk, kDuplicate, kNoContext };

class LmBuilder {
 public:
  LmBuilder() : nodes_(2), slots_(1024, 0) {
    nodes_[1].logprob = static_cast<float>(kMissingUnkLog10 * kLn10);
    vocabulary_.add("<unk>", 5);
  }

  void set_order(uint32_t order) { order_ = order; }

  // Adds a unigram; <UNK> is another spelling of <unk>. Values are natural logs everywhere.
  LmAdd add_unigram(const char* word, size_t length, float logprob, float backoff) {
    const uint32_t before = vocabulary_.size();
    const std::string_view text(word, length);
    uint32_t id = 0;
    if (text != "<unk>" && text != "<UNK>") {
      id = vocabulary_.add(word, length);
      if (id < before) return LmAdd::kDuplicate;
      nodes_.emplace_back();
    } else if (saw_unk_) {
      return LmAdd::kDuplicate;
    } else {
      saw_unk_ = true;
    }
    nodes_[1 + id] = {0, id, logprob, backoff};
    return LmAdd::kOk;
  }

  // The id of a word in an n-gram, or kNotFound where the unigrams do not have it.
  uint32_t find_word(const char* word, size_t length) const {
    const uint32_t id = vocabulary_.view().find(word, length);
    return id == kNotFound && std::string_view(word, length) == "<UNK>" ? 0 : id;
  }

  // Adds an n-gram, n at least 2, every word id below n_words().
  LmAdd add_ngram(const uint32_t* words, uint32_t n, float logprob, float backoff) {
    uint32_t context = 1 + words[0];
    for (uint32_t i = 1; i + 1 < n; ++i)
      if ((context = child(context, words[i])) == kNoNode) return LmAdd::kNoContext;
    const uint32_t word = words[n - 1];
    if (n == order_) {
      leaves_.push_back({context, word, logprob});
      return LmAdd::kOk;
    }
    if (child(context, word) != kNoNode) return LmAdd::kDuplicate;
    if (nodes_.size() >= kNoNode - 1) throw std::length_error("more than 2^32 n-grams");
    nodes_.push_back({context, word, logprob, backoff});
    if (nodes_.size() * 3 > slots_.size() * 2) grow();
    else insert(static_cast<uint32_t>(nodes_.size() - 1));
    return LmAdd::kOk;
  }

  // Call after the n-grams of each order; remembers where its nodes end.
  void end_order() { order_ends_.push_back(nodes_.size() + leaves_.size()); }

  // Lays out states and arcs; returns kNoNode, or the index of a leaf that appears twice (see ngram_words).
  uint32_t finish() {
    find_failures();
    number_states();
    const uint32_t duplicate = lay_arcs();
    const uint32_t begin = find_word("<s>", 3);
    begin_state = begin == kNotFound ? 0 : state_of_[1 + begin];
    end_word = find_word("</s>", 4);
    return duplicate;
  }

  // Word ids of a leaf, first word first.
  std::vector<uint32_t> leaf_words(uint32_t leaf) const {
    std::vector<uint32_t> words(1, leaves_[leaf].word);
    for (uint32_t node = leaves_[leaf].context; node != 0; node = nodes_[node].context)
      words.insert(words.begin(), nodes_[node].word);
    return words;
  }

  uint32_t n_words() const { return vocabulary_.size(); }
  uint32_t order() const { return order_; }
  bool saw_unk() const { return saw_unk_; }
  const VocabularyBuilder& vocabulary() const { return vocabulary_; }

  // The finished automaton.
  std::vector<LmStateC> states;
  std::vector<LmArcC> arcs, unigrams;
  std::vector<uint64_t> levels;  // order + 1: the first state of each context length, then n_states
  std::vector<uint64_t> counts;  // n-grams of each order
  uint32_t begin_state = 0;
  uint32_t end_word = kNotFound;

 private:
  struct Node {
    uint32_t context = 0;
    uint32_t word = 0;
    float logprob = 0;
    float backoff = 0;
  };
  struct Leaf {
    uint32_t context;
    uint32_t word;
    float logprob;
  };

  static uint64_t hash(uint32_t context, uint32_t word) {
    uint64_t key = (uint64_t(context) << 32 | word) * 0x9E3779B97F4A7C15ull;
    key ^= key >> 29;
    return (key * 0xBF58476D1CE4E5B9ull) >> 20;
  }

  uint32_t child(uint32_t context, uint32_t word) const {
    if (context == 0) return 1 + word;
    const uint64_t mask = slots_.size() - 1;
    for (uint64_t slot = hash(context, word) & mask; slots_[slot] != 0; slot = (slot + 1) & mask) {
      const Node& node = nodes_[slots_[slot]];
      if (node.context == context && node.word == word) return slots_[slot];
    }
    return kNoNode;
  }

  void insert(uint32_t index) {
    const uint64_t mask = slots_.size() - 1;
    uint64_t slot = hash(nodes_[index].context, nodes_[index].word) & mask;
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = index;
  }

  void grow() {
    slots_.assign(slots_.size() * 2, 0);
    for (uint64_t index = 1 + uint64_t(n_words()); index < nodes_.size(); ++index) insert(static_cast<uint32_t>(index));
  }

  // The node of the longest proper suffix of `context word`, given the longest proper suffix of `context`.
  uint32_t suffix(uint32_t context, uint32_t word) const {
    for (uint32_t shorter = context;;) {
      if (shorter == 0) return 0;
      shorter = failure_[shorter];
      const uint32_t found = child(shorter, word);
      if (found != kNoNode) return found;
    }
  }

  void find_failures() {
    failure_.assign(nodes_.size(), 0);
    for (uint64_t index = 1 + uint64_t(n_words()); index < nodes_.size(); ++index)
      failure_[index] = suffix(nodes_[index].context, nodes_[index].word);
  }

  // state_of_: a node's own state, or that of the longest suffix that is one.
  void number_states() {
    n_children_.assign(nodes_.size(), 0);
    for (uint64_t index = 1 + uint64_t(n_words()); index < nodes_.size(); ++index) ++n_children_[nodes_[index].context];
    for (const Leaf& leaf : leaves_) ++n_children_[leaf.context];
    state_of_.assign(nodes_.size(), 0);
    states.assign(1, LmStateC{0, 0, 0, 0});
    levels.assign(1, 0);
    counts.clear();
    uint64_t index = 1;
    for (uint32_t n = 1; n <= order_; ++n) {
      levels.push_back(states.size());
      counts.push_back(order_ends_[n - 1] - (n == 1 ? 1 : order_ends_[n - 2]));
      if (n > 1 && n == order_) break;
      for (; index < order_ends_[n - 1]; ++index) {
        const bool is_state = n < order_ && (n_children_[index] != 0 || nodes_[index].backoff != 0);
        state_of_[index] = is_state ? static_cast<uint32_t>(states.size()) : state_of_[failure_[index]];
        if (is_state) states.push_back({0, 0, nodes_[index].backoff, state_of_[failure_[index]]});
      }
    }
  }

  uint32_t lay_arcs() {
    unigrams.clear();
    for (uint32_t word = 0; word < n_words(); ++word)
      unigrams.push_back({word, state_of_[1 + word], nodes_[1 + word].logprob});
    uint64_t n_arcs = 0;
    for (uint64_t index = 1; index < nodes_.size(); ++index) {
      if (n_children_[index] == 0) continue;
      uint64_t n_slots = n_children_[index];
      if (n_slots > 4)
        for (n_slots = 8; n_slots < 2 * uint64_t(n_children_[index]);) n_slots *= 2;
      LmStateC& state = states[state_of_[index]];
      state.first = static_cast<uint32_t>(n_arcs);
      state.n_slots = static_cast<uint32_t>(n_slots);
      if ((n_arcs += n_slots) > 0xFFFFFFFFull) throw std::length_error("more than 2^32 arcs");
    }
    arcs.assign(n_arcs, {kNoWord, 0, 0});
    for (uint64_t index = 1 + uint64_t(n_words()); index < nodes_.size(); ++index)
      insert_arc(nodes_[index].context, {nodes_[index].word, state_of_[index], nodes_[index].logprob});
    for (uint64_t leaf = 0; leaf < leaves_.size(); ++leaf) {
      const Leaf& from = leaves_[leaf];
      if (!insert_arc(from.context, {from.word, state_of_[suffix(from.context, from.word)], from.logprob}))
        return static_cast<uint32_t>(leaf);
    }
    return kNoNode;
  }

  bool insert_arc(uint32_t context, LmArcC arc) {
    const LmStateC& state = states[state_of_[context]];
    LmArcC* slots = arcs.data() + state.first;
    if (state.n_slots <= 4) {
      while (slots->word < arc.word) ++slots;
      if (slots->word == arc.word) return false;
      for (; arc.word != kNoWord; ++slots) std::swap(arc, *slots);
      return true;
    }
    uint32_t slot = arc_slot(arc.word, state.n_slots);
    for (; slots[slot].word != kNoWord; slot = slot + 1 == state.n_slots ? 0 : slot + 1)
      if (slots[slot].word == arc.word) return false;
    slots[slot] = arc;
    return true;
  }

  uint32_t order_ = 0;
  bool saw_unk_ = false;
  VocabularyBuilder vocabulary_;
  std::vector<Node> nodes_;
  std::vector<Leaf> leaves_;
  std::vector<uint32_t> slots_;  // of nodes of two words and more; 0: empty
  std::vector<uint64_t> order_ends_;
  std::vector<uint32_t> failure_, state_of_, n_children_;
};

}  // namespace paragen
