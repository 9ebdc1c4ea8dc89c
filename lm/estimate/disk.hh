// A model that does not fit in memory: its n-grams are counted, sorted on disk in suffix order and adjusted in one pass; then
// come probabilities and back-offs, and its ARPA file.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "lm/estimate/arpa.hh"
#include "lm/estimate/settings.hh"
#include "lm/estimate/sorter.hh"
#include "lm/estimate/storage.hh"

namespace paragen::estimate {

constexpr uint64_t kPrunedCount = 1ull << 63;   // marks the adjusted count of an n-gram that will be left out

// How often the host is told of progress.
constexpr uint64_t kReportEvery = 1 << 18;

class DiskCounter {
 public:
  DiskCounter(const Settings& settings, const Host& host)
      : settings_(settings), host_(host), order_(settings.order),
        occurrences_(std::make_unique<RecordSorter>(order_, settings.memory / 2, settings.temp, settings.threads)),
        order_counts_(order_), window_(order_ + kPayloadWords, kBegin) {
    set_payload(window_.data(), order_, 1);
  }

  // Takes complete sentences, or the parts of one in turn.
  void add(const uint32_t* tokens, size_t n_tokens) {
    for (size_t i = 0; i < n_tokens; ++i) {
      if (tokens[i] == kBegin) {
        std::fill_n(window_.begin(), order_, kBegin);
        continue;
      }
      std::copy_backward(window_.begin(), window_.begin() + order_ - 1, window_.begin() + order_);
      window_[0] = tokens[i];
      occurrences_->add(window_.data());
    }
  }

  // Computes adjusted counts. Afterwards words() and ngrams(k) hold them.
  void finish(uint32_t n_words) {
    words_.assign(n_words, 0);
    for (uint32_t word = 0; word <= kBegin; ++word) order_counts_[0].add(0, false);
    for (uint32_t k = 2; k <= order_; ++k)
      ngrams_.push_back(std::make_unique<RecordSorter>(k, settings_.memory / 2 / order_, settings_.temp, settings_.threads));
    occurrences_->finish();
    std::vector<uint32_t> last(order_, kUnknown);
    Chain chain(order_);
    uint64_t n_records = 0;
    while (const uint32_t* record = occurrences_->next()) {
      if (n_records++ % kReportEvery == 0) host_.progress("count", 0.5);
      step(record, &last, &chain);
    }
    for (uint32_t k = std::min(chain.length, order_ - 1); k >= 1; --k) emit(last.data(), k, chain, true);
    occurrences_.reset();
  }

  const std::vector<OrderCounts>& order_counts() const { return order_counts_; }
  const std::vector<uint64_t>& words() const { return words_; }
  // Keys: the context from its last word to its first, then the word; payload: adjusted count and kPrunedCount.
  RecordSorter& ngrams(uint32_t k) { return *ngrams_[k - 2]; }
  void release(uint32_t k) { ngrams_[k - 2].reset(); }

 private:
  // The n-grams that end the latest record, from one word to all.
  struct Chain {
    explicit Chain(uint32_t order) : occurrences(order + 1, 0), extensions(order + 1, 0) {}
    uint32_t length = 0;                  // words of the record up to and with <s>
    std::vector<uint64_t> occurrences, extensions;
  };

  void step(const uint32_t* record, std::vector<uint32_t>* last, Chain* chain) {
    const uint64_t count = payload(record, order_);
    uint32_t length = 1, same = 0;
    while (length < order_ && record[length - 1] != kBegin) ++length;
    while (same < std::min(length, chain->length) && record[same] == (*last)[same]) ++same;
    for (uint32_t k = std::min(chain->length, order_ - 1); k > same; --k) emit(last->data(), k, *chain, false);
    for (uint32_t k = 1; k <= same; ++k) chain->occurrences[k] += count;
    if (same > 0) ++chain->extensions[same];
    for (uint32_t k = same + 1; k <= length; ++k) {
      chain->occurrences[k] = count;
      chain->extensions[k] = k < length;
    }
    chain->length = length;
    std::copy(record, record + order_, last->begin());
    if (length == order_) emit(record, order_, *chain, false);
  }

  // `filed_last`: lmplz counts the counts of the very last n-grams by occurrence.
  void emit(const uint32_t* reversed, uint32_t k, const Chain& chain, bool filed_last) {
    const uint64_t occurrences = chain.occurrences[k];
    const uint64_t adjusted = chain.extensions[k] ? chain.extensions[k] : occurrences;
    const bool special = k == 1 && reversed[0] <= kEnd;
    const bool pruned = !special && occurrences <= settings_.prune[k - 1];
    order_counts_[k - 1].add(filed_last ? occurrences : adjusted, pruned);
    const uint64_t value = adjusted | (pruned ? kPrunedCount : 0);
    if (k == 1) {
      words_[reversed[0]] = value;
      return;
    }
    record_.resize(k + kPayloadWords);
    std::rotate_copy(reversed, reversed + 1, reversed + k, record_.begin());
    set_payload(record_.data(), k, value);
    ngrams_[k - 2]->add(record_.data());
  }

  const Settings& settings_;
  const Host& host_;
  uint32_t order_;
  std::unique_ptr<RecordSorter> occurrences_;          // of the longest n-grams, from last word to first
  std::vector<OrderCounts> order_counts_;
  std::vector<uint64_t> words_;
  std::vector<std::unique_ptr<RecordSorter>> ngrams_;
  std::vector<uint32_t> window_, record_;
};

// A file of (key, one float) in ascending order of keys, looked up in that order.
class FloatFile {
 public:
  FloatFile(uint32_t key_words, size_t io_size, const std::string& folder)
      : key_words_(key_words), io_size_(io_size), file_(folder, io_size) {}

  void append(const uint32_t* key, float value) {
    file_.append(key, key_words_ * sizeof(uint32_t));
    file_.append(&value, sizeof value);
  }

  void seal() {
    file_.seal();
    reader_ = std::make_unique<RecordReader>(file_, 0, file_.size(), key_words_ + 1, io_size_);
  }

  float find(const uint32_t* key, float missing) {
    const uint32_t* record;
    while ((record = reader_->record()) != nullptr) {
      const int order = compare_keys(record, key, key_words_);
      if (order > 0) break;
      if (order == 0) {
        float value;
        std::memcpy(&value, record + key_words_, sizeof value);
        return value;
      }
      reader_->next();
    }
    return missing;
  }

 private:
  uint32_t key_words_;
  size_t io_size_;
  TempFile file_;
  std::unique_ptr<RecordReader> reader_;
};

class DiskModel {
 public:
  DiskModel(DiskCounter* counter, const Settings& settings, const Host& host, const WordTable& words)
      : counter_(*counter), settings_(settings), host_(host), order_(settings.order),
        io_size_(std::clamp<size_t>(settings.memory / (2 * order_ * (order_ + 1)), 4096, 1 << 20)), text_(words) {
    for (uint32_t k = 2; k <= order_; ++k) {
      gammas_.push_back(std::make_unique<FloatFile>(k - 1, io_size_, settings.temp));
      terms_.push_back(std::make_unique<RecordSorter>(k, settings.memory / 2 / order_, settings.temp, settings.threads));
    }
  }

  void run(const std::vector<Discounts>& discounts) {
    for_each_task(settings_.threads, order_ - 1, [&](size_t i) {
      const uint32_t k = static_cast<uint32_t>(order_ - i);
      weigh(k, discounts[k - 1]);
    });
    text_.header(counter_.order_counts());
    write_words(discounts[0]);
    for (uint32_t k = 2; k <= order_; ++k) write_ngrams(k);
    text_.end_model();
    flush(0);
  }

 private:
  struct Follower {
    uint32_t word;
    uint64_t count;
  };

  // Groups k-grams by context: the weight of each context to a file, what each kept n-gram adds to a sorter.
  void weigh(uint32_t k, const Discounts& discounts) {
    RecordSorter& ngrams = counter_.ngrams(k);
    ngrams.finish();
    std::vector<uint32_t> context(k - 1);
    std::vector<Follower> followers;
    uint64_t n_records = 0;
    while (const uint32_t* record = ngrams.next()) {
      if (n_records++ % kReportEvery == 0) host_.progress("interpolate", 0.5);
      if (compare_keys(record, context.data(), k - 1) != 0) {
        weigh_context(k, context, followers, discounts);
        followers.clear();
        context.assign(record, record + k - 1);
      }
      followers.push_back({record[k - 1], payload(record, k)});
    }
    weigh_context(k, context, followers, discounts);
    gammas_[k - 2]->seal();
    counter_.release(k);
  }

  void weigh_context(uint32_t k, const std::vector<uint32_t>& context, const std::vector<Follower>& followers,
                     const Discounts& discounts) {
    if (followers.empty()) return;
    ContextSums<uint64_t> sums;
    for (const Follower& each : followers) sums.add(each.count & ~kPrunedCount, each.count & kPrunedCount);
    const float gamma = sums.gamma(discounts), denominator = static_cast<float>(sums.denominator);
    gammas_[k - 2]->append(context.data(), gamma);
    std::vector<uint32_t> record(context.size() + 1 + kPayloadWords);
    std::copy(context.begin(), context.end(), record.begin() + 1);
    for (const Follower& each : followers) {
      if (each.count & kPrunedCount) continue;
      const float term[2] = {discounts.apply(each.count) / denominator, gamma};
      record[0] = each.word;
      std::memcpy(&record[context.size() + 1], term, sizeof term);
      terms_[k - 2]->add(record.data());
    }
  }

  void write_words(const Discounts& discounts) {
    const std::vector<uint64_t>& counts = counter_.words();
    ContextSums<uint64_t> sums;
    for (const uint64_t count : counts) sums.add(count & ~kPrunedCount, count & kPrunedCount);
    const float gamma = sums.gamma(discounts), denominator = static_cast<float>(sums.denominator);
    const UnigramRule rule(settings_.interpolate_unigrams, counter_.order_counts()[0].kept, gamma, denominator, discounts);
    words_.resize(counts.size());
    text_.begin_order(1);
    for (uint32_t word = 0; word < counts.size(); ++word) {
      if (counts[word] & kPrunedCount) continue;
      words_[word] = rule.probability(word, counts[word]);
      write(&word, 1, words_[word]);
    }
    text_.end_order();
  }

  void write_ngrams(uint32_t k) {
    RecordSorter& terms = *terms_[k - 2];
    terms.finish();
    auto probabilities = std::make_unique<FloatFile>(k, io_size_, settings_.temp);
    text_.begin_order(k);
    uint64_t n_records = 0;
    while (const uint32_t* record = terms.next()) {
      if (n_records++ % kReportEvery == 0) host_.progress("write", double(k - 1) / order_);
      float term[2];
      std::memcpy(term, record + k, sizeof term);
      const float lower = k == 2 ? words_[record[0]] : lower_->find(record, 0.0f);
      const float probability = term[0] + term[1] * lower;
      if (k < order_) probabilities->append(record, probability);
      write(record, k, probability);
    }
    text_.end_order();
    terms_[k - 2].reset();
    lower_ = std::move(probabilities);
    lower_->seal();
  }

  void write(const uint32_t* reversed, uint32_t k, float probability) {
    ids_.assign(std::make_reverse_iterator(reversed + k), std::make_reverse_iterator(reversed));
    if (k == order_) {
      text_.ngram(ids_.data(), k, probability, nullptr);
    } else {
      const float gamma = gammas_[k - 1]->find(reversed, 1.0f);
      text_.ngram(ids_.data(), k, probability, &gamma);
    }
    flush(1 << 20);
  }

  void flush(size_t at_least) {
    if (text_.text().size() < at_least) return;
    host_.output(text_.text().data(), text_.text().size());
    text_.clear();
  }

  DiskCounter& counter_;
  const Settings& settings_;
  const Host& host_;
  uint32_t order_;
  size_t io_size_;
  ArpaText text_;
  std::vector<float> words_;                              // probabilities
  std::unique_ptr<FloatFile> lower_;                      // probabilities of (k - 1)-grams, from last word to first
  std::vector<std::unique_ptr<FloatFile>> gammas_;        // [k - 2]: of contexts of k - 1 words
  std::vector<std::unique_ptr<RecordSorter>> terms_;      // [k - 2]: (own part, weight of the lower order)
  std::vector<uint32_t> ids_;
};

}  // namespace paragen::estimate
