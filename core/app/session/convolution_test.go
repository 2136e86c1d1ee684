package session

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"conelab/core/data/presets"
	"conelab/core/format/document"
)

// patches returns the patches of a sample by their definition: windows of an image, row by row, zero beyond its edge.
func patches(a *document.Architecture, x []float64) (out [][]float64) {
	height, width, channels := 1, a.Input[0], 1
	tall, pad := 1, 0
	if len(a.Input) > 1 {
		height, width, tall, pad = a.Input[0], a.Input[1], a.Filter, a.Padding
	}
	if len(a.Input) > 2 {
		channels = a.Input[2]
	}
	stride := max(1, a.Stride)
	for top := -pad; top+tall <= height+pad; top += stride {
		for left := -a.Padding; left+a.Filter <= width+a.Padding; left += stride {
			var patch []float64
			for r := top; r < top+tall; r++ {
				for c := left; c < left+a.Filter; c++ {
					for k := range channels {
						if r < 0 || r >= height || c < 0 || c >= width {
							patch = append(patch, 0)
						} else {
							patch = append(patch, x[(r*width+c)*channels+k])
						}
					}
				}
			}
			out = append(out, patch)
		}
	}
	return out
}

// mean returns the mean of sigma(patch'u) over the given block of patches.
func mean(p *document.Problem, x, u []float64, block int) float64 {
	all := patches(&p.Architecture, x)
	size := max(1, int(p.Architecture.Pool))
	if p.Architecture.Pool == document.GlobalPool {
		size = len(all)
	}
	sum := 0.0
	for _, patch := range all[block*size : (block+1)*size] {
		s := 0.0
		for k, v := range patch {
			s += v * u[k]
		}
		sum += (p.Activation.A*s+p.Activation.B)*s + p.Activation.C
	}
	return sum / float64(size)
}

func TestConvolutionsAreProved(t *testing.T) {
	d := drive(t)
	for preset, kinds := range map[string][]string{
		"bump": {`"pool":1`, `"pool":"global"`, `"filter":4,"stride":2`, `"filter":3,"stride":1,"padding":1`, `"pool":5`, `"input":[2,5],"filter":2`},
		"edge": {`"filter":10,"padding":0,"pool":1`, `"filter":1,"stride":3`},
		"bars": {`"filter":3`, `"filter":2,"padding":1,"stride":2`, `"input":[25],"filter":5`},
	} {
		d.do(`{"do":"preset","name":%q}`, preset)
		for _, sizes := range kinds {
			d.do(`{"do":"architecture","kind":"convolutional",%s}`, sizes)
			page := d.Page()
			if page.Status != "optimal" {
				t.Fatalf("%s %s: %s", preset, sizes, page.Message)
			}
			p := d.Problem()
			all := patches(&p.Architecture, p.Data.X[0])
			c := page.Convolution
			pool := max(1, c.Pool)
			if c.Pool < 0 {
				pool = len(all)
			}
			if c.Patches != len(all) || c.Size != len(all[0]) || c.Order != c.Size+1 || c.Matrices != 2*len(all)/pool || c.Blocks*pool != c.Patches {
				t.Errorf("%s %s: %d patches of %d numbers, but the page says %+v", preset, sizes, len(all), len(all[0]), c)
			}
		}
	}
}

// TestDenseIsOneStepBack switches to a dense network and back: the data and their display stay.
func TestDenseIsOneStepBack(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"preset","name":"bars"}`)
	before := d.Problem()
	d.do(`{"do":"architecture","kind":"dense"}`)
	page := d.Page()
	if page.Architecture != "dense" || page.Convolution != nil || page.Signals == nil || !reflect.DeepEqual(page.Signals.Shape, []int{5, 5}) {
		t.Errorf("%+v", page)
	}
	if !reflect.DeepEqual(before.Data, d.Problem().Data) {
		t.Error("the data changed")
	}
	d.do(`{"do":"architecture","kind":"convolutional"}`)
	if a := d.Problem().Architecture; !reflect.DeepEqual(a.Input, []int{5, 5}) || a.Filter != firstFilter {
		t.Errorf("back at %+v", a)
	}
	d.do(`{"do":"undo"}`)
	d.do(`{"do":"undo"}`)
	if !reflect.DeepEqual(before, d.Problem()) || d.Page().Preset != "bars" {
		t.Error("undo does not lead back")
	}
	// Points of the plane become points again.
	d.do(`{"do":"preset","name":"ring"}`)
	d.do(`{"do":"architecture","kind":"convolutional"}`)
	if page := d.Page(); page.Drawable || page.Signals == nil {
		t.Errorf("%+v", page)
	}
	d.do(`{"do":"architecture","kind":"dense"}`)
	if page := d.Page(); !page.Drawable || page.Signals != nil {
		t.Errorf("%+v", page)
	}
}

func TestSizesThatAreLeftOutFit(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"preset","name":"bump"}`)
	for _, c := range []struct {
		intent string
		want   document.Architecture
	}{
		{`"filter":8`, document.Architecture{Input: []int{10}, Filter: 8, Pool: -1}},
		{`"input":[2,5]`, document.Architecture{Input: []int{2, 5}, Filter: 2, Pool: -1}},
		{`"pool":4`, document.Architecture{Input: []int{2, 5}, Filter: 2, Pool: 4}},
		{`"padding":1`, document.Architecture{Input: []int{2, 5}, Filter: 2, Padding: 1}}, // 18 patches
		{`"filter":1`, document.Architecture{Input: []int{2, 5}, Filter: 1}},
		{`"stride":2,"pool":"global"`, document.Architecture{Input: []int{2, 5}, Filter: 1, Stride: 2, Pool: -1}},
		{`"input":[10],"pool":1,"stride":1`, document.Architecture{Input: []int{10}, Filter: 1}},
	} {
		d.do(`{"do":"architecture","kind":"convolutional",%s}`, c.intent)
		c.want.Kind = document.KindConvolutional
		if got := d.Problem().Architecture; !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, want %+v", c.intent, got, c.want)
		}
		steps := undos(d.work)
		d.do(`{"do":"architecture","kind":"convolutional",%s}`, c.intent)
		if undos(d.work) != steps {
			t.Errorf("%s a second time is a step", c.intent)
		}
	}
}

func TestBadConvolutionsAreRefused(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"preset","name":"bump"}`)
	before, kept := d.Page(), d.Keep()
	const conv = `{"do":"architecture","kind":"convolutional",`
	for intent, want := range map[string]string{
		conv + `"filter":11}`:                   "This network does not suit the data: architecture.filter is 11, expected 1 to 10, the size of the padded input.",
		conv + `"filter":0}`:                    "The filter must be a whole number from 1 to 1048576, but it is 0.",
		conv + `"filter":2.5}`:                  "The filter must be a whole number from 1 to 1048576, but it is 2.5.",
		conv + `"stride":0}`:                    "The stride must be a whole number from 1 to 1048576, but it is 0.",
		conv + `"stride":1e300}`:                "The stride must be a whole number from 1 to 1048576, but it is 1e300.",
		conv + `"padding":-1}`:                  "The padding must be a whole number from 0 to 1048576, but it is -1.",
		conv + `"padding":3}`:                   "This network does not suit the data: architecture.padding is 3, expected less than the filter, 3.",
		conv + `"pool":3}`:                      "This network does not suit the data: architecture.pool is 3, expected a divisor of the number of patches, 8.",
		conv + `"pool":0}`:                      `The pool must be a whole number from 1 to 1048576 or global, but it is 0.`,
		conv + `"pool":"most"}`:                 `The pool must be a whole number from 1 to 1048576 or global, but it is "most".`,
		conv + `"input":[3,4]}`:                 "This network does not suit the data: architecture.input has 12 numbers in all, expected 10 as in a row of data.x.",
		conv + `"input":[2,4]}`:                 "This network does not suit the data: architecture.input has 8 numbers in all, expected 10 as in a row of data.x.",
		conv + `"input":[]}`:                    "This network does not suit the data: architecture.input has no numbers, expected [length], [height, width] or [height, width, channels].",
		conv + `"input":[1048576,1048576,2]}`:   "This network does not suit the data: architecture.input ",
		`{"do":"blank"}`:                        "Samples to draw have a length, or a height and a width, of 2 to 256 numbers in all.",
		`{"do":"blank","input":[1]}`:            "Samples to draw have a length, or a height and a width, of 2 to 256 numbers in all.",
		`{"do":"blank","input":[17,16]}`:        "Samples to draw have a length, or a height and a width, of 2 to 256 numbers in all.",
		`{"do":"blank","input":[2,2,2]}`:        "Samples to draw have a length, or a height and a width, of 2 to 256 numbers in all.",
		`{"do":"blank","input":[0,9]}`:          "The input must be a list of whole numbers from 1 to 1048576, but it is [0,9].",
		`{"do":"row","index":0,"values":[1,2]}`: "Row 1 needs 11 numbers, but it has 2.",
	} {
		err := d.Apply([]byte(intent))
		if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s\n got %v\nwant %s", intent, err, want)
		}
	}
	if !reflect.DeepEqual(d.Page(), before) || string(d.Keep()) != string(kept) {
		t.Error("refused intents changed the session")
	}
}

func row(x []float64, y float64) string {
	text, _ := json.Marshal(append(append([]float64(nil), x...), y))
	return string(text)
}

// TestDrawingASampleIsOneStep changes a sample many times within one gesture.
func TestDrawingASampleIsOneStep(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"preset","name":"bump"}`)
	before, steps := d.Problem(), undos(d.work)
	x := append([]float64(nil), before.Data.X[4]...)
	for k := range x {
		x[k] = 0.5
		d.do(`{"do":"row","index":4,"values":%s,"final":false}`, row(x, 1))
	}
	if undos(d.work) != steps+1 || !reflect.DeepEqual(d.Problem().Data.X[4], x) {
		t.Fatalf("%d steps, the sample is %v", undos(d.work)-steps, d.Problem().Data.X[4])
	}
	d.do(`{"do":"row","index":4,"values":%s,"final":true}`, row(x, 1))
	d.do(`{"do":"row","index":4,"values":%s}`, row(x, -1))
	if undos(d.work) != steps+2 {
		t.Errorf("%d steps", undos(d.work)-steps)
	}
	d.do(`{"do":"undo"}`)
	d.do(`{"do":"undo"}`)
	if !reflect.DeepEqual(before, d.Problem()) {
		t.Error("undo does not lead back")
	}
	// A cancelled gesture leaves no trace.
	d.do(`{"do":"row","index":4,"values":%s,"final":false}`, row(x, 1))
	d.do(`{"do":"cancel"}`)
	if !reflect.DeepEqual(before, d.Problem()) || undos(d.work) != steps {
		t.Error("cancel does not lead back")
	}
	// Two samples drawn one after the other are two steps.
	d.do(`{"do":"row","index":4,"values":%s,"final":false}`, row(x, 1))
	d.do(`{"do":"row","index":5,"values":%s,"final":false}`, row(x, 1))
	if undos(d.work) != steps+2 {
		t.Errorf("%d steps for two samples", undos(d.work)-steps)
	}
}

// TestBlankSamples starts with no samples, draws two, and removes them.
func TestBlankSamples(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"blank","input":[2,3]}`)
	page := d.Page()
	if page.Status != "empty" || page.Dimension != 6 || page.Architecture != "convolutional" || !reflect.DeepEqual(page.Signals.Shape, []int{2, 3}) {
		t.Errorf("%+v", page)
	}
	d.do(`{"do":"architecture","kind":"convolutional","filter":1}`)
	d.do(`{"do":"rows","add":[[1,0,0,0,0,0,1],[0,0,0,0,0,1,-1]]}`)
	if page := d.Page(); page.Samples != 2 || page.Status != "optimal" || page.Convolution.Filter != 1 {
		t.Errorf("%+v", page)
	}
	for _, intent := range []string{`{"do":"clear"}`, `{"do":"rows","remove":[0,1]}`} {
		d.do("%s", intent)
		shared, kept := d.Share(), d.Keep()
		if a := d.Page().Convolution; a == nil || a.Filter != 1 {
			t.Errorf("%s: the network is %+v", intent, a)
		}
		for _, text := range []string{fmt.Sprintf(`{"do":"open","shared":%s}`, shared), fmt.Sprintf(`{"do":"resume","work":%s}`, kept)} {
			other := drive(t)
			other.do("%s", text)
			if got := other.Page(); got.Dimension != 6 || !reflect.DeepEqual(got.Signals, d.Page().Signals) || !reflect.DeepEqual(got.Convolution, d.Page().Convolution) {
				t.Errorf("%s: after %.40s %+v", intent, text, got.Convolution)
			}
		}
		d.do(`{"do":"undo"}`)
	}
}

func TestReportHasTheSizes(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"preset","name":"bars"}`)
	report, _ := d.Document("report")
	text := string(report)
	for _, want := range []string{"convolutional", "5 x 5, 2, 1, 0\n", "16, 4, global\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q:\n%s", want, text)
		}
	}
}

// Links and saved work restore signals, including the display of dense networks.
func TestSignalsComeBack(t *testing.T) {
	d := drive(t)
	for _, preset := range presets.All {
		if preset.Samples == nil {
			continue
		}
		d.do(`{"do":"preset","name":%q}`, preset.Name)
		for _, intent := range []string{
			`{"do":"beta","value":0.1}`, `{"do":"architecture","kind":"convolutional","filter":2,"pool":1}`, `{"do":"architecture","kind":"dense"}`,
			`{"do":"rows","flip":[0]}`,
		} {
			d.do("%s", intent)
			shared := d.Share()
			for _, text := range []string{fmt.Sprintf(`{"do":"open","shared":%s}`, shared), fmt.Sprintf(`{"do":"resume","work":%s}`, d.Keep())} {
				other := drive(t)
				other.do("%s", text)
				if again := other.Share(); string(again) != string(shared) {
					t.Errorf("%.300s\ncame back as\n%.300s", shared, again)
				}
				if !reflect.DeepEqual(other.Page().Signals, d.Page().Signals) || !reflect.DeepEqual(other.Problem(), d.Problem()) {
					t.Errorf("%s after %s came back as %+v", preset.Name, intent, other.Page().Signals)
				}
			}
		}
	}
	for text, want := range map[string]string{
		head + `"features":3,"shape":[4],"beta":1,"activation":{"a":1,"b":0,"c":0}},` + controls:                       "The shape of a sample has 4 entries",
		head + `"features":4,"beta":1,"activation":{"a":1,"b":0,"c":0}},` + controls:                                   "An empty stage can have up to three features",
		head + `"preset":{"name":"bump","points":9,"seed":1},"shape":[3],"architecture":{"kind":"dense"}},` + controls: "This cannot be opened: state.architecture is given",
	} {
		if err := take(d.Session, []byte(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v\nwant %s", err, want)
		}
	}
}
