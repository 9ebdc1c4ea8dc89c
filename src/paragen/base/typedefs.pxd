# The types every kernel shares.
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t, int32_t

ctypedef uint32_t word_id_t     # a word of the model's vocabulary
ctypedef uint32_t state_t       # a language-model state (a context); 0 is the empty context
ctypedef float logprob_t        # natural logarithm
