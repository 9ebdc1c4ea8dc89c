// Substitutes that no tree would allow, recognised without one: from the labels that the span's words have there, and those that
// the substitute's words may have anywhere.
#pragma once
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <vector>

#include "decoder/fit/tagging.hh"
#include "decoder/fit/knowledge.hh"
#include "decoder/option_set.hh"

namespace paragen {

// A word for which others stand in some places only: `targets` for `word` beside words of some labels, of `words`, or numbers.
struct PlaceRuleC {
  uint32_t word = 0;
  std::vector<std::vector<uint32_t>> targets;
  bool before = false;  // whether the word after the span decides, else the one before it
  uint16_t labels = 0;
  std::vector<uint32_t> words;
  bool number = false;
};

class SyntaxCheck {
 public:
  SyntaxCheck(const TaggerView& tagger, const UsageView& usage, const std::vector<PlaceRuleC>& rules)
      : tagger_(tagger), usage_(usage), rules_(rules) {}

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
        const uint32_t* const source = set.sentence(window).words;
        if (!meets(needs, names, words, substitute.n_words) ||
            stressed(names, source, end - window.begin, words, substitute.n_words) ||
            misread(names, source, begin - window.begin, end - window.begin, words, substitute.n_words) ||
            doubled(source, begin - window.begin, end - window.begin, names, words, substitute.n_words) ||
            disagrees(source, begin - window.begin, end - window.begin, names, words, substitute.n_words) ||
            strands(source, end - window.begin, names, words, substitute.n_words) ||
            misplaced(source, begin - window.begin, end - window.begin, names, words, substitute.n_words))
          (*forbidden)[i] = 1;
      }
    }
  }

 private:
  struct Needs {
    uint16_t first = kAnyLabel, any = kAnyLabel;  // labels of which the substitute's first word, or any of them, must have one
    bool plural = false, singular = false;        // what a noun that stands for the span must be able to be
    bool not_past = false;                        // whether the first word must be able to be other than a past tense
    bool not_finite = false;                      // whether it must be no verb of another form than the base
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

  UsageLabel label(uint32_t i) const { return i < place_.n_words ? usage_.label(place_.tags[i]) : kOtherLabel; }
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
    needs.not_finite = inverted(names, source, begin);
    needs.not_past = (UsageView::may(first) & label_mask(kParticiple)) != 0 && after_auxiliary(names, source, begin);
    needs.plural = end - begin == 1 && label(begin) == kPlural && usual(first, kPlural) && plural_beside(begin, end);
    needs.singular = end - begin == 1 && label(begin) == kSingular && usual(first, kSingular) && label(end) != kSingular &&
                     label(end) != kPlural && one_before(names, source, begin);
    return needs;
  }

  // Is the word the verb of a question: *do you tend*?
  bool inverted(const LexiconView& names, const uint32_t* source, uint32_t i) const {
    if (i < 2 || label(i - 1) != kPronoun || label(i) == kAdverb) return false;
    if ((UsageView::may(row(i)) & label_mask(kBase)) == 0) return false;
    static constexpr std::string_view kDo[] = {"do", "does", "did", "n't"};
    return is_one_of(kDo, text(names, source[i - 2]));
  }

  // Does *a* or another word of one thing come before a noun, but for adjectives between them?
  bool one_before(const LexiconView& names, const uint32_t* source, uint32_t i) const {
    while (i > 0 && label(i - 1) == kAdjective) --i;
    static constexpr std::string_view kOne[] = {"a", "an", "this", "each", "every", "another"};
    return i > 0 && is_one_of(kOne, text(names, source[i - 1]));
  }

  // Does a form of *have*, *be* or *get* come before the word, but for adverbs between them?
  bool after_auxiliary(const LexiconView& names, const uint32_t* source, uint32_t i) const {
    while (i > 0 && label(i - 1) == kAdverb) --i;
    if (i == 0) return false;
    static constexpr std::string_view kForms[] = {"have", "has", "had", "having", "'ve", "be", "am", "is", "are", "was", "were",
                                                  "been", "being", "'m", "'re", "get", "gets", "got", "gotten", "getting"};
    return is_one_of(kForms, text(names, source[i - 1]));
  }

  // Do the words beside a noun say that it is plural: these, are?
  bool plural_beside(uint32_t begin, uint32_t end) const {
    if (end < place_.n_words && UsageView::group(row(end)) == kAfterPlural) return true;
    const bool compound = end < place_.n_words && (label(end) == kSingular || label(end) == kPlural);
    return begin > 0 && !compound && UsageView::group(row(begin - 1)) == kBeforePlural;
  }

  bool meets(const Needs& needs, const LexiconView& names, const uint32_t* words, uint32_t n_words) const {
    if (needs.first == kAnyLabel && needs.any == kAnyLabel && !needs.plural && !needs.singular && !needs.not_past &&
        !needs.not_finite)
      return true;
    uint16_t first = 0, any = 0;
    for (uint32_t i = 0; i < n_words; ++i) {
      size_t length;
      const char* bytes = names.word(words[i], &length);
      const uint16_t may = UsageView::may(usage_.row(tag_word(bytes, length, 0)));
      any |= may;
      if (i == 0) first = may;
    }
    if (needs.not_past && first == label_mask(kPast)) return false;
    static constexpr std::string_view kFiniteForms[] = {"is", "are", "am", "was", "were", "has", "does", "'s", "'re", "'m"};
    if (needs.not_finite && (is_one_of(kFiniteForms, text(names, words[0])) || (first & ~kFinite) == 0)) return false;
    const uint16_t number = any & label_mask(kSingular, kPlural);
    if (n_words == 1 && ((needs.plural && number == label_mask(kSingular)) || (needs.singular && number == label_mask(kPlural))))
      return false;
    return (first & needs.first) != 0 && (any & needs.any) != 0;
  }

  // Is a verb contracted that carries the stress: with nothing of its clause after it, as in *as it is, -> as it's,*, or only its
  // subject, as in *What is it? -> What's it?*; or a form of *have* that is no auxiliary: *do I have left -> do I've left*?
  bool stressed(const LexiconView& names, const uint32_t* source, uint32_t end, const uint32_t* words, uint32_t n_words) const {
    if (n_words == 0 || !contracted(names, words[n_words - 1]) || source[end - 1] == words[n_words - 1]) return false;
    if (closes(names, source, end) || (label(end) == kPronoun && closes(names, source, end + 1))) return true;
    static constexpr std::string_view kHave[] = {"have", "has", "had"};
    if (!is_one_of(kHave, text(names, source[end - 1]))) return false;
    const bool participle = label(end) == kAdjective && (UsageView::may(row(end)) & label_mask(kParticiple)) != 0;
    if (!participle && (label_mask(label(end)) & label_mask(kParticiple, kPast, kAdverb)) == 0) return true;
    if (end < 2) return false;
    static constexpr std::string_view kDo[] = {"do", "does", "did"};
    const bool inverted = end > 2 && label(end - 2) == kPronoun && is_one_of(kDo, text(names, source[end - 3]));
    return inverted || label(end - 2) == kTo;
  }

  // Is a contracted verb written as another, as in *it's been -> it is been*, *he'd been -> he would been*?
  bool misread(const LexiconView& names, const uint32_t* source, uint32_t begin, uint32_t end, const uint32_t* words,
               uint32_t n_words) const {
    for (uint32_t i = begin; i < end; ++i) {
      const std::string_view verb = text(names, source[i]);
      if (verb != "'s" && verb != "'d") continue;
      uint32_t next = i + 1;
      while (next < place_.n_words && label(next) == kAdverb) ++next;
      if (next == place_.n_words) continue;
      static constexpr std::string_view kAfterHave[] = {"been", "had", "got", "gotten"};
      const auto of_have = [&](const auto word) { return is_one_of(kAfterHave, word) || (word == "better" && verb == "'d"); };
      const bool has = of_have(text(names, source[next])) || (next > i + 1 && of_have(text(names, source[next - 1])));
      const bool base = verb == "'d" && label(next) == kBase;
      for (uint32_t k = 0; k < n_words; ++k) {
        const std::string_view word = text(names, words[k]);
        if (has && (word == "is" || word == "would")) return true;
        if (base && !has && word == "had") return true;
      }
    }
    return false;
  }

  // Does the substitute's verb have another number than the verb that it replaces, or its subject: *they were -> they was*?
  bool disagrees(const uint32_t* source, uint32_t begin, uint32_t end, const LexiconView& names, const uint32_t* words,
                 uint32_t n_words) const {
    static constexpr std::string_view kOfOne[] = {"is", "was", "has"}, kOfMany[] = {"are", "were", "have"};
    uint32_t same = 0;  // words that both begin with: *which took place -> which was held*
    while (same < n_words && begin + same < end && words[same] == source[begin + same]) ++same;
    const uint32_t i = begin + same;
    if (same == n_words || i == 0) return false;
    const std::string_view after = text(names, words[same]), before = i < end ? text(names, source[i]) : std::string_view();
    const bool of_one = is_one_of(kOfOne, after);
    if (!of_one && !is_one_of(kOfMany, after)) return false;
    if (is_one_of(kOfOne, before) || is_one_of(kOfMany, before)) return is_one_of(kOfOne, before) != of_one;
    if (label(i) != kPast && label(i) != kModal && label(i) != (of_one ? kPresent : kThird)) return false;
    static constexpr std::string_view kRelative[] = {"which", "that", "who"}, kThey[] = {"they", "we", "you", "these", "those"},
                                      kHe[] = {"he", "she", "it"};
    if (!of_one) return is_one_of(kHe, text(names, source[i - 1]));
    uint32_t subject = i - 1;
    if (is_one_of(kRelative, text(names, source[subject])) && subject > 0) --subject;
    if (is_one_of(kThey, text(names, source[subject]))) return true;
    if (label(subject) != kPlural || !usual(row(subject), kPlural)) return false;
    constexpr uint16_t kBeforeNoun = label_mask(kSingular, kPlural, kAdjective, kDeterminer);
    while (subject > 0 && (label_mask(label(subject - 1)) & kBeforeNoun) != 0) --subject;
    return subject == 0 || label(subject - 1) != kPreposition;  // *a number of users*
  }

  // Does a particle come before a pronoun that it must follow: *demolish them -> tear down them*?
  bool strands(const uint32_t* source, uint32_t end, const LexiconView& names, const uint32_t* words, uint32_t n_words) const {
    if (n_words < 2 || end >= place_.n_words || words[n_words - 1] == source[end - 1]) return false;
    static constexpr std::string_view kParticles[] = {"up", "down", "out", "away", "back", "off"},
                                      kPronouns[] = {"it", "them", "him", "me", "us"};
    return is_one_of(kPronouns, text(names, source[end])) && is_one_of(kParticles, text(names, words[n_words - 1]));
  }

  // Does a word come to stand beside itself, as in *academic school year -> academic academic year*, or a noun, adjective or
  // adverb one word from itself?
  bool doubled(const uint32_t* source, uint32_t begin, uint32_t end, const LexiconView& names, const uint32_t* words,
               uint32_t n_words) const {
    const bool left = begin > 0 && words[0] == source[begin - 1] && words[0] != source[begin];
    const bool right = end < place_.n_words && words[n_words - 1] == source[end] && words[n_words - 1] != source[end - 1];
    if ((left && is_word(names, words[0])) || (right && is_word(names, words[n_words - 1]))) return true;
    for (uint32_t i = 0; i < n_words; ++i)
      if (std::find(source + begin, source + end, words[i]) == source + end && repeats(source, begin, end, names, words[i]))
        return true;
    return false;
  }

  bool repeats(const uint32_t* source, uint32_t begin, uint32_t end, const LexiconView& names, uint32_t word) const {
    static constexpr std::string_view kOnce[] = {"also", "again", "already", "still"};
    const bool once = is_one_of(kOnce, text(names, word));
    const uint32_t reach = once ? 4 : 2;
    const auto same = [&](uint32_t i) {
      constexpr uint16_t kContent = label_mask(kSingular, kPlural, kAdjective, kAdverb);
      return source[i] == word && (once || ((label_mask(label(i)) & kContent) != 0 && text(names, word).size() > 3 &&
                                               text(names, word) != "most"));
    };
    for (uint32_t i = begin; i > 0 && begin - i < reach && is_word(names, source[i - 1]); --i)
      if (same(i - 1)) return true;
    for (uint32_t i = end; i < place_.n_words && i - end < reach && is_word(names, source[i]); ++i)
      if (same(i)) return true;
    return false;
  }

  static bool is_word(const LexiconView& names, uint32_t word) {
    const std::string_view bytes = text(names, word);
    return !bytes.empty() && (uint8_t(bytes[0]) >= 0x80 || uint8_t((bytes[0] | 0x20) - 'a') < 26);
  }

  // Does a word stand in a place that is not its own, as in *some music -> about music*?
  bool misplaced(const uint32_t* source, uint32_t begin, uint32_t end, const LexiconView& names, const uint32_t* words,
                 uint32_t n_words) const {
    for (const PlaceRuleC& rule : rules_) {
      if (source[rule.before ? end - 1 : begin] != rule.word) continue;
      const auto stands = [&](const std::vector<uint32_t>& target) {
        if (target.size() > n_words) return false;
        return std::equal(target.begin(), target.end(), rule.before ? words + n_words - target.size() : words);
      };
      if (std::none_of(rule.targets.begin(), rule.targets.end(), stands)) continue;
      if (rule.before ? end == place_.n_words : begin == 0) return true;
      const uint32_t beside = rule.before ? end : begin - 1;
      if ((label_mask(label(beside)) & rule.labels) == 0 && !(rule.number && numeral(names, source[beside])) &&
          std::find(rule.words.begin(), rule.words.end(), source[beside]) == rule.words.end())
        return true;
    }
    return false;
  }

  // Does a clause end before word i?
  bool closes(const LexiconView& names, const uint32_t* source, uint32_t i) const {
    if (i >= place_.n_words) return true;
    const std::string_view next = text(names, source[i]);
    return next.size() == 1 && std::string_view(".,;:!?)").find(next[0]) != std::string_view::npos;
  }

  static bool numeral(const LexiconView& names, uint32_t word) {
    static constexpr std::string_view kNumerals[] = {
        "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen",
        "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty", "thirty", "forty", "fifty", "sixty", "seventy",
        "eighty", "ninety", "hundred", "thousand", "million", "billion", "a", "an", "one", "half", "twice", "dozen"};
    std::string_view bytes = text(names, word);
    bytes = bytes.substr(0, bytes.find('-'));  // twenty-five, three-fourths
    const bool amount = !bytes.empty() && (bytes[0] == '$' || (bytes[0] >= '0' && bytes[0] <= '9'));
    return amount || bytes.substr(0, 2) == "£" || bytes.substr(0, 3) == "€" || is_one_of(kNumerals, bytes);
  }

  static std::string_view text(const LexiconView& names, uint32_t word) {
    size_t length;
    const char* const bytes = names.word(word, &length);
    return {bytes, length};
  }

  template <size_t N>
  static bool is_one_of(const std::string_view (&words)[N], std::string_view word) {
    return std::find(std::begin(words), std::end(words), word) != std::end(words);
  }

  static bool contracted(const LexiconView& names, uint32_t word) {
    static constexpr std::string_view kContracted[] = {"'s", "'re", "'m", "'ve", "'ll", "'d"};
    return is_one_of(kContracted, text(names, word));
  }

  const TaggerView& tagger_;
  const UsageView& usage_;
  const std::vector<PlaceRuleC>& rules_;
  TaggedWindow place_;
};

}  // namespace paragen
