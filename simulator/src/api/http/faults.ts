/** Injects faults into matching requests, for tests of clients. */
import type { ApiError } from '#simulator/store/apiError.ts';
import type { ApiRequest } from './request.ts';

export type FaultEffect =
  /** Returns this Status instead of the response: 401, 403, 410, 429, 500, or 503. */
  | { readonly kind: 'status'; readonly error: ApiError }
  /** Breaks the connection. For a stream, after this number of bytes. */
  | { readonly kind: 'reset'; readonly afterBytes?: number }
  /**
   * Accepts the request but never responds, as if the other side were gone. For a stream, stops after this number of
   * bytes.
   */
  | { readonly kind: 'halfOpen'; readonly afterBytes?: number }
  /** Delays the response by this number of milliseconds of real time. */
  | { readonly kind: 'slow'; readonly milliseconds: number }
  /** Splits the response into chunks in the middle of multibyte characters, instead of between characters. */
  | { readonly kind: 'splitUtf8' }
  /** Sends an ERROR event with this Status in a watch. @see leaveOpen */
  | { readonly kind: 'errorEvent'; readonly error: ApiError; readonly leaveOpen?: boolean };

export interface Fault {
  readonly effect: FaultEffect;
  /** Conditions for requests. The fault affects only requests that match all conditions that are specified. */
  readonly verb?: string;
  readonly path?: RegExp;
  readonly user?: string;
  /** Number of times that the fault occurs. If undefined, it occurs until it's removed. */
  readonly times?: number;
}

export class Faults {
  readonly #faults = new Map<Fault, number>();

  /**
   * Adds a fault.
   * @returns a function that removes it
   */
  add(fault: Fault): () => void {
    this.#faults.set(fault, fault.times ?? Infinity);
    return () => void this.#faults.delete(fault);
  }

  clear(): void {
    this.#faults.clear();
  }

  /** Returns the fault for a request, if any, and counts the occurrence. */
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
