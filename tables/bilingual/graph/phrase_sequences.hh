// The tags and lemmas that phrases have where they occur in parsed sentences.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/paragen/base/hash_table.hh"
#include "src/paragen/base/interner.hh"

namespace paragen::graph {

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

  const Interner& texts() const { return texts_; }
  size_t size() const { return pairs_.size(); }
  uint32_t key(size_t entry) const { return static_cast<uint32_t>(pairs_[entry] >> 32); }
  uint32_t text(size_t entry) const { return static_cast<uint32_t>(pairs_[entry]); }
  int64_t count(size_t entry) const { return counts_[entry]; }

 private:
  Interner texts_;
  HashTable table_;
  std::vector<uint64_t> pairs_;
  std::vector<int64_t> counts_;
};

struct ParsedWord {
  std::string_view form, tag, lemma;
};

// Phrases of words between single spaces. Each is a way down a tree of words.
class PhraseSequences {
 public:
  // Adds the next phrase: they are numbered from 0.
  void add_phrase(std::string_view phrase) {
    uint32_t node = 0;
    for (size_t at = 0; at <= phrase.size();) {
      const size_t end = std::min(phrase.find(' ', at), phrase.size());
      node = child_or_new(node, words_.add(phrase.substr(at, end - at)));
      at = end + 1;
    }
    phrases_[node] = next_phrase_++;
  }

  void add_sentence(const ParsedWord* sentence, size_t n) {
    ids_.clear();
    for (size_t i = 0; i < n; ++i) {
      ids_.push_back(words_.find(sentence[i].form));
      if (ids_[i] == kNotFound) continue;
      word_tags_.add(ids_[i], sentence[i].tag);
      word_lemmas_.add(ids_[i], sentence[i].lemma);
    }
    for (size_t begin = 0; begin < n; ++begin) {
      tag_text_.clear();
      lemma_text_.clear();
      uint32_t node = 0;
      for (size_t at = begin; at < n && ids_[at] != kNotFound && (node = child(node, ids_[at])) != kNotFound; ++at) {
        append(&tag_text_, sentence[at].tag);
        append(&lemma_text_, sentence[at].lemma);
        if (phrases_[node] == kNotFound) continue;
        tags_.add(phrases_[node], tag_text_);
        lemmas_.add(phrases_[node], lemma_text_);
      }
    }
  }

  const TextCounts& tags() const { return tags_; }
  const TextCounts& lemmas() const { return lemmas_; }
  // Of words, by their number.
  const TextCounts& word_tags() const { return word_tags_; }
  const TextCounts& word_lemmas() const { return word_lemmas_; }
  const Interner& words() const { return words_; }

 private:
  static void append(std::string* text, std::string_view word) {
    if (!text->empty()) text->push_back(' ');
    text->append(word);
  }

  static uint64_t edge(uint32_t node, uint32_t word) { return uint64_t(node) << 32 | word; }

  uint32_t child(uint32_t node, uint32_t word) const {
    const uint64_t sought = edge(node, word);
    const uint32_t found = children_.find(hash_number(sought), [&](uint32_t known) { return edges_[known] == sought; });
    return found == kNotFound ? kNotFound : found + 1;
  }

  uint32_t child_or_new(uint32_t node, uint32_t word) {
    const uint64_t sought = edge(node, word);
    const uint32_t next = static_cast<uint32_t>(edges_.size());
    const uint32_t found = children_.find_or_add(hash_number(sought), next, [&](uint32_t known) { return edges_[known] == sought; });
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
  TextCounts tags_, lemmas_, word_tags_, word_lemmas_;
  std::vector<uint32_t> ids_;
  std::string tag_text_, lemma_text_;
};

}  // namespace paragen::graph
