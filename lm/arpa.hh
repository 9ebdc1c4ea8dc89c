// Reads an ARPA file, fed in pieces of any size, into an LmBuilder.
//
// Fields are what spaces, tabs and carriage returns separate: log10 probability, n words, and, but for the highest
// order, an optional log10 back-off. What KenLM refuses is refused here, with two exceptions that lose nothing:
// fields may be separated by any of the three, and "-inf" (SRILM's log 0) counts as -99.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lm/arpa_fields.hh"
#include "lm/automaton.hh"
#include "lm/builder.hh"
#include "src/paragen/base/numbers.hh"

namespace paragen {

constexpr double kLogZeroLog10 = -99;
constexpr size_t kMaxArpaLine = 1 << 20;

// What is wrong, where (0: no line in particular).
struct ArpaFault {
  uint64_t line = 0;
  std::string found, expected, remedy;
};

class ArpaReader {
 public:
  explicit ArpaReader(LmBuilder* builder) : builder_(builder) {}

  // Takes the next piece of the file; false once something is wrong (see fault()).
  bool feed(const char* data, size_t length) { return flush(take_piece(data, length)); }

  // Call after the last piece.
  bool finish() { return flush(take_end()); }

  const ArpaFault& fault() const { return fault_; }

 private:
  enum class Part { kBefore, kCounts, kNgrams, kAfter };
  static constexpr const char* kIsArpa = "A language model in ARPA format begins with \\data\\ and a list of n-gram counts.";

  // Lets the builder look up the words of the lines so far, which will not stay where they are; `fine`: whether they are sound
  // as lines.
  bool flush(bool fine) {
    const LmAdd added = builder_->flush();
    return added == LmAdd::kOk ? fine : refuse(added);
  }

  bool take_piece(const char* data, size_t length) {
    const char* end = data + length;
    while (data < end) {
      const char* newline = static_cast<const char*>(std::memchr(data, '\n', static_cast<size_t>(end - data)));
      const size_t piece = static_cast<size_t>((newline ? newline : end) - data);
      if (carry_.size() + piece > kMaxArpaLine) {
        ++line_;
        return fail("a line of more than 1 MiB", "an n-gram a line", "Is this an ARPA file?");
      }
      if (!newline || !carry_.empty()) carry_.append(data, piece);
      if (!newline) break;
      if (!take(carry_.empty() ? std::string_view(data, piece) : std::string_view(carry_))) return false;
      if (!carry_.empty() && !flush(true)) return false;
      carry_.clear();
      data = newline + 1;
    }
    return true;
  }

  bool take_end() {
    if (!carry_.empty() && !take(carry_)) return false;
    if (part_ == Part::kAfter) return true;
    line_ = line_ + 1;
    if (part_ == Part::kBefore) return fail("nothing but blank lines and comments", "\\data\\", kIsArpa);
    return fail("the end of the file", "\\end\\", "The file was cut: fetch or build it again.");
  }

  bool fail(std::string found, std::string expected, std::string remedy) {
    fault_ = {line_, std::move(found), std::move(expected), std::move(remedy)};
    return false;
  }

  // A decimal number, "inf" or "nan"; a plus sign may come first.
  static bool parse_number(std::string_view text, double* value) {
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
    const char* end = text.data() + text.size();
    const auto read = read_number(text.data(), end, *value);
    return read.ec == std::errc() && read.ptr == end;
  }

  // A piece of the file fit for a message.
  static std::string quote(std::string_view text) {
    std::string shown(text.substr(0, 60));
    return "'" + shown + (text.size() > 60 ? "...'" : "'");
  }

  bool take(std::string_view text) {
    if (++line_ == 1 && text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
    fields_.cut(text);
    if (fields_.size() == 0) return true;
    if (part_ == Part::kNgrams && fields_[0][0] != '\\') return take_ngram();
    if (part_ == Part::kCounts && fields_[0] == "ngram") return take_count(text);
    if (part_ == Part::kBefore) return take_opening(text);
    if (part_ == Part::kAfter) return fail(quote(text) + " after \\end\\", "nothing", "Are these several files in one?");
    return take_heading(text);
  }

  bool take_opening(std::string_view text) {
    if (text[0] == '#') return true;
    if (fields_.size() == 1 && fields_[0] == "\\data\\") {
      part_ = Part::kCounts;
      return true;
    }
    if (fields_[0] == "iARPA")
      return fail("an IRSTLM iARPA file", "ARPA", "Run `compile-lm --text=yes FILE FILE.arpa` first.");
    if (text.find(" ||| ") != std::string_view::npos)
      return fail("a phrase table", "\\data\\", "Give tables with --table NAME=FILE, the language model with --lm FILE.");
    return fail(quote(text), "\\data\\", std::string(kIsArpa) + " To estimate one from plain text run `paragen lm`.");
  }

  // "ngram 2=14", with any spaces.
  bool take_count(std::string_view text) {
    std::string joined;
    for (size_t i = 1; i < fields_.size() && i < 8; ++i) joined.append(fields_[i]);
    const size_t equals = joined.find('=');
    double order = 0, count = 0;
    if (equals == std::string::npos || !parse_number(std::string_view(joined).substr(0, equals), &order) ||
        !parse_number(std::string_view(joined).substr(equals + 1), &count) || !(count >= 0) || !(count < 1e18) ||
        count != std::floor(count))
      return fail(quote(text), "`ngram N=COUNT`", "");
    if (order != static_cast<double>(stated_.size() + 1))
      return fail(quote(text), "the count of " + std::to_string(stated_.size() + 1) + "-grams", "");
    if (stated_.size() == kMaxOrder) return fail("an order above 32", "an order of at most 32", "");
    stated_.push_back(static_cast<uint64_t>(count));
    return true;
  }

  // "\2-grams:" or "\end\".
  bool take_heading(std::string_view text) {
    if (stated_.empty()) return fail(quote(text), "`ngram 1=COUNT`", kIsArpa);
    if (order_ == 0) builder_->set_order(static_cast<uint32_t>(stated_.size()));
    else if (!end_section(text)) return false;
    const bool ends = fields_.size() == 1 && fields_[0] == "\\end\\";
    const std::string heading(fields_[0]);
    while (order_ < stated_.size()) {
      ++order_;
      seen_ = 0;
      part_ = Part::kNgrams;
      if (fields_.size() == 1 && heading == "\\" + std::to_string(order_) + "-grams:") return true;
      if (stated_[order_ - 1] != 0 || order_ == 1)
        return fail(quote(text), "\\" + std::to_string(order_) + "-grams:", "");
      if (!end_order()) return false;
    }
    if (!ends) return fail(quote(text), "\\end\\", "");
    part_ = Part::kAfter;
    return true;
  }

  bool end_section(std::string_view text) {
    const std::string n = std::to_string(order_);
    if (seen_ != stated_[order_ - 1])
      return fail(std::to_string(seen_) + " " + n + "-grams before " + quote(text),
                  "the " + std::to_string(stated_[order_ - 1]) + " its header states", "The file was cut or altered.");
    if (order_ == 1)
      for (const char* mark : {"<s>", "</s>"})
        if (builder_->find_word(mark) == kNotFound)
          return fail(std::string("no ") + mark + " among the 1-grams", "one",
                      "Train on text with sentence ends marked; `paragen lm` does.");
    return end_order();
  }

  bool end_order() {
    const LmAdd added = builder_->end_order();
    return added == LmAdd::kOk || refuse(added);
  }

  bool take_ngram() {
    const uint32_t n = order_;
    if (seen_ == stated_[n - 1])
      return fail("another " + std::to_string(n) + "-gram", "the " + std::to_string(seen_) + " its header states",
                  "The file was altered, or several files are in one.");
    if (fields_.size() != n + 1 && fields_.size() != n + 2) {
      const std::string words = std::to_string(n) + (n == 1 ? " word" : " words");
      return fail(std::to_string(fields_.size()) + " fields", "a log10 probability, " + words + " and at most a back-off", "");
    }
    float logprob = 0, backoff = 0;
    if (!read_logprob(&logprob) || (fields_.size() == n + 2 && !read_backoff(&backoff))) return false;
    if (seen_ == 0) runs_.clear();
    if (seen_ == 0 || line_ != line_of(seen_)) runs_.emplace_back(seen_, line_);
    ++seen_;
    return n == 1 ? add_unigram(logprob, backoff) : add_ngram(logprob, backoff);
  }

  bool read_logprob(float* logprob) {
    double value;
    if (!parse_number(fields_[0], &value) || std::isnan(value))
      return fail(quote(fields_[0]), "a log10 probability", "");
    if (value > 0)
      return fail("the positive log10 probability " + quote(fields_[0]), "0 or less",
                  "Some IRSTLM versions write these; estimate the model again (`paragen lm`), or put 0 in its place.");
    if (std::isinf(value)) value = kLogZeroLog10;
    return narrow(value, fields_[0], logprob);
  }

  bool read_backoff(float* backoff) {
    double value;
    const std::string_view field = fields_[order_ + 1];
    if (!parse_number(field, &value) || !std::isfinite(value)) return fail(quote(field), "a finite log10 back-off", "");
    if (value != 0 && order_ == stated_.size())
      return fail("the back-off " + quote(field) + " on an n-gram of the highest order", "none",
                  "Are n-grams of a higher order missing from the file?");
    return narrow(value, field, backoff);
  }

  // The one place where log10 becomes natural.
  bool narrow(double log10, std::string_view field, float* natural) {
    *natural = static_cast<float>(log10 * kLn10);
    return std::fabs(*natural) <= kLargest || fail(quote(field), "a number between -10000 and 10000", "");
  }

  bool add_unigram(float logprob, float backoff) {
    if (builder_->n_words() >= kNotFound - 2) return fail("more than 2^32 words", "fewer", "");
    if (builder_->add_unigram(fields_[1], logprob, backoff) == LmAdd::kOk) return true;
    return fail("the 1-gram " + quote(fields_[1]) + " twice", "every n-gram once", "Are several models in one file?");
  }

  bool add_ngram(float logprob, float backoff) {
    const LmAdd added = builder_->add_ngram(&fields_[1], order_, logprob, backoff);
    return added == LmAdd::kOk || refuse(added);
  }

  // The line of an n-gram of the order that is being read, or was read last.
  uint64_t line_of(uint64_t ngram) const {
    const auto after = [](uint64_t sought, const auto& run) { return sought < run.first; };
    const auto run = std::upper_bound(runs_.begin(), runs_.end(), ngram, after) - 1;
    return run->second + ngram - run->first;
  }

  // Reports what the builder found wrong, with this line or an earlier one.
  bool refuse(LmAdd added) {
    line_ = line_of(builder_->failed());
    if (added == LmAdd::kNoWord)
      return fail("the word " + quote(builder_->unknown_word()), "words that are among the 1-grams", "");
    const std::string ngram = quote(joined(order_));
    if (added == LmAdd::kDuplicate)
      return fail("the n-gram " + ngram + " twice", "every n-gram once", "Are several models in one file?");
    return fail("the n-gram " + ngram + " whose context " + quote(joined(order_ - 1)) + " is not in the model",
                "the context of every n-gram among the shorter n-grams",
                "The model was pruned wrongly; prune it again with SRILM's `ngram -prune`, or train with `paragen lm`.");
  }

  // The first n words of the n-gram that the builder found wrong.
  std::string joined(uint32_t n) const {
    std::string text;
    for (uint32_t i = 0; i < n; ++i)
      text.append(i > 0 ? " " : "").append(builder_->vocabulary().text(builder_->failed_words()[i]));
    return text;
  }

  LmBuilder* builder_;
  Part part_ = Part::kBefore;
  ArpaFault fault_;
  std::string carry_;
  std::vector<uint64_t> stated_;  // the header's counts
  uint64_t line_ = 0, seen_ = 0;
  uint32_t order_ = 0;
  std::vector<std::pair<uint64_t, uint64_t>> runs_;  // the first n-gram, and its line, of those on lines that follow each other
  ArpaFields<kMaxOrder + 2> fields_;
};

}  // namespace paragen
