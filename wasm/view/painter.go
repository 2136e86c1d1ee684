//go:build js

package view

import (
	"fmt"
	"image"
	"math"
	"unsafe"

	"github.com/hajimehoshi/ebiten/v2"

	"conelab/core/draw/canvas"
	"conelab/core/draw/scene"
	"conelab/core/draw/shader"
)

// painter draws frames: images, surfaces with a shader for each pattern, and ink, which surfaces in space may cover.
type painter struct {
	raster, ink, space program
	patterns           [canvas.Patterns]program
	images             map[image.Point]*ebiten.Image // for rasters, by their size
	options            ebiten.DrawTrianglesShaderOptions
	screen             *ebiten.Image
	parts              map[image.Rectangle]*ebiten.Image // of the screen
}

// program is a shader with its uniform variables.
type program struct {
	*ebiten.Shader
	uniforms
}

// uniforms holds the uniform variables of a shader. Their slices are reused, so that a frame allocates nothing for them.
type uniforms map[string]any

// set sets the variable called name.
func (u uniforms) set(name string, values ...float32) {
	if old, ok := u[name].([]float32); ok && len(old) == len(values) {
		copy(old, values)
		return
	}
	u[name] = append([]float32(nil), values...)
}

// load compiles the shaders; where the build has compiled them already, the engine only looks them up (see www/publish).
func (p *painter) load() error {
	sources := shader.Sources()
	for name, to := range map[string]*program{
		"raster": &p.raster, "ink": &p.ink, "space": &p.space,
		"cone": &p.patterns[canvas.PatternCone], "levels": &p.patterns[canvas.PatternLevels],
		"globe": &p.patterns[canvas.PatternGlobe], "heated": &p.patterns[canvas.PatternHeat],
	} {
		var err error
		to.Shader, err = ebiten.NewShader([]byte(sources[name]))
		if err != nil {
			return fmt.Errorf("the shader %s: %w", name, err)
		}
		to.uniforms = uniforms{}
	}
	return nil
}

// paint draws the fresh tiles of a frame on a screen that keeps its content between frames. moved says that the screen may show another
// layout.
func (p *painter) paint(screen *ebiten.Image, f *scene.Frame, l *scene.Layout, moved bool) {
	if moved {
		screen.Clear()
		clear(p.parts)
	}
	for tile, r := range l.Tiles {
		if r.Empty() || !f.Fresh[tile] {
			continue
		}
		into := p.part(screen, bounds(r))
		if !into.Bounds().Empty() {
			into.Clear()
			p.paintTile(into, &f.Tiles[tile])
		}
	}
}

// part returns a part of the screen, the same one as in the frame before: the engine gives each its own memory for vertices.
func (p *painter) part(screen *ebiten.Image, of image.Rectangle) *ebiten.Image {
	if p.screen != screen {
		p.screen, p.parts = screen, map[image.Rectangle]*ebiten.Image{}
	}
	if p.parts[of] == nil {
		p.parts[of] = screen.SubImage(of).(*ebiten.Image)
	}
	return p.parts[of]
}

// paintTile draws the layers of one tile.
func (p *painter) paintTile(into *ebiten.Image, tile *canvas.Tile) {
	for _, layer := range tile.Layers() {
		switch layer.Kind {
		case canvas.KindRaster:
			p.paintRaster(into, &layer.Raster)
		case canvas.KindSurface:
			p.paintSurface(into, &layer.Surface)
		case canvas.KindInk:
			if layer.Space {
				p.paintInk(into, &layer.Ink, &p.space)
			} else {
				p.paintInk(into, &layer.Ink, &p.ink)
			}
		}
	}
}

func bounds(r canvas.Rect) image.Rectangle {
	return image.Rect(int(math.Floor(r.X)), int(math.Floor(r.Y)), int(math.Ceil(r.X+r.W)), int(math.Ceil(r.Y+r.H)))
}

// paintRaster draws the patches of an image.
func (p *painter) paintRaster(into *ebiten.Image, r *canvas.Raster) {
	if len(r.Patches) == 0 || r.Width*r.Height == 0 {
		return
	}
	u := &p.raster
	u.tile(into, r.Patches[0].Into, r.Corner)
	p.options.Uniforms, p.options.Images[0] = u.uniforms, p.imageOf(r)
	for i := range r.Patches {
		q := &r.Patches[i]
		at := &q.Into
		vertex := func(x, y, sx, sy float64) ebiten.Vertex {
			return ebiten.Vertex{
				DstX: float32(x), DstY: float32(y), SrcX: float32(sx), SrcY: float32(sy),
				Custom0: float32(at.X + at.W/2), Custom1: float32(at.Y + at.H/2), Custom2: float32(at.W / 2), Custom3: float32(at.H / 2),
			}
		}
		corners := [4]ebiten.Vertex{
			vertex(at.X, at.Y, q.X0, q.Y0), vertex(at.X+at.W, at.Y, q.X1, q.Y0), vertex(at.X+at.W, at.Y+at.H, q.X1, q.Y1),
			vertex(at.X, at.Y+at.H, q.X0, q.Y1),
		}
		into.DrawTrianglesShader(corners[:], []uint16{0, 1, 2, 0, 2, 3}, u.Shader, &p.options)
	}
	p.options.Images[0] = nil
}

// maxImages is the largest number of images that are kept.
const maxImages = 8

// imageOf returns the image of a raster. The image is drawn before it is written to again.
func (p *painter) imageOf(r *canvas.Raster) *ebiten.Image {
	size := image.Pt(r.Width, r.Height)
	if p.images[size] == nil {
		if len(p.images) >= maxImages || p.images == nil {
			for _, old := range p.images {
				old.Deallocate()
			}
			p.images = map[image.Point]*ebiten.Image{}
		}
		p.images[size] = ebiten.NewImageWithOptions(image.Rectangle{Max: size}, &ebiten.NewImageOptions{Unmanaged: true})
	}
	write(p.images[size], r)
	return p.images[size]
}

// stripBytes is how much of an image is written at once: the engine copies it to one piece of memory.
const stripBytes = 64 << 10

// write writes a raster to an image, strip by strip.
func write(into *ebiten.Image, r *canvas.Raster) {
	rows := max(1, stripBytes/(4*r.Width))
	for y := 0; y < r.Height; y += rows {
		end := min(y+rows, r.Height)
		into.SubImage(image.Rect(0, y, r.Width, end)).(*ebiten.Image).WritePixels(r.Pixels[4*r.Width*y : 4*r.Width*end])
	}
}

func (p *painter) paintSurface(into *ebiten.Image, s *canvas.Surface) {
	p.space.surface(s)
	into = into.SubImage(bounds(s.Cover)).(*ebiten.Image)
	if into.Bounds().Empty() {
		return
	}
	u := &p.patterns[s.Pattern]
	u.tile(into, s.Rect, s.Corner)
	u.surface(s)
	p.cover(into, u)
}

func (u uniforms) tile(into *ebiten.Image, r canvas.Rect, corner float64) {
	origin := into.Bounds().Min
	u.set("Origin", float32(origin.X), float32(origin.Y))
	u.set("Rect", float32(r.X+r.W/2), float32(r.Y+r.H/2), float32(r.W/2), float32(r.H/2))
	u.set("Corner", float32(corner))
}

// surface sets the single variable with all numbers of a surface; ray.kage documents its layout.
func (u uniforms) surface(s *canvas.Surface) {
	four := func(v [3]float32, w float32) [4]float32 { return [4]float32{v[0], v[1], v[2], w} }
	three := func(f *[10]float32, at int) [3]float32 { return [3]float32(f[at : at+3]) }
	color := func(c canvas.Color) [3]float32 { return [3]float32{c.R, c.G, c.B} }
	rows := [14][4]float32{
		four(s.Right, float32(s.CenterX)),
		four(s.Up, float32(s.CenterY)),
		four(s.Forward, float32(s.Scale)),
		four(three(&s.Form, 0), canvas.Perspective),
		four(three(&s.Form, 3), s.Form[9]),
		four(three(&s.Form, 6), float32(s.Pixel)),
		four(three(&s.Heat, 0), float32(s.Step)),
		four(three(&s.Heat, 3), s.Heat[9]),
		four(three(&s.Heat, 6), float32(s.Opacity)),
		four(s.Box, float32(s.Edge)),
		four(color(s.Face), flag(s.Wedge)),
		four(color(s.Line), 0),
		four(color(s.Positive), flag(s.Rim)),
		four(color(s.Negative), flag(s.Sides)),
	}
	u.set("Surface", unsafe.Slice(&rows[0][0], 4*len(rows))...)
}

func flag(b bool) float32 {
	if b {
		return 1
	}
	return 0
}

// cover runs a shader for every pixel of the image.
func (p *painter) cover(into *ebiten.Image, u *program) {
	b := into.Bounds()
	x0, y0, x1, y1 := float32(b.Min.X), float32(b.Min.Y), float32(b.Max.X), float32(b.Max.Y)
	corners := [4]ebiten.Vertex{{DstX: x0, DstY: y0}, {DstX: x1, DstY: y0}, {DstX: x1, DstY: y1}, {DstX: x0, DstY: y1}}
	p.options.Uniforms = u.uniforms
	into.DrawTrianglesShader(corners[:], []uint16{0, 1, 2, 0, 2, 3}, u.Shader, &p.options)
}

func (p *painter) paintInk(into *ebiten.Image, list *canvas.List, u *program) {
	origin := into.Bounds().Min
	u.set("Origin", float32(origin.X), float32(origin.Y))
	p.options.Uniforms = u.uniforms
	for _, b := range list.Batches() {
		// This conversion is valid because both vertex types have the same fields.
		first := (*ebiten.Vertex)(&b.Vertices[0])
		into.DrawTrianglesShader(unsafe.Slice(first, len(b.Vertices)), b.Indices, u.Shader, &p.options)
	}
}
