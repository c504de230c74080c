/**
 * Holds redraws of the tree back while VS Code expands a row. VS Code draws a row whose children are still loading as
 * collapsed: when its parent is redrawn in that moment, the row that the user has just expanded closes again. Source:
 * microsoft/vscode@1.139.1 src/vs/base/browser/ui/tree/asyncDataTree.ts (asTreeElement)
 */
import type { Clock } from '../kubernetes/clock.ts';

/** How long VS Code may take to draw the children that it has received, in milliseconds. */
const drawing = 150;

export class RedrawGate {
  readonly #clock: Clock;
  readonly #redraw: () => void;
  #isHeld = false;
  #isWanted = false;
  #cancel: (() => void) | undefined;

  /** @param redraw tells VS Code what has changed */
  constructor(clock: Clock, redraw: () => void) {
    this.#clock = clock;
    this.#redraw = redraw;
  }

  /** VS Code has asked for the children of a row that was collapsed. */
  expanding(): void {
    this.#cancel?.();
    this.#isHeld = true;
    this.#cancel = this.#clock.after(drawing, () => {
      this.#isHeld = false;
      if (this.#isWanted) this.request();
    });
  }

  /** Redraws now, or once VS Code has drawn what it expands. */
  request(): void {
    this.#isWanted = this.#isHeld;
    if (!this.#isHeld) this.#redraw();
  }

  dispose(): void {
    this.#cancel?.();
    this.#isHeld = true;
  }
}
