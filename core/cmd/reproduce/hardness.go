package main

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"conelab/core/paper/hardness"
)

// hardnessCommand runs the reduction from subset sum to training.
type hardnessCommand struct {
	Set    []string `arg:"" help:"The integers, separated by spaces or commas; negative ones after --."`
	Target int64    `required:"" help:"The sum that a subset should have."`
}

// Help returns the long help text of the command.
func (*hardnessCommand) Help() string {
	return `Training a network with quadratic activation and weight decay is NP-hard (the paper's section 6): the question whether some of the integers add up to the target becomes a training problem. Prints its data X and y, whether the subset exists, the neuron that witnesses it, the subset read off that neuron, and the value of the convex relaxation, which cannot tell.

Examples:

    reproduce hardness 3 5 8 13 --target 16

    reproduce hardness --target -1 -- 4 -5 7`
}

// Run builds the training problem, decides it, and writes the document.
func (c *hardnessCommand) Run(p *program) error {
	var set []int64
	for number := range strings.SplitSeq(strings.Join(c.Set, ","), ",") {
		a, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			return fmt.Errorf("%.40q is in the set, expected an integer", number)
		}
		set = append(set, a)
	}
	in, err := hardness.New(set, c.Target)
	if err != nil {
		return err
	}
	e := json.NewEncoder(p.out)
	e.SetIndent("", " ")
	return e.Encode(hardness.Run(in))
}
