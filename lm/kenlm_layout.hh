// The outer layout of KenLM's binary files (format version 5): header, vocabulary, search structure, word strings.
//
// Everything is checked against the size of the file before it is read. `section` offsets are from the file's start.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "lm/arpa.hh"
#include "lm/builder.hh"

namespace paragen {

enum class KenlmKind : uint32_t { kProbing, kRestProbing, kTrie, kQuantTrie, kArrayTrie, kQuantArrayTrie };

inline uint32_t bits_for(uint64_t largest) {
  uint32_t bits = 0;
  for (; largest != 0; largest >>= 1) ++bits;
  return bits;
}

template <class T> T load(const uint8_t* from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

class KenlmFile {
 public:
  KenlmFile(const uint8_t* data, uint64_t size) : data(data), size(size) {}

  // Reads the header; false where it is not one (see fault).
  bool read_header() {
    constexpr std::string_view kMagic("mmap lm http://kheafield.com/code format version 5\n");
    constexpr uint64_t kParameters = 88, kCounts = 108;
    if (size < kCounts) return fail_cut();
    if (std::memcmp(data, kMagic.data(), kMagic.size()) != 0) {
      const std::string_view line(reinterpret_cast<const char*>(data), kMagic.size());
      return fail(line.find("incomplete") != std::string_view::npos ? "a KenLM binary that was never finished"
                                                                    : "a KenLM binary of another format version",
                  "version 5", kRebuild);
    }
    if (!is_of_this_machine()) return fail("a KenLM binary of another machine", "one of this machine's byte order", kRebuild);
    const uint32_t order = data[kParameters];
    multiplier = load<float>(data + kParameters + 4);
    const uint32_t stated = load<uint32_t>(data + kParameters + 8);
    if (stated > 5) return fail("KenLM model type " + std::to_string(stated), "0 to 5", kRebuild);
    kind = static_cast<KenlmKind>(stated);
    const uint32_t version = load<uint32_t>(data + kParameters + 16);
    if (version != (is_trie() ? 1 : 0))
      return fail("version " + std::to_string(version) + " of its search structure", is_trie() ? "1" : "0", kRebuild);
    if (order < 2 || order > kMaxOrder) return fail("order " + std::to_string(order), "2 to 32", kRebuild);
    if (data[kParameters + 12] == 0)
      return fail("a KenLM binary without its words", "one with them", kRebuild);
    at_ = (kCounts + 8 * order + 7) / 8 * 8;
    if (size < at_) return fail_cut();
    for (uint32_t n = 0; n < order; ++n) {
      counts.push_back(load<uint64_t>(data + kCounts + 8 * n));
      if (counts[n] > size || counts[n] >= kNoNode - 2)
        return fail(std::to_string(counts[n]) + " n-grams", "what the file has room for", kCut);
    }
    return true;
  }

  bool is_trie() const { return kind >= KenlmKind::kTrie; }
  uint32_t order() const { return static_cast<uint32_t>(counts.size()); }

  // The next `length` bytes of the file; null where it is shorter.
  const uint8_t* section(uint64_t length) {
    if (length > size - at_) {
      fail_cut();
      return nullptr;
    }
    at_ += length;
    return data + at_ - length;
  }

  uint64_t position() const { return at_; }

  // The words at the end of the file, in order of their ids; false where they are not `n_words`.
  bool read_words(uint64_t n_words, std::vector<std::string_view>* words) {
    const char *at = reinterpret_cast<const char*>(data) + at_, *end = reinterpret_cast<const char*>(data) + size;
    while (at < end) {
      const char* stop = static_cast<const char*>(std::memchr(at, 0, static_cast<size_t>(end - at)));
      if (!stop) return fail_cut();
      words->emplace_back(at, static_cast<size_t>(stop - at));
      at = stop + 1;
    }
    if (words->empty() || words->front() != "<unk>" || words->size() != n_words)
      return fail(std::to_string(words->size()) + " words at the end of the file",
                  std::to_string(n_words) + ", first <unk>", kCut);
    return true;
  }

  bool fail(std::string found, std::string expected, std::string remedy) {
    fault = {0, std::move(found), std::move(expected), std::move(remedy)};
    return false;
  }
  bool fail_cut() {
    return fail("a KenLM binary of " + std::to_string(size) + " bytes", "the size its header states", kCut);
  }

  static constexpr const char* kCut = "The file was cut or altered: fetch it again, or build it from the ARPA file.";
  static constexpr const char* kRebuild = "Run KenLM's `build_binary` on the ARPA file again, or give the ARPA file.";

  const uint8_t* data;
  uint64_t size;
  KenlmKind kind = KenlmKind::kProbing;
  float multiplier = 0;  // of the hash tables' sizes
  std::vector<uint64_t> counts;
  ArpaFault fault;

 private:
  // After the magic, zero-padded to 8 bytes, stand floats and integers that tell byte order and sizes.
  bool is_of_this_machine() const {
    const uint8_t* known = data + 56;
    return load<float>(known) == 0.0f && load<float>(known + 4) == 1.0f && load<float>(known + 8) == -0.5f &&
           load<uint32_t>(known + 12) == 1 && load<uint32_t>(known + 16) == 0xFFFFFFFFu && load<uint64_t>(known + 24) == 1;
  }

  uint64_t at_ = 0;
};

// Adds n-grams with log10 values to a builder, refusing what no sound file holds.
class KenlmSink {
 public:
  KenlmSink(KenlmFile* file, LmBuilder* builder) : file_(file), builder_(builder) { builder->set_order(file->order()); }

  bool add_unigram(std::string_view word, float prob, float backoff) {
    return convert(&prob, &backoff) && check(builder_->add_unigram(word, prob, backoff));
  }

  bool add_ngram(const uint32_t* words, uint32_t n, float prob, float backoff) {
    return convert(&prob, &backoff) && check(builder_->add_ngram(words, n, prob, backoff));
  }

  // As for an ARPA file: call after each order.
  bool end_order(uint32_t n) {
    if (!check(builder_->end_order())) return false;
    for (const char* mark : {"<s>", "</s>"})
      if (n == 1 && builder_->find_word(mark) == kNotFound)
        return file_->fail(std::string("no ") + mark + " among its words", "one",
                           "Train on text with sentence ends marked; `paragen lm` does.");
    return true;
  }

 private:
  bool convert(float* prob, float* backoff) {
    double logprob = *prob;
    if (std::isinf(logprob) && logprob < 0) logprob = kLogZeroLog10;
    *prob = static_cast<float>(logprob * kLn10);
    *backoff = static_cast<float>(double(*backoff) * kLn10);
    if (*prob >= -kLargest && *prob <= 0 && std::fabs(*backoff) <= kLargest) return true;
    return file_->fail("a probability or back-off that is none", "log10 values", KenlmFile::kCut);
  }

  bool check(LmAdd added) {
    if (added == LmAdd::kOk) return true;
    return file_->fail(added == LmAdd::kDuplicate ? "an n-gram twice" : "an n-gram whose context is not in the model",
                       "every n-gram once, after its context", KenlmFile::kCut);
  }

  KenlmFile* file_;
  LmBuilder* builder_;
};

// Takes the n-grams of one kind of file in bounded steps, so that the caller can be interrupted between them.
class KenlmReader {
 public:
  virtual ~KenlmReader() = default;
  virtual bool open() = 0;            // sizes, words and unigrams
  virtual bool step(bool* done) = 0;  // *done after the last
};

}  // namespace paragen
