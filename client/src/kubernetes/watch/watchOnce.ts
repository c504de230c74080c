/** Runs one watch, from the request to its end. */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import type { ApiProblem, AskOptions, Connection } from '../connection.ts';
import type { Chance, Clock } from '../clock.ts';
import { readWatchLine, type WatchLine } from './watchLines.ts';

/**
 * Maximum time without data in milliseconds, after which the server counts as unreachable. Bookmarks arrive about every
 * 60 s (measured, notes/cluster.md 1.4).
 */
const idle = 100_000;
/** Maximum time until the server starts to respond, in milliseconds. */
const openWithin = 30_000;
/**
 * Time without an error after which an open watch counts as up to date, in milliseconds. Servers return 200 before they
 * report that the version is too old.
 */
const settled = 200;

export interface WatchOptions {
  readonly connection: Pick<Connection, 'stream' | 'withoutCredentials'>;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly path: string;
  readonly query?: AskOptions['query'];
  readonly accept?: string;
  /** Version after which changes are requested. */
  readonly from: string;
  readonly signal: AbortSignal;
  /**
   * Called for events and bookmarks, in order. Not called after `signal` aborts. If it returns a problem, the watch
   * ends.
   */
  readonly onEvent: (event: Exclude<WatchLine, { kind: 'error' | 'other' }>) => ApiProblem | undefined;
  /** As in `StreamOptions`. */
  readonly waitForSpace?: () => Promise<void> | undefined;
  /** Called once, before the first event or when the watch has been open long enough without an error. */
  readonly onSettled: () => void;
}

/** Result of a watch. `problem` is undefined if the server closed the watch normally. */
export interface WatchEnd {
  /** Duration in milliseconds. */
  readonly lived: number;
  readonly problem: ApiProblem | undefined;
}

/** Runs a watch. Resolves when the watch has ended and no timer or request remains. */
export async function watchOnce(options: WatchOptions): Promise<WatchEnd> {
  const { connection, clock, path, accept, signal, onEvent, onSettled, waitForSpace } = options;
  const began = clock.now();
  const own = new AbortController();
  let problem: ApiProblem | undefined;
  let isSettled = false;
  let cancel = (): void => undefined;
  const leave = (why: ApiProblem): void => {
    problem ??= why;
    own.abort();
  };
  const settle = (): void => {
    cancel();
    if (isSettled || signal.aborted || own.signal.aborted) return;
    isSettled = true;
    onSettled();
  };
  cancel = clock.after(openWithin, () => leave({ kind: 'timeout', message: l10n.t`The server didn't respond` }));
  try {
    const answer = await connection.stream(path, {
      query: createWatchQuery(options),
      signal: AbortSignal.any([signal, own.signal]),
      idle,
      ...omitUndefined({ accept, waitForSpace }),
      onOpen: () => {
        cancel();
        cancel = clock.after(settled, settle);
      },
      onLine: (line) => {
        if (signal.aborted || own.signal.aborted || line === '') return;
        const event = readWatchLine(line, (text) => connection.withoutCredentials?.(text) ?? text);
        if (event.kind === 'error') return leave(event.problem);
        if (event.kind === 'other') return;
        settle();
        const refused = onEvent(event);
        if (refused !== undefined) leave(refused);
      },
    });
    return { lived: clock.now() - began, problem: problem ?? (answer.ok ? undefined : answer.error) };
  } finally {
    cancel();
  }
}

function createWatchQuery({ query, from, chance }: WatchOptions): NonNullable<AskOptions['query']> {
  return {
    ...query,
    watch: true,
    allowWatchBookmarks: true,
    resourceVersion: from,
    timeoutSeconds: 300 + Math.floor(chance() * 300),
  };
}
