package session

import (
	"regexp"
	"strings"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
)

// claims matches what is true of a certified optimum only.
var claims = regexp.MustCompile(`however wide|costs? less[.;:]|the best (one|network)|best network is|reaches? (it|β|±β)|touches ±|worth its price|` +
	`just its price|gains exactly|rounding hides|proves it|optimal network|two numbers meet|lowest point|found and proved in|of the certified optimum|all 1 layer|worth more than its price`)

// TestNoClaimWithoutACertificate stops solutions and makes them fail: neither caption nor note, and no sentence of the proof, says what is true
// of an optimum only, and one layer is not called all; the caption and the picture Why say how far the network is from certified; and no race
// begins, and no neuron is perturbed, for that reason.
func TestNoClaimWithoutACertificate(t *testing.T) {
	const tiny = `{"do":"loadProblem","problem":{"format":"conelab/problem/1","data":{"x":[[1,0],[0,1],[-1,0.5],[0.3,-1]],` +
		`"y":[[1],[-1],[1],[-1]]},"architecture":{"kind":"dense"},"activation":{"a":1,"b":0.5,"c":-0.25},"loss":"squared","beta":1e-300}}`
	failed := drive(t)
	failed.tell(tiny)
	stopped := map[string]driver{"failed": failed}
	for name, intents := range map[string][]string{
		"stopped": {`{"do":"beta","value":0.003}`}, "stopped in layer 1": {`{"do":"layers","value":6}`},
		"stopped in layer 1 of a plane": {`{"do":"loadPreset","name":"ring"}`, `{"do":"layers","value":6}`},
		"stopped with ReLU":             {`{"do":"loadPreset","name":"ring"}`, `{"do":"activation","name":"relu"}`},
	} {
		d := long(t)
		for _, in := range intents {
			d.apply("%s", in)
		}
		d.Work(func() bool { return true })
		d.apply(`{"do":"stop"}`)
		stopped[name] = d
	}
	for name, d := range stopped {
		if p := d.Page(); p.Busy || p.Strip.Certified {
			t.Fatalf("%s: %s, %+v", name, p.Status, p.Strip)
		}
		for _, film := range intent.Animations {
			d.apply(`{"do":"animation","name":%q}`, film)
			for _, at := range []string{"0", "1", "2.5", "4", "1e9"} {
				d.apply(`{"do":"seek","position":%s}`, at)
				p := d.Page()
				said := []string{p.Animation.Caption, p.Message, p.Strip.Note}
				for _, tile := range p.Tiles {
					said = append(said, tile.Note, tile.Description)
				}
				if p.CanRotate {
					t.Errorf("%s, %s at %s: there are said to be other optimal networks", name, film, at)
				}
				if p.Proof != nil {
					said = append(said, p.Proof.Sentences[:]...)
				}
				for _, sentence := range said {
					if claims.MatchString(sentence) {
						t.Errorf("%s, %s at %s: %q", name, film, at, sentence)
					}
				}
				const far = "is not certified: it costs "
				if at == "1e9" && !strings.Contains(p.Animation.Caption, far) ||
					!strings.Contains(p.Tiles[protocol.PictureCertificate].Note, far) {
					t.Errorf("%s, %s at %s: %q, %q", name, film, at, p.Animation.Caption, p.Tiles[protocol.PictureCertificate].Note)
				}
			}
		}
		for _, refused := range []string{`{"do":"startRace","method":"adam","runs":1,"epochs":1}`, `{"do":"perturb","neuron":0,"turn":20}`} {
			if err := d.Apply([]byte(refused)); err == nil || !strings.Contains(err.Error(), "is not certified") {
				t.Errorf("%s, %s: %v", name, refused, err)
			}
		}
	}
}
