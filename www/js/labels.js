// The text over the pictures: a pool of spans that are moved, not made. The view sends lines "x\ty\tanchor\tclass\ttext", where anchor
// is the side of the text that sits at (x, y), in CSS pixels relative to the canvas.

const most = 160;
const shifts = { c: '-50%,-50%', l: '0,-50%', r: '-100%,-50%', t: '-50%,0', b: '-50%,-100%' };

/** labelLayer returns the function that shows labels in layer. */
export function labelLayer(layer) {
  const pool = [];
  const shown = [];
  return (lines) => {
    const items = lines === '' ? [] : lines.split('\n').slice(0, most);
    while (pool.length < items.length) {
      pool.push(layer.appendChild(document.createElement('span')));
      shown.push('');
    }
    pool.forEach((span, i) => {
      const line = items[i] ?? '';
      if (shown[i] === line) return;
      shown[i] = line;
      place(span, line);
    });
  };
}

function place(span, line) {
  span.hidden = line === '';
  if (span.hidden) return;
  const [x, y, anchor, kind, ...text] = line.split('\t');
  const name = `text ${kind}`;
  if (span.className !== name) span.className = name;
  const content = text.join(' ');
  if (span.textContent !== content) span.textContent = content;
  span.style.transform = `translate(${x}px,${y}px) translate(${shifts[anchor] ?? shifts.c})`;
}
