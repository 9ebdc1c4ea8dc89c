// Rules of exchanges and their conditions, as they are packed.
//
// A rule is of one exchange: how often it is right where none of its conditions holds, and how each condition changes that. A
// condition holds if all tests of one of its alternatives do; a test looks for words, or for words of a kind, at one place.
// Words are compared as atoms: all forms of a base form, one form, or a class of words.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "decoder/fit/knowledge.hh"

namespace paragen {

// Where a test looks; in the order of PLACES in knowledge.pyx.
enum ConditionPlace : uint8_t {
  kLeft, kRight, kBefore, kAfter, kNear, kVerb, kSubject, kHead, kItself,
  kCondition,  // whether an earlier condition holds
  kConditionPlaces
};

// Kinds of words, a bit each; in the order of KINDS in knowledge.pyx, which says which tags have which of the first ones.
enum WordKind : uint32_t {
  kNoun = 1u << 0, kSingularNoun = 1u << 1, kPluralNoun = 1u << 2, kName = 1u << 3, kVerbKind = 1u << 4, kBaseVerb = 1u << 5,
  kThirdPerson = 1u << 6, kPastTense = 1u << 7, kPastParticiple = 1u << 8, kIngForm = 1u << 9, kModalVerb = 1u << 10,
  kAdjectiveKind = 1u << 11, kAdverbKind = 1u << 12, kDeterminerKind = 1u << 13, kPronounKind = 1u << 14, kPossessive = 1u << 15,
  kPrepositionKind = 1u << 16, kNumberKind = 1u << 17, kPunctuation = 1u << 18,
  kInfinitive = 1u << 19, kEnds = 1u << 20, kStarts = 1u << 21, kQuotedWord = 1u << 22, kCapitalWord = 1u << 23,
  kFirstWord = 1u << 24, kCounted = 1u << 25,
};

// In a sequence, atoms from this one on are kinds of words.
constexpr uint16_t kFirstKindAtom = UINT16_MAX - 31;

struct TestC {
  uint32_t kinds;                 // of which a word must have one; 0: none will do
  uint32_t atoms;                 // its first one in ConditionsView::atoms, increasing; of kCondition, the condition
  uint16_t n_atoms;
  uint8_t n_sequences;            // behind the atoms: for each its length, then an atom a word
  uint8_t place_and_negation;

  uint8_t place() const { return place_and_negation & 0x7F; }
  bool negated() const { return (place_and_negation & 0x80) != 0; }
};

// The log odds of a share, which counts as .01 to .99; and the share that has some.
inline double log_odds(double share) {
  share = std::clamp(share, 0.01, 0.99);
  return std::log(share / (1 - share));
}
inline double share_of_odds(double odds) { return 1 / (1 + std::exp(-odds)); }

// How many conditions may stand one in another: trying one is a call within a call.
constexpr uint32_t kDeepest = 100;

struct RuleC {
  uint32_t effects_begin, n_effects;
  uint32_t usual;                 // hundredths: in how many places it is right where no condition holds
};

struct EffectC {
  uint32_t condition;
  int16_t change_256th;           // of the log odds
  uint16_t never;                 // not 0: the exchange is banned where the condition holds

  float change() const { return float(change_256th) / 256; }
};

struct ConditionsView {
  const uint32_t* forms = nullptr;         // n_forms, increasing: hashes of words, as TagWord::form
  const uint32_t* form_atoms = nullptr;    // n_forms + 1, into atoms_of_forms
  const uint16_t* atoms_of_forms = nullptr;
  const uint16_t* atoms = nullptr;         // of tests
  const TestC* tests = nullptr;
  const uint32_t* alternatives = nullptr;  // n_alternatives + 1, into tests
  const uint32_t* conditions = nullptr;    // n_conditions + 1, into alternatives
  const EffectC* effects = nullptr;
  const RuleC* rules = nullptr;
  const uint32_t* kinds_of_tags = nullptr;
  FingerprintView<uint64_t, 24> pairs;     // 1 + the rule of an exchange
  uint64_t n_forms = 0, n_atoms_of_forms = 0, n_atoms = 0, n_tests = 0, n_alternatives = 0, n_conditions = 0;
  uint64_t n_effects = 0, n_rules = 0;
  uint32_t n_tags = 0;

  // The rule of an exchange by its fingerprint (RatingView::fingerprint); n_rules: none.
  uint64_t rule(uint64_t print) const {
    const uint64_t found = pairs.find(print, print & (UINT64_MAX >> 24));
    return found != 0 && found <= n_rules ? found - 1 : n_rules;
  }

  // What is wrong with the arrays; null: nothing.
  const char* fault() const {
    if (!rising(form_atoms, n_forms, n_atoms_of_forms) || !std::is_sorted(forms, forms + n_forms)) return "words out of order";
    if (!rising(conditions, n_conditions, n_alternatives)) return "conditions out of order";
    if (!rising(alternatives, n_alternatives, n_tests)) return "alternatives out of order";
    uint32_t of = 0;  // the condition that an alternative belongs to
    std::vector<uint8_t> depths(n_conditions, 1);
    for (uint64_t i = 0; i < n_alternatives; ++i) {
      while (of < n_conditions && conditions[of + 1] <= i) ++of;
      for (uint32_t k = alternatives[i]; k < alternatives[i + 1]; ++k) {
        if (!sound(tests[k], of)) return "a test of what is not there";
        if (tests[k].place() == kCondition) depths[of] = std::max<uint8_t>(depths[of], depths[tests[k].atoms] + 1);
      }
      if (depths[of] > kDeepest) return "conditions too deep in one another";
    }
    for (uint64_t i = 0; i < n_rules; ++i)
      if (rules[i].effects_begin > n_effects || rules[i].n_effects > n_effects - rules[i].effects_begin || rules[i].usual > 100)
        return "a rule of what is not there";
    for (uint64_t i = 0; i < n_effects; ++i)
      if (effects[i].condition >= n_conditions) return "an effect of what is not there";
    return nullptr;
  }

 private:
  static bool rising(const uint32_t* begins, uint64_t n, uint64_t end) {
    for (uint64_t i = 0; i < n; ++i)
      if (begins[i] > begins[i + 1]) return false;
    return n == 0 ? end == 0 : begins[0] == 0 && begins[n] == end;
  }

  bool sound(const TestC& test, uint32_t condition) const {
    if (test.place() >= kConditionPlaces) return false;
    if (test.place() == kCondition) return test.atoms < condition;  // so that none waits for itself
    if (test.atoms > n_atoms || test.n_atoms > n_atoms - test.atoms) return false;
    uint64_t at = uint64_t(test.atoms) + test.n_atoms;
    for (uint32_t i = 0; i < test.n_sequences; ++i) {
      if (at >= n_atoms || atoms[at] == 0 || atoms[at] > n_atoms - at - 1) return false;
      at += atoms[at] + 1u;
    }
    return true;
  }
};

}  // namespace paragen
