/**
 * Adds pauses between redraws of the tree. If the user expands a row while VS Code is redrawing its parent, the row can
 * close again, because VS Code draws a row without its children as collapsed. Pauses make this rare, but can't prevent
 * it. Source: microsoft/vscode@1.139.1 src/vs/base/browser/ui/tree/asyncDataTree.ts (setChildren, asTreeElement)
 */
import type { Clock } from '../kubernetes/clock.ts';

/** Minimum time in milliseconds without redraws after VS Code has drawn rows. */
const minPause = 150;

/** Maximum time in milliseconds without redraws. If the window doesn't respond, the tree is redrawn anyway. */
const maxHold = 5000;

export class RedrawGate {
  readonly #clock: Clock;
  readonly #redraw: () => void;
  readonly #waitForWindow: () => PromiseLike<unknown>;
  /** Cancels the timers of the current pause. Undefined if there is no pause. */
  #cancel: (() => void) | undefined;
  #isWanted = false;
  #isDisposed = false;

  /**
   * @param redraw notifies VS Code of the changes
   * @param waitForWindow resolves when the window has processed all earlier messages
   */
  constructor(clock: Clock, redraw: () => void, waitForWindow: () => PromiseLike<unknown>) {
    this.#clock = clock;
    this.#redraw = redraw;
    this.#waitForWindow = waitForWindow;
  }

  /**
   * Delays redraws because VS Code requested the children of a collapsed row, or is redrawing an expanded one. The
   * pause is at least as long as VS Code took to draw the children.
   */
  expanding(): void {
    if (this.#isDisposed) return;
    this.#cancel?.();
    const timers: (() => void)[] = [];
    const cancel = (): void => timers.forEach((stop) => stop());
    const isCurrent = (): boolean => this.#cancel === cancel;
    const release = (): void => {
      if (!isCurrent()) return;
      cancel();
      this.#cancel = undefined;
      if (this.#isWanted) this.request();
    };
    const start = this.#clock.now();
    const pause = (): void => {
      const drawing = this.#clock.now() - start;
      if (isCurrent()) timers.push(this.#clock.after(Math.max(minPause, drawing), release));
    };
    this.#cancel = cancel;
    timers.push(
      this.#clock.after(maxHold, release),
      // VS Code sends the children after this call returns.
      this.#clock.after(0, () => void this.#waitForWindow().then(pause, release)),
    );
  }

  /** Redraws now, or after the current pause. */
  request(): void {
    if (this.#isDisposed) return;
    this.#isWanted = this.#cancel !== undefined;
    if (!this.#isWanted) this.#redraw();
  }

  dispose(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#isDisposed = true;
  }
}
