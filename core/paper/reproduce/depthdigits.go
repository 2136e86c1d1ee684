package reproduce

import (
	"math/rand/v2"

	"conelab/core/data/dataset"
)

// The digits of the comparison of depths. With all images and pixels, a stack would take minutes and its rivals hours. So images are reduced
// to the means of 4 x 4 pixels, 49 for an image of MNIST, and the training rows are digitRows images drawn from the training images without
// replacement. The first and the second draw are for picking. Each further draw is a fold, tested on all test images.
const digitSide, digitRows, digitFolds = 4, 500, 4

// averaged returns the frame of the means of side x side pixels.
func (i *Images) averaged(f *dataset.Frame, side int) *dataset.Frame {
	g := *f
	g.X = make([][]float64, len(f.X))
	high, wide := i.Height/side, i.Width/side
	for k, image := range f.X {
		means := make([]float64, 0, high*wide*i.Channels)
		for at := range high * wide * i.Channels {
			channel, x, y := at%i.Channels, at/i.Channels%wide, at/i.Channels/wide
			sum := 0.0
			for pixel := range side * side {
				row, column := y*side+pixel/side, x*side+pixel%side
				sum += image[(row*i.Width+column)*i.Channels+channel]
			}
			means = append(means, sum/float64(side*side))
		}
		g.X[k] = means
	}
	return &g
}

// depthTrials returns the rows for picking and the folds.
func (i *Images) depthTrials(rows int) (pick trial, folds []trial, err error) {
	order := rand.New(rand.NewPCG(firstSeed, 0)).Perm(i.Train.Len())
	train, test := i.averaged(i.Train, digitSide), i.averaged(i.Test, digitSide)
	rows = min(rows, len(order)/(2+digitFolds))
	draw := func(k int) *dataset.Frame { return train.Rows(order[k*rows : (k+1)*rows]) }
	if pick, err = standardised(draw(0), draw(1)); err != nil {
		return pick, nil, err
	}
	for k := range digitFolds {
		fold, err := standardised(draw(2+k), test)
		if err != nil {
			return pick, nil, err
		}
		folds = append(folds, fold)
	}
	return pick, folds, nil
}
