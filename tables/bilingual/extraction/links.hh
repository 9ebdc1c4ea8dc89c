// Counts word links, and lays the counts out in columns.
#pragma once
#include <cstdint>
#include <vector>

#include "src/paragen/base/text_column.hh"
#include "tables/bilingual/extraction/lexicon.hh"
#include "tables/bilingual/extraction/sentence_pair.hh"

namespace paragen {

// Counts the word links of a pair; a word without one is linked with NULL.
inline void count_pair_links(const SentencePair& pair, LexiconC* counts) {
  for (uint32_t i = 0; i < pair.source.size(); ++i) {
    if (pair.of_source.count(i) == 0) counts->add(pair.source.word(i), {}, 1);
    for (const uint32_t* j = pair.of_source.begin(i); j != pair.of_source.end(i); ++j)
      counts->add(pair.source.word(i), pair.target.word(*j), 1);
  }
  for (uint32_t j = 0; j < pair.target.size(); ++j)
    if (pair.of_target.count(j) == 0) counts->add({}, pair.target.word(j), 1);
}

struct LinkColumns {
  TextColumn source, target;
  std::vector<int64_t> count;

  void fill(const LexiconC& counts) {
    for (const LexiconC::Entry& entry : counts.entries()) {
      source.push(counts.source_text(entry.key));
      target.push(counts.target_text(entry.key));
      count.push_back(static_cast<int64_t>(entry.count));
    }
  }
};

}  // namespace paragen
