/**
 * Delays redraws of the tree while VS Code expands a row. VS Code draws a row whose children are still loading as
 * collapsed. If its parent is redrawn at that moment, the row that the user just expanded closes again. Source:
 * microsoft/vscode@1.139.1 src/vs/base/browser/ui/tree/asyncDataTree.ts (asTreeElement)
 */
import type { Clock } from '../kubernetes/clock.ts';

/** Time in milliseconds after which VS Code has sent the children to the window. */
const sending = 150;

/** Maximum time in milliseconds to wait for the window. If the window doesn't answer, the tree is redrawn anyway. */
const longest = 5000;

export class RedrawGate {
  readonly #clock: Clock;
  readonly #redraw: () => void;
  readonly #answered: () => PromiseLike<unknown>;
  #isHeld = false;
  #isWanted = false;
  #cancel: (() => void) | undefined;

  /**
   * @param redraw notifies VS Code of the changes
   * @param answered resolves when the window has handled everything that VS Code has sent to it. A busy window needs
   * more time to draw the children
   */
  constructor(clock: Clock, redraw: () => void, answered: () => PromiseLike<unknown>) {
    this.#clock = clock;
    this.#redraw = redraw;
    this.#answered = answered;
  }

  /** Delays redraws because VS Code requested the children of a collapsed row. */
  expanding(): void {
    this.#cancel?.();
    this.#isHeld = true;
    this.#cancel = this.#clock.after(sending, () => this.#awaitAnswer());
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

  #awaitAnswer(): void {
    const stop = this.#clock.after(longest, () => release());
    // If another row is expanded before the answer, or the tree is disposed, this answer no longer counts.
    const cancel = (): void => {
      stop();
      this.#cancel = undefined;
    };
    const release = (): void => {
      if (this.#cancel !== cancel) return;
      cancel();
      this.#isHeld = false;
      if (this.#isWanted) this.request();
    };
    this.#cancel = cancel;
    this.#answered().then(release, release);
  }
}
