// One line of an interchange or Moses table, taken apart and judged.
#pragma once
#include <cstdint>
#include <cstring>
#include <string_view>

#include "src/paragen/base/numbers.hh"
#include "src/paragen/base/utf8.hh"
#include "tables/store/store.hh"

namespace paragen {

constexpr size_t kMaxLine = 1 << 16;  // bytes; a longer line is no phrase pair

enum class LineProblem : int {
  none = 0,
  too_long,
  not_text,         // broken UTF-8 or NUL
  fields,           // fewer than three
  empty_source,
  empty_target,
  double_space,     // in a phrase of a table that is taken as it is: an empty word
  several_scores,   // and no column chosen
  no_column,        // fewer scores than the column chosen
  not_a_number,
  out_of_range,     // NaN, 0, negative, above 1
  sentence_mark,    // in a phrase of a table that is taken as it is: <s> or </s> as a word
  label_mark,       // in a label, or in a phrase of a table that is taken as it is
  few_scores,       // of a Moses table: fewer than four
};

// Its name, as messages are chosen by.
inline const char* name_of(LineProblem value) {
  switch (value) {
    case LineProblem::none: return "none";
    case LineProblem::too_long: return "too_long";
    case LineProblem::not_text: return "not_text";
    case LineProblem::fields: return "fields";
    case LineProblem::empty_source: return "empty_source";
    case LineProblem::empty_target: return "empty_target";
    case LineProblem::double_space: return "double_space";
    case LineProblem::several_scores: return "several_scores";
    case LineProblem::no_column: return "no_column";
    case LineProblem::not_a_number: return "not_a_number";
    case LineProblem::out_of_range: return "out_of_range";
    case LineProblem::sentence_mark: return "sentence_mark";
    case LineProblem::label_mark: return "label_mark";
    case LineProblem::few_scores: return "few_scores";
  }
  return "";  // no other value
}

struct TableLine {
  std::string_view source, target;
  std::string_view score_text;
  double score = 0;
  uint32_t n_fields = 0, n_scores = 0;
};

struct LineRules {
  uint32_t column = 0;     // of the scores, from 1; 0: the only one
  bool tokenized = false;  // single spaces separate words
};

inline std::string_view trimmed(std::string_view text) {
  const auto space = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!text.empty() && space(text.front())) text.remove_prefix(1);
  while (!text.empty() && space(text.back())) text.remove_suffix(1);
  return text;
}

// Cuts `rest` at the next |||; the last field leaves `*more` false.
inline std::string_view next_field(std::string_view* rest, bool* more) {
  const size_t at = rest->find("|||");
  const std::string_view field = rest->substr(0, at);
  *more = at != std::string_view::npos;
  *rest = *more ? rest->substr(at + 3) : std::string_view();
  return trimmed(field);
}

// Cuts `text`, which is trimmed, at the next space.
inline std::string_view next_word(std::string_view* text) {
  const std::string_view word = text->substr(0, std::min(text->find_first_of(" \t"), text->size()));
  *text = trimmed(text->substr(word.size()));
  return word;
}

inline LineProblem parse_score(std::string_view scores, uint32_t column, TableLine* line) {
  line->n_scores = 0;
  while (!scores.empty()) {
    const std::string_view word = next_word(&scores);
    if (++line->n_scores == std::max(column, 1u)) line->score_text = word;
  }
  if (column == 0 && line->n_scores > 1) return LineProblem::several_scores;
  if (line->n_scores < std::max(column, 1u)) return LineProblem::no_column;
  const char* end = line->score_text.data() + line->score_text.size();
  const auto read = read_number(line->score_text.data(), end, line->score);
  if (read.ec == std::errc::result_out_of_range) return LineProblem::out_of_range;
  if (read.ec != std::errc() || read.ptr != end) return LineProblem::not_a_number;
  return line->score > 0 && line->score <= 1 ? LineProblem::none : LineProblem::out_of_range;
}

// Whether <s> or </s> is one of the words: the language model's marks, which no text holds.
inline bool has_sentence_mark(std::string_view text) {
  for (const std::string_view mark : {std::string_view("<s>"), std::string_view("</s>")}) {
    for (size_t at = text.find(mark); at != std::string_view::npos; at = text.find(mark, at + 1)) {
      const size_t end = at + mark.size();
      if ((at == 0 || text[at - 1] == ' ') && (end == text.size() || text[end] == ' ')) return true;
    }
  }
  return false;
}

inline LineProblem check_phrases(std::string_view source, std::string_view target, bool tokenized) {
  if (source.empty()) return LineProblem::empty_source;
  if (target.empty()) return LineProblem::empty_target;
  if (!tokenized) return LineProblem::none;
  const auto doubled = [](std::string_view text) { return text.find("  ") != std::string_view::npos; };
  if (doubled(source) || doubled(target)) return LineProblem::double_space;
  if (has_label_mark(source) || has_label_mark(target)) return LineProblem::label_mark;
  return has_sentence_mark(source) || has_sentence_mark(target) ? LineProblem::sentence_mark : LineProblem::none;
}

// Takes the fields of a line apart; those beyond `most` are only counted.
inline LineProblem split_line(std::string_view text, uint32_t most, std::string_view* fields, uint32_t* n_fields) {
  *n_fields = 0;
  if (text.size() > kMaxLine) return LineProblem::too_long;
  if (!is_text(text.data(), text.size())) return LineProblem::not_text;
  for (bool more = true; more; ++*n_fields) {
    const std::string_view field = next_field(&text, &more);
    if (*n_fields < most) fields[*n_fields] = field;
  }
  return *n_fields < 3 ? LineProblem::fields : LineProblem::none;
}

inline LineProblem parse_line(std::string_view text, const LineRules& rules, TableLine* line) {
  *line = TableLine();
  std::string_view fields[3];
  LineProblem problem = split_line(text, 3, fields, &line->n_fields);
  line->source = fields[0];
  line->target = fields[1];
  if (problem == LineProblem::none) problem = check_phrases(line->source, line->target, rules.tokenized);
  return problem == LineProblem::none ? parse_score(fields[2], rules.column, line) : problem;
}

}  // namespace paragen
