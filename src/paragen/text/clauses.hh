// Longer parts of a sentence that may fill slots: noun phrases with all that belongs to them, finite clauses, and the rest of a
// sentence. Found by tags and marks; where two readings disagree about where one ends, it is not found.
#pragma once
#include <algorithm>
#include <cstdint>

#include "src/paragen/text/noun_phrases.hh"

namespace paragen {

constexpr uint32_t kMaxPhraseSlotWords = 24, kMaxClauseWords = 48;  // so that their number is linear in that of words
constexpr uint32_t kMaxSimpleWords = 14;
constexpr uint32_t kMaxFrameWords = 12;  // before the rest of a sentence

template <class Add>
class ClauseFinder {
 public:
  ClauseFinder(const TaggedWords& text, const Add& add) : text_(text), add_(add) {}

  void find() {
    uint32_t sentence = text_.begin;  // where it begins
    last_time_ = time_at_the_end();
    for (uint32_t i = text_.begin; i < text_.end; ++i) {
      if (i > sentence && i <= sentence + kMaxFrameWords) rest(i);
      phrase(i);
      if (i == sentence || begins_clause(i)) clause(i, i == sentence);
      if (is_end_mark(i)) sentence = i + 1;
    }
  }

 private:
  TagRole role(uint32_t i) const { return i < text_.end ? text_.role(i) : TagRole::other; }
  bool is_end_mark(uint32_t i) const {
    static constexpr auto marks = word_forms(".", "!", "?");
    return text_.is_one_of(i, marks);
  }
  bool is_comma(uint32_t i) const { return text_.words[i].form == tag_hash_bytes(",", 1); }
  // What no clause or phrase reaches across: what it holds may not belong together.
  bool is_break(uint32_t i) const {
    static constexpr auto marks = word_forms(";", ":", "\"", "(", ")", "[", "]", "-", "--", "–", "—", "...", "…");
    return text_.is_one_of(i, marks);
  }
  bool is_finite(uint32_t i) const {
    if (role(i) == TagRole::modal) return true;
    static constexpr uint8_t past = 5, present = 8, third_person = 9;  // of kSlotNames
    const uint8_t slot = i < text_.end ? text_.slot(i) : uint8_t(kSlotKinds);
    return role(i) == TagRole::verb && (slot == past || slot == present || slot == third_person);
  }
  bool is_conjunction(uint32_t i) const {
    static constexpr auto forms =
        word_forms("that", "because", "although", "though", "if", "unless", "while", "whereas", "since", "until", "after",
                   "before", "once", "when", "but", "so", "and", "or", "as", "whether");
    return text_.is_one_of(i, forms);
  }

  // Is the word before one that a clause may follow? *and* and *or* may also join words, *is* has no clause as its object.
  bool begins_clause(uint32_t i) const {
    static constexpr auto others = word_forms("and", "or", "is", "are", "was", "were", "'s", "'re", "be");
    if (text_.is_one_of(i - 1, others)) return i >= text_.begin + 2 && is_comma(i - 2) && role(i - 1) == TagRole::conjunction;
    return is_comma(i - 1) || is_conjunction(i - 1) || (is_finite(i - 1) && role(i - 1) != TagRole::modal);
  }

  // The words up to the end of the sentence; it is the last one of the text.
  void rest(uint32_t first) {
    uint32_t last = text_.end;
    if (is_end_mark(last - 1)) --last;
    if (last <= first || last - first > kMaxClauseWords || text_.words[last - 1].form == tag_hash_bytes("please", 6)) return;
    for (uint32_t i = first; i < last; ++i)
      if (is_end_mark(i) || (is_break(i) && text_.words[i].form != tag_hash_bytes("-", 1))) return;
    add_(first, last, kRestSlot);
  }

  // The end of a phrase: past prepositions and conjunctions with their nouns; `first` if there is none. *joins: whether one of
  // them is not *of*.
  uint32_t long_phrase_end(uint32_t first, bool* joins) const {
    uint32_t end = text_.phrase_end(first);
    *joins = false;
    while (end > first && end < text_.end && end - first < kMaxPhraseSlotWords) {
      const bool and_or = role(end) == TagRole::conjunction && text_.words[end].form != tag_hash_bytes("but", 3);
      if (!and_or && role(end) != TagRole::preposition && text_.words[end].form != tag_hash_bytes("to", 2)) break;
      if (is_conjunction(end) && !and_or) break;
      uint32_t next = text_.phrase_end(end + 1);
      if (next == end + 1 && !and_or && role(next) == TagRole::number) ++next;  // *in 1985*
      if (next == end + 1) break;
      *joins |= text_.words[end].form != tag_hash_bytes("of", 2);
      end = next;
    }
    return end;
  }

  // A noun phrase that certainly ends where it seems to.
  void phrase(uint32_t first) {
    static constexpr auto be = word_forms("is", "are", "was", "were", "'s", "'re");
    if (role(first) == TagRole::possessive || role(first) == TagRole::conjunction) return;
    if (first > text_.begin) {
      switch (role(first - 1)) {  // it goes on to the left; but a slot may follow the article of its phrase
        case TagRole::possessive: case TagRole::conjunction: return;
        case TagRole::noun: case TagRole::adjective: case TagRole::number: case TagRole::participle:
          if (role(first) != TagRole::determiner) return;
          break;
        default: break;
      }
    }
    bool joins;
    const uint32_t last = long_phrase_end(first, &joins);
    if (last == first || last - first > kMaxPhraseSlotWords) return;
    const bool ends = last == text_.end || is_end_mark(last) || is_comma(last) || is_break(last), verb = is_finite(last);
    if (!ends && !verb) return;
    const bool outermost = first == text_.begin || is_comma(first - 1) || text_.is_one_of(first - 1, be);
    if (joins && !outermost) return;
    add_(first, last, kPhraseSlot);
  }

  // The word after the subject that begins at a word; `first` if none begins there. *that* is taken for no pronoun in the middle
  // of a sentence, where it mostly is none.
  uint32_t subject_end(uint32_t first) const {
    if (first > text_.begin && text_.words[first].form == tag_hash_bytes("that", 4)) return first;
    if (is_pronoun(first)) return first + 1;
    if (role(first) == TagRole::adverb && role(first + 1) == TagRole::determiner) ++first;  // *only the government*
    bool joins;
    return long_phrase_end(first, &joins);
  }

  bool is_pronoun(uint32_t i) const {
    static constexpr auto forms =
        word_forms("i", "you", "he", "she", "it", "we", "they", "there", "this", "that", "these", "those");
    return text_.is_one_of(i, forms) && text_.phrase_end(i) == i;
  }

  // The finite verb of the clause that begins at a word; the end of the text if none does.
  uint32_t finite_verb(uint32_t first) const {
    uint32_t i = subject_end(first);
    if (i == first) return text_.end;
    while (role(i) == TagRole::adverb) ++i;
    return is_finite(i) ? i : text_.end;
  }

  // A clause with its subject first: up to the end of the sentence, to a comma, or to a conjunction with a clause of its own.
  void clause(uint32_t first, bool begins_sentence) {
    uint32_t verb = finite_verb(first);
    const bool begins_otherwise = verb == text_.end && begins_sentence && !is_pronoun(first);
    if (begins_otherwise) verb = later_verb(first);
    if (verb == text_.end || is_saying(verb)) return;
    const bool stands_for_noun = is_pronoun(first) || is_possessive(first) || is_the_company(first);
    uint32_t kind = stands_for_noun ? kPronounClauseSlot : kNounClauseSlot;
    const bool needs_noun = kind == kPronounClauseSlot && !is_speaker(first);
    const uint32_t short_kind = needs_noun ? kShortPronounClauseSlot : kShortNounClauseSlot;
    bool comma = false, simple = !begins_otherwise;
    const uint32_t longest = std::min(text_.end, first + kMaxClauseWords);
    for (uint32_t i = verb + 1; i <= longest; ++i) {
      if (points_back(i - 1)) kind = kPronounClauseSlot;
      if (!begins_sentence && concedes(i)) return;
      const bool end = i == text_.end || is_end_mark(i), another = !end && begins_another(i);
      if (end || (is_comma(i) && (!comma || begins_sentence))) add_(first, i, kind);
      else if (!comma && i > verb + 1 && !is_comma(i - 1) && another) add_(first, i, kind);
      simple &= i - first <= kMaxSimpleWords;
      const bool ends = end || is_comma(i) || i == last_time_ || (i > verb + 1 && another);
      if (simple && ends) add_(first, i, short_kind);
      simple &= !end && !is_comma(i) && !is_conjunction(i) && !is_finite(i) && role(i) != TagRole::relative &&
                role(i) != TagRole::number;
      if (end || is_break(i) || (!begins_sentence && joins(i, another))) return;
      comma |= is_comma(i);
    }
  }

  // Is a word a conjunction with a clause of its own?
  bool begins_another(uint32_t i) const {
    return is_conjunction(i) && i + 1 < text_.end && finite_verb(i + 1) != text_.end;
  }

  // May what follows a word be outside of the clause that a verb before it has as its object? *He said it rose and it fell.*
  // another: whether a clause of its own follows.
  bool joins(uint32_t i, bool another) const {
    static constexpr auto joining = word_forms("and", "but", "so", "or", "yet");
    static constexpr auto others = word_forms("that", "added");
    if (!text_.is_one_of(i, joining) || i + 1 >= text_.end) return false;
    return another || is_saying(i + 1) || text_.is_one_of(i + 1, others);
  }

  // Is a word a verb whose object may be a clause? Where its clause ends, two readings disagree.
  bool is_saying(uint32_t i) const {
    static constexpr auto forms =
        word_forms("say", "says", "said", "tell", "tells", "told", "think", "thinks", "thought", "believe", "believes",
                   "believed", "report", "reports", "reported", "announced", "announces", "warned", "warns", "claims", "claimed",
                   "argues", "argued", "know", "knows", "knew", "hope", "hopes", "hoped", "asked", "asks", "wonder", "guess",
                   "suppose", "agrees", "agreed", "noted", "insisted", "predicted", "promised", "suggested", "denied");
    return text_.is_one_of(i, forms);
  }

  // Where the day, month or year begins with which the text ends; its end if it ends otherwise.
  uint32_t time_at_the_end() const {
    static constexpr auto names = word_forms(
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december", "week", "month", "year", "night", "morning", "evening", "afternoon", "early", "late", "last", "this",
        "next", "spring", "summer", "autumn", "winter", "the", ",");
    static constexpr auto alone = word_forms("yesterday", "today", "tomorrow", "recently");
    static constexpr auto before = word_forms("in", "on", "by", "since", "during");
    static constexpr auto first = word_forms("last", "this", "next");
    uint32_t last = text_.end;
    if (last > text_.begin && is_end_mark(last - 1)) --last;
    uint32_t i = last;
    const auto tells_time = [&](uint32_t k) {
      return text_.is_one_of(k, names) || text_.is_one_of(k, kDays) || role(k) == TagRole::number;
    };
    while (i > text_.begin && last - i < 6 && tells_time(i - 1)) --i;
    if (i < last && i > text_.begin && text_.is_one_of(i - 1, before)) return i - 1;
    if (i < last && text_.is_one_of(i, first)) return i;
    const bool is_alone = last > text_.begin && (text_.is_one_of(last - 1, alone) || text_.is_one_of(last - 1, kDays));
    return is_alone ? last - 1 : text_.end;
  }

  // Is it *the company* or the like, which mostly stands for a name nearby?
  bool is_the_company(uint32_t i) const {
    static constexpr auto forms = word_forms("company", "firm", "group", "bank", "agency", "team", "club", "airline", "ministry");
    const bool is_short = i + 2 < text_.end && text_.words[i].form == tag_hash_bytes("the", 3) && is_finite(i + 2);
    return is_short && text_.is_one_of(i + 1, forms);
  }

  // Is a word a pronoun that needs no noun before it?
  bool is_speaker(uint32_t i) const {
    static constexpr auto forms = word_forms("i", "you", "we", "there", "my", "your", "our");
    return text_.is_one_of(i, forms);
  }

  bool is_possessive(uint32_t i) const {
    static constexpr auto forms = word_forms("my", "your", "his", "her", "its", "our", "their");
    return text_.is_one_of(i, forms);
  }

  // May a word stand for a noun outside of its clause? *The agency approved their application.*
  bool points_back(uint32_t i) const {
    static constexpr auto forms = word_forms("its", "their", "them", "they", "he", "she", "him");
    return text_.is_one_of(i, forms);
  }

  // Does another clause follow, of somebody else perhaps? *Most said it rose, although some said it fell.*
  bool concedes(uint32_t i) const {
    static constexpr auto forms = word_forms("although", "though", "while", "whereas");
    return i < text_.end && is_comma(i - 1) && text_.is_one_of(i, forms);
  }

  // The first finite verb of a sentence that begins with something other than its subject, *in March*; the end of the text if
  // there is none before a conjunction.
  uint32_t later_verb(uint32_t first) const {
    const TagRole begin = role(first);
    if (begin == TagRole::relative || begin == TagRole::verb || begin == TagRole::modal || begin == TagRole::adverb)
      return text_.end;
    const uint32_t longest = std::min(text_.end, first + kMaxPhraseSlotWords);
    for (uint32_t i = first; i < longest && !is_end_mark(i) && !is_break(i) && !is_conjunction(i); ++i)
      if (is_finite(i)) return i;
    return text_.end;
  }

  const TaggedWords& text_;
  const Add& add_;
  uint32_t last_time_ = 0;  // where what tells the time at the end of the text begins
};

// Call add(begin, end, kind of slot) with each.
template <class Add>
void find_clauses(const TaggedWords& text, const Add& add) {
  ClauseFinder<Add>(text, add).find();
}

}  // namespace paragen
