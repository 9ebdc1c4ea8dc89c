// The chunks of a text, by unit: what the other texts of its group say in other words.
#pragma once
#include <cstdint>

namespace paragen::parallel {

struct ChunkedText {
  const uint32_t* words = nullptr;        // of all units: numbers of a vocabulary that all texts share
  const uint64_t* unit_words = nullptr;   // units + 1: where the words of each begin
  const uint64_t* unit_chunks = nullptr;  // units + 1: where its chunks begin
  const uint32_t* begin = nullptr;        // of each chunk, half-open, into `words`; within its unit
  const uint32_t* end = nullptr;
  const uint8_t* label = nullptr;         // chunks of a unit stand in the order of their labels
  const uint32_t* phrase = nullptr;       // the same number for the same words
};

// What is known of words and phrases, by their numbers.
struct Lexicon {
  const uint8_t* in_context = nullptr;  // of words: whether they count as context; punctuation does not
  const uint64_t* marks = nullptr;      // of phrases: what paraphrases must have in common (negation, person, number)
};

}  // namespace paragen::parallel
