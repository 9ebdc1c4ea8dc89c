// The words of a window as the tests of conditions see them: atoms, kinds, sentences.
#pragma once
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <vector>

#include "decoder/fit/condition_rules.hh"
#include "decoder/fit/tagging.hh"

namespace paragen {

class ConditionWords {
 protected:
  struct Word {
    uint32_t first_atom, last_atom;  // into atoms_of_forms
    uint32_t kinds;
    uint32_t sentence;               // the first word of its sentence
  };

  ConditionWords() = default;
  explicit ConditionWords(const ConditionsView& view) : view_(view) {}

  // context: ids of the words that stand around the window and belong to its text, with its own; they are read when a test asks.
  void read(const TaggedWindow& window, const LexiconView& names, WordSpan context) {
    window_ = &window;
    names_ = &names;
    context_ = context;
    around_known_ = false;
    words_.resize(window.n_words);
    std::fill(kind_counts_, kind_counts_ + 32, 0);
    for (const uint16_t atom : seen_) counts_[atom] = 0;
    seen_.clear();
    bool first = true;
    uint32_t begin = 0;
    for (uint32_t i = 0; i < window.n_words; ++i) {
      const uint64_t at = word_row(view_.forms, view_.n_forms, window.shapes[i].form);
      Word& word = words_[i];
      const bool known = at < view_.n_forms;
      word = {known ? view_.form_atoms[at] : 0, known ? view_.form_atoms[at + 1] : 0, kinds(i, first), begin};
      const std::string_view bytes = text(names, i);
      if (is_letter(bytes)) first = false;
      else if (bytes == "." || bytes == "!" || bytes == "?") {
        first = true;
        begin = i + 1;
      }
      for (uint32_t k = word.first_atom; k < word.last_atom; ++k) {
        const uint16_t atom = view_.atoms_of_forms[k];
        if (atom >= counts_.size()) counts_.resize(atom + size_t(1), 0);
        if (counts_[atom]++ == 0) seen_.push_back(atom);
      }
    }
    for (uint32_t i = 0; i < window.n_words; ++i) {
      const bool to = i + 1 < window.n_words && text(names, i) == "to";
      if (to && (words_[i + 1].kinds & kBaseVerb)) words_[i].kinds |= kInfinitive;
      if ((words_[i].kinds & kNoun) && counted(names, i)) words_[i].kinds |= kCounted;
      for (uint32_t kind = 0; kind < 32; ++kind) kind_counts_[kind] += words_[i].kinds >> kind & 1;
    }
  }

  // Has a word of the text around the window an atom?
  bool around(uint16_t atom) {
    if (!around_known_) read_around();
    return atom < around_.size() && around_[atom] != 0;
  }

  // Words of the window that have an atom.
  uint32_t count_of(uint16_t atom) const { return atom < counts_.size() ? counts_[atom] : 0; }

  uint32_t n_words() const { return static_cast<uint32_t>(words_.size()); }

  // Is the word i one of the test's words or kinds?
  bool at(const TestC& test, uint32_t i) const {
    if (words_[i].kinds & test.kinds) return true;
    const uint16_t *const first = view_.atoms + test.atoms, *const last = first + test.n_atoms;
    for (uint32_t k = words_[i].first_atom; k < words_[i].last_atom; ++k)
      if (std::binary_search(first, last, view_.atoms_of_forms[k])) return true;
    return false;
  }

  bool has_atom(uint32_t i, uint16_t atom) const {
    if (atom >= kFirstKindAtom) return (words_[i].kinds >> (atom - kFirstKindAtom) & 1) != 0;
    const uint16_t* const atoms = view_.atoms_of_forms;
    return std::find(atoms + words_[i].first_atom, atoms + words_[i].last_atom, atom) != atoms + words_[i].last_atom;
  }

  bool matches(const uint16_t* atoms, uint32_t n, uint32_t begin) const {
    for (uint32_t k = 0; k < n; ++k)
      if (!has_atom(begin + k, atoms[k])) return false;
    return true;
  }

  ConditionsView view_;
  const TaggedWindow* window_ = nullptr;
  std::vector<Word> words_;
  uint32_t kind_counts_[32] = {};  // words of the window of each kind

 private:
  uint32_t kinds(uint32_t i, bool first) const {
    const uint8_t mark = window_->marks[i], tag = window_->tags[i];
    uint32_t found = tag < view_.n_tags ? view_.kinds_of_tags[tag] : 0;
    if (mark & kMarkCapital) found |= kCapitalWord | (first ? 0 : kName);
    if (window_->shapes[i].marks & kMarkDigit) found |= kNumberKind;
    if (mark & kQuotedMark) found |= kQuotedWord;
    if (first) found |= kFirstWord;
    if (found & kPunctuation) found |= kEnds | kStarts;
    return found;
  }

  // Does a number or a word like *many* come before a noun in its noun phrase?
  bool counted(const LexiconView& names, uint32_t i) const {
    constexpr uint32_t kBetween = kNoun | kAdjectiveKind | kAdverbKind | kPastParticiple | kIngForm;
    static constexpr std::string_view kMany[] = {"many", "few", "fewer", "several", "both", "various", "numerous", "countless"};
    const uint32_t first = i - std::min(i, kCountReach);
    for (; i > first; --i) {
      if (words_[i - 1].kinds & kNumberKind) return true;
      if (std::find(std::begin(kMany), std::end(kMany), text(names, i - 1)) != std::end(kMany)) return true;
      if (!(words_[i - 1].kinds & kBetween)) return false;
    }
    return false;
  }
  static constexpr uint32_t kCountReach = 5;  // words

  std::string_view text(const LexiconView& names, uint32_t i) const {
    size_t length;
    const char* const bytes = names.word(window_->words[i], &length);
    return {bytes, length};
  }

  void read_around() {
    for (const uint16_t atom : seen_around_) around_[atom] = 0;
    seen_around_.clear();
    around_known_ = true;
    for (const uint32_t* word = context_.begin; word < context_.end; ++word) {
      if (word == window_->words) word += window_->n_words;
      if (word == context_.end) break;
      size_t length;
      const char* const bytes = names_->word(*word, &length);
      const uint64_t at = word_row(view_.forms, view_.n_forms, tag_word(bytes, length, 0).form);
      if (at == view_.n_forms) continue;
      for (uint32_t k = view_.form_atoms[at]; k < view_.form_atoms[at + 1]; ++k) {
        const uint16_t atom = view_.atoms_of_forms[k];
        if (atom >= around_.size()) around_.resize(atom + size_t(1), 0);
        if (around_[atom] == 0) seen_around_.push_back(atom);
        around_[atom] = 1;
      }
    }
  }

  static bool is_letter(std::string_view word) {
    const uint8_t byte = word.empty() ? 0 : static_cast<uint8_t>(word[0]);
    return byte >= 0x80 || (byte | 0x20) - 'a' < 26u || byte - '0' < 10u;
  }

  std::vector<uint32_t> counts_;  // by atom, as far as any word had one
  std::vector<uint16_t> seen_;  // atoms with a count
  const LexiconView* names_ = nullptr;
  WordSpan context_;
  bool around_known_ = false;
  std::vector<uint8_t> around_;  // by atom, as far as any word had one: whether a word around the window has it
  std::vector<uint16_t> seen_around_;
};

}  // namespace paragen
