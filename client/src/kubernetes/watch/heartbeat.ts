/**
 * Checks whether an idle server still responds. Watches can't detect this: an API server sends a bookmark only about
 * once a minute (notes/cluster.md 1.4). An open connection to a frozen or disconnected server looks the same as one to
 * a server with nothing to report.
 */
import type { SyncError } from '#core/cluster/syncState.ts';
import type { ApiProblem, Connection } from '../connection.ts';
import type { Clock } from '../clock.ts';

/**
 * Idle time before a request, in milliseconds. The sum of this time and the response timeout is less than 15 seconds,
 * so a lost connection is detected within that time.
 */
const quietTime = 7_000;
/** Response timeout, in milliseconds. */
const answerTime = 6_000;
/**
 * Path that returns a few hundred bytes and that every logged-in user can read (ClusterRole system:public-info-viewer).
 */
const path = '/version';

export interface HeartbeatParts {
  readonly connection: Pick<Connection, 'ask'>;
  readonly clock: Clock;
  /** Returns whether any kind is being followed. If not, the heartbeat sends no requests. */
  readonly isNeeded: () => boolean;
  /**
   * Called for each request without a response.
   * @param next time of the next request, in milliseconds since 1970
   */
  readonly onLost: (trouble: SyncError, next: number) => void;
  /** Called when the server responds again. */
  readonly onBack: () => void;
  /** Called when the server rejects the credentials, which an open watch doesn't notice. */
  readonly onRefused: () => void;
}

/** Sends one small request per idle interval while it runs. */
export class Heartbeat {
  readonly #parts: HeartbeatParts;
  /** Cancels the current request. */
  #asking: AbortController | undefined;
  #cancel: (() => void) | undefined;
  #lastHeard = 0;
  #isLost = false;
  /** True if the server rejected the credentials. If so, each further request would renew them again. */
  #isRefused = false;

  constructor(parts: HeartbeatParts) {
    this.#parts = parts;
  }

  start(): void {
    if (this.#cancel !== undefined || this.#asking !== undefined) return;
    this.#lastHeard = this.#parts.clock.now();
    this.#wait(quietTime);
  }

  /** Cancels the current request. Sends no further requests until `start` is called. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#asking?.abort();
    this.#asking = undefined;
    this.#isRefused = false;
    // Without requests, nothing would detect that the server responds again.
    if (this.#isLost) this.#back();
  }

  /** Records that the server sent data. Called for every event, so it must be cheap. */
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
      if (this.#isRefused) this.#parts.onRefused();
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

/** Returns whether the server responded. An error response also shows that it is reachable. */
function hasAnswered({ kind }: ApiProblem): boolean {
  return kind !== 'network' && kind !== 'timeout' && kind !== 'tls';
}
