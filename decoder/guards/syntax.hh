// Substitutes that no tree would allow, recognised without one: from the labels that the span's words have there, and those that
// the substitute's words may have anywhere.
#pragma once
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <vector>

#include "decoder/fit/place.hh"
#include "decoder/fit/usage.hh"
#include "decoder/option_set.hh"

namespace paragen {

class SyntaxCheck {
 public:
  SyntaxCheck(const TaggerView& tagger, const UsageView& usage) : tagger_(tagger), usage_(usage) {}

  // Set forbidden[i] for each substitute, not forbidden yet, that cannot have the label of its span. marks: a byte for each
  // word of set.source.
  void run(const OptionSet& set, const LexiconView& names, const uint8_t* marks, std::vector<uint8_t>* forbidden) {
    for (const WindowC& window : set.windows) {
      Needs needs;
      uint32_t begin = UINT32_MAX, end = 0;
      for (uint32_t i = window.first_substitute; i < window.last_substitute; ++i) {
        if (!set.allows(i) || (*forbidden)[i]) continue;
        if (begin == UINT32_MAX) place_.tag(tagger_, names, set.sentence(window), marks + window.source_begin);
        const SubstituteC& substitute = set.substitutes[i];
        if (substitute.begin != begin || substitute.end != end) {
          begin = substitute.begin;
          end = substitute.end;
          needs = needs_of(names, set.sentence(window).words, begin - window.begin, end - window.begin);
        }
        const uint32_t* const words = set.words_of(substitute);
        if (!meets(needs, names, words, substitute.n_words) ||
            stranded(names, set.sentence(window).words, end - window.begin, words, substitute.n_words))
          (*forbidden)[i] = 1;
      }
    }
  }

 private:
  struct Needs {
    uint16_t first = kAnyLabel, any = kAnyLabel;  // labels of which the substitute's first word, or any of them, must have one
    bool plural = false;                          // whether a noun that stands for the span must be able to be plural
    bool not_past = false;                        // whether the first word must be able to be other than a past tense
  };

  static constexpr uint16_t kFinite = label_mask(kPresent, kThird, kPast, kModal);
  static constexpr uint16_t kOnlyVerbs = label_mask(kBase, kPresent, kThird, kPast);
  static constexpr uint8_t kUsual = 19;  // -16 log .3: a label that a word has this often is no error of the tagger

  // Labels of words that can replace a word of this label.
  static uint16_t alike(UsageLabel label) {
    switch (label) {
      case kBase: return label_mask(kBase);
      case kPresent: case kThird: case kPast: return kFinite;
      case kParticiple: return label_mask(kParticiple, kAdjective, kIng);
      case kIng: return label_mask(kIng, kSingular, kAdjective);
      case kSingular: case kPlural: case kAdjective: return static_cast<uint16_t>(~kOnlyVerbs);
      default: return kAnyLabel;
    }
  }

  UsageLabel label(uint32_t i) const { return usage_.label(place_.tags[i]); }
  const uint8_t* row(uint32_t i) const { return usage_.row(place_.shapes[i]); }
  static bool usual(const uint8_t* row, UsageLabel label) { return row != nullptr && row[1 + label] <= kUsual; }

  Needs needs_of(const LexiconView& names, const uint32_t* source, uint32_t begin, uint32_t end) const {
    Needs needs;
    const uint8_t* const first = row(begin);
    if (usual(first, label(begin))) {
      if (begin > 0 && label(begin) == kBase && (label(begin - 1) == kTo || label(begin - 1) == kModal))
        needs.first = label_mask(kBase, kAdverb);
      if (end - begin == 1 && alike(label(begin)) != kAnyLabel) needs.any = alike(label(begin)) | UsageView::may(first);
    }
    needs.not_past = (UsageView::may(first) & label_mask(kParticiple)) != 0 && after_auxiliary(names, source, begin);
    needs.plural = end - begin == 1 && label(begin) == kPlural && usual(first, kPlural) && plural_beside(begin, end);
    return needs;
  }

  // Does a form of *have*, *be* or *get* come before the word, but for adverbs between them?
  bool after_auxiliary(const LexiconView& names, const uint32_t* source, uint32_t i) const {
    while (i > 0 && label(i - 1) == kAdverb) --i;
    if (i == 0) return false;
    static constexpr std::string_view kForms[] = {"have", "has", "had", "having", "'ve", "be", "am", "is", "are", "was", "were",
                                                  "been", "being", "'m", "'re", "get", "gets", "got", "gotten", "getting"};
    size_t length;
    const char* const bytes = names.word(source[i - 1], &length);
    return std::find(std::begin(kForms), std::end(kForms), std::string_view(bytes, length)) != std::end(kForms);
  }

  // Do the words beside a noun say that it is plural: these, are?
  bool plural_beside(uint32_t begin, uint32_t end) const {
    if (end < place_.n_words && UsageView::group(row(end)) == kAfterPlural) return true;
    const bool compound = end < place_.n_words && (label(end) == kSingular || label(end) == kPlural);
    return begin > 0 && !compound && UsageView::group(row(begin - 1)) == kBeforePlural;
  }

  bool meets(const Needs& needs, const LexiconView& names, const uint32_t* words, uint32_t n_words) const {
    if (needs.first == kAnyLabel && needs.any == kAnyLabel && !needs.plural && !needs.not_past) return true;
    uint16_t first = 0, any = 0;
    for (uint32_t i = 0; i < n_words; ++i) {
      size_t length;
      const char* bytes = names.word(words[i], &length);
      const uint16_t may = UsageView::may(usage_.row(tag_word(bytes, length, 0)));
      any |= may;
      if (i == 0) first = may;
    }
    if (needs.not_past && first == label_mask(kPast)) return false;
    if (needs.plural && n_words == 1 && (any & label_mask(kSingular)) != 0 && (any & label_mask(kPlural)) == 0) return false;
    return (first & needs.first) != 0 && (any & needs.any) != 0;
  }

  // Is a verb contracted with nothing of its clause after it, as in *as it is, -> as it's,*?
  bool stranded(const LexiconView& names, const uint32_t* source, uint32_t end, const uint32_t* words, uint32_t n_words) const {
    if (n_words == 0 || !contracted(names, words[n_words - 1]) || source[end - 1] == words[n_words - 1]) return false;
    if (end == place_.n_words) return true;
    size_t length;
    const char* const next = names.word(source[end], &length);
    return length == 1 && std::string_view(".,;:!?)").find(next[0]) != std::string_view::npos;
  }

  static bool contracted(const LexiconView& names, uint32_t word) {
    size_t length;
    const char* const bytes = names.word(word, &length);
    const std::string_view text(bytes, length);
    return text == "'s" || text == "'re" || text == "'m" || text == "'ve" || text == "'ll" || text == "'d";
  }

  const TaggerView& tagger_;
  const UsageView& usage_;
  TaggedWindow place_;
};

}  // namespace paragen
