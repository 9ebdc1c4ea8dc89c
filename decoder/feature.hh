// One way to say one span of a sentence; what a feature may be to the search; and the language model as one, of a derivation, and
// of a text in which one place changes.
#pragma once
#include <cstdint>
#include <vector>

#include "lm/automaton.hh"

namespace paragen {

constexpr uint32_t kNone = 0xFFFFFFFFu;

// Used instead of a table's number, and above all of them: a word that PT-7 keeps, and one passed through unknown.
constexpr uint32_t kSelfTable = 0xFFFFFFFEu, kUnknownTable = 0xFFFFFFFFu;

constexpr uint32_t kNoFloor = 0xFF;  // of a table: it has no floor, using it changes nothing else

struct Option {
  uint32_t begin = 0, end = 0;          // words of the window that is searched
  uint32_t table = kUnknownTable;       // a table's number, or one of the above
  uint32_t n_words = 0;
  const uint32_t* words = nullptr;
  float logscore = 0;                   // natural
  uint32_t floor_bit = kNoFloor;        // of its table
  double base = 0;                      // weighted score of all that it adds wherever it stands
  const double* scores = nullptr;       // of an edit: one a scorer, natural logs
  uint32_t other = kNone;               // option with the same begin and words; kNone ends
  bool edit = false;                    // its words differ from the source's
};

// What the search keeps of a feature in every hypothesis.
enum class Needs {
  kNothing,
  kContext,  // the state of the language model, of which Extender scores many at a time
  kState,    // kBits of the key, see lattice.hh
};

// A feature that needs nothing, as the base of all: see features.hh.
struct Feature {
  static constexpr Needs kNeeds = Needs::kNothing;
  static constexpr uint32_t kBits = 0;
  static constexpr bool kInRanking = true;
  struct State {};

  uint32_t size() const { return 1; }
  State begin() const { return {}; }
  template <class Add> void option(const Option&, const Add&) const {}
  template <class FeatureState, class Add> void follow(const Option&, FeatureState*, const Add&) const {}
  template <class FeatureState, class Add> void end(const FeatureState&, const Add&) const {}
};

// An entry whose state is a number of kBits bits, which is 0 at first: the search needs to know nothing more of it.
template <uint32_t n_bits>
struct NumberFeature : Feature {
  static constexpr Needs kNeeds = Needs::kState;
  static constexpr uint32_t kBits = n_bits;
  using State = uint32_t;
  State begin() const { return 0; }
  // A bound on what its weighted sum may still gain in some words; the closer, the fairer hypotheses are compared.
  double bound(State, const double* /* weights */, uint32_t /* n_words */) const { return 0; }
};

// log P(target) [Z08 eq. 4].
struct LanguageModelFeature : Feature {
  static constexpr const char* kName = "lm";
  static constexpr Needs kNeeds = Needs::kContext;
  LmView lm;

  using State = uint32_t;
  State begin() const { return lm.begin_state; }
  template <class Add> void follow(const Option& option, State* state, const Add& add) const {
    for (uint32_t i = 0; i < option.n_words; ++i) add(0, lm.score(*state, option.words[i], state));
  }
  template <class Add> void end(State state, const Add& add) const { add(0, lm.score(state, lm.end_word, &state)); }
};

// A text as the language model sees it, and how a change in one place affects its log probability.
class LmContext {
 public:
  // The words of one window; they must stay.
  void read(const LmView& lm, const uint32_t* words, uint32_t n_words) {
    lm_ = lm;
    words_ = words;
    n_words_ = n_words;
    states_.resize(n_words + 1);
    logprobs_.resize(n_words + 1);
    uint32_t state = lm.begin_state;
    for (uint32_t i = 0; i <= n_words; ++i) {
      states_[i] = state;
      logprobs_[i] = lm.score(state, word(i), &state);
    }
  }

  // By how much the log probability (natural) changes if `words` take the place of [begin, end). Beyond the span, words count
  // only until the model is in the state it was in without them: no later word can tell the difference.
  double change(uint32_t begin, uint32_t end, const uint32_t* words, uint32_t n_words) const {
    uint32_t state = states_[begin];
    double after = 0, before = 0;
    for (uint32_t i = 0; i < n_words; ++i) after += lm_.score(state, words[i], &state);
    for (uint32_t i = begin; i < end; ++i) before += logprobs_[i];
    for (uint32_t i = end; i <= n_words_ && state != states_[i]; ++i) {
      after += lm_.score(state, word(i), &state);
      before += logprobs_[i];
    }
    return after - before;
  }

  uint32_t n_words() const { return n_words_; }

 private:
  uint32_t word(uint32_t i) const { return i < n_words_ ? words_[i] : lm_.end_word; }

  LmView lm_;
  const uint32_t* words_ = nullptr;
  uint32_t n_words_ = 0;
  std::vector<uint32_t> states_;     // before each word, and before the end
  std::vector<float> logprobs_;      // of each word there, and of the end
};

}  // namespace paragen
