package intent

import "testing"

var (
	sent  string
	tenth = 0.1 // tenth + 0.2 is not 0.3
)

// TestJSONAllocatesTheTextOnly checks that an intent is encoded with a single allocation: the view encodes one for each pointer move.
func TestJSONAllocatesTheTextOnly(t *testing.T) {
	at := [3]float64{tenth + 0.2, -1.5, 1e-7}
	for name, c := range map[string]struct {
		write func() string
		want  string
	}{
		"press": {func() string {
			return Press{At: at[:2], Radius: 0.05, Index: Given(3), More: true}.JSON()
		}, `{"do":"press","at":[0.3,-1.5],"radius":0.05,"index":3,"more":true}`},
		"drag":       {func() string { return Drag{At: at[:], Radius: 1, Index: Given(None)}.JSON() }, `{"do":"drag","at":[0.3,-1.5,1e-07],"radius":1,"index":-1}`},
		"focus":      {func() string { return Focus{Neuron: 2}.JSON() }, `{"do":"focus","neuron":2}`},
		"turn":       {func() string { return Turn{Neuron: 1, U: at[:2]}.JSON() }, `{"do":"turn","neuron":1,"u":[0.3,-1.5]}`},
		"beta":       {func() string { return Beta{Value: 0.1, Final: true}.JSON() }, `{"do":"beta","value":0.1}`},
		"activation": {func() string { return Activation{A: 1, C: -0.5}.JSON() }, `{"do":"activation","a":1,"b":0,"c":-0.5,"final":false}`},
		"none":       {func() string { return SelectNone{}.JSON() }, `{"do":"select","name":"none"}`},
		"run":        {func() string { return ShowRun{Index: -1}.JSON() }, `{"do":"race","name":"show","index":-1}`},
	} {
		if allocations := testing.AllocsPerRun(100, func() { sent = c.write() }); allocations != 1 {
			t.Errorf("%s allocates %g times", name, allocations)
		}
		if sent != c.want {
			t.Errorf("%s\n got %s\nwant %s", name, sent, c.want)
		}
	}
}

func TestQuote(t *testing.T) {
	const want = `{"do":"import","name":"a\"\\\u0001\u000aé` + "\uFFFD" + `","data":"AQI="}`
	if got := string(Append(nil, &ImportData{Name: "a\"\\\x01\né\xff", Data: []byte{1, 2}})); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := string(Append([]byte("x"), &Hold{Value: tenth + 0.2})); got != `x{"do":"hold","value":0.30000000000000004,"final":false}` {
		t.Error(got)
	}
}
