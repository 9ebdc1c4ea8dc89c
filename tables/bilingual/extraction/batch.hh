// The kernels over a batch of sentence pairs: judge them and their trees, count links, extract phrase pairs.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "src/paragen/base/text_column.hh"
#include "tables/bilingual/extraction/lexicon.hh"
#include "tables/bilingual/extraction/phrases.hh"
#include "tables/bilingual/extraction/sentence_pair.hh"

namespace paragen {

struct SentenceBatch {
  TextView source, target, alignment;
  TextView tree;  // of the English side; not there where phrases have no labels
  int64_t rows = 0;
};

// The first sentence pair that cannot be read; row -1: there is none.
struct BadRow {
  int64_t row = -1;
  PairProblem problem = PairProblem::none;
  std::string link;
  uint32_t n_source = 0, n_target = 0;
};

enum class Verdict : uint8_t { good = 0, empty_source, empty_target, too_short, too_long, no_links };

// Its name, as messages are chosen by.
inline const char* name_of(Verdict value) {
  switch (value) {
    case Verdict::good: return "good";
    case Verdict::empty_source: return "empty_source";
    case Verdict::empty_target: return "empty_target";
    case Verdict::too_short: return "too_short";
    case Verdict::too_long: return "too_long";
    case Verdict::no_links: return "no_links";
  }
  return "";  // no other value
}

// Reads pairs in order, and calls `visit` with each and its row, or `too_large` if it is too large.
template <class Visit, class TooLarge>
BadRow each_pair(const SentenceBatch& batch, Visit visit, TooLarge too_large) {
  SentencePair pair;
  for (int64_t row = 0; row < batch.rows; ++row) {
    const PairProblem problem = pair.read(batch.source.at(row), batch.target.at(row), batch.alignment.at(row));
    if (problem == PairProblem::too_large && too_large()) continue;
    if (problem != PairProblem::none)
      return {row, problem, std::string(pair.bad().substr(0, 80)), pair.source.size(), pair.target.size()};
    visit(pair, row);
  }
  return {};
}

// A pair is good if both sides have min_words to max_words words.
inline BadRow judge_pairs(
    const SentenceBatch& batch, uint32_t min_words, uint32_t max_words, std::vector<uint8_t>* verdicts) {
  const auto verdict = [min_words, max_words](const SentencePair& pair) {
    if (pair.source.size() == 0) return Verdict::empty_source;
    if (pair.target.size() == 0) return Verdict::empty_target;
    if (pair.source.size() < min_words || pair.target.size() < min_words) return Verdict::too_short;
    if (pair.source.size() > max_words || pair.target.size() > max_words) return Verdict::too_long;
    return pair.linked() ? Verdict::good : Verdict::no_links;
  };
  verdicts->reserve(static_cast<size_t>(batch.rows));
  const auto keep = [verdicts](Verdict found) {
    verdicts->push_back(static_cast<uint8_t>(found));
    return true;
  };
  return each_pair(
      batch, [&](const SentencePair& pair, int64_t) { keep(verdict(pair)); }, [&] { return keep(Verdict::too_long); });
}

inline BadRow count_links(const SentenceBatch& batch, LexiconC* counts) {
  return each_pair(batch, [counts](const SentencePair& pair, int64_t) { count_pair_links(pair, counts); }, [] { return false; });
}

inline BadRow extract_phrases(const SentenceBatch& batch, const LexiconC& lexicon, uint32_t max_length, PhraseColumns* out) {
  PhraseExtractor extractor(lexicon, max_length);
  return each_pair(
      batch, [&](const SentencePair& pair, int64_t) { extractor.extract(pair, nullptr, out); }, [] { return false; });
}

// Sentences without a matching tree have none.
inline BadRow extract_labelled_phrases(
    const SentenceBatch& batch, const LexiconC& lexicon, uint32_t max_length, const Labelling& how, PhraseColumns* out) {
  PhraseExtractor extractor(lexicon, max_length);
  PhraseLabels labels(how);
  const auto visit = [&](const SentencePair& pair, int64_t row) {
    if (labels.start(pair, batch.tree.at(row))) extractor.extract(pair, &labels, out);
  };
  return each_pair(batch, visit, [] { return false; });
}

inline BadRow judge_trees(const SentenceBatch& batch, bool of_source, std::vector<uint8_t>* verdicts) {
  const Labelling how{false, 0, of_source};
  SentenceTree tree;
  const auto keep = [verdicts](TreeVerdict verdict) {
    verdicts->push_back(static_cast<uint8_t>(verdict));
    return true;
  };
  return each_pair(
      batch, [&](const SentencePair& pair, int64_t row) { keep(tree.read(batch.tree.at(row), how.words(pair))); },
      [&] { return keep(TreeVerdict::none); });
}

// "0-0 1-2" for a code seen from the target: by target word, then by source word.
inline void write_alignment(int64_t code, TextColumn* out) {
  bool first = true;
  for (uint32_t j = 0; j < kMaxPhrase; ++j) {
    const uint32_t set = partners(code, j);
    for (uint32_t i = 0; i < kMaxPhrase; ++i) {
      if (!(set >> i & 1)) continue;
      const char link[4] = {' ', static_cast<char>('0' + i), '-', static_cast<char>('0' + j)};
      out->append(std::string_view(link + first, sizeof link - first));
      first = false;
    }
  }
  out->close();
}

}  // namespace paragen
