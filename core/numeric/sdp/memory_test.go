package sdp

import (
	"maps"
	"slices"
	"testing"
)

// TestRenewedSolversAgree solves problems of all shapes with solvers that take their memory from one another, in an order where it is too small and too
// large. Every run is, bit for bit, that of a new solver.
func TestRenewedSolversAgree(t *testing.T) {
	all := examples()
	var renewed *Solver
	for range 2 {
		for _, name := range slices.Sorted(maps.Keys(all)) {
			p := all[name]
			for _, stacked := range []bool{false, true} {
				renewed = renewed.Renew(p)
				fresh := New(p)
				for _, s := range []*Solver{renewed, fresh} {
					s.Reset(p, stacked)
					for s.Iterations() < 12 && s.Step() == Running {
					}
				}
				if renewed.Iterations() != fresh.Iterations() || !slices.Equal(renewed.Dual(), fresh.Dual()) || !slices.Equal(renewed.Primal(0), fresh.Primal(0)) {
					t.Errorf("%s, least squares %t: a solver in the memory of another one goes elsewhere", name, stacked)
				}
			}
		}
	}
}

// TestMemoryIsGivenUp: what a large problem took is not kept for small ones.
func TestMemoryIsGivenUp(t *testing.T) {
	large := sized(nil, 8*wasteFrom)
	if again := sized(large, 3*wasteFrom); cap(again) != cap(large) {
		t.Errorf("memory of %d numbers is given up for %d", cap(large), len(again))
	}
	if small := sized(large, wasteFrom); cap(small) != wasteFrom {
		t.Errorf("memory of %d numbers is kept for %d", cap(small), wasteFrom)
	}
	var m memory
	m.stack(1000, 1000)
	if qr := m.stack(100, 100); qr.Room() != 2*100*100 {
		t.Errorf("a factorisation keeps memory for %d numbers", qr.Room())
	}
}
