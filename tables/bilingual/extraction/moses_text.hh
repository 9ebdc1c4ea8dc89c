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
  LineProblem problem() const { return problem_; }
  const std::string& found() const { return found_; }  // what has the problem: the line, or a score
  uint32_t number() const { return number_; }          // of fields, of scores, or of the score, from 1

 private:
  bool take(std::string_view line) {
    PhraseRow row;
    problem_ = read(line, &row);
    if (problem_ != LineProblem::none) return false;
    ++lines_;
    columns_.source.push(unescaped(row.source));
    columns_.target.push(unescaped(row.target));
    columns_.alignment.push(row.alignment);
    for (uint32_t k = 0; k < kScores; ++k) columns_.scores[k].push_back(row.scores[k]);
    for (uint32_t k = 0; k < kCounts; ++k) columns_.counts[k].push_back(row.counts[k]);
    return true;
  }

  LineProblem read(std::string_view line, PhraseRow* row) {
    found_ = line.substr(0, 400);
    std::string_view fields[5];
    LineProblem problem = split_line(line, 5, fields, &number_);
    if (problem == LineProblem::none) problem = check_phrases(fields[0], fields[1], false);
    if (problem != LineProblem::none) return problem;
    row->source = fields[0];
    row->target = fields[1];
    row->alignment = fields[3];
    read_counts(fields[4], row);
    return read_scores(fields[2], row);
  }

  static bool whole_text(std::string_view text, const char* end) { return end == text.data() + text.size(); }

  LineProblem read_scores(std::string_view text, PhraseRow* row) {
    for (number_ = 0; number_ < kScores && !text.empty(); ++number_) {
      const std::string_view word = next_word(&text);
      double& score = row->scores[number_];
      const auto read = read_number(word.data(), word.data() + word.size(), score);
      if (read.ec == std::errc::invalid_argument || !whole_text(word, read.ptr)) return refuse(LineProblem::not_a_number, word);
      // a value too small for a double is a weight of 0
      if (read.ec == std::errc::result_out_of_range) score = word.find("e-") != std::string_view::npos ? 0 : 2;
      if (!(score >= 0 && score <= 1) || (score == 0 && number_ % 2 == 0)) return refuse(LineProblem::out_of_range, word);
    }
    return number_ < kScores ? LineProblem::few_scores : LineProblem::none;
  }

  LineProblem refuse(LineProblem problem, std::string_view word) {
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
  LineProblem problem_ = LineProblem::none;
  uint32_t number_ = 0;
};

}  // namespace paragen
