// Package gemm multiplies dense matrices: C += A B with views of A and B that may be transposed and weighted, and the factorisations
// that are made of such products.
//
// Blocks of A and B are copied into panels that stay in the caches, and a kernel of 12 by 16 or 6 by 8 sums runs along them (Goto and van de
// Geijn, "Anatomy of high-performance matrix multiplication", 2008). The kernel is AVX-512 or AVX2 assembly with fused multiply-adds where
// the processor has them, and plain Go elsewhere. Rounding differs between them; for one processor results depend on nothing but the operands.
//
// Run spreads work over the processors. It never decides what is added to what: callers cut their sums into a fixed number of parts, so
// that results are the same for any number of threads.
package gemm
