// The field in which the caption of a scene is edited, in the place of the caption.

import { byId } from '../platform/dom';
import { longest } from '../shell/scenes';

export class CaptionEditor {
  private readonly field = byId('scene-edit', HTMLTextAreaElement);

  /** edited(text) takes over an edited caption. */
  constructor(private readonly edited: (text: string) => void) {
    this.field.maxLength = longest;
    this.field.addEventListener('keydown', (event) => this.onKey(event));
    this.field.addEventListener('blur', () => this.take());
  }

  /** open shows the field with a caption to edit. */
  open(caption: string): void {
    this.field.value = caption;
    this.field.hidden = false;
    byId('scene-caption').hidden = true;
    this.field.focus();
    this.field.select();
  }

  /** take closes the field if it is open and takes over the caption. */
  take(): void {
    if (this.field.hidden) return;
    this.close();
    this.edited(this.field.value.trim().replace(/\s+/g, ' '));
  }

  private close(): void {
    this.field.hidden = true;
    byId('scene-caption').hidden = false;
  }

  private onKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') this.close(); // unchanged
    else this.take();
    byId('scene').focus();
  }
}
