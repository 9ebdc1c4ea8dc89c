// Phrase pairs consistent with a word alignment (Och and Ney 2004), with their lexical weights (Koehn et al. 2003).
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "src/paragen/base/text_column.hh"
#include "tables/bilingual/extraction/lexicon.hh"
#include "tables/bilingual/extraction/sentence_pair.hh"
#include "tables/bilingual/syntax/span_labels.hh"
#include "tables/parses/tree.hh"
#include "tables/parses/tree_match.hh"

namespace paragen {

// The word alignment inside a phrase pair as one integer, in the order in which Moses compares alignments.
//
// Moses holds, for each word of one side, the set of its partners' positions, and compares these lists of sets word by
// word, sets as sorted lists. With at most seven words a side, a set of positions is 7 bits; numbered in that order
// ({} < {0} < {0,1} < ... < {0,6} < {1} < ... < {6}) and put together, first word first, they make 49 bits that compare
// the same way. Words beyond the end of a phrase have no partner: 0.
constexpr uint32_t kMaxPhrase = 7;  // words a side
constexpr uint32_t kSets = 1u << kMaxPhrase;

struct SetOrder {
  std::array<uint8_t, kSets> rank{};  // of a set given by its bits
  std::array<uint8_t, kSets> bits{};  // of a set given by its rank

  constexpr SetOrder() {
    for (uint32_t set = 0; set < kSets; ++set) {
      uint32_t place = 0;
      bool last = true;  // a set comes before those that begin with it
      for (uint32_t i = kMaxPhrase; i-- > 0;) {
        if (last && (set >> i) == 0) continue;
        // each set that has a smaller position in place of a missing one comes before
        place += (set >> i & 1) ? 1 : 1u << (kMaxPhrase - 1 - i);
        last = false;
      }
      rank[set] = static_cast<uint8_t>(place);
      bits[place] = static_cast<uint8_t>(set);
    }
  }
};

inline constexpr SetOrder kSetOrder{};

// What the set of partners, in bits, of the word at `position` adds to a code.
inline int64_t partners_code(uint32_t set, uint32_t position) {
  return static_cast<int64_t>(kSetOrder.rank[set & (kSets - 1)]) << (kMaxPhrase * (kMaxPhrase - 1 - position));
}

// The set of partners, in bits, of the word at `position`.
inline uint32_t partners(int64_t code, uint32_t position) {
  return kSetOrder.bits[(code >> (kMaxPhrase * (kMaxPhrase - 1 - position))) & (kSets - 1)];
}

// The syntactic labels of the English phrases of a sentence pair [CB08 sec. 3.1], each found once.
enum class TreeVerdict : uint8_t { good = 0, none, broken, other_words };

// The tree of a sentence, and where its leaves are among the words.
class SentenceTree {
 public:
  TreeVerdict read(std::string_view text, const Words& words) {
    if (!reader_.read(text, &tree_)) return TreeVerdict::broken;
    if (tree_.leaves() == 0) return TreeVerdict::none;
    match_.clear();
    for (uint32_t i = 0; i < words.size(); ++i) match_.add_word(words.word(i));
    return match_.match(tree_) ? TreeVerdict::good : TreeVerdict::other_words;
  }

  // Labels of the words [begin, end); none if they begin or end within a leaf.
  void labels(uint32_t begin, uint32_t end, SpanLabels* labels, std::vector<std::string>* found) const {
    const int64_t first = match_.boundaries()[begin], last = match_.boundaries()[end];
    found->clear();
    if (first == TreeMatch::kNoLeaf || last == TreeMatch::kNoLeaf) return;
    labels->of(tree_, static_cast<uint32_t>(first), static_cast<uint32_t>(last), found);
  }

 private:
  TreeReader reader_;
  Tree tree_;
  TreeMatch match_;
};

struct Labelling {
  bool simple = false;
  uint32_t levels = 0;
  bool of_source = false;  // which side is English

  const Words& words(const SentencePair& pair) const { return of_source ? pair.source : pair.target; }
};

class PhraseLabels {
 public:
  explicit PhraseLabels(const Labelling& how) : how_(how), labels_(how.simple, how.levels) {}

  // False where the sentence has no tree that can be used.
  bool start(const SentencePair& pair, std::string_view tree) {
    const Words& words = how_.words(pair);
    if (tree_.read(tree, words) != TreeVerdict::good) return false;
    known_.assign(size_t{words.size()} * kMaxPhrase, false);
    if (found_.size() < known_.size()) found_.resize(known_.size());
    return true;
  }

  bool of_source() const { return how_.of_source; }

  // Labels of the English words [begin, end), at most kMaxPhrase; an empty label if there is none.
  const std::vector<std::string>& of(uint32_t begin, uint32_t end) {
    const size_t at = size_t{begin} * kMaxPhrase + (end - begin - 1);
    std::vector<std::string>& found = found_[at];
    if (!known_[at]) {
      known_[at] = true;
      tree_.labels(begin, end, &labels_, &found);
      if (found.empty()) found.emplace_back();
    }
    return found;
  }

 private:
  const Labelling how_;
  SpanLabels labels_;
  SentenceTree tree_;
  std::vector<bool> known_;
  std::vector<std::vector<std::string>> found_;
};

// A row for each instance or, where phrases have labels, for each label of one.
struct PhraseColumns {
  TextColumn source, target;
  std::vector<int64_t> of_target, of_source;  // codes of the alignment, seen from either side
  std::vector<double> lex_source, lex_target;
  TextColumn label;  // no rows where phrases have none
};

class PhraseExtractor {
 public:
  PhraseExtractor(const LexiconC& lexicon, uint32_t max_length)
      : lexicon_(lexicon), max_length_(std::clamp(max_length, 1u, kMaxPhrase)) {}

  // `labels`: of the sentence's phrases; null: they have none.
  void extract(const SentencePair& pair, PhraseLabels* labels, PhraseColumns* out) {
    labels_ = labels;
    if (!pair.linked()) return;
    weigh_words(pair);
    const uint32_t n_target = pair.target.size();
    for (uint32_t begin = 0; begin < n_target; ++begin) {
      uint32_t low = kNotFound, high = 0;
      double lex_target = 1;
      for (uint32_t end = begin; end < std::min(n_target, begin + max_length_); ++end) {
        lex_target *= target_weights_[end];
        if (pair.of_target.count(end)) {
          low = std::min(low, *pair.of_target.begin(end));
          high = std::max(high, *(pair.of_target.end(end) - 1));
        }
        if (low == kNotFound) continue;
        if (high - low >= max_length_) break;
        if (consistent(pair, low, high, begin, end)) widen(pair, low, high, begin, end + 1, lex_target, out);
      }
    }
  }

 private:
  static bool consistent(const SentencePair& pair, uint32_t low, uint32_t high, uint32_t begin, uint32_t last) {
    for (uint32_t i = low; i <= high; ++i)
      if (pair.of_source.count(i) && (*pair.of_source.begin(i) < begin || *(pair.of_source.end(i) - 1) > last)) return false;
    return true;
  }

  // All source phrases that hold [low, high] and otherwise only unlinked words, with the target phrase [begin, end).
  void widen(const SentencePair& pair, uint32_t low, uint32_t high, uint32_t begin, uint32_t end, double lex_target,
             PhraseColumns* out) const {
    const std::string_view target = pair.target.phrase(begin, end);
    const uint32_t n_source = pair.source.size();
    for (uint32_t first = low;; --first) {
      const int64_t of_target = target_code(pair, first, begin, end), of_source = source_code(pair, first, high, begin);
      double lex_source = 1;
      for (uint32_t i = first; i < high; ++i) lex_source *= source_weights_[i];
      for (uint32_t last = high; last < n_source && last < first + max_length_; ++last) {
        if (last > high && pair.of_source.count(last)) break;
        lex_source *= source_weights_[last];
        const auto put = [&] {
          out->source.push(pair.source.phrase(first, last + 1));
          out->target.push(target);
          out->of_target.push_back(of_target);
          out->of_source.push_back(of_source);
          out->lex_source.push_back(lex_source);
          out->lex_target.push_back(lex_target);
        };
        if (labels_ == nullptr) {
          put();
          continue;
        }
        for (const std::string& label : labels_->of_source() ? labels_->of(first, last + 1) : labels_->of(begin, end)) {
          put();
          out->label.push(label);
        }
      }
      if (first == 0 || high - first + 1 >= max_length_ || pair.of_source.count(first - 1)) return;
    }
  }

  static uint32_t bits(const Partners& partners, uint32_t word, uint32_t origin) {
    uint32_t set = 0;
    for (const uint32_t* other = partners.begin(word); other != partners.end(word); ++other) set |= 1u << (*other - origin);
    return set;
  }

  static int64_t target_code(const SentencePair& pair, uint32_t source_origin, uint32_t begin, uint32_t end) {
    int64_t code = 0;
    for (uint32_t j = begin; j < end; ++j) code |= partners_code(bits(pair.of_target, j, source_origin), j - begin);
    return code;
  }

  static int64_t source_code(const SentencePair& pair, uint32_t first, uint32_t high, uint32_t target_origin) {
    int64_t code = 0;
    for (uint32_t i = first; i <= high; ++i) code |= partners_code(bits(pair.of_source, i, target_origin), i - first);
    return code;
  }

  // The factor of each word in a lexical weight: the mean probability over its links. All of them are within a phrase pair
  // that holds the word, so the factor is the same in each.
  void weigh_words(const SentencePair& pair) {
    find_words(pair);
    source_weights_.resize(source_ids_.size());
    target_weights_.resize(target_ids_.size());
    for (uint32_t i = 0; i < source_ids_.size(); ++i)
      source_weights_[i] = mean(pair.of_source, i, [&](uint32_t j) { return weights(source_ids_[i], target_id(j)).source; });
    for (uint32_t j = 0; j < target_ids_.size(); ++j)
      target_weights_[j] = mean(pair.of_target, j, [&](uint32_t i) { return weights(source_id(i), target_ids_[j]).target; });
  }

  void find_words(const SentencePair& pair) {
    source_ids_.resize(pair.source.size());
    target_ids_.resize(pair.target.size());
    for (uint32_t i = 0; i < source_ids_.size(); ++i) source_ids_[i] = lexicon_.source_word(pair.source.word(i));
    for (uint32_t j = 0; j < target_ids_.size(); ++j) target_ids_[j] = lexicon_.target_word(pair.target.word(j));
  }

  uint32_t source_id(uint32_t i) const { return i == kNotFound ? kNullWord : source_ids_[i]; }
  uint32_t target_id(uint32_t j) const { return j == kNotFound ? kNullWord : target_ids_[j]; }

  // A link the lexicon does not know weighs nothing, as in Moses.
  LexiconC::Entry weights(uint32_t source, uint32_t target) const {
    const LexiconC::Entry* entry = lexicon_.find(source, target);
    return entry ? *entry : LexiconC::Entry{0, 0, 1, 1};
  }

  // `weight` is called with kNotFound for a word without links.
  template <class Weight>
  static double mean(const Partners& partners, uint32_t word, Weight weight) {
    if (partners.count(word) == 0) return weight(kNotFound);
    double sum = 0;
    for (const uint32_t* other = partners.begin(word); other != partners.end(word); ++other) sum += weight(*other);
    return sum / partners.count(word);
  }

  const LexiconC& lexicon_;
  const uint32_t max_length_;
  PhraseLabels* labels_ = nullptr;
  std::vector<uint32_t> source_ids_, target_ids_;
  std::vector<double> source_weights_, target_weights_;
};

}  // namespace paragen
