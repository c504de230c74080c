/**
 * Finds out whether a quiet server still answers. Watches can't: an API server sends a bookmark only about once a minute (notes/cluster.md 1.4), and an open
 * connection to a server that is frozen or cut off looks like one to a server with nothing to report.
 */
import type { Trouble } from '../../../../core/live/syncState.ts';
import type { ApiProblem, Connection } from '../connection.ts';
import type { Clock } from '../time.ts';

/** Milliseconds without anything from the server after which it is asked. With the time limit of the answer, a lost connection shows within 15 seconds. */
const quietTime = 7_000;
/** Milliseconds in which the answer must be there. */
const answerTime = 6_000;
/** A few hundred bytes, which every user who is logged in may read (ClusterRole system:public-info-viewer). */
const path = '/version';

export interface HeartbeatParts {
  readonly connection: Pick<Connection, 'ask'>;
  readonly clock: Clock;
  /** Returns whether anything is followed. If not, the server isn't asked. */
  readonly isNeeded: () => boolean;
  /** The server doesn't answer. Called again for each further request without an answer. @param next milliseconds since 1970 of the next request */
  readonly onLost: (trouble: Trouble, next: number) => void;
  /** The server answers again. */
  readonly onBack: () => void;
}

/** Sends one small request for each quiet interval while it runs. */
export class Heartbeat {
  readonly #parts: HeartbeatParts;
  /** Ends the request that is on its way. */
  #asking: AbortController | undefined;
  #cancel: (() => void) | undefined;
  #lastHeard = 0;
  #isLost = false;
  /** The server doesn't accept the credentials: asking again would renew them again and again. */
  #isRefused = false;

  constructor(parts: HeartbeatParts) {
    this.#parts = parts;
  }

  start(): void {
    if (this.#cancel !== undefined || this.#asking !== undefined) return;
    this.#lastHeard = this.#parts.clock.now();
    this.#wait(quietTime);
  }

  /** Ends the request that is on its way, and sends no more until `start`. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#asking?.abort();
    this.#asking = undefined;
    this.#isRefused = false;
    // Nobody would find out that the server is back.
    if (this.#isLost) this.#back();
  }

  /** Something came from the server. Cheap: it is called for every event. */
  heard(): void {
    this.#lastHeard = this.#parts.clock.now();
    this.#isRefused = false;
    if (this.#isLost) this.#back();
  }

  #wait(milliseconds: number): void {
    this.#cancel = this.#parts.clock.after(milliseconds, () => {
      this.#cancel = undefined;
      const left = this.#lastHeard + quietTime - this.#parts.clock.now();
      if (left > 0) this.#wait(left);
      else if (this.#isRefused || !this.#parts.isNeeded()) this.#wait(quietTime);
      else void this.#ask();
    });
  }

  async #ask(): Promise<void> {
    const asking = new AbortController();
    this.#asking = asking;
    const answer = await this.#parts.connection.ask(path, { signal: asking.signal, timeout: answerTime });
    if (asking.signal.aborted) return;
    this.#asking = undefined;
    if (answer.ok || hasAnswered(answer.error)) {
      this.heard();
      this.#isRefused = !answer.ok && (answer.error.kind === 'unauthorized' || answer.error.kind === 'credentials');
    } else if (this.#parts.isNeeded()) {
      this.#isLost = true;
      const { message } = answer.error;
      this.#parts.onLost({ message }, this.#parts.clock.now() + quietTime);
    }
    this.#wait(quietTime);
  }

  #back(): void {
    this.#isLost = false;
    this.#parts.onBack();
  }
}

/** Any answer shows that the server is there, also one that refuses. */
function hasAnswered({ kind }: ApiProblem): boolean {
  return kind !== 'network' && kind !== 'timeout' && kind !== 'tls';
}
