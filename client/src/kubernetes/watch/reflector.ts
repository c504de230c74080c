/**
 * Follows one kind on a cluster. Reads the list, watches from its version, and passes every change to a sink until it
 * is stopped. Reports errors as states and retries. Source: notes/cluster.md W1-W10.
 *
 * A single loop runs one step (a list or a watch), reports how it ended, and waits. Nothing else waits or runs in
 * parallel.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import { listPath, type WatchedKind } from '#core/cluster/objects/watchedKind.ts';
import { parseClusterObject, type ClusterObject } from '#core/cluster/objects/clusterObject.ts';
import type { WatchChange, WatchItemChange, SyncState, SyncError } from '#core/cluster/syncState.ts';
import type { ApiProblem, Connection } from '../connection.ts';
import type { Chance, Clock } from '../clock.ts';
import { Backoff } from './backoff.ts';
import type { JointRetry } from './sharedRetry.ts';
import { UidTracker } from './uidTracker.ts';
import { mostObjects, PageSize } from '../read/readPages.ts';
import { listKind, type PrunedList } from './listKind.ts';
import { InterruptibleDelay } from './interruptibleDelay.ts';
import { partialObject, selectors } from './watchQuery.ts';
import { watchOnce, type WatchOptions } from './watchOnce.ts';
import { formatNumber } from '#core/text/grammar.ts';

/** Wait before checking again for credentials, in milliseconds. */
const unauthorizedWait = 30_000;
/** Wait before checking again for the permission, in milliseconds. */
const forbiddenWait = 60_000;
/** Time between lists if the user doesn't have permission to watch, in milliseconds. */
const pollWait = 30_000;
/**
 * Time between lists of a kind with very many objects if the user doesn't have permission to watch, in milliseconds.
 */
const slowPollWait = 3_600_000;
/** Wait before checking again whether an operator has installed the kind, in milliseconds. */
const absentWait = 30_000;
/** Minimum duration of a watch in milliseconds. A watch that the server closes earlier has failed. */
const shortWatch = 5_000;

/** Problems with the connection: they affect all watches of the cluster. */
const unreached: ReadonlySet<ApiProblem['kind']> = new Set(['network', 'tls', 'timeout', 'badAnswer']);

export interface ReflectorOptions<T extends ClusterObject> {
  readonly kind: WatchedKind<T>;
  readonly connection: Pick<Connection, 'ask' | 'stream' | 'withoutCredentials'>;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly sink: (change: WatchChange<T>) => void;
  /** Set for a kind of which most objects are discarded. */
  readonly pruned?: PrunedList & {
    /**
     * Returns the time until the next list in milliseconds if a list is too long to watch.
     * @param listed number of objects on the server
     */
    readonly listInterval: (listed: number) => number | undefined;
  };
  /** Called while changes arrive. If it returns a promise, no more changes are read until the promise resolves. */
  readonly waitForSpace?: () => Promise<void> | undefined;
  /** Receives errors of the extension, never errors of a cluster. */
  readonly log: (message: string) => void;
  /** Shared by all watches of a cluster. */
  readonly jointRetry: JointRetry;
}

/** Outcome of a step: the state to report, and the wait in milliseconds. */
interface Next {
  readonly state?: SyncState;
  readonly wait?: number;
}

export class Reflector<T extends ClusterObject> {
  readonly #options: ReflectorOptions<T>;
  readonly #path: string;
  readonly #rest: InterruptibleDelay;
  readonly #backoff: Backoff;
  readonly #size = new PageSize();
  #names = new UidTracker();
  #isRunning = false;
  #isPaused = false;
  #isStopped = false;
  /** Aborts the current step. */
  #step = new AbortController();
  /** Version from which to watch. If undefined, a list is required first. */
  #version: string | undefined;
  /** True if a watch from the current version has succeeded. */
  #proven = false;
  /** Number of consecutive watches that the server rejected. */
  #refusals = 0;
  /** State to report while lists replace the watch, because the user doesn't have permission to watch. */
  #polling: SyncState | undefined;
  #reported = false;
  /** The kind of the state that was last reported. */
  #shown: SyncState['kind'] = 'idle';
  /** Time at which the connection broke, in milliseconds since 1970. Undefined if it works. */
  #lostAt: number | undefined;
  /** True if the server doesn't respond to other requests. The data is then outdated, even if the watch is open. */
  #isDoubted = false;

  constructor(options: ReflectorOptions<T>) {
    this.#options = options;
    this.#path = listPath(options.kind);
    this.#rest = new InterruptibleDelay(options.clock);
    this.#backoff = new Backoff(options.chance);
  }

  /** Starts following. Resolves after it is stopped and all requests have ended. Never rejects. */
  async run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    if (!this.#isPaused) this.#say({ kind: 'syncing' });
    while (!this.#isStopped) {
      if (this.#isPaused) {
        await this.#rest.for();
        continue;
      }
      const step = new AbortController();
      this.#step = step;
      const { state, wait } = await this.#guarded(step.signal);
      // The outcome of an aborted step isn't reported.
      if (state !== undefined && !step.signal.aborted) this.#say(state);
      if (wait !== undefined && !step.signal.aborted) await this.#rest.for(wait);
    }
  }

  /** Stops permanently. No changes are reported afterward. */
  stop(): void {
    this.#isStopped = true;
    this.#breakOff();
  }

  /** Stops all requests until `resume` is called. */
  pause(): void {
    if (this.#isPaused) return;
    this.#isPaused = true;
    this.#works();
    this.#breakOff();
    this.#say({ kind: 'paused' });
  }

  /** Continues from the last version. */
  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#say({ kind: 'syncing' });
    this.#rest.wake();
  }

  /** Ends the current wait, because the user requested a refresh or logged in. */
  retryNow(): void {
    if (this.#isDoubted) this.trust();
    else if (!this.#isPaused) this.#rest.wake();
  }

  /** True if a list is being read or a watch is open. */
  get isFollowing(): boolean {
    return this.#isDoubted || this.#shown === 'live' || this.#shown === 'syncing';
  }

  /**
   * Marks the data as outdated because the server doesn't respond to other requests. The mark remains until `trust` or
   * until the server responds to this reflector.
   */
  doubt(trouble: SyncError, next: number): void {
    if (this.#isPaused || this.#isStopped || !this.isFollowing) return;
    this.#isDoubted = true;
    this.#say(this.#retrying(trouble, next));
  }

  /**
   * Called when the server responds again. The watch might have failed without an error, so it is reopened from its
   * last version.
   */
  trust(): void {
    if (this.#isDoubted && !this.#isPaused) this.#breakOff();
  }

  /**
   * Opens the watch again from its last version. Called when the server rejects the credentials of another request: it
   * checks those of a watch only when the watch starts.
   */
  reopen(): void {
    if (!this.#isPaused && this.#shown === 'live') this.#breakOff();
  }

  #breakOff(): void {
    this.#step.abort();
    this.#rest.wake();
  }

  async #guarded(signal: AbortSignal): Promise<Next> {
    try {
      return await (this.#version === undefined ? this.#list(signal) : this.#watch(this.#version, signal));
    } catch (error) {
      this.#report(error);
      return this.#retry({ message: l10n.t`Internal extension error (see the log)` });
    }
  }

  async #list(signal: AbortSignal): Promise<Next> {
    const { kind, connection, clock, pruned } = this.#options;
    const answer = await listKind<T>({ kind, connection, signal, size: this.#size, ...omitUndefined({ pruned }) });
    if (signal.aborted) return {};
    if (!answer.ok) return this.#failed(answer.error, 'list');
    const { items, names, listed, consistent, version } = answer.value;
    this.#names = names;
    this.#works();
    this.#shown = 'live';
    this.#tell({ kind: 'replace', items, asOf: clock.now() });
    const interval = pruned?.listInterval(listed);
    // A list that isn't followed by a watch doesn't have to be consistent.
    if (interval !== undefined) return { wait: interval };
    if (!consistent)
      return this.#retry({
        message: l10n.t`The list expired on the server before it could be read completely`,
        status: 410,
      });
    this.#version = version;
    this.#proven = false;
    return this.#polling === undefined ? {} : { state: this.#polling };
  }

  async #watch(from: string, signal: AbortSignal): Promise<Next> {
    const { kind, connection, clock, chance, waitForSpace } = this.#options;
    const { lived, problem } = await watchOnce({
      connection,
      clock,
      chance,
      path: this.#path,
      query: selectors(kind),
      ...omitUndefined({ accept: kind.metadataOnly === true ? partialObject : undefined, waitForSpace }),
      from,
      signal,
      onEvent: (event) => this.#happened(event),
      onSettled: () => this.#settled(),
    });
    if (signal.aborted) return {};
    // The server was silent until the idle timeout, so retry without a further wait.
    if (problem?.kind === 'timeout' && lived >= shortWatch) return { state: this.#retrying(troubleOf(problem)) };
    if (problem !== undefined) return this.#failed(problem, 'watch');
    return lived >= shortWatch
      ? {}
      : this.#retry({ message: l10n.t`The server closed the watch immediately after opening it` });
  }

  /** Called when the watch continues from the last version, which means that the stored objects are up to date. */
  #settled(): void {
    this.#proven = true;
    this.#works();
    this.#refusals = 0;
    this.#polling = undefined;
    this.#backoff.succeeded();
    this.#tell({ kind: 'confirmed', asOf: this.#options.clock.now() });
    this.#say({ kind: 'live' });
  }

  #happened(event: Parameters<WatchOptions['onEvent']>[0]): ApiProblem | undefined {
    const asOf = this.#options.clock.now();
    if (event.kind === 'bookmark') this.#tell({ kind: 'confirmed', asOf });
    else {
      const changes = [...this.#changes(event.kind, event.object), ...this.#surplus()];
      if (this.#names.size > mostObjects)
        return {
          kind: 'badAnswer',
          message: l10n.t`Too many objects to read (more than ${formatNumber(mostObjects)})`,
        };
      this.#tell(changes.length > 0 ? { kind: 'items', changes, asOf } : { kind: 'confirmed', asOf });
    }
    if (event.version !== undefined && event.version !== '') this.#version = event.version;
    return undefined;
  }

  /** Returns the changes to the stored objects that result from an event. */
  #changes(what: 'put' | 'delete', raw: unknown): readonly WatchItemChange<T>[] {
    const item = what === 'put' ? this.#options.kind.read(raw) : undefined;
    if (item === undefined) {
      // The object was deleted, or it became unreadable and a list would omit it.
      const object = parseClusterObject(raw);
      return object !== undefined && this.#names.delete(object) ? [{ kind: 'delete', uid: object.uid }] : [];
    }
    const gone = this.#names.put(item);
    return gone === undefined
      ? [{ kind: 'put', item }]
      : [
          { kind: 'delete', uid: gone },
          { kind: 'put', item },
        ];
  }

  /** Returns the deletion of the oldest object if a kind with very many objects exceeds its maximum. */
  #surplus(): readonly WatchItemChange<T>[] {
    const { most } = this.#options.kind;
    const uid = most !== undefined && this.#names.size > most ? this.#names.forgetFirst() : undefined;
    return uid === undefined ? [] : [{ kind: 'delete', uid }];
  }

  #failed(problem: ApiProblem, verb: 'list' | 'watch'): Next {
    const trouble = troubleOf(problem);
    switch (problem.kind) {
      case 'gone':
        return this.#listAgain(trouble);
      case 'unauthorized':
      case 'credentials':
        return { state: { kind: 'unauthorized', trouble }, wait: unauthorizedWait };
      case 'forbidden':
        return this.#refused(trouble, verb);
      case 'notFound':
        return this.#absent();
      default:
        // An error response to a watch can be caused by its version, whatever the message. After two such errors, list
        // again, which always works.
        if (verb === 'watch' && refusals.has(problem.kind)) this.#refusals += 1;
        if (this.#refusals > 1) this.#forget();
        return this.#retry(trouble, problem);
    }
  }

  /**
   * Lists again because the server no longer has the changes since the last version. This is normal after a working
   * watch. If the version comes from a list that was just read, the server has a problem, so wait first.
   */
  #listAgain(trouble: SyncError): Next {
    const wasProven = this.#proven;
    this.#forget();
    return wasProven ? { state: { kind: 'syncing' } } : this.#retry(trouble);
  }

  #refused(trouble: SyncError, verb: 'list' | 'watch'): Next {
    this.#forget();
    const state: SyncState = { kind: 'forbidden', verb, trouble };
    this.#polling = verb === 'watch' ? state : undefined;
    const poll = this.#options.kind.most === undefined ? pollWait : slowPollWait;
    return { state, wait: verb === 'watch' ? poll : forbiddenWait };
  }

  #absent(): Next {
    this.#forget();
    this.#polling = undefined;
    if (this.#names.size > 0) this.#tell({ kind: 'replace', items: new Map(), asOf: this.#options.clock.now() });
    this.#names = new UidTracker();
    return { state: { kind: 'absent' }, wait: absentWait };
  }

  #retry(trouble: SyncError, problem?: ApiProblem): Next {
    const { clock, jointRetry } = this.#options;
    const now = clock.now();
    const own = this.#backoff.failed(problem?.retryAfter);
    const wait = problem !== undefined && unreached.has(problem.kind) ? jointRetry.wait(now, own) : own;
    return { state: this.#retrying(trouble, now + wait), wait };
  }

  #retrying(trouble: SyncError, next?: number): SyncState {
    this.#lostAt ??= this.#options.clock.now();
    return { kind: 'retrying', trouble, since: this.#lostAt, ...omitUndefined({ next }) };
  }

  /** Records that the server responds to this reflector. */
  #works(): void {
    this.#lostAt = undefined;
    this.#isDoubted = false;
  }

  #forget(): void {
    this.#version = undefined;
    this.#proven = false;
    this.#refusals = 0;
  }

  #say(state: SyncState): void {
    this.#shown = state.kind;
    this.#tell({ kind: 'state', state });
  }

  #tell(change: WatchChange<T>): void {
    if (this.#isStopped) return;
    try {
      this.#options.sink(change);
    } catch (error) {
      this.#report(error);
    }
  }

  /** Logs only the first error, because an error that one event causes can recur with thousands of events. */
  #report(error: unknown): void {
    if (this.#reported) return;
    this.#reported = true;
    this.#options.log(
      `Can't watch ${this.#options.kind.plural}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  }
}

/** Error kinds of a watch that can mean that the server rejects the version or that the next event can't be read. */
const refusals: ReadonlySet<ApiProblem['kind']> = new Set(['invalid', 'conflict', 'server', 'badAnswer']);

function troubleOf({ message, status }: ApiProblem): SyncError {
  return { message, ...(status === undefined ? {} : { status }) };
}
