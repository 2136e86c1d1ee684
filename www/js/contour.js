// The curve on which a function of the plane is zero, by marching squares.

const cells = 80; // along each side

/** zeroCurve returns the segments [x0, y0, x1, y1] of f = 0 in the rectangle {left, right, low, high}; f(x, y) must be continuous. */
export function zeroCurve(f, { left, right, low, high }) {
  const x = (i) => left + (right - left) * i / cells;
  const y = (j) => low + (high - low) * j / cells;
  const values = Array.from({ length: cells + 1 }, (_, j) => Array.from({ length: cells + 1 }, (_, i) => f(x(i), y(j))));
  const segments = [];
  for (let j = 0; j < cells; j++) {
    for (let i = 0; i < cells; i++) {
      const corners = [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]].map(([p, q]) => [x(p), y(q), values[q][p]]);
      const ends = crossings(corners);
      // Where all four sides are crossed, either pairing is a fair drawing.
      for (let k = 0; k + 1 < ends.length; k += 2) segments.push([...ends[k], ...ends[k + 1]]);
    }
  }
  return segments;
}

/** crossings returns the points at which the sides of a cell change sign. */
function crossings(corners) {
  const points = [];
  corners.forEach(([x, y, value], k) => {
    const [nextX, nextY, next] = corners[(k + 1) % 4];
    if ((value < 0) === (next < 0)) return;
    const part = value / (value - next);
    points.push([x + (nextX - x) * part, y + (nextY - y) * part]);
  });
  return points;
}
