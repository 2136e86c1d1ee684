// What the user has set in the pictures, as the view writes it into links and saved work (scene.View.State): the page's controls read from it
// what they are to show.

const perPicture = 7; // words of a camera: yaw, pitch, zoom, two shifts, the turn of what is hidden, and whether it is without perspective
const turnWord = 5;

/** Settings are those of the pictures that have a control: turns are by picture, in radians; normal says that the bounds of the certificate stay. */
export interface Settings { slice: boolean; stage: number; sweep: number; turns: number[]; normal: boolean }

/** readSettings reads them from the view's text; what earlier versions did not write has its first value. It returns null for any other text. */
export function readSettings(text: string): Settings | null {
  const words = text.split(' ');
  const normal = words.at(-1) === 'normal';
  if (normal) words.pop();
  const [slice, ...rest] = words;
  const [stage, sweep] = rest.length % perPicture === 2 ? rest.splice(-2).map(Number) : [];
  if (rest.length === 0 || rest.length % perPicture !== 0 || slice !== 'true' && slice !== 'false') return null;
  const turns = Array.from({ length: rest.length / perPicture }, (_, i) => Number(rest[i * perPicture + turnWord]));
  if (![stage ?? 0, sweep ?? 0, ...turns].every(Number.isFinite)) return null;
  return { slice: slice === 'true', stage: stage ?? 2, sweep: sweep ?? 2 * Math.PI, turns, normal };
}
