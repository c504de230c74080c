/** Faults on demand: what goes wrong with which requests, for tests of clients. */
import type { ApiError } from '#simulator/store/apiError.ts';
import type { ApiRequest } from './request.ts';

export type FaultEffect =
  /** Answers with this Status instead: 401, 403, 410, 429, 500, 503. */
  | { readonly kind: 'status'; readonly error: ApiError }
  /** Breaks the connection; of a stream, after so many bytes. */
  | { readonly kind: 'reset'; readonly afterBytes?: number }
  /**
   * Takes the request and never says anything: the other side is gone and nobody knows. Of a stream: after so many
   * bytes.
   */
  | { readonly kind: 'halfOpen'; readonly afterBytes?: number }
  /** Waits before it answers, in milliseconds of the client's time. */
  | { readonly kind: 'slow'; readonly milliseconds: number }
  /** Sends what it says byte by byte where characters have several: no chunk ends between characters. */
  | { readonly kind: 'splitUtf8' }
  /** Sends an ERROR event with this Status in a watch; @see leaveOpen */
  | { readonly kind: 'errorEvent'; readonly error: ApiError; readonly leaveOpen?: boolean };

export interface Fault {
  readonly effect: FaultEffect;
  /** Which requests; all that are given must fit. */
  readonly verb?: string;
  readonly path?: RegExp;
  readonly user?: string;
  /** How often; without it until it is taken back. */
  readonly times?: number;
}

export class Faults {
  readonly #faults = new Map<Fault, number>();

  /** @returns takes it back */
  add(fault: Fault): () => void {
    this.#faults.set(fault, fault.times ?? Infinity);
    return () => void this.#faults.delete(fault);
  }

  clear(): void {
    this.#faults.clear();
  }

  /** What goes wrong with this request, if anything. Counts. */
  take(request: ApiRequest): FaultEffect | undefined {
    for (const [fault, left] of this.#faults) {
      const fits =
        (fault.verb === undefined || fault.verb === request.verb) &&
        (fault.path === undefined || fault.path.test(request.path)) &&
        (fault.user === undefined || fault.user === request.user?.name);
      if (!fits) continue;
      if (left <= 1) this.#faults.delete(fault);
      else this.#faults.set(fault, left - 1);
      return fault.effect;
    }
    return undefined;
  }
}
