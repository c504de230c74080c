/** One watch, from the request to its end. */
import * as l10n from '@vscode/l10n';
import type { ApiProblem, AskOptions, Connection } from '../connection.ts';
import type { Chance, Clock } from '../clock.ts';
import { readWatchLine, type WatchLine } from './watchLines.ts';

/**
 * Milliseconds without a byte after which the server counts as gone. Bookmarks come about every 60 s (measured,
 * notes/cluster.md 1.4).
 */
const idle = 100_000;
/** Milliseconds in which a server must begin to answer. */
const openWithin = 30_000;
/**
 * A watch that was opened, and got no error so long, is up to date: servers say 200 before they say that the version is
 * too old.
 */
const settled = 200;

export interface WatchOptions {
  readonly connection: Pick<Connection, 'stream' | 'withoutCredentials'>;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly path: string;
  readonly query?: AskOptions['query'];
  readonly accept?: string;
  /** The version from which on changes are wanted. */
  readonly from: string;
  readonly signal: AbortSignal;
  /** Events and bookmarks, in order; none after `signal`. A problem ends the watch. */
  readonly onEvent: (event: Exclude<WatchLine, { kind: 'error' | 'other' }>) => ApiProblem | undefined;
  /** Called once, before the first event or when it is plain that the watch goes on. */
  readonly onSettled: () => void;
}

/** How a watch ended. `problem` is undefined when the server ended it in peace. */
export interface WatchEnd {
  /** Milliseconds. */
  readonly lived: number;
  readonly problem: ApiProblem | undefined;
}

/** Resolves when the watch has ended; by then no timer and no request of it is left. */
export async function watchOnce(options: WatchOptions): Promise<WatchEnd> {
  const { connection, clock, path, accept, signal, onEvent, onSettled } = options;
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
      ...(accept === undefined ? {} : { accept }),
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
