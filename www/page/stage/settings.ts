// The user's settings of the pictures, in the format that the view writes into links and saved work (scene.View.State). The page's controls
// read from it what they must show.

const perPicture = 7; // words of a camera: yaw, pitch, zoom, two pans, the turn of the hidden coordinates, and whether it has no perspective
const turnWord = 5;

/**
 * Settings are the settings that have a control: turns are by picture, in radians; normal says that the certificate's bounds stay in place.
 */
export interface Settings { slice: boolean; stage: number; sweep: number; turns: number[]; normal: boolean }

/**
 * readSettings reads the view's text; settings that earlier versions did not have get their initial values. It returns null for any other
 * text.
 */
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
