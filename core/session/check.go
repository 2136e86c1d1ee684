package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"

	"conelab/core/document"
	"conelab/core/solve"
	"conelab/core/table"
	"conelab/core/wire"
)

const (
	// checkBytes and checkOrder bound what the page checks, checkWork the multiplications that it may cost: a second or two.
	checkBytes, checkOrder = 4 << 20, 60
	checkWork              = 2e9
	// The verdict goes along with every answer: it has so many neurons, and entries of their directions, at most.
	listedNeurons, listedEntries = 60, 8
)

// checkIntent carries out the intents of the panel that checks what others found.
func (s *Session) checkIntent(in *intent) error {
	switch {
	case in.Clear:
		s.leaveExhibit()
		s.verdict, s.claim, s.trial = nil, nil, nil
		return nil
	case in.Text == "" && len(in.Data) == 0:
		return s.exhibitClaim(in.Show)
	}
	c := &claim{text: in.Text, data: in.Data}
	if err := s.read(c); err != nil {
		return err
	}
	verdict, trial, err := s.judge(c)
	if err != nil {
		return err
	}
	s.leaveExhibit()
	s.claim, s.verdict, s.trial = c, verdict, trial
	s.pointOut()
	return nil
}

// read finds out what is in the text or the file.
func (s *Session) read(c *claim) (err error) {
	data := c.data
	if len(data) == 0 {
		data = []byte(c.text)
	}
	if len(data) > checkBytes {
		return errors.New("This has " + strconv.Itoa(len(data)) + " bytes; the page checks up to " + strconv.Itoa(checkBytes) +
			", the command line any number.")
	}
	if parts := split(data); parts != nil {
		return s.pair(c, parts)
	}
	matrix, err := table.ParseMatrix(data)
	if err != nil {
		return faultOf("The matrix cannot be read", err)
	}
	if order := len(matrix.Z); order > checkOrder {
		return errors.New("The matrix has order " + strconv.Itoa(order) + "; the page checks up to order " + strconv.Itoa(checkOrder) +
			", the command line any.")
	}
	c.matrix = matrix.Z
	return nil
}

// pair reads the problem and the solution, or the network, of the parts. What comes without a problem is about the one on the stage.
func (s *Session) pair(c *claim, parts []part) (err error) {
	for _, part := range parts {
		found := c.solution != nil || c.network != nil
		switch {
		case part.format == document.ProblemFormat && c.problem == nil:
			c.problem, err = document.ParseProblem(part.text)
			err = faultOf("The problem cannot be read", err)
		case part.format == networkPart && !found:
			c.network, err = document.ParseNetwork(part.text)
			err = faultOf("The network cannot be read", err)
			if c.network == nil {
				c.network = []document.Neuron{}
			}
		case part.format == document.SolutionFormat && !found:
			c.solution, err = document.ParseSolution(part.text)
			err = faultOf("The solution cannot be read", err)
		default:
			err = errors.New("A check takes one problem and one solution, but another document comes with them.")
		}
		if err != nil {
			return err
		}
	}
	stage := s.Problem()
	switch {
	case c.solution == nil && c.network == nil:
		return errors.New("This is a problem without a solution: paste the solution after it.")
	case c.problem == nil && stage == nil:
		return errors.New("This is a solution without its problem, and there is none on the stage: paste the problem before it.")
	case c.network != nil && c.problem != nil:
		if stage == nil || string(stage.JSON()) != string(c.problem.JSON()) {
			return errors.New("A network without dual is measured against the optimum of the problem on the stage: open its problem first, then paste " +
				"the network alone.")
		}
		c.problem = nil
	}
	return nil
}

// networkPart stands for the format of a network without proof: neurons alone, or a solution document without dual.
const networkPart = "network"

// part is one document of a text.
type part struct {
	format string
	text   []byte
}

// split returns the documents of the text if the first one is a problem or a solution, else nil. What cannot be read as JSON is left to
// the document's own reader, which says where it is wrong.
func split(data []byte) (parts []part) {
	data = bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")))
	if len(data) == 0 || data[0] != '{' {
		return nil
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	for {
		from := decoder.InputOffset()
		var text json.RawMessage
		err := decoder.Decode(&text)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			text = data[from:]
		}
		var head struct {
			Format  string          `json:"format"`
			Dual    json.RawMessage `json:"dual"`
			Neurons json.RawMessage `json:"neurons"`
			Network json.RawMessage `json:"network"`
		}
		switch fault := json.Unmarshal(text, &head); {
		case fault != nil && err != nil:
			head.Format = guess(text)
		case fault == nil && head.Dual == nil && (head.Format == document.SolutionFormat || head.Format == "" && (head.Neurons != nil || head.Network != nil)):
			head.Format = networkPart
		}
		parts = append(parts, part{head.Format, text})
		if err != nil {
			break
		}
	}
	switch parts[0].format {
	case document.ProblemFormat, document.SolutionFormat, networkPart:
		return parts
	}
	if len(parts) > 1 {
		return parts
	}
	return nil
}

// guess returns the format of a document that is not JSON, "" if it does not say.
func guess(text []byte) string {
	for _, format := range []string{document.SolutionFormat, document.ProblemFormat} {
		if bytes.Contains(text, []byte(format)) {
			return format
		}
	}
	return ""
}

// faultOf makes a sentence of a fault in a document.
func faultOf(what string, err error) error {
	if err == nil {
		return nil
	}
	return errors.New(what + ": " + strings.TrimSuffix(err.Error(), ".") + ".")
}

// judgeMatrix decomposes the matrix.
func judgeMatrix(z [][]float64) *wire.PageCheck {
	order := len(z)
	dec := solve.Decompose(z, 0)
	c := &wire.PageCheck{Kind: "matrix", Neuron: -1, Pass: dec.Pass, Sentence: dec.Message, Neurons: []wire.PageNeuron{}}
	// The pictures find their scale themselves, but not any.
	top := largest(z)
	c.CanShow = dec.Pass && order <= drawnFeatures+1 && len(dec.Neurons) > 0 && top > 1e-9 && top < 1e9
	if dec.Pass {
		c.Sentence = "Positive semidefinite, and its trace condition holds: the matrix is the sum of " + plural(len(dec.Neurons), "neuron") + "."
	}
	size := solve.MatrixTolerance * top
	c.Facts = []wire.PageFact{
		{Name: "Order", Value: float64(order)},
		{Name: "Rank", Value: float64(dec.Rank)},
		{Name: "Neurons", Value: float64(len(dec.Neurons))},
		{Name: "Least eigenvalue", Value: finite(dec.MinEigenvalue), Fails: -dec.MinEigenvalue > size},
		{Name: "Distance of the leading block's trace from the last entry", Value: finite(dec.TraceViolation), Fails: dec.TraceViolation > size},
		{Name: "Largest error of the sum of the neurons, relative", Value: finite(dec.Residual), Fails: dec.Residual > solve.MatrixTolerance},
		{Name: "Largest distance of a vector from the cone, relative", Value: finite(dec.ConeViolation)},
	}
	for _, n := range dec.Neurons {
		list(c, n.U, n.Alpha)
	}
	return c
}

// judgeSolution recomputes everything that the solution claims.
func judgeSolution(problem *document.Problem, solution *document.Solution) *wire.PageCheck {
	check := solve.Check(problem, solution)
	c := &wire.PageCheck{Kind: "solution", Pass: check.Pass, Neurons: []wire.PageNeuron{}}
	if check.Pass {
		c.Sentence = "Optimal: no network of this kind, however wide, costs less by more than a relative gap of " + number(check.Gap) + "."
	} else {
		c.Sentence = capital(check.Fault()) + "."
	}
	measured := false // nothing is where parts do not fit the problem
	for _, f := range check.Findings {
		if f.Limit > 0 {
			measured = true
		}
	}
	if measured {
		c.Facts = append(c.Facts,
			wire.PageFact{Name: "Cost of the network, recomputed", Value: finite(check.Objective)},
			wire.PageFact{Name: "No network is below, recomputed", Value: finite(check.LowerBound)},
			wire.PageFact{Name: "Largest |g| on the sphere over beta, of dual as given", Value: finite(check.DualPeak)},
			wire.PageFact{Name: "Neurons", Value: float64(len(solution.Network.Neurons))},
		)
	}
	for _, f := range check.Findings {
		if f.Limit > 0 || !f.Pass {
			c.Facts = append(c.Facts, wire.PageFact{Name: capital(f.What), Value: finite(f.Measured), Fails: !f.Pass})
		}
	}
	for _, n := range solution.Network.Neurons {
		list(c, n.U, n.Alpha)
	}
	return c
}

// list adds a neuron to the table of the verdict, as far as the page shows it.
func list(c *wire.PageCheck, u []float64, alpha float64) {
	if len(c.Neurons) == listedNeurons {
		c.More++
		return
	}
	c.Neurons = append(c.Neurons, wire.PageNeuron{U: u[:min(len(u), listedEntries)], Alpha: finite(alpha)})
}

// effort returns about how many multiplications a check costs.
func effort(p *document.Problem, neurons int) float64 {
	q := solve.FromDocument(p)
	shape := q.Architecture.Shape(q.D)
	n, order := float64(q.Samples()), float64(shape.Dimension+1)
	matrices := float64(shape.Blocks * q.Outputs)
	return matrices*(n*order*order+30*order*order*order) + float64(neurons)*(n*order+order*order)
}

func largest(rows [][]float64) float64 {
	size := 0.0
	for _, row := range rows {
		for _, v := range row {
			size = max(size, v, -v)
		}
	}
	return size
}

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

func plural(n int, noun string) string {
	if n == 1 {
		return "one " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
