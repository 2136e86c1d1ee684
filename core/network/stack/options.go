package stack

import (
	"errors"
	"fmt"
	"math"

	"conelab/core/network/certify"
	"conelab/core/network/path"
	"conelab/core/numeric/loss"
)

// Scaling says how what the layers below give is scaled to a layer's input.
type Scaling int

const (
	// Standardise centres each feature and divides it by its standard deviation, lighter neurons by more: see Options.Fade.
	Standardise Scaling = iota
	// Whiten centres the features and makes them uncorrelated, by the inverse square root of their covariance.
	Whiten
	// Centre centres the features and leaves their sizes as they are.
	Centre
	// Raw leaves the features as they are.
	Raw
)

// Skip says what of the layers below reaches a layer beside the neurons of the last one.
type Skip int

const (
	// SkipInput passes x on to all layers, SkipAll x and the neurons of all layers below, SkipNone nothing.
	SkipInput Skip = iota
	SkipAll
	SkipNone
)

// Options say how layers are stacked. All but Layers, which must be set unless Auto is, may be zero; see Defaults for what is usual.
type Options struct {
	// Layers is the number of layers, or with Auto the most there may be (MostLayers if zero).
	Layers int
	// Auto adds layers as long as they help: see Job.
	Auto bool
	// Residual has each layer fit what those below have left, and the network is the sum of all layers. Otherwise each layer fits the labels,
	// and the network is the last one.
	Residual bool
	Skip     Skip
	Scaling  Scaling
	// Fade is the share of a layer's weight with which a neuron's feature has half the size of a heavy one's, so that a neuron that comes or
	// goes while data change does not make the layers above jump. Zero gives all the same size. Only Standardise looks at it.
	Fade float64
	// Clip keeps the features at other points near the range that they have on the points trained on. It changes nothing at these.
	Clip bool
	// Betas are those of the layers from the first on, the last one that of all further layers; nil leaves them to Problem.Beta.
	Betas []float64
	// Share, above zero, takes the place of all betas: each layer's is this share of certify.BetaMax of its own program.
	Share float64
}

// MostLayers is how many layers there may be.
const MostLayers = 12

// DefaultFade is the Fade of the command line and the page: see the package's documentation for what was measured.
const DefaultFade = 0.1

// Defaults returns the options of the command line and the page for so many layers.
func Defaults(layers int) Options {
	return Options{Layers: layers, Fade: DefaultFade, Clip: true}
}

// Problem is the training of a stack.
type Problem struct {
	// Problem has the data, the loss, and the architecture and activation of the first layer; those above it are dense, or quadratic over a
	// quadratic one, with the same activation. Its Beta is that of all layers where the options do not say otherwise.
	certify.Problem
	Options
	// HeldOut are points that are not trained on, by which Auto chooses the depth; nil for none.
	HeldOut *path.Set
}

// ErrResidual says for which losses there is no residual form.
var ErrResidual = errors.New("the residual form needs a loss that depends on y - f alone, squared, huber or l1; with others what a layer leaves is not a label that the next can be given")

// Validate reports in one sentence what keeps the stack from being trained.
func (p *Problem) Validate() error {
	if err := p.Options.Validate(); err != nil {
		return err
	}
	if p.Residual && p.Loss != loss.Squared && p.Loss != loss.Huber && p.Loss != loss.L1 {
		return ErrResidual
	}
	if h := p.HeldOut; h != nil && p.D > 0 && (len(h.X) == 0 || len(h.X)%p.D != 0 || len(h.Y) != len(h.X)/p.D*max(1, p.Outputs)) {
		return fmt.Errorf("HeldOut has %d features and %d labels in all, expected %d features and %d labels for each of its points", len(h.X), len(h.Y), p.D, max(1, p.Outputs))
	}
	first := p.Problem
	if len(p.Betas) > 0 {
		first.Beta = p.Betas[0]
	} else if p.Share > 0 {
		first.Beta = 1
	}
	return first.Validate()
}

// Validate reports in one sentence what is wrong with the options.
func (o *Options) Validate() error {
	least := 1
	if o.Auto {
		least = 0
	}
	switch {
	case o.Layers < least || o.Layers > MostLayers:
		return fmt.Errorf("Layers is %d, expected %d to %d", o.Layers, least, MostLayers)
	case o.Skip < SkipInput || o.Skip > SkipNone:
		return fmt.Errorf("Skip is %d, expected one of package stack", int(o.Skip))
	case o.Scaling < Standardise || o.Scaling > Raw:
		return fmt.Errorf("Scaling is %d, expected one of package stack", int(o.Scaling))
	case !(o.Fade >= 0 && o.Fade <= 1):
		return fmt.Errorf("Fade is %g, expected a number from 0 to 1", o.Fade)
	case !(o.Share >= 0 && o.Share < 1):
		return fmt.Errorf("Share is %g, expected a number above 0 and below 1, or 0 for none", o.Share)
	case o.Share > 0 && len(o.Betas) > 0:
		return errors.New("both Share and Betas are given, expected one of them")
	}
	for i, beta := range o.Betas {
		if !(beta > 0) || math.IsInf(beta, 1) {
			return fmt.Errorf("Betas[%d] is %g, expected a finite number above 0", i, beta)
		}
	}
	return nil
}

// most returns the largest number of layers.
func (o *Options) most() int {
	if o.Layers == 0 {
		return MostLayers
	}
	return o.Layers
}

// beta returns the beta of layer l, whose program is p, and the one from which on its network is empty where that had to be found.
func (o *Options) beta(p *certify.Problem, l int) (beta float64) {
	switch {
	case o.Share > 0:
		// Where nothing is left to fit every beta gives the empty network.
		if most := certify.BetaMax(p); most > 0 {
			return o.Share * most
		}
		return 1
	case len(o.Betas) > 0:
		return o.Betas[min(l, len(o.Betas)-1)]
	}
	return p.Beta
}
