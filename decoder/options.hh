// The options of a sentence: every table entry for every span, and the copies that keep a word as it is; for each
// begin a trie of their target words, so that options that begin alike share what the language model says of them.
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "decoder/problem.hh"

namespace paragen {

constexpr uint32_t kNone = 0xFFFFFFFFu;

// In the place of a table's number, and above all of them: a word that PT-7 keeps, and one passed through unknown.
constexpr uint32_t kSelfTable = 0xFFFFFFFEu, kUnknownTable = 0xFFFFFFFFu;

// One way to translate one span. `table`: a table's number, or one of the above.
struct Option {
  uint32_t begin, end;
  uint32_t table;
  uint32_t n_words;
  const uint32_t* words;  // read through word(): the last one may carry kLastWord
  float logscore;
  uint32_t floor_bit;     // of its table; kNoFloor
  double base;            // weighted score of everything but the language model and floors
  bool edit;              // its words differ from the source's

  uint32_t word(uint32_t i) const { return words[i] & ~kLastWord; }
};

// Whether the user's limits let a table's entry be used.
inline bool is_usable(const ProblemC& problem, const OptionC& entry) {
  if (entry.rank >= problem.limits.table_limit) return false;
  if (problem.limits.silent != nullptr && problem.limits.silent[entry.table]) return false;
  if (problem.limits.blocked == nullptr) return true;
  for (uint32_t i = 0; i < entry.n_words; ++i) {
    const uint32_t word = entry.words[i] & ~kLastWord;
    if (word < problem.store.n_words && problem.limits.blocked[word]) return false;
  }
  return true;
}

// Whether an entry for the span [begin, end) changes its words.
inline bool is_edit(const OptionC& entry, const SentenceC& sentence, uint32_t begin, uint32_t end) {
  if (entry.n_words != end - begin) return true;
  for (uint32_t i = 0; i < entry.n_words; ++i)
    if ((entry.words[i] & ~kLastWord) != sentence.words[begin + i]) return true;
  return false;
}

inline bool is_allowed(const OptionC& edit, const SentenceC& sentence, uint32_t begin, uint32_t end) {
  return sentence.allowed == nullptr || sentence.allowed->has(begin, end, edit.words, edit.n_words);
}

// A node of the trie of target words that begin at one source position.
struct TargetNode {
  uint32_t word;
  uint32_t next_sibling;   // kNone ends
  uint32_t first_child;
  uint32_t first_ending;   // options whose words end here
};

struct Ending {
  uint32_t option;
  uint32_t next;           // kNone ends
};

class OptionTable {
 public:
  void collect(const ProblemC& problem, const SentenceC& sentence) {
    options_.clear();
    nodes_.clear();
    endings_.clear();
    roots_.assign(sentence.n_words, kNone);
    set_floor_bits(problem);
    copy_base_.resize(sentence.n_words);
    for (uint32_t i = 0; i < sentence.n_words; ++i) copy_base_[i] = copy_of(problem, sentence, i).base;
    for (uint32_t begin = 0; begin < sentence.n_words; ++begin) collect_at(problem, sentence, begin);
  }

  const Option& option(uint32_t number) const { return options_[number]; }
  const std::vector<Option>& options() const { return options_; }
  const TargetNode& node(uint32_t number) const { return nodes_[number]; }
  const Ending& ending(uint32_t number) const { return endings_[number]; }
  uint32_t n_nodes() const { return static_cast<uint32_t>(nodes_.size()); }
  // First of the sibling nodes for options that begin at this position.
  uint32_t first_words(uint32_t position) const { return roots_[position]; }
  // Weighted score of leaving the word as it is, without the language model.
  double copy_base(uint32_t position) const { return copy_base_[position]; }
  uint32_t floor_bit(uint32_t table) const { return floor_bits_[table]; }
  uint32_t n_floors() const { return n_floors_; }

 private:
  void set_floor_bits(const ProblemC& problem) {
    floor_bits_.assign(problem.store.n_tables, kNoFloor);
    n_floors_ = 0;
    for (uint32_t table = 0; table < problem.store.n_tables; ++table)
      if (problem.weights.floors[table] * problem.weights.tables[table] != 0) floor_bits_[table] = n_floors_++;
  }

  Option copy_of(const ProblemC& problem, const SentenceC& sentence, uint32_t position) const {
    const uint32_t word = sentence.words[position];
    const bool self = problem.weights.self_paraphrase && word < problem.store.n_words && problem.store.in_table[word];
    Option copy{};
    copy.begin = position;
    copy.end = position + 1;
    copy.table = self ? kSelfTable : kUnknownTable;
    copy.n_words = 1;
    copy.words = sentence.words + position;
    copy.floor_bit = kNoFloor;
    copy.base = problem.weights.word + (self ? 0 : problem.weights.unknown);
    return copy;
  }

  void collect_at(const ProblemC& problem, const SentenceC& sentence, uint32_t begin) {
    slots_.assign(slots_.empty() ? 256 : slots_.size(), kNone);
    n_position_nodes_ = 0;
    root_ = &roots_[begin];
    uint32_t node = 0;
    bool one_word_option = false;
    for (uint32_t end = begin + 1; end <= sentence.n_words && !sentence.keep[end - 1]; ++end) {
      node = problem.store.child(node, sentence.words[end - 1]);
      if (node == 0) break;
      const bool any = collect_span(problem, sentence, begin, end, node);
      one_word_option |= any && end == begin + 1;
    }
    // Without PT-7 a word that has options must take one of them, unless the user limits the edits.
    const Option copy = copy_of(problem, sentence, begin);
    const bool limited = problem.limits.max_edits != kNoLimit;
    if (copy.table == kSelfTable || !one_word_option || limited) add(copy);
  }

  bool collect_span(const ProblemC& problem, const SentenceC& sentence, uint32_t begin, uint32_t end, uint32_t node) {
    bool any = false;
    OptionReader reader(problem.store, node);
    OptionC entry;
    while (reader.next(&entry)) {
      if (!is_usable(problem, entry)) continue;
      const bool edit = is_edit(entry, sentence, begin, end);
      if (edit && !is_allowed(entry, sentence, begin, end)) continue;
      Option option{begin, end, entry.table, entry.n_words, entry.words, entry.logscore, floor_bits_[entry.table], 0, edit};
      option.base = problem.weights.tables[entry.table] * entry.logscore + problem.weights.word * entry.n_words +
                    (option.edit ? problem.weights.edit : 0);
      add(option);
      any = true;
    }
    return any;
  }

  // Put an option into the trie of its position. Of options that no later step can tell apart (same span, words and
  // floor) only the best stays: the others are dominated in every list that is distinct by text.
  void add(const Option& option) {
    uint32_t node = kNone;
    for (uint32_t i = 0; i < option.n_words; ++i) node = child(node, option.word(i));
    for (uint32_t at = nodes_[node].first_ending; at != kNone; at = endings_[at].next) {
      Option& other = options_[endings_[at].option];
      if (other.end == option.end && other.floor_bit == option.floor_bit) {
        if (option.base > other.base) other = option;
        return;
      }
    }
    endings_.push_back({static_cast<uint32_t>(options_.size()), nodes_[node].first_ending});
    nodes_[node].first_ending = static_cast<uint32_t>(endings_.size() - 1);
    options_.push_back(option);
  }

  uint32_t child(uint32_t parent, uint32_t word) {
    const uint32_t mask = static_cast<uint32_t>(slots_.size() - 1);
    uint32_t slot = hash(parent, word) & mask;
    for (; slots_[slot] != kNone; slot = (slot + 1) & mask) {
      const uint32_t node = slots_[slot];
      if (nodes_[node].word == word && parents_[node] == parent) return node;
    }
    const uint32_t node = static_cast<uint32_t>(nodes_.size());
    uint32_t& first = parent == kNone ? *root_ : nodes_[parent].first_child;
    const uint32_t sibling = first;
    first = node;
    nodes_.push_back({word, sibling, kNone, kNone});
    parents_.resize(nodes_.size());
    parents_[node] = parent;
    slots_[slot] = node;
    if (++n_position_nodes_ * 2 > slots_.size()) grow();
    return node;
  }

  void grow() {
    slots_.assign(slots_.size() * 2, kNone);
    const uint32_t mask = static_cast<uint32_t>(slots_.size() - 1);
    for (uint32_t node = static_cast<uint32_t>(nodes_.size()) - n_position_nodes_; node < nodes_.size(); ++node) {
      uint32_t slot = hash(parents_[node], nodes_[node].word) & mask;
      while (slots_[slot] != kNone) slot = (slot + 1) & mask;
      slots_[slot] = node;
    }
  }

  static uint32_t hash(uint32_t parent, uint32_t word) {
    return static_cast<uint32_t>((((uint64_t(parent) << 32) | word) * 0x9E3779B97F4A7C15ull) >> 40);
  }

  std::vector<Option> options_;
  std::vector<TargetNode> nodes_;
  std::vector<uint32_t> parents_;     // of nodes_
  std::vector<Ending> endings_;
  std::vector<uint32_t> roots_;       // by position
  std::vector<double> copy_base_;     // by position
  std::vector<uint32_t> floor_bits_;  // by table
  std::vector<uint32_t> slots_;       // (parent, word) -> node, of the position at hand
  uint32_t n_floors_ = 0, n_position_nodes_ = 0;
  uint32_t* root_ = nullptr;
};

}  // namespace paragen
