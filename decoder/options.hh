// The options of one window as the search takes them: what an OptionSet offers for its spans, and the copies that keep a
// word as it is; for each begin a trie of their target words, so that options that begin alike share what the language
// model says of them.
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "decoder/option_set.hh"
#include "decoder/problem.hh"

namespace paragen {

// The copy that keeps word `at` of the set's sources, which is number `position` of its window.
inline Option copy_option(const FeatureList& features, const OptionSet& set, size_t at, uint32_t position) {
  Option copy;
  copy.begin = position;
  copy.end = position + 1;
  copy.table = features.self_paraphrase() && set.in_table[at] ? kSelfTable : kUnknownTable;
  copy.n_words = 1;
  copy.words = set.source.data() + at;
  return copy;
}

// A node of the trie of target words that begin at one source position.
struct TargetNode {
  uint32_t word;
  uint32_t next_sibling;   // kNone ends
  uint32_t first_child;
  uint32_t last_option;    // of those whose words end here; Option::other leads on
};

class OptionTable {
 public:
  void collect(const ProblemC& problem, const OptionSet& set, const WindowC& window) {
    const uint32_t n_words = window.end - window.begin;
    options_.clear();
    nodes_.clear();
    parents_.clear();
    roots_.assign(n_words, kNone);
    slots_.assign(std::max<size_t>(slots_.size(), 256), 0);
    set_floor_bits(*problem.features);
    copies_.resize(n_words);
    for (uint32_t i = 0; i < n_words; ++i) copies_[i] = copy_of(*problem.features, set, window, i);
    Input input{problem, set, window, window.first_substitute, window.first_identity};
    for (uint32_t begin = 0; begin < n_words; ++begin) collect_at(begin, &input);
  }

  const Option& option(uint32_t number) const { return options_[number]; }
  const std::vector<Option>& options() const { return options_; }
  const TargetNode& node(uint32_t number) const { return nodes_[number]; }
  uint32_t n_nodes() const { return static_cast<uint32_t>(nodes_.size()); }
  // First of the sibling nodes for options that begin at this position.
  uint32_t first_words(uint32_t position) const { return roots_[position]; }
  // Weighted score of leaving the word as it is, without the language model.
  double copy_base(uint32_t position) const { return copies_[position].base; }
  uint32_t floor_bit(uint32_t table) const { return floor_bits_[table]; }
  uint32_t n_floors() const { return n_floors_; }

 private:
  // What is collected from, and how far that has come.
  struct Input {
    const ProblemC& problem;
    const OptionSet& set;
    const WindowC& window;
    uint32_t substitute, identity;  // the next ones of the set

    const SubstituteC& next_substitute() const { return set.substitutes[substitute]; }
    const IdentityC& next_identity() const { return set.identities[identity]; }
  };

  void set_floor_bits(const FeatureList& features) {
    floor_bits_.assign(features.n_tables(), kNoFloor);
    n_floors_ = 0;
    for (uint32_t table = 0; table < features.n_tables(); ++table)
      if (features.floor(table) != 0) floor_bits_[table] = n_floors_++;
  }

  static Option copy_of(const FeatureList& features, const OptionSet& set, const WindowC& window, uint32_t position) {
    Option copy = copy_option(features, set, window.source_begin + position, position);
    copy.base = features.base(copy);
    return copy;
  }

  // Span by span, the shorter first.
  void collect_at(uint32_t begin, Input* input) {
    first_node_ = n_nodes();
    root_ = &roots_[begin];
    bool one_word_option = false;
    const uint32_t at = input->window.begin + begin;
    while (true) {
      const bool more = input->substitute < input->window.last_substitute && input->next_substitute().begin == at;
      const bool same = input->identity < input->window.last_identity && input->next_identity().begin == at;
      if (!more && !same) break;
      if (same && (!more || input->next_identity().end <= input->next_substitute().end)) {
        one_word_option |= input->next_identity().end == at + 1;
        add_identity(*input);
        ++input->identity;
      } else {
        if (input->set.allows(input->substitute)) {
          one_word_option |= input->next_substitute().end == at + 1;
          add_substitute(*input);
        }
        ++input->substitute;
      }
    }
    // Without PT-7 a word that has options must take one of them, unless the user limits the edits.
    const Option& copy = copies_[begin];
    const bool limited = input->problem.limits.max_edits != kNoLimit;
    if (copy.table == kSelfTable || !one_word_option || limited) add(copy, find(copy));
  }

  void add_identity(const Input& input) {
    const IdentityC& identity = input.next_identity();
    Option option;
    option.begin = identity.begin - input.window.begin;
    option.end = identity.end - input.window.begin;
    option.n_words = identity.end - identity.begin;
    option.words = input.set.source.data() + input.window.source_begin + option.begin;
    add_offer(*input.problem.features, {identity.table, identity.logscore}, find(option), &option);
  }

  void add_substitute(const Input& input) {
    const SubstituteC& substitute = input.next_substitute();
    Option option;
    option.begin = substitute.begin - input.window.begin;
    option.end = substitute.end - input.window.begin;
    option.n_words = substitute.n_words;
    option.words = input.set.words.data() + substitute.words_begin;
    option.scores = input.set.scores_of(input.substitute);
    option.edit = true;
    const uint32_t node = find(option);
    for (uint32_t i = 0; i < substitute.n_offers; ++i)
      add_offer(*input.problem.features, input.set.offers[substitute.offers_begin + i], node, &option);
  }

  void add_offer(const FeatureList& features, const OfferC& offer, uint32_t node, Option* option) {
    option->table = offer.table;
    option->logscore = offer.logscore;
    option->floor_bit = floor_bits_[offer.table];
    option->base = features.base(*option);
    add(*option, node);
  }

  // The node of the option's words in the trie of its position.
  uint32_t find(const Option& option) {
    uint32_t node = kNone;
    for (uint32_t i = 0; i < option.n_words; ++i) node = child(node, option.words[i]);
    return node;
  }

  // Let an option end at a node. Of options that no later step can tell apart (same span, words and
  // floor) only the best stays: the others are dominated in every list that is distinct by text.
  void add(const Option& option, uint32_t node) {
    uint32_t& last = nodes_[node].last_option;
    for (uint32_t at = last; at != kNone; at = options_[at].other) {
      Option& known = options_[at];
      if (known.end == option.end && known.floor_bit == option.floor_bit) {
        if (option.base <= known.base) return;
        const uint32_t other = known.other;
        known = option;
        known.other = other;
        return;
      }
    }
    options_.push_back(option);
    options_.back().other = last;
    last = static_cast<uint32_t>(options_.size() - 1);
  }

  uint32_t child(uint32_t parent, uint32_t word) {
    const uint32_t mask = static_cast<uint32_t>(slots_.size() - 1);
    uint32_t slot = hash(parent, word) & mask;
    for (; slots_[slot] > first_node_; slot = (slot + 1) & mask) {
      const uint32_t node = slots_[slot] - 1;
      if (nodes_[node].word == word && parents_[node] == parent) return node;
    }
    const uint32_t node = n_nodes();
    uint32_t& first = parent == kNone ? *root_ : nodes_[parent].first_child;
    const uint32_t sibling = first;
    first = node;
    nodes_.push_back({word, sibling, kNone, kNone});
    parents_.push_back(parent);
    slots_[slot] = node + 1;
    if ((n_nodes() - first_node_) * 2 > slots_.size()) grow();
    return node;
  }

  void grow() {
    slots_.assign(slots_.size() * 2, 0);
    const uint32_t mask = static_cast<uint32_t>(slots_.size() - 1);
    for (uint32_t node = first_node_; node < n_nodes(); ++node) {
      uint32_t slot = hash(parents_[node], nodes_[node].word) & mask;
      while (slots_[slot] != 0) slot = (slot + 1) & mask;
      slots_[slot] = node + 1;
    }
  }

  static uint32_t hash(uint32_t parent, uint32_t word) {
    return static_cast<uint32_t>((((uint64_t(parent) << 32) | word) * 0x9E3779B97F4A7C15ull) >> 40);
  }

  std::vector<Option> options_;       // whose words and scores are the set's
  std::vector<TargetNode> nodes_;
  std::vector<uint32_t> parents_;     // of nodes_
  std::vector<uint32_t> roots_;       // by position
  std::vector<Option> copies_;        // by position
  std::vector<uint32_t> floor_bits_;  // by table
  std::vector<uint32_t> slots_;       // (parent, word) -> node + 1; free: what is of a position before, or 0
  uint32_t n_floors_ = 0;
  uint32_t first_node_ = 0;           // of the position at hand
  uint32_t* root_ = nullptr;
};

}  // namespace paragen
