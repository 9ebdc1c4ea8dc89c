// Phrase pairs consistent with a word alignment (Och and Ney 2004), with their lexical weights (Koehn et al. 2003).
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "tables/bilingual/extraction/alignment_code.hh"
#include "src/paragen/base/text_column.hh"
#include "tables/bilingual/extraction/lexicon.hh"
#include "tables/bilingual/extraction/phrase_labels.hh"
#include "tables/bilingual/extraction/sentence_pair.hh"

namespace paragen {

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
