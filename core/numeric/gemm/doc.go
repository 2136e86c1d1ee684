// Package gemm multiplies dense matrices, C += A B with views of A and B that may be transposed and weighted.
//
// Blocks of A and B are copied into panels that fit in the caches, and a kernel of 12 by 16 or 6 by 8 sums runs along them (Goto and van de
// Geijn, "Anatomy of high-performance matrix multiplication", 2008). The kernel is AVX-512 or AVX2 assembly with fused multiply-adds where
// the processor has them, and plain Go elsewhere. Rounding differs between these kernels; on one processor, results depend only on the
// operands.
//
// Package parallel spreads the work over the processors. The number of threads never changes the order of summation: callers split their sums
// into a fixed number of parts, so that results are the same for any number of threads.
package gemm
