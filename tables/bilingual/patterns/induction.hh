// Aligned patterns of a parsed sentence pair: English patterns from partial subtrees, and their pivots [Z09, algorithms 1 and 2].
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/paragen/base/text_column.hh"
#include "tables/bilingual/extraction/batch.hh"
#include "tables/bilingual/patterns/sentence_parse.hh"

namespace paragen::patterns {

constexpr uint32_t kMaxWords = 16;  // of a subtree: it has at most 2^15 partial subtrees

struct PatternColumns {
  TextColumn pattern, pivot;
  std::vector<double> lex_pattern, lex_pivot;
  std::vector<int64_t> line;
};

struct InductionLimits {
  uint32_t max_words = 10;  // of a subtree
  uint32_t max_slots = kMaxSlots;
  bool tight = false;  // the first and the last word of a pattern have links
  bool english_is_source = false;
  bool pivot_subtrees = false;  // the words of a pivot, too, are a partial subtree: of the other side's parse
};

class PatternInducer {
 public:
  PatternInducer(const LexiconC& lexicon, const InductionLimits& limits) : lexicon_(lexicon), limits_(limits) {
    limits_.max_words = std::min(limits_.max_words, kMaxWords);
    limits_.max_slots = std::min(limits_.max_slots, kMaxSlots);
  }

  // Appends all aligned patterns of a pair; none without a parse. Behind a tab, `parse` may have that of the other side.
  void induce(const SentencePair& pair, std::string_view parse, int64_t line, PatternColumns* out) {
    const bool source = limits_.english_is_source;
    english_ = source ? &pair.source : &pair.target;
    foreign_ = source ? &pair.target : &pair.source;
    partners_ = source ? &pair.of_source : &pair.of_target;
    const size_t tab = std::min(parse.find('\t'), parse.size());
    if (!parse_.read(parse.substr(0, tab), english_->size())) return;
    if (limits_.pivot_subtrees && !pivot_parse_.read(parse.substr(std::min(tab + 1, parse.size())), foreign_->size())) return;
    weigh();
    out_ = out;
    line_ = line;
    for (uint32_t top = 0; top < parse_.size(); ++top)
      if (find_subtree(top)) extend(1);
  }

 private:
  enum class Role : uint8_t { word, slot, inside };  // inside: of a slot

  struct Link {
    uint32_t foreign;
    double weight;  // w(foreign | English)
  };

  struct Placed {
    uint32_t foreign;
    int32_t slot;  // place of its head in the subtree; -1: it stands for words
    double weight;
  };

  // Lexical weights of all links and of English words [Z09, equations 5 and 6].
  void weigh() {
    first_link_.assign(1, 0);
    links_.clear();
    of_english_.clear();
    for (uint32_t i = 0; i < english_->size(); ++i) {
      const std::string_view word = english_->word(i);
      double sum = 0;
      for (const uint32_t* j = partners_->begin(i); j != partners_->end(i); ++j) {
        const auto [of_english, of_foreign] = weights(word, foreign_->word(*j));
        sum += of_english;
        links_.push_back({*j, of_foreign});
      }
      const uint32_t count = partners_->count(i);
      of_english_.push_back(std::log(count ? sum / count : weights(word, {}).first));
      first_link_.push_back(static_cast<uint32_t>(links_.size()));
    }
  }

  // w(English | foreign) and w(foreign | English); the empty word is NULL. The lexicon was counted on these very links.
  std::pair<double, double> weights(std::string_view english, std::string_view foreign) const {
    const bool source = limits_.english_is_source;
    const LexiconC::Entry* entry = lexicon_.find(
        lexicon_.source_word(source ? english : foreign), lexicon_.target_word(source ? foreign : english));
    if (entry == nullptr) return {kLeastWeight, kLeastWeight};
    return source ? std::pair(entry->source, entry->target) : std::pair(entry->target, entry->source);
  }

  // Takes the words of a subtree, without punctuation at its edges, its top first and each before those that depend on it.
  bool find_subtree(uint32_t top) {
    uint32_t begin = parse_[top].begin, end = parse_[top].end;
    while (begin < end && parse_[begin].tag == kPunctuation) ++begin;
    while (begin < end && parse_[end - 1].tag == kPunctuation) --end;
    if (top < begin || top >= end || end - begin < 2 || end - begin > limits_.max_words) return false;
    begin_ = begin;
    count_ = end - begin;
    order_.clear();
    order_.push_back(top);
    for (size_t next = 0; next < order_.size(); ++next)
      for (uint32_t word = begin; word < end; ++word)
        if (parse_[word].head == static_cast<int32_t>(order_[next])) order_.push_back(word);
    slots_ = contents_ = 0;
    if (order_.size() != count_ || !can_be_word(top)) return false;  // with other words in between, or below an edge
    take(top);
    return true;
  }

  Role& role(uint32_t word) { return roles_[word - begin_]; }

  // Brackets would read as slots.
  bool can_be_word(uint32_t word) const { return english_->word(word).find_first_of("[]") == std::string_view::npos; }

  bool can_be_slot(uint32_t word) const {
    const SentenceParse::Word& top = parse_[word];
    return may_be_slot(top.tag) && top.end - top.begin == top.size && partners_->count(word) > 0;
  }

  void take(uint32_t word) {
    role(word) = Role::word;
    contents_ += is_content(parse_[word].tag);
  }

  // Decides what the word at `next` of the order is, and all after it, in every way.
  void extend(size_t next) {
    if (next == order_.size()) {
      if (slots_ > 0 && contents_ > 0) emit();
      return;
    }
    const uint32_t word = order_[next];
    if (role(static_cast<uint32_t>(parse_[word].head)) != Role::word) {
      role(word) = Role::inside;
      return extend(next + 1);
    }
    if (can_be_word(word)) {
      take(word);
      extend(next + 1);
      contents_ -= is_content(parse_[word].tag);
    }
    if (slots_ < limits_.max_slots && can_be_slot(word)) {
      role(word) = Role::slot;
      ++slots_;
      extend(next + 1);
      --slots_;
    }
  }

  void emit() {
    if ((limits_.tight && !is_tight()) || !place() || (limits_.pivot_subtrees && !pivot_is_subtree())) return;
    double pattern = 0;
    size_t words = 0;
    for (uint32_t i = 0; i < count_; ++i)
      if (roles_[i] == Role::word) pattern += of_english_[begin_ + i], ++words;
    const double pivot = write_pivot();
    write_pattern();
    out_->lex_pattern.push_back(std::exp(pattern / static_cast<double>(words)));
    out_->lex_pivot.push_back(std::exp(pivot));
    out_->line.push_back(line_);
  }

  // Slots always have links.
  bool is_tight() const {
    uint32_t first = 0, last = count_ - 1;
    while (roles_[first] == Role::inside) ++first;
    while (roles_[last] == Role::inside) --last;
    return partners_->count(begin_ + first) > 0 && partners_->count(begin_ + last) > 0;
  }

  // Finds the words of the pivot, in their order; false if one belongs to a slot and to a word or another slot, if no word is
  // linked, or if one could be read as a slot.
  bool place() {
    placed_.clear();
    for (uint32_t i = 0; i < count_; ++i) {
      if (roles_[i] == Role::inside) continue;
      const int32_t slot = roles_[i] == Role::slot ? static_cast<int32_t>(i) : -1;
      for (uint32_t k = first_link_[begin_ + i]; k < first_link_[begin_ + i + 1]; ++k)
        placed_.push_back({links_[k].foreign, slot, links_[k].weight});
    }
    std::stable_sort(placed_.begin(), placed_.end(), [](const Placed& a, const Placed& b) { return a.foreign < b.foreign; });
    bool any = false;
    for (size_t k = 0; k < placed_.size(); ++k) {
      if (k > 0 && placed_[k].foreign == placed_[k - 1].foreign && placed_[k].slot != placed_[k - 1].slot) return false;
      if (placed_[k].slot >= 0) continue;
      if (foreign_->word(placed_[k].foreign).find_first_of("[]") != std::string_view::npos) return false;
      any = true;
    }
    return any;
  }

  // Whether one word of the pivot alone has its head outside of the pivot.
  bool pivot_is_subtree() {
    in_pivot_.assign(foreign_->size(), false);
    for (const Placed& one : placed_)
      if (one.slot < 0) in_pivot_[one.foreign] = true;
    size_t tops = 0;
    for (uint32_t word = 0; word < in_pivot_.size(); ++word) {
      const int32_t head = pivot_parse_[word].head;
      tops += in_pivot_[word] && (head < 0 || !in_pivot_[static_cast<uint32_t>(head)]);
    }
    return tops == 1;
  }

  // Writes the pivot and numbers its slots; returns the mean of the logarithms of its words' lexical weights.
  double write_pivot() {
    std::array<uint8_t, kSlotTags> last{};
    numbers_.fill(0);
    double sum = 0;
    size_t words = 0;
    bool first = true;
    for (size_t k = 0; k < placed_.size();) {
      const Placed& one = placed_[k];
      if (one.slot >= 0) {
        ++k;
        if (numbers_[one.slot] != 0) continue;  // it stands at its first word
        const uint8_t tag = parse_[begin_ + static_cast<uint32_t>(one.slot)].tag;
        numbers_[one.slot] = ++last[tag];
        write_slot(tag, last[tag], &first, &out_->pivot);
        continue;
      }
      const size_t begin = k;
      double weight = 0;
      for (; k < placed_.size() && placed_[k].foreign == one.foreign; ++k) weight += placed_[k].weight;
      sum += std::log(weight / static_cast<double>(k - begin));
      ++words;
      write_word(foreign_->word(one.foreign), &first, &out_->pivot);
    }
    out_->pivot.close();
    return sum / static_cast<double>(words);
  }

  void write_pattern() {
    bool first = true;
    for (uint32_t i = 0; i < count_; ++i) {
      if (roles_[i] == Role::word) write_word(english_->word(begin_ + i), &first, &out_->pattern);
      if (roles_[i] == Role::slot) write_slot(parse_[begin_ + i].tag, numbers_[i], &first, &out_->pattern);
    }
    out_->pattern.close();
  }

  static void write_word(std::string_view word, bool* first, TextColumn* out) {
    if (!*first) out->append(" ");
    *first = false;
    out->append(word);
  }

  static void write_slot(uint8_t tag, uint8_t number, bool* first, TextColumn* out) {
    write_word("[", first, out);
    out->append(tag_name(tag));
    const char rest[] = {'_', static_cast<char>('0' + number), ']'};
    out->append({rest, sizeof rest});
  }

  static constexpr double kLeastWeight = 1e-7;  // the least of the lexicon's

  const LexiconC& lexicon_;
  InductionLimits limits_;

  // of the sentence pair
  const Words *english_ = nullptr, *foreign_ = nullptr;
  const Partners* partners_ = nullptr;  // of English words
  SentenceParse parse_, pivot_parse_;
  std::vector<Link> links_;  // by English word
  std::vector<uint32_t> first_link_;
  std::vector<double> of_english_;  // logarithm of each word's lexical weight
  PatternColumns* out_ = nullptr;
  int64_t line_ = 0;

  // of the subtree
  uint32_t begin_ = 0, count_ = 0, slots_ = 0, contents_ = 0;
  std::vector<uint32_t> order_;
  std::array<Role, kMaxWords> roles_{};
  std::array<uint8_t, kMaxWords> numbers_{};
  std::vector<Placed> placed_;
  std::vector<bool> in_pivot_;
};

// `batch.tree` has the parses that ParseIndex::join writes.
inline BadRow induce_patterns(
    const SentenceBatch& batch, const int64_t* lines, const LexiconC& lexicon, const InductionLimits& limits,
    PatternColumns* out) {
  PatternInducer inducer(lexicon, limits);
  return each_pair(
      batch, [&](const SentencePair& pair, int64_t row) { inducer.induce(pair, batch.tree.at(row), lines[row], out); },
      [] { return false; });
}

}  // namespace paragen::patterns
