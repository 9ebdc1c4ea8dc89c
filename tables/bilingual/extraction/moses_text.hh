// Phrase tables as Moses writes them: `source ||| target ||| four scores ||| alignment ||| three counts ||| |||`.
#pragma once
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/paragen/base/text_column.hh"
#include "src/paragen/base/line_feed.hh"
#include "src/paragen/base/numbers.hh"
#include "tables/store/table_line.hh"

namespace paragen {

constexpr std::string_view kBar = "&#124;";  // Moses' escape of |, which separates factors and fields
constexpr uint32_t kScores = 4;
constexpr uint32_t kCounts = 3;

struct PhraseRow {
  std::string_view source, target, alignment;
  double scores[kScores];  // p_source, lex_source, p_target, lex_target
  int64_t counts[kCounts];  // of the target, of the source, of both; -1: not known
};

class MosesWriter {
 public:
  void push(const PhraseRow& row) {
    escaped_ += row.source.find('|') != std::string_view::npos || row.target.find('|') != std::string_view::npos;
    phrase(row.source);
    phrase(row.target);
    for (uint32_t k = 0; k < kScores; ++k) {
      // Moses' lexical weights have been floats before they are printed
      const double single = k % 2 ? static_cast<float>(row.scores[k]) : row.scores[k];
      number(single == 0 ? row.scores[k] : single);
      text_.push_back(' ');
    }
    text_.append("||| ");
    text_.append(row.alignment);
    text_.append(" |||");
    for (const int64_t count : row.counts) {
      if (count < 0) continue;
      text_.push_back(' ');
      whole(count);
    }
    text_.append(" ||| |||\n");
  }

  const std::string& text() const { return text_; }
  uint64_t escaped() const { return escaped_; }  // pairs in which a | was written as kBar

 private:
  void phrase(std::string_view text) {
    for (size_t bar = text.find('|'); bar != std::string_view::npos; bar = text.find('|')) {
      text_.append(text.substr(0, bar)).append(kBar);
      text.remove_prefix(bar + 1);
    }
    text_.append(text).append(" ||| ");
  }

  // As printf's %g.
  void number(double value) {
    char digits[40];
    const auto end = std::to_chars(digits, digits + sizeof digits, value, std::chars_format::general, 6);
    text_.append(digits, static_cast<size_t>(end.ptr - digits));
  }

  void whole(int64_t value) {
    char digits[24];
    const auto end = std::to_chars(digits, digits + sizeof digits, value);
    text_.append(digits, static_cast<size_t>(end.ptr - digits));
  }

  std::string text_;
  uint64_t escaped_ = 0;
};

enum class MosesProblem : int {
  none = 0,
  too_long,
  not_text,       // broken UTF-8 or NUL
  fields,         // fewer than three
  empty_source,
  empty_target,
  few_scores,     // fewer than four
  not_a_number,
  out_of_range,   // a probability not above 0 or above 1, a lexical weight below 0 or above 1
};

// Its name, as messages are chosen by.
inline const char* name_of(MosesProblem value) {
  switch (value) {
    case MosesProblem::none: return "none";
    case MosesProblem::too_long: return "too_long";
    case MosesProblem::not_text: return "not_text";
    case MosesProblem::fields: return "fields";
    case MosesProblem::empty_source: return "empty_source";
    case MosesProblem::empty_target: return "empty_target";
    case MosesProblem::few_scores: return "few_scores";
    case MosesProblem::not_a_number: return "not_a_number";
    case MosesProblem::out_of_range: return "out_of_range";
  }
  return "";  // no other value
}

// Reads a table in pieces of any size.
class MosesReader {
 public:
  struct Columns {
    TextColumn source, target, alignment;
    std::vector<double> scores[kScores];
    std::vector<int64_t> counts[kCounts];
  };

  // False: line `lines() + 1` has a problem.
  bool feed(const char* data, size_t size) {
    return feed_.feed(std::string_view(data, size), kMaxLine, [this](std::string_view line) { return take(line); });
  }

  // The last line, if the file did not end with a newline.
  bool feed_end() {
    return feed_.end([this](std::string_view line) { return take(line); });
  }

  // Gives away the rows of the lines taken since the last call.
  void give(Columns* columns) {
    *columns = Columns();
    std::swap(*columns, columns_);
  }

  uint64_t lines() const { return lines_; }
  MosesProblem problem() const { return problem_; }
  const std::string& found() const { return found_; }  // what has the problem: the line, or a score
  uint32_t number() const { return number_; }          // of fields, of scores, or of the score, from 1

 private:
  bool take(std::string_view line) {
    PhraseRow row;
    problem_ = read(line, &row);
    if (problem_ != MosesProblem::none) return false;
    ++lines_;
    columns_.source.push(unescaped(row.source));
    columns_.target.push(unescaped(row.target));
    columns_.alignment.push(row.alignment);
    for (uint32_t k = 0; k < kScores; ++k) columns_.scores[k].push_back(row.scores[k]);
    for (uint32_t k = 0; k < kCounts; ++k) columns_.counts[k].push_back(row.counts[k]);
    return true;
  }

  MosesProblem read(std::string_view line, PhraseRow* row) {
    found_ = line.substr(0, 400);
    if (line.size() > kMaxLine) return MosesProblem::too_long;
    if (!is_text(line.data(), line.size())) return MosesProblem::not_text;
    std::string_view fields[5];
    number_ = 0;
    for (bool more = true; more; ++number_) {
      const std::string_view field = next_field(&line, &more);
      if (number_ < 5) fields[number_] = field;
    }
    if (number_ < 3) return MosesProblem::fields;
    row->source = fields[0];
    row->target = fields[1];
    row->alignment = fields[3];
    if (row->source.empty()) return MosesProblem::empty_source;
    if (row->target.empty()) return MosesProblem::empty_target;
    read_counts(fields[4], row);
    return read_scores(fields[2], row);
  }

  static std::string_view next_word(std::string_view* text) {
    const std::string_view word = text->substr(0, std::min(text->find_first_of(" \t"), text->size()));
    *text = trimmed(text->substr(word.size()));
    return word;
  }

  static bool whole_text(std::string_view text, const char* end) { return end == text.data() + text.size(); }

  MosesProblem read_scores(std::string_view text, PhraseRow* row) {
    for (number_ = 0; number_ < kScores && !text.empty(); ++number_) {
      const std::string_view word = next_word(&text);
      double& score = row->scores[number_];
      const auto read = read_number(word.data(), word.data() + word.size(), score);
      if (read.ec == std::errc::invalid_argument || !whole_text(word, read.ptr)) return refuse(MosesProblem::not_a_number, word);
      // a value too small for a double is a weight of 0
      if (read.ec == std::errc::result_out_of_range) score = word.find("e-") != std::string_view::npos ? 0 : 2;
      if (!(score >= 0 && score <= 1) || (score == 0 && number_ % 2 == 0)) return refuse(MosesProblem::out_of_range, word);
    }
    return number_ < kScores ? MosesProblem::few_scores : MosesProblem::none;
  }

  MosesProblem refuse(MosesProblem problem, std::string_view word) {
    found_ = word.substr(0, 40);
    ++number_;
    return problem;
  }

  // Other programs leave them out, or have parts of counts.
  static void read_counts(std::string_view text, PhraseRow* row) {
    bool good = true;
    for (int64_t& count : row->counts) {
      const std::string_view word = next_word(&text);
      const auto read = std::from_chars(word.data(), word.data() + word.size(), count);
      good = good && read.ec == std::errc() && whole_text(word, read.ptr) && count >= 0;
    }
    if (good) return;
    for (int64_t& count : row->counts) count = -1;
  }

  std::string_view unescaped(std::string_view phrase) {
    size_t at = phrase.find(kBar);
    if (at == std::string_view::npos) return phrase;
    scratch_.assign(phrase);
    for (; at != std::string::npos; at = scratch_.find(kBar, at + 1)) scratch_.replace(at, kBar.size(), "|");
    return scratch_;
  }

  Columns columns_;
  LineFeed feed_;
  std::string found_, scratch_;
  uint64_t lines_ = 0;
  MosesProblem problem_ = MosesProblem::none;
  uint32_t number_ = 0;
};

}  // namespace paragen
