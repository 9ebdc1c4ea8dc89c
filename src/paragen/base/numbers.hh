// Reads decimal numbers: std::from_chars, or a substitute where the C++ library has it for whole numbers only.
//
// Apple's libc++ is such a one. The substitute is tested on Linux, with PARAGEN_OWN_FROM_CHARS; on macOS it has not been run.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <system_error>

#if !defined(__cpp_lib_to_chars) || defined(PARAGEN_OWN_FROM_CHARS)
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <locale.h>
#if defined(__APPLE__)
#include <xlocale.h>
#endif

namespace paragen {

namespace own {
inline double read(const char* text, char** end, locale_t locale, double) { return strtod_l(text, end, locale); }
inline float read(const char* text, char** end, locale_t locale, float) { return strtof_l(text, end, locale); }
}  // namespace own

// As std::from_chars: no white space, no plus sign, no hexadecimal digits; out of range if it rounds to 0 or is infinite.
template <class Number>
std::from_chars_result read_number(const char* begin, const char* end, Number& value) {
  static const locale_t kLocale = newlocale(LC_ALL_MASK, "C", nullptr);
  const std::string text(begin, std::find_if(begin, end, [](char c) { return c == 'x' || c == 'X' || c == '\0'; }));
  if (text.empty() || std::strchr(" \t\n\v\f\r+", text[0]) != nullptr) return {begin, std::errc::invalid_argument};
  char* stop = nullptr;
  errno = 0;
  const Number read = own::read(text.c_str(), &stop, kLocale, Number());
  const char* const at = begin + (stop - text.c_str());
  if (at == begin) return {begin, std::errc::invalid_argument};
  if (errno == ERANGE && (read == 0 || std::isinf(read))) return {at, std::errc::result_out_of_range};
  value = read;
  return {at, std::errc()};
}

}  // namespace paragen

#else

namespace paragen {

template <class Number>
std::from_chars_result read_number(const char* begin, const char* end, Number& value) {
  return std::from_chars(begin, end, value);
}

// Digits around a point, as most numbers in files are, in half of the time: both numbers of the division are exact.
inline std::from_chars_result read_number(const char* begin, const char* end, double& value) {
  static constexpr double kPowers[] = {1,   1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7, 1e8,
                                       1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  const char* at = begin + (begin != end && *begin == '-');
  const char *const first = at, *point = nullptr;
  uint64_t digits = 0;
  for (; at != end && at - first <= 16; ++at) {
    const uint8_t digit = static_cast<uint8_t>(*at - '0');
    if (digit <= 9) digits = digits * 10 + digit;
    else if (*at == '.' && point == nullptr && at != first) point = at;
    else break;
  }
  if (at != end || point == nullptr || at - point == 1 || at - first > 16) return std::from_chars(begin, end, value);
  value = static_cast<double>(digits) / kPowers[at - point - 1];
  if (*begin == '-') value = -value;
  return {at, std::errc()};
}

}  // namespace paragen

#endif
