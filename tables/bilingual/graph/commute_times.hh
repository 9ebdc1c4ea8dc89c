// Commute times of a random walk [MM12 eq. 20].
#pragma once
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace paragen::graph {

class CommuteTimes {
 public:
  // Computes the n x n commute times of the walk with these weights, not negative, of steps from row to column; false if some
  // vertex does not reach another, so that there are none.
  bool of(const double* weights, size_t n) {
    n_ = n;
    if (!normalise(weights) || !find_stationary()) return false;
    fundamental_.resize(n * n);
    for (size_t i = 0; i < n; ++i)
      for (size_t j = 0; j < n; ++j) fundamental_[i * n + j] = (i == j ? 1.0 : 0.0) - transitions_[i * n + j] + stationary_[j];
    if (!invert()) return false;
    times_.resize(n * n);
    for (size_t u = 0; u < n; ++u)
      for (size_t v = 0; v <= u; ++v) times_[u * n + v] = times_[v * n + u] = u == v ? 0 : time(u, v);
    return true;
  }

  const std::vector<double>& times() const { return times_; }
  const std::vector<double>& stationary() const { return stationary_; }

 private:
  double time(size_t u, size_t v) const {
    const double* z = fundamental_.data();
    return (z[v * n_ + v] - z[u * n_ + v]) / stationary_[v] + (z[u * n_ + u] - z[v * n_ + u]) / stationary_[u];
  }

  // Eq. 7.
  bool normalise(const double* weights) {
    transitions_.assign(weights, weights + n_ * n_);
    for (size_t i = 0; i < n_; ++i) {
      double* row = transitions_.data() + i * n_;
      double sum = 0;
      for (size_t j = 0; j < n_; ++j) sum += row[j];
      if (!(sum > 0) || !std::isfinite(sum)) return false;
      for (size_t j = 0; j < n_; ++j) row[j] /= sum;
    }
    return true;
  }

  // Grassmann, Taksar, Heyman: elimination without subtractions, from the last state to the first.
  bool find_stationary() {
    reduced_ = transitions_;
    for (size_t k = n_ - 1; k > 0; --k) {
      const double* last = reduced_.data() + k * n_;
      double out = 0;
      for (size_t j = 0; j < k; ++j) out += last[j];
      if (!(out > 0)) return false;
      for (size_t i = 0; i < k; ++i) {
        double* row = reduced_.data() + i * n_;
        if (row[k] == 0) continue;
        const double factor = row[k] /= out;
        for (size_t j = 0; j < k; ++j) row[j] += factor * last[j];
      }
    }
    stationary_.assign(n_, 1);
    double total = 1;
    for (size_t k = 1; k < n_; ++k) {
      double sum = 0;
      for (size_t i = 0; i < k; ++i) sum += stationary_[i] * reduced_[i * n_ + k];
      stationary_[k] = sum;
      total += sum;
    }
    for (double& share : stationary_) {
      share /= total;
      if (!(share > 0)) return false;
    }
    return true;
  }

  // Gauss-Jordan in place, with partial pivoting.
  bool invert() {
    double* a = fundamental_.data();
    pivots_.resize(n_);
    for (size_t k = 0; k < n_; ++k) {
      size_t pivot = k;
      for (size_t i = k + 1; i < n_; ++i)
        if (std::abs(a[i * n_ + k]) > std::abs(a[pivot * n_ + k])) pivot = i;
      pivots_[k] = pivot;
      if (a[pivot * n_ + k] == 0) return false;
      if (pivot != k)
        for (size_t j = 0; j < n_; ++j) std::swap(a[pivot * n_ + j], a[k * n_ + j]);
      double* row = a + k * n_;
      const double inverse = 1 / row[k];
      row[k] = 1;
      for (size_t j = 0; j < n_; ++j) row[j] *= inverse;
      for (size_t i = 0; i < n_; ++i) {
        double* other = a + i * n_;
        const double factor = other[k];
        if (i == k || factor == 0) continue;
        other[k] = 0;
        for (size_t j = 0; j < n_; ++j) other[j] -= factor * row[j];
      }
    }
    for (size_t k = n_; k-- > 0;)
      if (pivots_[k] != k)
        for (size_t i = 0; i < n_; ++i) std::swap(a[i * n_ + k], a[i * n_ + pivots_[k]]);
    return true;
  }

  size_t n_ = 0;
  std::vector<double> transitions_, reduced_, stationary_, fundamental_, times_;
  std::vector<size_t> pivots_;
};

}  // namespace paragen::graph
