// Decimal numbers as language-model files write them, read the same in every locale.
#pragma once
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>

namespace paragen {

class NumberReader {
 public:
  explicit NumberReader(std::string_view text) : at_(text.data()), end_(at_ + text.size()) {}

  // Reads all of the text: a decimal number, or "nan", "inf", "infinity" in any case. Correct to a few units in the
  // last place of a double.
  bool read(double* value) {
    const bool negative = sign();
    double magnitude = 0;
    if (is_word("nan")) magnitude = std::numeric_limits<double>::quiet_NaN();
    else if (is_word("inf") || is_word("infinity")) magnitude = std::numeric_limits<double>::infinity();
    else if (!read_magnitude(&magnitude)) return false;
    *value = negative ? -magnitude : magnitude;
    return true;
  }

 private:
  bool sign() { return at_ < end_ && (*at_ == '-' || *at_ == '+') && *at_++ == '-'; }

  bool is_word(std::string_view lower) const {
    if (static_cast<size_t>(end_ - at_) != lower.size()) return false;
    for (size_t i = 0; i < lower.size(); ++i)
      if ((at_[i] | 32) != lower[i]) return false;
    return true;
  }

  bool read_magnitude(double* magnitude) {
    static const double kTens[] = {1,    1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                   1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    uint64_t digits = 0;
    int64_t exponent = 0;
    if (!read_digits(&digits, &exponent) || !read_exponent(&exponent) || at_ != end_) return false;
    *magnitude = static_cast<double>(digits);
    if (digits == 0 || exponent == 0) return true;
    if (exponent < 0 && exponent >= -22) *magnitude /= kTens[-exponent];
    else if (exponent > 0 && exponent <= 22) *magnitude *= kTens[exponent];
    else *magnitude *= std::pow(10.0, static_cast<double>(exponent));
    return true;
  }

  // Digits beyond what 64 bits hold only move the point.
  bool read_digits(uint64_t* digits, int64_t* exponent) {
    bool any = false, point = false;
    for (; at_ < end_; ++at_) {
      if (*at_ == '.' && !point) {
        point = true;
        continue;
      }
      if (*at_ < '0' || *at_ > '9') break;
      any = true;
      const bool fits = *digits < 100000000000000000ull;
      if (fits) *digits = *digits * 10 + static_cast<uint64_t>(*at_ - '0');
      *exponent += (fits ? 0 : 1) - (point ? 1 : 0);
    }
    return any;
  }

  bool read_exponent(int64_t* exponent) {
    if (at_ == end_ || (*at_ | 32) != 'e') return true;
    ++at_;
    const bool negative = sign();
    if (at_ == end_) return false;
    int64_t stated = 0;
    for (; at_ < end_ && *at_ >= '0' && *at_ <= '9'; ++at_)
      if (stated < 100000) stated = stated * 10 + (*at_ - '0');
    *exponent += negative ? -stated : stated;
    return true;
  }

  const char *at_, *end_;
};

inline bool parse_number(std::string_view text, double* value) { return NumberReader(text).read(value); }

}  // namespace paragen
