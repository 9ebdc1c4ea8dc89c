// Sorts records of 32-bit numbers in the memory it is given, with runs on disk where they do not fit.
//
// A record is a key, compared number by number, and a payload of 64 bits. Records with equal keys are combined by
// adding their payloads.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <future>
#include <memory>
#include <string>
#include <vector>

#include "lm/estimate/storage.hh"
#include "lm/estimate/settings.hh"

namespace paragen::estimate {

constexpr uint32_t kPayloadWords = 2;

inline int compare_keys(const uint32_t* a, const uint32_t* b, uint32_t n_words) {
  for (uint32_t i = 0; i < n_words; ++i)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}

inline uint64_t payload(const uint32_t* record, uint32_t key_words) {
  uint64_t value;
  std::memcpy(&value, record + key_words, sizeof value);
  return value;
}

inline void set_payload(uint32_t* record, uint32_t key_words, uint64_t value) {
  std::memcpy(record + key_words, &value, sizeof value);
}

// Several sorted runs of a file, read as one.
class RunMerger {
 public:
  struct Run {
    uint64_t begin, end;  // bytes of the file
  };

  RunMerger(const TempFile& file, const Run* begin, const Run* end, uint32_t key_words, size_t memory)
      : key_words_(key_words) {
    const size_t share = memory / std::max<size_t>(end - begin, 1);
    for (const Run* run = begin; run != end; ++run)
      readers_.emplace_back(file, run->begin, run->end, key_words + kPayloadWords, share);
    for (uint32_t i = 0; i < readers_.size(); ++i)
      if (readers_[i].record()) heap_.push_back(i);
    std::make_heap(heap_.begin(), heap_.end(), After{this});
  }

  const uint32_t* record() const { return heap_.empty() ? nullptr : readers_[heap_.front()].record(); }

  void next() {
    readers_[heap_.front()].next();
    if (readers_[heap_.front()].record() == nullptr) {
      std::pop_heap(heap_.begin(), heap_.end(), After{this});
      heap_.pop_back();
    } else {
      sift_down();
    }
  }

 private:
  struct After {
    const RunMerger* merger;
    bool operator()(uint32_t a, uint32_t b) const {
      const auto& readers = merger->readers_;
      return compare_keys(readers[a].record(), readers[b].record(), merger->key_words_) > 0;
    }
  };

  void sift_down() {
    const After after{this};
    for (size_t at = 0;;) {
      size_t child = 2 * at + 1;
      if (child >= heap_.size()) return;
      if (child + 1 < heap_.size() && after(heap_[child], heap_[child + 1])) ++child;
      if (!after(heap_[at], heap_[child])) return;
      std::swap(heap_[at], heap_[child]);
      at = child;
    }
  }

  uint32_t key_words_;
  std::vector<RecordReader> readers_;
  std::vector<uint32_t> heap_;
};

class RecordSorter {
 public:
  RecordSorter(uint32_t key_words, size_t memory, const std::string& folder, uint32_t threads)
      : key_words_(key_words), width_(key_words + kPayloadWords), threads_(threads), memory_(memory),
        io_size_(std::clamp<size_t>(memory / 16, 4096, 1 << 20)),
        // Merging what threads have sorted takes up to half an entry more.
        capacity_(std::max<size_t>(
            std::min(memory - memory / 16, kLargestRun) / (width_ * sizeof(uint32_t) + sizeof(Entry) * 3 / 2), 16)),
        folder_(folder) {}

  void add(const uint32_t* record) {
    if (n_records_ == capacity_) spill();
    if (records_.size() == 0) {
      records_ = Buffer<uint32_t>(capacity_ * width_);
      entries_ = Buffer<Entry>(capacity_);
    }
    std::memcpy(&records_[n_records_ * width_], record, width_ * sizeof(uint32_t));
    entries_[n_records_] = Entry{prefix(record), n_records_};
    ++n_records_;
  }

  // Ends adding; the records follow in order from next().
  void finish() {
    current_.resize(width_);
    if (runs_.empty()) {
      sort();
      return;
    }
    spill();
    records_.reset();
    entries_.reset();
    file_->seal();
    const size_t fan_in = std::clamp<size_t>(memory_ / (2 * io_size_), 4, 256);
    while (runs_.size() > fan_in) merge_pass(fan_in);
    merger_ = std::make_unique<RunMerger>(*file_, runs_.data(), runs_.data() + runs_.size(), key_words_, memory_ / 2);
  }

  // The next record (until the next call), or null.
  const uint32_t* next() {
    const uint32_t* record = peek();
    if (record == nullptr) return nullptr;
    std::memcpy(current_.data(), record, width_ * sizeof(uint32_t));
    advance();
    while ((record = peek()) != nullptr && compare_keys(record, current_.data(), key_words_) == 0) {
      set_payload(current_.data(), key_words_, payload(current_.data(), key_words_) + payload(record, key_words_));
      advance();
    }
    return current_.data();
  }

 private:
  // Larger runs take longer to sort than their merging saves; more memory serves to merge more runs at once.
  static constexpr size_t kLargestRun = 64 << 20;

  struct Entry {
    uint64_t prefix;   // the first two numbers of the key
    size_t index;
  };

  uint64_t prefix(const uint32_t* record) const {
    return uint64_t(record[0]) << 32 | (key_words_ > 1 ? record[1] : 0);
  }

  bool less(const Entry& a, const Entry& b) const {
    if (a.prefix != b.prefix) return a.prefix < b.prefix;
    if (key_words_ <= 2) return false;
    return compare_keys(&records_[a.index * width_ + 2], &records_[b.index * width_ + 2], key_words_ - 2) < 0;
  }

  // `room` is for half as many entries.
  void sort(Entry* begin, Entry* end, uint32_t threads, Entry* room) {
    const auto before = [this](const Entry& a, const Entry& b) { return less(a, b); };
    if (threads < 2 || end - begin < 4096) {
      std::sort(begin, end, before);
      return;
    }
    Entry* const middle = begin + (end - begin) / 2;
    std::future<void> sorting = start(threads, [=] { sort(begin, middle, threads / 2, room); });
    sort(middle, end, threads - threads / 2, room + (middle - begin) / 2);
    sorting.get();
    Entry* const left_end = std::copy(begin, middle, room);
    Entry *left = room, *right = middle, *to = begin;
    while (left != left_end && right != end) *to++ = before(*right, *left) ? *right++ : *left++;
    std::copy(left, left_end, to);
  }

  void sort() {
    Buffer<Entry> room(threads_ < 2 ? 0 : n_records_ / 2);
    sort(entries_.begin(), entries_.begin() + n_records_, threads_, room.begin());
  }

  const uint32_t* peek() const {
    if (merger_) return merger_->record();
    return at_ < n_records_ ? &records_[entries_[at_].index * width_] : nullptr;
  }

  void advance() {
    if (merger_) merger_->next();
    else ++at_;
  }

  // Writes what next() gives as one run.
  void write_run(TempFile* file) {
    const uint64_t begin = file->size();
    while (const uint32_t* record = next()) file->append(record, width_ * sizeof(uint32_t));
    written_.push_back({begin, file->size()});
  }

  void spill() {
    if (!file_) file_ = std::make_unique<TempFile>(folder_, io_size_);
    current_.resize(width_);
    sort();
    at_ = 0;
    write_run(file_.get());
    n_records_ = at_ = 0;
    runs_.push_back(written_.back());
  }

  void merge_pass(size_t fan_in) {
    auto merged = std::make_unique<TempFile>(folder_, io_size_);
    written_.clear();
    for (size_t begin = 0; begin < runs_.size(); begin += fan_in) {
      const RunMerger::Run* first = runs_.data() + begin;
      const RunMerger::Run* last = runs_.data() + std::min(begin + fan_in, runs_.size());
      merger_ = std::make_unique<RunMerger>(*file_, first, last, key_words_, memory_ / 2);
      write_run(merged.get());
    }
    merger_.reset();
    merged->seal();
    runs_.swap(written_);
    file_ = std::move(merged);
  }

  uint32_t key_words_, width_, threads_;
  size_t memory_, io_size_, capacity_;
  std::string folder_;
  Buffer<uint32_t> records_;
  Buffer<Entry> entries_;
  size_t n_records_ = 0, at_ = 0;
  std::vector<uint32_t> current_;
  std::unique_ptr<TempFile> file_;
  std::vector<RunMerger::Run> runs_, written_;
  std::unique_ptr<RunMerger> merger_;
};

}  // namespace paragen::estimate
