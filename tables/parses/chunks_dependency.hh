// Finds the chunks of a dependency tree (Universal Dependencies with Penn tags) by rules.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

namespace paragen::parses {

// Parts of speech that the rules distinguish.
enum class Part : uint8_t { kOther, kNoun, kVerb, kAdjective, kAdverb };

// Relations that the rules distinguish. chunks_files.py names them in this order.
enum class Relation : uint8_t {
  kOther,
  kPremodifier,  // det, amod, nummod, compound, nmod:poss: left of a noun, part of the lowest noun phrase
  kName,         // flat, fixed: right of a noun, too
  kCase,         // a preposition
  kAuxiliary,    // aux, cop
  kAdverb,       // advmod
  kParticle,     // compound:prt
  kCore,         // obj, iobj, xcomp, ccomp: what a verb needs
  kComplement,   // obl, nmod, acl, advcl, appos: what may follow a head
  kSubject,      // nsubj, csubj, expl
  kBreak,        // conj, cc, punct, parataxis, mark and the like: no chunk of a head goes beyond
};

// Numbers into LABELS of chunks.py.
enum class Label : uint8_t { kNP, kVP, kPP, kADJP, kADVP };

struct Span {
  int64_t begin, end;
  Label label;
};

// A sentence: part, relation and head (place in the sentence, -1 the root) of each word. The heads are a tree.
struct Sentence {
  const Part* part;
  const Relation* relation;
  const int32_t* head;
  int32_t size;
};

// Whether every head is a word of the sentence and every way up ends at a root.
inline bool is_forest(const int32_t* head, int32_t size) {
  std::vector<int32_t> reached(static_cast<size_t>(size), -1);  // by word: the first word whose way up led there
  for (int32_t start = 0; start < size; ++start) {
    int32_t at = start;
    for (; at >= 0 && reached[at] < 0; at = head[at]) {
      reached[at] = start;
      if (head[at] >= size) return false;
    }
    if (at >= 0 && reached[at] == start) return false;
  }
  return true;
}

class DependencyChunker {
 public:
  // Appends the chunks of a sentence whose first word stands at `offset`.
  void run(const Sentence& sentence, int64_t offset, std::vector<Span>* out) {
    sentence_ = sentence;
    offset_ = offset;
    out_ = out;
    measure();
    for (int32_t i = 0; i < sentence_.size; ++i) {
      const Relation relation = sentence_.relation[i];
      const bool within = relation == Relation::kPremodifier || relation == Relation::kName;
      switch (sentence_.part[i]) {
        case Part::kNoun: if (!within || has_case(i)) noun(i); break;
        case Part::kVerb: if (!within && relation != Relation::kAuxiliary) verb(i); break;
        case Part::kAdjective: if (!within) adjective(i); break;
        case Part::kAdverb: if (relation == Relation::kAdverb) put(with_adverbs(i), i + 1, Label::kADVP); break;
        case Part::kOther: break;
      }
    }
  }

 private:
  // Finds where the words below each word begin and end, and how many they are, itself included.
  void measure() {
    const size_t size = static_cast<size_t>(sentence_.size);
    begin_.resize(size);
    end_.resize(size);
    count_.assign(size, 0);
    for (int32_t i = 0; i < sentence_.size; ++i) begin_[i] = i, end_[i] = i + 1;
    for (int32_t i = 0; i < sentence_.size; ++i)
      for (int32_t above = i; above >= 0; above = sentence_.head[above]) {
        begin_[above] = std::min(begin_[above], i);
        end_[above] = std::max(end_[above], i + 1);
        ++count_[above];
      }
  }

  bool whole(int32_t i) const { return end_[i] - begin_[i] == count_[i]; }
  bool is(int32_t i, Relation relation) const { return sentence_.relation[i] == relation; }
  bool below(int32_t i, int32_t head) const { return sentence_.head[i] == head; }

  bool has_case(int32_t head) const {
    for (int32_t i = begin_[head]; i < head; ++i)
      if (below(i, head) && is(i, Relation::kCase)) return true;
    return false;
  }

  // Goes left from `from` over whole children of `head` with accepted relations; returns where they begin.
  template <class Accept>
  int32_t leftwards(int32_t head, int32_t from, Accept accept) const {
    while (from > 0) {
      int32_t child = from - 1;  // the child of the head whose words end here
      while (child >= 0 && sentence_.head[child] != head && child != head) child = sentence_.head[child];
      if (child < 0 || child == head || child > from - 1 || end_[child] != from || !whole(child) || !accept(child)) break;
      from = begin_[child];
    }
    return from;
  }

  // Goes right likewise; `reached` is called with each child.
  template <class Accept>
  int32_t rightwards(int32_t head, int32_t from, Accept accept) const {
    while (from < sentence_.size) {
      int32_t child = from;
      while (child >= 0 && sentence_.head[child] != head && child != head) child = sentence_.head[child];
      if (child < 0 || child == head || child < from || begin_[child] != from || !whole(child) || !accept(child)) break;
      from = end_[child];
    }
    return from;
  }

  int32_t with_adverbs(int32_t head) const {
    return leftwards(head, head, [this](int32_t i) { return is(i, Relation::kAdverb); });
  }

  // The end of what follows a head: everything up to a coordination or a punctuation mark.
  int32_t with_complements(int32_t head, int32_t from) const {
    return rightwards(head, from, [this](int32_t i) { return !is(i, Relation::kBreak) && !is(i, Relation::kSubject); });
  }

  void noun(int32_t head) {
    const int32_t begin = leftwards(head, head, [this](int32_t i) { return is(i, Relation::kPremodifier); });
    const int32_t end = rightwards(head, head + 1, [this](int32_t i) { return is(i, Relation::kName); });
    const int32_t first = leftwards(head, begin, [this](int32_t i) { return is(i, Relation::kCase); });
    put(begin, end, Label::kNP);
    if (first < begin) put(first, end, Label::kPP);
    if (predicate(head, first, end)) return;  // what follows belongs to the clause
    const int32_t last = with_complements(head, end);
    if (last == end) return;
    put(begin, last, Label::kNP);
    if (first < begin) put(first, last, Label::kPP);
  }

  void adjective(int32_t head) {
    const int32_t begin = with_adverbs(head);
    put(begin, head + 1, Label::kADJP);
    if (predicate(head, begin, head + 1)) return;
    const int32_t last = with_complements(head, head + 1);
    if (last > head + 1) put(begin, last, Label::kADJP);
  }

  // Puts the verb phrase of a copula with what it says (*was very glad*); false where there is no copula.
  bool predicate(int32_t head, int32_t begin, int32_t end) {
    const int32_t first = verbs_before(head, begin);
    if (first == begin) return false;
    put(first, end, Label::kVP);
    put(first, with_complements(head, end), Label::kVP);
    return true;
  }

  // Where auxiliaries begin, with adverbs between them and the head; `from` if there are none.
  int32_t verbs_before(int32_t head, int32_t from) const {
    int32_t first = from;
    leftwards(head, from, [this, &first](int32_t i) {
      if (is(i, Relation::kAuxiliary)) first = begin_[i];
      return is(i, Relation::kAuxiliary) || is(i, Relation::kAdverb);
    });
    return first;
  }

  void verb(int32_t head) {
    const int32_t begin = verbs_before(head, head);
    const int32_t end = rightwards(head, head + 1, [this](int32_t i) { return is(i, Relation::kParticle); });
    put(begin, end, Label::kVP);
    int32_t core = end;
    const int32_t last = rightwards(head, end, [this, &core](int32_t i) {
      if (is(i, Relation::kBreak) || is(i, Relation::kSubject)) return false;
      if (is(i, Relation::kCore)) core = end_[i];
      return true;
    });
    put(begin, core, Label::kVP);
    put(begin, last, Label::kVP);
  }

  void put(int32_t begin, int32_t end, Label label) { out_->push_back({offset_ + begin, offset_ + end, label}); }

  Sentence sentence_{};
  int64_t offset_ = 0;
  std::vector<Span>* out_ = nullptr;
  std::vector<int32_t> begin_, end_, count_;
};

}  // namespace paragen::parses
