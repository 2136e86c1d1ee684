//go:build js

// Package view draws the pictures of Conelab on the page's canvas.
//
// It decodes the newest snapshot, holds the camera and the state of pointer gestures, lets package scene build the display list of a frame,
// and draws it. It contains no mathematics. It draws a frame only when something has changed; otherwise the page asks for no frames.
package view

import (
	"image"
	"math"

	"github.com/hajimehoshi/ebiten/v2"

	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/draw/canvas"
	"conelab/core/draw/scene"
	"conelab/wasm/bridge"
	"conelab/wasm/heaplimit"
)

// viewProgram is the state of the view.
type viewProgram struct {
	snapshot protocol.Snapshot
	piece    []byte // of a snapshot, while it is read
	view     scene.View
	scene    *scene.Scene
	input    *scene.Input
	path     []float64 // of a pointer event
	hits     scene.HitTest
	painter  painter
	export   tileExporter

	stale   scene.TileSet                 // the tiles that do not show the current snapshot
	digests [protocol.PictureCount]uint64 // of what the tiles show
	size    image.Point                   // of the screen drawn last
	painted scene.View                    // of the screen
	ready   bool                          // theme, layout and snapshot have all arrived
	themed  bool                          // the theme has arrived
	labels  string                        // shown by the page
	cursor  string                        // shown by the page
	extent  intent.SetExtent              // last sent to the session
}

func newViewProgram() (*viewProgram, error) {
	g := &viewProgram{scene: scene.New(), input: scene.NewInput(send), view: scene.NewView()}
	g.hits = scene.HitTest{Scene: g.scene, Snapshot: &g.snapshot, View: &g.view}
	g.snapshot = protocol.Blank()
	return g, g.painter.load()
}

// send sends an intent to the session.
func send(in intent.Intent) { bridge.Intent(intent.JSON(in)) }

// listen exports the view's functions to the page. Positions are device pixels relative to the canvas.
func (g *viewProgram) listen() {
	do := func(f func(a bridge.Args)) func(bridge.Args) any {
		return func(a bridge.Args) any {
			f(a)
			g.wake()
			return nil
		}
	}
	var rectangles []float64
	var colours []float32
	bridge.ExportView(map[string]func(bridge.Args) any{
		// The newest snapshot, in its binary form.
		"snapshot": do(g.readSnapshot),
		// The canvas's width, height and device pixels per CSS pixel, then x, y, w, h of each tile; w = 0 hides one.
		"resize": do(func(a bridge.Args) {
			rectangles = bridge.Numbers(a, 0, rectangles)
			g.resize(rectangles)
		}),
		// Red, green, blue in [0, 1] for each colour of canvas.ThemeOf.
		"theme": do(func(a bridge.Args) {
			colours = bridge.Numbers(a, 0, colours)
			g.theme(colours)
		}),
		// A pointer event: kind, id of the finger, whether it is a touch, buttons, whether a key that adds to the selection is held, and the
		// positions x, y since the event before, ending with its own. True if the view handles the gesture.
		"pointer": g.pointer,
		// What the pictures show at x, y, as text: f(x) or g(u), or nothing.
		"readout": func(a bridge.Args) any { return g.hits.Readout(a.Float(0), a.Float(1)) },
		// One turn of the wheel: x, y, and dy > 0 towards the user.
		"wheel": do(func(a bridge.Args) { g.wheel(a.Float(0), a.Float(1), a.Float(2)) }),
		// The name of a key pressed in a tile, such as ArrowLeft or +. True if the view handles it.
		"key": func(a bridge.Args) any { return g.key(a.String(0), a.Int(1)) },
		// Sets an option of a tile: see scene.View.Set.
		"option": do(func(a bridge.Args) { g.view.Set(a.Int(0), a.String(1), a.Float(2)) }),
		// The cameras and options of all tiles, as text.
		"state":   func(bridge.Args) any { return g.view.State() },
		"restore": do(func(a bridge.Args) { g.view.Restore(a.String(0)) }),
		// Asks for a picture of a tile with a number of pixels to the CSS pixel; bridge.Picture delivers it.
		"picture": do(func(a bridge.Args) {
			g.export.ask(a.Int(0), a.Float(1))
			bridge.Wake()
		}),
	})
}

// wake asks for a frame if the view differs from that on the screen.
func (g *viewProgram) wake() {
	if g.view != g.painted {
		bridge.Wake()
	}
}

func (g *viewProgram) readSnapshot(a bridge.Args) {
	size, next := a.Bytes(0)
	if g.piece == nil {
		g.piece = make([]byte, protocol.PieceBytes)
	}
	if err := protocol.Decode(&g.snapshot, g.piece, size, next); err != nil {
		bridge.Error("view: " + err.Error())
		g.snapshot = protocol.Blank()
	}
	var shown scene.TileSet // to show another will change the layout, and redraw all tiles
	for tile, r := range g.view.Layout.Tiles {
		shown[tile] = !r.Empty()
	}
	for tile, digest := range scene.Digests(&g.snapshot, shown) {
		g.stale[tile] = g.stale[tile] || shown[tile] && digest != g.digests[tile]
		g.digests[tile] = digest
	}
	g.ready = true
	g.extend()
	if g.stale != (scene.TileSet{}) {
		bridge.Wake()
	}
}

// extend tells the session how much of the data the picture shows, since several layers are evaluated over that range.
func (g *viewProgram) extend() {
	if extent := g.view.Layout.Extent(); g.ready && !g.snapshot.Reaches(extent.Wide, extent.High) && extent != g.extent {
		g.extent = extent
		send(extent)
	}
}

func (g *viewProgram) resize(rectangles []float64) {
	if l, ok := scene.LayoutOf(rectangles); ok {
		g.view.Layout = l
		g.extend()
	}
}

func (g *viewProgram) theme(colours []float32) {
	if t, ok := canvas.ThemeOf(colours); ok {
		g.view.Theme, g.themed = t, true
	}
}

func (g *viewProgram) pointer(a bridge.Args) any {
	g.path = bridge.Numbers(a, 5, g.path)
	last := len(g.path) - 2
	if last < 0 {
		return false
	}
	taken := g.input.Handle(scene.PointerEvent{
		Kind: a.Int(0), ID: a.Int(1), Touch: a.Bool(2), Buttons: a.Int(3), More: a.Bool(4),
		X: g.path[last], Y: g.path[last+1], Path: g.path[:last], Now: bridge.Now(),
	}, &g.hits)
	g.wake()
	if c := g.input.Cursor(); c != g.cursor {
		g.cursor = c
		bridge.Cursor(c)
	}
	return taken
}

// depth reports whether the camera of a tile can be moved.
func (g *viewProgram) depth(tile int) bool {
	return tile >= 0 && tile < len(g.view.Cameras) && scene.HasDepth(tile, g.snapshot.Program(tile).Depth())
}

func (g *viewProgram) wheel(x, y, dy float64) {
	if tile := g.view.Layout.TileAt(x, y); g.depth(tile) {
		g.view.Cameras[tile].Magnify(math.Exp(-max(-240, min(dy, 240)) / 600))
	}
}

func (g *viewProgram) key(name string, tile int) bool {
	taken := g.depth(tile) && g.view.Cameras[tile].Key(name)
	g.wake()
	return taken
}

// engine is the game that the engine knows, by one function: the linker keeps all exported methods of types that reflection can reach, and
// from the fields of a viewProgram it would reach all of what draws.
type engine struct{ draw func(screen *ebiten.Image) }

// Update does nothing: the state changes when the page calls.
func (engine) Update() error { return nil }

// Draw draws what has changed.
func (e engine) Draw(screen *ebiten.Image) { e.draw(screen) }

// draw draws the stale tiles, and the exported picture if one was requested.
func (g *viewProgram) draw(screen *ebiten.Image) {
	if size := screen.Bounds().Size(); size != g.size { // a resized screen is empty
		g.size, g.painted = size, scene.View{}
	}
	if !g.ready || !g.themed {
		return
	}
	g.export.deliver(&g.painter, &g.snapshot, &g.view)
	for tile, changed := range g.view.Changed(&g.painted) {
		g.stale[tile] = g.stale[tile] || changed
	}
	if g.stale == (scene.TileSet{}) {
		return
	}
	heaplimit.Heap(0)
	start := bridge.Now()
	frame := g.scene.Rebuild(&g.snapshot, &g.view, g.stale)
	g.stale = scene.TileSet{}
	g.painter.paint(screen, frame, &g.view.Layout, g.view.Layout != g.painted.Layout)
	g.painted = g.view
	if string(frame.Labels) != g.labels {
		g.labels = string(frame.Labels)
		bridge.Labels(g.labels)
	}
	bridge.Drawn(bridge.Now() - start)
	heaplimit.Tidy()
}

// DrawFinalScreen replaces the content of the canvas by the picture.
func (engine) DrawFinalScreen(screen ebiten.FinalScreen, picture *ebiten.Image, geometry ebiten.GeoM) {
	screen.DrawImage(picture, &ebiten.DrawImageOptions{GeoM: geometry, Blend: ebiten.BlendCopy})
}

// Layout maps a pixel of the picture to a pixel of the screen; the page gives the size in device pixels.
func (engine) Layout(width, height int) (int, int) {
	return max(1, width), max(1, height)
}

// Run draws until the engine stops. It writes errors to the console.
func Run() {
	heaplimit.Heap(0)
	g, err := newViewProgram()
	if err != nil {
		bridge.Error("view: " + err.Error())
		return
	}
	ebiten.SetScreenClearedEveryFrame(false)
	ebiten.SetTPS(ebiten.SyncWithFPS)
	ebiten.SetRunnableOnUnfocused(true)
	g.listen()
	options := ebiten.RunGameOptions{InitUnfocused: true, ScreenTransparent: true, DisableHiDPI: true, SingleThread: true}
	if err := ebiten.RunGameWithOptions(engine{g.draw}, &options); err != nil {
		bridge.Error("view: " + err.Error())
	}
}
