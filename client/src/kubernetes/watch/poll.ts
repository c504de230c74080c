/**
 * Reads one object now and then, for those who may get it and not list its kind, and where nobody needs to know at
 * once: the version of the cluster.
 */
import * as l10n from '@vscode/l10n';
import { listPath, type WatchedKind } from '#core/cluster/objects/watchedKind.ts';
import type { ClusterObject } from '#core/cluster/objects/clusterObject.ts';
import type { ApiProblem, Connection } from '../connection.ts';
import type { Chance, Clock } from '../clock.ts';
import { Backoff } from './backoff.ts';
import { InterruptibleDelay } from './interruptibleDelay.ts';

/** Milliseconds from answer to answer. */
const pollEvery = 300_000;
/** Milliseconds until it is asked again where the answer was no, or there is none. */
const refusedWait = 60_000;

/**
 * What is known: the object, or why there is none. An object that was there stays until the server says that it is not.
 */
export interface Polled<T> {
  readonly item?: T;
  /** Milliseconds since 1970 at which the server said so. */
  readonly asOf?: number;
  readonly problem?: ApiProblem;
}

export interface PollOptions<T extends ClusterObject> {
  readonly connection: Pick<Connection, 'ask'>;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly kind: WatchedKind<T>;
  readonly name: string;
  /** Told of every answer; must not throw. */
  readonly onAnswer: (polled: Polled<T>) => void;
  /** Told of faults of this program, which end it. */
  readonly log: (message: string) => void;
}

/** Begins at once. @returns ends it: no request, no timer and no word is left */
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
    log(`reading ${kind.plural}/${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
  );
  return () => {
    over.abort();
    rest.wake();
  };
}

const unreadable = (): ApiProblem => ({ kind: 'badAnswer', message: l10n.t`The response isn't the expected object` });

/** What another attempt in a second will not change. */
function isFinal({ kind }: ApiProblem): boolean {
  return ['forbidden', 'notFound', 'unauthorized', 'credentials'].includes(kind);
}
