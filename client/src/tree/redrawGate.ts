/**
 * Delays redraws of the tree while VS Code expands a row. VS Code draws a row whose children are still loading as
 * collapsed. If its parent is redrawn at that moment, the row that the user just expanded closes again. Source:
 * microsoft/vscode@1.139.1 src/vs/base/browser/ui/tree/asyncDataTree.ts (asTreeElement)
 */
import type { Clock } from '../kubernetes/clock.ts';

/** Time in milliseconds to wait for VS Code to draw the children that it received. */
const drawing = 150;

export class RedrawGate {
  readonly #clock: Clock;
  readonly #redraw: () => void;
  #isHeld = false;
  #isWanted = false;
  #cancel: (() => void) | undefined;

  /** @param redraw notifies VS Code of the changes */
  constructor(clock: Clock, redraw: () => void) {
    this.#clock = clock;
    this.#redraw = redraw;
  }

  /** Delays redraws because VS Code requested the children of a collapsed row. */
  expanding(): void {
    this.#cancel?.();
    this.#isHeld = true;
    this.#cancel = this.#clock.after(drawing, () => {
      this.#isHeld = false;
      if (this.#isWanted) this.request();
    });
  }

  /** Redraws now, or after VS Code has drawn an expanding row. */
  request(): void {
    this.#isWanted = this.#isHeld;
    if (!this.#isHeld) this.#redraw();
  }

  dispose(): void {
    this.#cancel?.();
    this.#isHeld = true;
  }
}
