package session

import (
	"encoding/json"
	"math"
	"slices"
	"testing"

	"conelab/core/app/protocol"
)

func (d driver) samplesDoc(name string) (doc protocol.Samples) {
	d.t.Helper()
	text, err := d.Document(name)
	if err != nil {
		d.t.Fatal(err)
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		d.t.Fatal(err)
	}
	return doc
}

// near compares a number with one rounded for display.
func near(got, want float64) bool { return math.Abs(got-want) <= 1e-5*(1+math.Abs(want)) }

// TestSamplesSayWhatTheNetworkSays compares the document samples with sums over patches of the raw data.
func TestSamplesSayWhatTheNetworkSays(t *testing.T) {
	d := drive(t)
	for _, preset := range []string{"bump", "bars"} {
		d.do(`{"do":"preset","name":%q}`, preset)
		for _, sizes := range []string{`"pool":"global"`, `"pool":1`, `"filter":3,"padding":1,"stride":2`} {
			d.do(`{"do":"architecture","kind":"convolutional",%s}`, sizes)
			doc, p, s := d.samplesDoc("samples 7"), d.Problem(), d.Solution()
			hits := 0
			for i, x := range p.Data.X {
				f := 0.0
				for _, n := range s.Network.Neurons {
					f += n.Alpha * mean(p, x, n.U, n.Block)
				}
				right := f*p.Data.Y[i][0] > 0
				if right {
					hits++
				}
				if !near(doc.F[i][0], f) || doc.Right[i] != right || doc.Y[i][0] != p.Data.Y[i][0] {
					t.Fatalf("%s %s: sample %d is said to be %g %v, want %g", preset, sizes, i, doc.F[i][0], doc.Right[i], f)
				}
			}
			all := patches(&p.Architecture, p.Data.X[7])
			if doc.Hits != hits || doc.Samples != len(p.Data.X) || len(doc.Corners) != len(all) || doc.Picked.Index != 7 {
				t.Fatalf("%s %s: %d hits, want %d; %d corners", preset, sizes, doc.Hits, hits, len(doc.Corners))
			}
			sum := 0.0
			if len(doc.Neurons) != len(s.Network.Neurons) {
				t.Fatalf("%d neurons, not %d", len(doc.Neurons), len(s.Network.Neurons))
			}
			for _, n := range s.Network.Neurons { // the document has a different order
				j := slices.IndexFunc(doc.Neurons, func(m protocol.PageNeuron) bool {
					return m.Block == n.Block && near(m.Alpha, n.Alpha) && near(m.U[0], n.U[0])
				})
				if j < 0 || len(doc.Picked.Product[j]) != doc.Pool {
					t.Fatalf("there is no neuron %+v", n)
				}
				for l, product := range doc.Picked.Product[j] {
					want := 0.0
					for k, v := range all[n.Block*doc.Pool+l] {
						want += v * n.U[k]
					}
					value := (p.Activation.A*want+p.Activation.B)*want + p.Activation.C
					if !near(product, want) || !near(doc.Picked.Value[j][l], value) {
						t.Fatalf("neuron %d, patch %d: %g and %g, want %g and %g", j, l, product, doc.Picked.Value[j][l], want, value)
					}
				}
				sum += doc.Picked.Adds[j]
			}
			if !near(sum, doc.F[7][0]) {
				t.Errorf("the neurons add up to %g, the network says %g", sum, doc.F[7][0])
			}
			// The corner of a patch is the position of its first number.
			for k, corner := range doc.Corners {
				r, c := corner[0], corner[1]
				want := 0.0
				if r >= 0 && c >= 0 && r < doc.Shape[0] && c < doc.Shape[1] {
					want = p.Data.X[7][r*doc.Shape[1]+c]
				}
				if all[k][0] != want {
					t.Errorf("%s %s: patch %d begins with %g, at its corner is %g", preset, sizes, k, all[k][0], want)
				}
			}
		}
	}
	d.do(`{"do":"architecture","kind":"dense"}`)
	if doc := d.samplesDoc("samples 0"); doc.Filter != [2]int{5, 5} || len(doc.Corners) != 1 || len(doc.Picked.Product[0]) != 1 {
		t.Errorf("dense: %v %v", doc.Filter, doc.Corners)
	}
}
