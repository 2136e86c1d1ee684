package session

import "testing"

func TestKinkedTrial(t *testing.T) {
	d := drive(t)
	for _, name := range []string{"spiral", "moons", "checkerboard", "parabola", "valley", "interval", "bend"} {
		d.Apply([]byte(`{"do":"preset","name":"` + name + `","activation":"relu"}`))
		d.Work(func() bool { return false })
		p := d.Page()
		t.Logf("%s: %s %s cost %g gap %g neurons %d right %+v loss %s %+v %.3f s iter %d", name, p.Status, p.Message, p.Objective, p.Gap, p.Strip.Neurons, p.Strip.Fit, p.Loss, p.Unit, p.Seconds, p.Iterations)
	}
}
