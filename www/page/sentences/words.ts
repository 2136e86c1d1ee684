// What sentences are made of.

/** A Choice is one of several: its value, its text and its help. */
export type Choice = readonly [value: string, text: string, help: string];

/** quoted returns the beginning of a text in quotation marks. */
export const quoted = (text: string, most = 60): string => `\u201c${text.slice(0, most)}\u201d`;

/** shapeOf writes a shape as a product. */
export const shapeOf = (shape: readonly number[]): string => shape.join(' \u00d7 ');
