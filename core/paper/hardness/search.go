package hardness

import (
	"cmp"
	"slices"
)

// half is a subset of one half of the set: its sum, and its elements as bits.
type half struct {
	sum  int64
	bits uint64
}

// solve returns the indices of a subset with the target sum, ascending, and whether there is one. It meets in the middle: all sums of each
// half, sorted, and one pass over both. O(2^(d/2) d).
func (in Instance) solve() (subset []int, yes bool) {
	middle := len(in.Set) / 2
	low, high := subsets(in.Set[:middle], 0), subsets(in.Set[middle:], middle)
	j := len(high) - 1
	for _, l := range low {
		for j > 0 && l.sum+high[j].sum > in.Target {
			j--
		}
		if l.sum+high[j].sum == in.Target {
			return indices(l.bits|high[j].bits, len(in.Set)), true
		}
	}
	return nil, false
}

// subsets returns all 2^k subsets of k integers sorted by their sums; their bits start at offset.
func subsets(set []int64, offset int) []half {
	all := make([]half, 1, 1<<len(set))
	for k, a := range set {
		for _, h := range all[:len(all):len(all)] {
			all = append(all, half{h.sum + a, h.bits | 1<<(offset+k)})
		}
	}
	slices.SortFunc(all, func(x, y half) int { return cmp.Compare(x.sum, y.sum) })
	return all
}

func indices(bits uint64, d int) []int {
	list := []int{}
	for k := range d {
		if bits>>k&1 == 1 {
			list = append(list, k)
		}
	}
	return list
}
