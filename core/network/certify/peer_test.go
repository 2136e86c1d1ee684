//go:build !js

package certify

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"conelab/core/data/dataset"
	"conelab/core/numeric/parallel"
)

// peerVariable names a Python that has cvxopt; build.sh bench looks for one.
const peerVariable = "CONELAB_PEER"

var peerSeed = flag.Uint64("peerseed", 4, "seed of the problems to compare with the peer on; 4 are those of BenchmarkSolve")

// peerTime is the longest time of the peer for a problem.
const peerTime = 60 * time.Second

// errPeerTime says that it took longer.
var errPeerTime = errors.New("cvxopt is not done after " + peerTime.String())

// peerProblem is what testdata/peer.py reads.
type peerProblem struct {
	// Blocks has, for each block, the patch of each sample; Y the labels of each output.
	Blocks    [][][]float64 `json:"blocks"`
	Y         [][]float64   `json:"y"`
	A         float64       `json:"a"`
	B         float64       `json:"b"`
	C         float64       `json:"c"`
	Balanced  bool          `json:"balanced"`
	Beta      float64       `json:"beta"`
	Tolerance float64       `json:"tolerance"`
}

// peerAnswer is what it writes. Upper and Lower are its bounds of the optimum; Optimal is false where it stopped before the tolerance.
type peerAnswer struct {
	Seconds, Upper, Lower float64
	Optimal               bool
	Peer                  string
}

func (a *peerAnswer) gap() float64 { return math.Abs(a.Upper-a.Lower) / a.Upper }

// BenchmarkPeer times cvxopt, a general solver, and this package on the problems of BenchmarkSolve for the same relative gap, both on one
// thread and by processor time. The best time of each counts. Ours includes everything; cvxopt's only what testdata/peer.py says, and it
// depends on its BLAS. The optima must agree. Other draws of the same shapes:
//
//	CONELAB_PEER=python3 go test ./core/network/certify -run - -bench Peer -args -peerseed 5
func BenchmarkPeer(b *testing.B) {
	python := os.Getenv(peerVariable)
	if python == "" {
		fmt.Printf("BenchmarkPeer needs %s, a Python with cvxopt; ./build.sh bench sets it where it finds one\n", peerVariable)
		b.Skip()
	}
	rng := rand.New(rand.NewPCG(*peerSeed, *peerSeed))
	dataset.Ball(rng, 200, 2) // the sets that BenchmarkSolve draws first
	dataset.Ball(rng, 200, 3)
	told := false
	for _, shape := range figure4 {
		for _, n := range []int{10, 100, 500} {
			p := figure4Problem(rng, shape.arch, n, shape.outputs)
			b.Run(fmt.Sprintf("%s n=%d,d=20", shape.name, n), func(b *testing.B) {
				peer := comparePeer(b, python, p)
				if !told && peer.Peer != "" {
					fmt.Println("\npeer:", peer.Peer)
					told = true
				}
			})
		}
	}
}

// comparePeer reports the times of both.
func comparePeer(b *testing.B, python string, p Problem) peerAnswer {
	peer, err := askPeer(python, p)
	if errors.Is(err, errPeerTime) {
		fmt.Println(err)
		b.ReportMetric(math.Inf(1), "ms/cvxopt")
		return peer
	}
	if err != nil {
		b.Fatal(err)
	}
	before := parallel.Threads()
	parallel.SetThreads(1)
	defer parallel.SetThreads(before)
	var job Job
	ours := math.Inf(1)
	for b.Loop() {
		if again, err := askPeer(python, p); err == nil && again.Seconds < peer.Seconds {
			peer = again
		}
		for range 5 {
			start := cpuMilliseconds()
			job.Run(p)
			ours = math.Min(ours, (cpuMilliseconds()-start)/1e3)
		}
	}
	r := job.Result()
	difference := math.Abs(peer.Lower-r.Objective) / r.Objective
	// Where it stops early, its point may be infeasible by more than its gap.
	if limit := 10 * (DefaultTolerance + peer.gap()); !(difference <= limit) {
		b.Errorf("cvxopt's optimum %.12g, its gap %.1e, ours %.12g: they differ by %.1e, relatively", peer.Lower, peer.gap(), r.Objective,
			difference)
	}
	b.ReportMetric(peer.Seconds*1e3, "ms/cvxopt")
	b.ReportMetric(ours*1e3, "ms/solve")
	b.ReportMetric(peer.Seconds/ours, "xcvxopt")
	b.ReportMetric(-math.Log10(peer.gap()), "digits/cvxopt") // of its gap, and those in which the optima agree
	b.ReportMetric(-math.Log10(difference), "digits/both")
	return peer
}

// askPeer has the script solve p.
func askPeer(python string, p Problem) (answer peerAnswer, err error) {
	op := p.Operator()
	n, sigma := op.Len(), op.Activation()
	question := peerProblem{A: sigma.A, B: sigma.B, C: sigma.C, Balanced: op.HasTrace(), Beta: p.Beta, Tolerance: DefaultTolerance}
	for k := range op.Blocks() {
		var patches [][]float64
		for i := range n {
			patches = append(patches, op.Patch(i, k, 0))
		}
		question.Blocks = append(question.Blocks, patches)
	}
	for o := range p.outputs() {
		question.Y = append(question.Y, p.Y[o*n:(o+1)*n])
	}
	text, err := json.Marshal(&question)
	if err != nil {
		return answer, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), peerTime)
	defer cancel()
	command := exec.CommandContext(ctx, python, filepath.Join("testdata", "peer.py"))
	command.Env = append(os.Environ(), "OPENBLAS_NUM_THREADS=1", "OMP_NUM_THREADS=1") // one core, as ours
	command.Stdin, command.Stderr = bytes.NewReader(text), os.Stderr
	text, err = command.Output()
	if ctx.Err() != nil {
		return answer, errPeerTime
	}
	if err != nil {
		return answer, fmt.Errorf("%s testdata/peer.py: %w", python, err)
	}
	return answer, json.Unmarshal(text, &answer)
}
