// The options of one window as the search takes them: what an OptionSet offers for its spans, and the copies that keep a
// word as it is; for each start position a trie of their target words, so that options with the same first words share the
// language model's scores.
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "decoder/features.hh"
#include "decoder/option_set.hh"

namespace paragen {

// The copy that keeps word `at` of the set's sources, which is number `position` of its window.
inline Option copy_option(const FeatureList& features, const OptionSet& set, size_t at, uint32_t position) {
  Option copy;
  copy.begin = position;
  copy.end = position + 1;
  const bool stays = set.in_table[at] == kPutThere || (features.self_paraphrase() && set.in_table[at]);
  copy.table = stays ? kSelfTable : kUnknownTable;
  copy.n_words = 1;
  copy.words = set.source.data() + at;
  return copy;
}

// A substitute of a window, but for what the tables that offer it say.
inline Option substitute_option(const OptionSet& set, const WindowC& window, uint32_t number) {
  const SubstituteC& substitute = set.substitutes[number];
  Option option;
  option.begin = substitute.begin - window.begin;
  option.end = substitute.end - window.begin;
  option.n_words = substitute.n_words;
  option.words = set.words_of(substitute);
  option.scores = set.scores_of(number);
  option.edit = true;
  return option;
}

// Call visit(option) with the substitute as each table offers it.
template <class Visit>
void for_each_offer(const OptionSet& set, const SubstituteC& substitute, Option* option, const Visit& visit) {
  const OfferC* offer = set.offers.data() + substitute.offers_begin;
  for (const OfferC* end = offer + substitute.n_offers; offer != end; ++offer) {
    option->table = offer->table;
    option->logscore = offer->logscore;
    visit(option);
  }
}

// A node of the trie of target words that begin at one source position.
struct TargetNode {
  uint32_t parent;         // kNone: the source position
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
    roots_.assign(n_words, kNone);
    std::fill(slots_.begin(), slots_.end(), 0);
    copies_.resize(n_words);
    for (uint32_t i = 0; i < n_words; ++i) copies_[i] = copy_of(*problem.features, set, window, i);
    Input input{problem,
                set,
                window,
                set.substitutes.data() + window.first_substitute,
                set.substitutes.data() + window.last_substitute,
                window.first_substitute,
                set.identities.data() + window.first_identity,
                set.identities.data() + window.last_identity};
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

 private:
  static constexpr size_t kFewSlots = 64;  // a power of two

  // What is collected from, and which substitutes and identities of the window are still to come.
  struct Input {
    const ProblemC& problem;
    const OptionSet& set;
    const WindowC& window;
    const SubstituteC *substitute, *last_substitute;
    uint32_t number;                // of the next substitute
    const IdentityC *identity, *last_identity;
  };

  static Option copy_of(const FeatureList& features, const OptionSet& set, const WindowC& window, uint32_t position) {
    Option copy = copy_option(features, set, window.source_begin + position, position);
    features.prepare(&copy);
    return copy;
  }

  // Span by span, the shorter first; in each the identities first.
  void collect_at(uint32_t begin, Input* input) {
    const uint32_t at = input->window.begin + begin;
    const SubstituteC* last = input->substitute;
    while (last != input->last_substitute && last->begin == at) ++last;
    begin_position(begin, static_cast<size_t>(last - input->substitute));
    bool one_word_option = false;
    for (; input->substitute != last; ++input->substitute, ++input->number) {
      one_word_option |= add_identities(at, input->substitute->end, input);
      if (!input->set.allows(input->number)) continue;
      one_word_option |= input->substitute->end == at + 1;
      add_substitute(*input);
    }
    one_word_option |= add_identities(at, input->window.end, input);
    // Without PT-7 a word that has options must take one of them, unless the user limits the edits.
    Option copy = copies_[begin];
    const bool limited = input->problem.limits.max_edits != kNoLimit;
    if (copy.table == kSelfTable || !one_word_option || limited) add(find(copy), &copy);
  }

  // Add the identities of the spans that begin at `at` and go no further than `end`. Returns whether one is of one word.
  bool add_identities(uint32_t at, uint32_t end, Input* input) {
    bool one_word = false;
    const IdentityC*& identity = input->identity;
    for (; identity != input->last_identity && identity->begin == at && identity->end <= end; ++identity) {
      one_word |= identity->end == at + 1;
      add_identity(*input);
    }
    return one_word;
  }

  void add_identity(const Input& input) {
    const IdentityC& identity = *input.identity;
    Option option;
    option.begin = identity.begin - input.window.begin;
    option.end = identity.end - input.window.begin;
    option.n_words = identity.end - identity.begin;
    option.words = input.set.source.data() + input.window.source_begin + option.begin;
    option.table = identity.table;
    option.logscore = identity.logscore;
    input.problem.features->prepare(&option);
    add(find(option), &option);
  }

  void add_substitute(const Input& input) {
    Option option = substitute_option(input.set, input.window, input.number);
    const uint32_t node = find(option);
    for_each_offer(input.set, *input.substitute, &option, [&](Option* offered) {
      input.problem.features->prepare(offered);
      add(node, offered);
    });
  }

  // The node of the option's words in the trie of its position.
  uint32_t find(const Option& option) {
    uint32_t node = kNone;
    for (uint32_t i = 0; i < option.n_words; ++i) node = child(node, option.words[i]);
    return node;
  }

  // Let an option end at a node. Of options of one span that no later step can tell apart only the best stays: the others are
  // dominated in every list that is distinct by text.
  void add(uint32_t node, Option* option) {
    uint32_t& last = nodes_[node].last_option;
    for (uint32_t at = last; at != kNone; at = options_[at].other) {
      Option& known = options_[at];
      if (known.end == option->end && FeatureList::alike(known, *option)) {
        if (option->base <= known.base) return;
        option->other = known.other;
        known = *option;
        return;
      }
    }
    option->other = last;
    last = static_cast<uint32_t>(options_.size());
    options_.push_back(*option);
  }

  // Start the trie of a position; a typical substitute adds a node or two.
  void begin_position(uint32_t position, size_t n_substitutes) {
    root_ = &roots_[position];
    first_node_ = n_nodes();
    size_t size = kFewSlots;
    while (size < n_substitutes * 4) size *= 2;
    set_slots(size);
  }

  uint32_t child(uint32_t parent, uint32_t word) {
    uint32_t slot = hash(parent, word) & mask_;
    for (; slots_[slot] > first_node_; slot = (slot + 1) & mask_) {
      const uint32_t node = slots_[slot] - 1;
      if (nodes_[node].word == word && nodes_[node].parent == parent) return node;
    }
    const uint32_t node = n_nodes();
    uint32_t& first = parent == kNone ? *root_ : nodes_[parent].first_child;
    const uint32_t sibling = first;
    first = node;
    nodes_.push_back({parent, word, sibling, kNone, kNone});
    slots_[slot] = node + 1;
    if ((node - first_node_) * 2 > mask_) grow();
    return node;
  }

  void set_slots(size_t n) {
    if (slots_.size() < n) slots_.resize(n, 0);
    mask_ = static_cast<uint32_t>(n - 1);
  }

  void grow() {
    std::fill_n(slots_.begin(), mask_ + size_t(1), 0);
    set_slots((mask_ + size_t(1)) * 2);
    for (uint32_t node = first_node_; node < n_nodes(); ++node) {
      uint32_t slot = hash(nodes_[node].parent, nodes_[node].word) & mask_;
      while (slots_[slot] > first_node_) slot = (slot + 1) & mask_;
      slots_[slot] = node + 1;
    }
  }

  static uint32_t hash(uint32_t parent, uint32_t word) {
    return static_cast<uint32_t>((((uint64_t(parent) << 32) | word) * 0x9E3779B97F4A7C15ull) >> 40);
  }

  std::vector<Option> options_;       // whose words and scores are the set's
  std::vector<TargetNode> nodes_;
  std::vector<uint32_t> roots_;       // by position
  std::vector<Option> copies_;        // by position
  std::vector<uint32_t> slots_;       // (parent, word) -> node + 1; free: 0, or a node of an earlier position
  uint32_t mask_ = 0;                 // of the slots that the position at hand uses, from the first on
  uint32_t first_node_ = 0;           // of the position at hand
  uint32_t* root_ = nullptr;
};

}  // namespace paragen
