// The tags and lemmas that phrases have where they occur in parsed sentences.
#pragma once
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "src/paragen/base/hash_table.hh"
#include "src/paragen/base/interner.hh"
#include "src/paragen/base/text_column.hh"

namespace paragen::graph {

// Texts of keys: one row for each, by key, then by count, the highest first, then by text.
struct CountedTexts {
  std::vector<int32_t> keys, texts;  // numbers of distinct texts
  std::vector<double> counts;
  Interner distinct;
};

// How often each key has each text.
class TextCounts {
 public:
  void add(uint32_t key, std::string_view text) {
    const uint64_t pair = uint64_t(key) << 32 | texts_.add(text);
    const uint32_t next = static_cast<uint32_t>(pairs_.size());
    const uint32_t entry = table_.find_or_add(hash_number(pair), next, [&](uint32_t known) { return pairs_[known] == pair; });
    if (entry == next) {
      pairs_.push_back(pair);
      counts_.push_back(0);
    }
    ++counts_[entry];
  }

  // The most frequent texts of each key, at most `most`.
  CountedTexts best(size_t most) const {
    std::vector<uint32_t> order(pairs_.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
      if (key(a) != key(b)) return key(a) < key(b);
      return counts_[a] != counts_[b] ? counts_[a] > counts_[b] : text(a) < text(b);
    });
    CountedTexts found;
    size_t place = 0;
    for (size_t i = 0; i < order.size(); ++i) {
      place = i > 0 && key(order[i]) == key(order[i - 1]) ? place + 1 : 0;
      if (place >= most) continue;
      found.keys.push_back(static_cast<int32_t>(key(order[i])));
      found.texts.push_back(static_cast<int32_t>(found.distinct.add(text(order[i]))));
      found.counts.push_back(static_cast<double>(counts_[order[i]]));
    }
    return found;
  }

 private:
  uint32_t key(uint32_t entry) const { return static_cast<uint32_t>(pairs_[entry] >> 32); }
  std::string_view text(uint32_t entry) const { return texts_.text(static_cast<uint32_t>(pairs_[entry])); }

  Interner texts_;
  HashTable table_;
  std::vector<uint64_t> pairs_;
  std::vector<int64_t> counts_;
};

// Phrases of words between single spaces. Each is a way down a tree of words. Threads may read it at the same time.
class PhraseTree {
 public:
  // Adds the next phrase: they are numbered from 0.
  void add(std::string_view phrase) {
    uint32_t node = 0;
    each_word(phrase, [&](std::string_view word) { node = child_or_new(node, words_.add(word)); });
    phrases_[node] = next_phrase_++;
  }

  const Interner& words() const { return words_; }

  // The node below one by a word, or kNotFound; node 0 is the root.
  uint32_t child(uint32_t node, uint32_t word) const {
    const uint64_t sought = edge(node, word);
    const uint32_t found = children_.find(hash_number(sought), [&](uint32_t known) { return edges_[known] == sought; });
    return found == kNotFound ? kNotFound : found + 1;
  }
  uint32_t phrase(uint32_t node) const { return phrases_[node]; }  // that ends there, or kNotFound

  // Appends the texts of a phrase's words, which have no spaces, as one; an empty one if a word is unknown or has none.
  void compose(std::string_view phrase, const TextView& texts, TextColumn* out) const {
    const size_t before = out->bytes.size();
    bool whole = true;
    each_word(phrase, [&](std::string_view word) {
      const uint32_t id = whole ? words_.find(word) : kNotFound;
      const std::string_view text = id == kNotFound ? std::string_view() : texts.at(id);
      whole = !text.empty();
      if (!whole) return;
      if (out->bytes.size() > before) out->append(" ");
      out->append(text);
    });
    if (!whole) out->bytes.resize(before);
    out->close();
  }

 private:
  template <class Take>
  static void each_word(std::string_view phrase, Take take) {
    for (size_t at = 0; at <= phrase.size();) {
      const size_t end = std::min(phrase.find(' ', at), phrase.size());
      take(phrase.substr(at, end - at));
      at = end + 1;
    }
  }

  static uint64_t edge(uint32_t node, uint32_t word) { return uint64_t(node) << 32 | word; }

  uint32_t child_or_new(uint32_t node, uint32_t word) {
    const uint64_t sought = edge(node, word);
    const uint32_t next = static_cast<uint32_t>(edges_.size());
    const uint32_t found =
        children_.find_or_add(hash_number(sought), next, [&](uint32_t known) { return edges_[known] == sought; });
    if (found == next) {
      edges_.push_back(sought);
      phrases_.push_back(kNotFound);
    }
    return found + 1;
  }

  Interner words_;
  HashTable children_;
  std::vector<uint64_t> edges_;                                         // to node 1, 2, ...
  std::vector<uint32_t> phrases_ = std::vector<uint32_t>(1, kNotFound);  // that end at each node
  uint32_t next_phrase_ = 0;
};

// A word of a parse; borrowed.
struct ParsedWord {
  uint32_t number;  // among the words of phrases, or kNotFound
  std::string_view tag, lemma;
};

// Counts sequences of a share of all phrases, by their first word's number modulo the shares; and tags and lemmas of words.
class SequenceCounts {
 public:
  SequenceCounts(uint32_t rest, uint32_t shares) : rest_(rest), shares_(shares) {}

  void add(const PhraseTree& tree, const ParsedWord* sentence, size_t n) {
    for (size_t begin = 0; begin < n; ++begin) {
      const uint32_t first = sentence[begin].number;
      if (first == kNotFound || first % shares_ != rest_) continue;
      word_tags.add(first, sentence[begin].tag);
      word_lemmas.add(first, sentence[begin].lemma);
      tag_text_.clear();
      lemma_text_.clear();
      uint32_t node = 0;
      for (size_t at = begin; at < n && sentence[at].number != kNotFound; ++at) {
        if ((node = tree.child(node, sentence[at].number)) == kNotFound) break;
        append(&tag_text_, sentence[at].tag);
        append(&lemma_text_, sentence[at].lemma);
        if (tree.phrase(node) == kNotFound) continue;
        tags.add(tree.phrase(node), tag_text_);
        lemmas.add(tree.phrase(node), lemma_text_);
      }
    }
  }

  TextCounts tags, lemmas;            // by phrase
  TextCounts word_tags, word_lemmas;  // by word

 private:
  static void append(std::string* text, std::string_view word) {
    if (!text->empty()) text->push_back(' ');
    text->append(word);
  }

  const uint32_t rest_, shares_;
  std::string tag_text_, lemma_text_;
};

}  // namespace paragen::graph
