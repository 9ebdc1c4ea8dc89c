// C++ exceptions -> Python's. Called by Cython with the GIL held, inside a catch block.
#pragma once
#include <Python.h>

#include <cerrno>
#include <new>
#include <stdexcept>

#include "lm/estimate/buffer.hh"
#include "lm/estimate/tempfile.hh"

namespace paragen::estimate {

inline void raise_python_error() {
  try {
    throw;
  } catch (const Cancelled&) {
    if (!PyErr_Occurred()) PyErr_SetString(PyExc_KeyboardInterrupt, "");  // the host keeps the real error
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const FileError& error) {
    errno = error.number;
    PyErr_SetFromErrnoWithFilename(PyExc_OSError, error.what());
  } catch (const std::length_error& error) {
    PyErr_SetString(PyExc_OverflowError, error.what());
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
}

}  // namespace paragen::estimate
