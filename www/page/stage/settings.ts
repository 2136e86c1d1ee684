// The user's settings of the pictures, in the format that the view writes into links and saved work (scene.View.State). The page's controls
// read from it what they must show.

/**
 * Settings are the settings that have a control: turns are by picture, in radians; normal says that the certificate's bounds stay in place.
 */
export interface Settings { stage: number; sweep: number; turns: number[]; normal: boolean }

/** readSettings reads the view's text: view, then name.picture=value for what is not as it is at first. It returns null for any other text. */
export function readSettings(text: string): Settings | null {
  const settings: Settings = { stage: 2, sweep: 2 * Math.PI, turns: [], normal: false };
  const [view, ...words] = text.split(' ');
  if (view !== 'view') return null;
  for (const word of words) {
    const [, name, picture, text] = /^(\w+)\.(\d+)=(.+)$/.exec(word) ?? [];
    const value = Number(text);
    if (name === 'normal') settings[name] = value !== 0;
    else if (name === 'stage' || name === 'sweep') settings[name] = value;
    else if (name === 'turn') settings.turns[Number(picture)] = value;
    else if (name !== 'camera' && name !== 'slice') return null; // a slice was an option once
    if (name !== 'camera' && !Number.isFinite(value)) return null;
  }
  return settings;
}
