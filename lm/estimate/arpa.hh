// Lines of an ARPA file. Numbers are base-10 logarithms, in as few digits as reading them back allows: lmplz's format.
#pragma once
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "lm/estimate/corpus.hh"
#include "lm/estimate/discounts.hh"

namespace paragen::estimate {

// Positional notation down to 1e-6, below it 1.5e-7 (no padding of the exponent).
inline char* format_number(float value, char* to) {
  constexpr size_t kRoom = 64;
  const float size = std::fabs(value);
  if (!(size < 1e-6f) || size == 0) return std::to_chars(to, to + kRoom, value, std::chars_format::fixed).ptr;
  char* end = std::to_chars(to, to + kRoom, value, std::chars_format::scientific).ptr;
  char* exponent = std::find(to, end, 'e') + 2;  // after the sign, which is a minus here
  char* digits = exponent;
  while (digits + 1 < end && *digits == '0') ++digits;
  std::memmove(exponent, digits, end - digits);
  return end - (digits - exponent);
}

class ArpaText {
 public:
  explicit ArpaText(const Interner& words) : words_(words) {}

  void header(const std::vector<OrderCounts>& counts) {
    text_ += "\\data\\\n";
    for (size_t k = 1; k <= counts.size(); ++k)
      text_ += "ngram " + std::to_string(k) + "=" + std::to_string(counts[k - 1].kept) + "\n";
    text_ += "\n";
  }

  void begin_order(uint32_t k) { text_ += "\\" + std::to_string(k) + "-grams:\n"; }
  void end_order() { text_ += "\n"; }
  void end_model() { text_ += "\\end\\\n"; }

  // One n-gram; `gamma` is null in the highest order, which has no back-offs.
  void ngram(const uint32_t* ids, uint32_t k, float probability, const float* gamma) {
    const float backoff = gamma == nullptr ? 0 : std::log10(*gamma);
    line(ids, k, std::log10(probability), gamma == nullptr ? nullptr : &backoff);
  }

  // The same, of base-10 logarithms.
  void line(const uint32_t* ids, uint32_t k, float logprob, const float* backoff) {
    number(std::min(0.0f, logprob));
    char separator = '\t';
    for (uint32_t i = 0; i < k; ++i) {
      text_.push_back(separator);
      text_.append(words_.text(ids[i]));
      separator = ' ';
    }
    if (backoff != nullptr) {
      text_.push_back('\t');
      number(*backoff);
    }
    text_.push_back('\n');
  }

  const std::string& text() const { return text_; }
  void clear() { text_.clear(); }

 private:
  void number(float value) {
    char digits[64];
    text_.append(digits, format_number(value, digits));
  }

  const Interner& words_;
  std::string text_;
};

}  // namespace paragen::estimate
