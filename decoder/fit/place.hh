// A window as fit sees it: what the language model, the tagger and the marks say about each of its words.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "decoder/lexicon.hh"
#include "decoder/source.hh"
#include "lm/query/automaton.hh"
#include "src/paragen/text/tagger.hh"

namespace paragen {

// The language model, and how long the context of a state is.
struct LmLevels {
  LmView lm;
  const uint64_t* levels = nullptr;  // order + 1: the first state of each context length, and the end

  // log p(word | state), natural; *next becomes the state after, *matched the order of the n-gram that was found.
  float score(uint32_t state, uint32_t word, uint32_t* next, uint32_t* matched) const {
    if (word >= lm.n_words) word = 0;
    float backoff = 0;
    const LmArcC* arc = nullptr;
    for (; state != 0; state = lm.suffix(state)) {
      if ((arc = lm.find(state, word)) != nullptr) break;
      backoff += lm.state(state).backoff;
    }
    *matched = length(state) + 1;
    if (arc == nullptr) arc = &lm.unigram(word);
    *next = lm.after(*arc);
    return LmView::sound(backoff + arc->logprob);
  }

  float unigram(uint32_t word) const { return LmView::sound(lm.unigram(word < lm.n_words ? word : 0).logprob); }

  // Prefetch the memory that score(state, word) and unigram(word) will read first.
  void prefetch(uint32_t state, uint32_t word) const {
    if (word >= lm.n_words) word = 0;
    lm.prefetch(state, word);
    lm.prefetch(0, word);
  }

  // The same for a state that was not read yet.
  void prefetch_state(uint32_t state, uint32_t word) const {
    __builtin_prefetch(&lm.state(state));
    lm.prefetch(0, word < lm.n_words ? word : 0);
  }

 private:
  uint32_t length(uint32_t state) const {
    uint32_t n = 0;
    while (n + 1 < lm.order && state >= levels[n + 1]) ++n;
    return n;
  }
};

// A window as the tagger sees it.
class TaggedWindow {
 public:
  // marks: a byte a word, or null where nothing is known.
  void tag(const TaggerView& tagger, const LexiconView& names, const SentenceC& sentence, const uint8_t* marks) {
    n_words = sentence.n_words;
    words = sentence.words;
    this->marks.assign(n_words, 0);
    if (marks != nullptr) std::copy(marks, marks + n_words, this->marks.begin());
    shapes.resize(n_words);
    for (uint32_t i = 0; i < n_words; ++i) {
      size_t length;
      const char* bytes = names.word(words[i], &length);
      shapes[i] = tag_word(bytes, length, this->marks[i]);
    }
    tags.resize(n_words);
    if (tagger.n_rows > 0) tagger.tag(shapes.data(), n_words, tags.data());
  }

  uint32_t n_words = 0;
  const uint32_t* words = nullptr;
  std::vector<uint8_t> marks, tags;
  std::vector<TagWord> shapes;
};

class FitWindow : public TaggedWindow {
 public:
  void read(const LmLevels& lm, const TaggerView& tagger, const LexiconView& names, const SentenceC& sentence,
            const uint8_t* marks) {
    tag(tagger, names, sentence, marks);
    states.resize(n_words + 1);
    logprobs.resize(n_words + 1);
    matched.resize(n_words + 1);
    uint32_t state = lm.lm.begin_state;
    for (uint32_t i = 0; i <= n_words; ++i) {
      states[i] = state;
      logprobs[i] = lm.score(state, word(i, lm.lm), &state, &matched[i]);
    }
  }

  // The word at a place; the end of the sentence after the last.
  uint32_t word(uint32_t i, const LmView& lm) const { return i < n_words ? words[i] : lm.end_word; }

  std::vector<uint32_t> states;    // of the language model before each word, and before the end
  std::vector<float> logprobs;     // of each word there, and of the end
  std::vector<uint32_t> matched;   // the order of the n-gram that each was found in
};

}  // namespace paragen
