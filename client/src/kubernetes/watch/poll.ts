/**
 * Reads a single object periodically. This is useful if the user has permission to get the object but not to list its
 * kind, and for objects that don't have to be up to date, such as the cluster version.
 */
import * as l10n from '@vscode/l10n';
import { listPath, type WatchedKind } from '#core/cluster/objects/watchedKind.ts';
import type { ClusterObject } from '#core/cluster/objects/clusterObject.ts';
import type { ApiProblem, Connection } from '../connection.ts';
import type { Chance, Clock } from '../clock.ts';
import { Backoff } from './backoff.ts';
import { InterruptibleDelay } from './interruptibleDelay.ts';

/** Time from one successful response to the next request, in milliseconds. */
const pollEvery = 300_000;
/** Wait before a retry if the server rejects the request or the object doesn't exist, in milliseconds. */
const refusedWait = 60_000;

/**
 * The last known object, or the reason why there is none. The object is kept until the server reports that it doesn't
 * exist.
 */
export interface Polled<T> {
  readonly item?: T;
  /**
   * Time at which the server last returned the object or reported that it doesn't exist, in milliseconds since 1970.
   */
  readonly asOf?: number;
  readonly problem?: ApiProblem;
}

export interface PollOptions<T extends ClusterObject> {
  readonly connection: Pick<Connection, 'ask'>;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly kind: WatchedKind<T>;
  readonly name: string;
  /** Called for every response. Must not throw. */
  readonly onAnswer: (polled: Polled<T>) => void;
  /** Receives errors of the extension, which stop the polling. */
  readonly log: (message: string) => void;
}

/**
 * Starts polling immediately.
 * @returns a function that stops all requests, timers, and notifications
 */
export function poll<T extends ClusterObject>(options: PollOptions<T>): () => void {
  const { connection, clock, chance, kind, name, onAnswer, log } = options;
  const over = new AbortController();
  const { signal } = over;
  const rest = new InterruptibleDelay(clock);
  const backoff = new Backoff(chance);
  let known: Polled<T> = {};
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      const answer = await connection.ask(`${listPath(kind)}/${name}`, { signal });
      if (signal.aborted) return;
      if (answer.ok) {
        const item = kind.read(answer.value);
        known = item === undefined ? { problem: unreadable() } : { item, asOf: clock.now() };
      } else
        known =
          answer.error.kind === 'notFound'
            ? { problem: answer.error, asOf: clock.now() }
            : { ...known, problem: answer.error };
      onAnswer(known);
      if (answer.ok) backoff.succeeded();
      await rest.for(
        answer.ok ? pollEvery : isFinal(answer.error) ? refusedWait : backoff.failed(answer.error.retryAfter),
      );
    }
  };
  run().catch((error: unknown) =>
    log(
      `Can't read ${kind.plural}/${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    ),
  );
  return () => {
    over.abort();
    rest.wake();
  };
}

const unreadable = (): ApiProblem => ({ kind: 'badAnswer', message: l10n.t`the server returned no object` });

/** Returns whether a quick retry is pointless. */
function isFinal({ kind }: ApiProblem): boolean {
  return ['forbidden', 'notFound', 'unauthorized', 'credentials'].includes(kind);
}
