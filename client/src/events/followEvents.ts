/**
 * Follows the events of an object or a namespace until the user stops the command. Reports each new occurrence once.
 * Doesn't use VS Code.
 */
import { RecentKeys } from '#core/common/recentKeys.ts';
import type { ClusterEvent } from '#core/cluster/objects/clusterEvent.ts';
import type { SyncState, WatchChange } from '#core/cluster/syncState.ts';
import type { Chance, Clock } from '../kubernetes/clock.ts';
import type { Connection } from '../kubernetes/connection.ts';
import {
  isAboutName,
  isAboutSubject,
  readEventSubject,
  selectorOf,
  type EventSubject,
} from '../kubernetes/events/readObjectEvents.ts';
import { redactEvent } from '../kubernetes/events/readEvents.ts';
import { eventsOf, type WatchedEvent } from '../kubernetes/events/watchedEvents.ts';
import { hasPods } from '../kubernetes/events/relatedObjects.ts';
import { JointRetry } from '../kubernetes/watch/sharedRetry.ts';
import { Reflector } from '../kubernetes/watch/reflector.ts';
import { namespacesOf, type EventScope } from './listEvents.ts';

export interface FollowOptions {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly signal: AbortSignal;
  /** Called for each event, and again when its number of occurrences increases. */
  readonly onEvent: (event: ClusterEvent) => void;
  /** Called after each event. If it returns a promise, no more events are reported until the promise resolves. */
  readonly waitForSpace?: () => Promise<void> | undefined;
  /** Called when a namespace can't be followed, or can be followed again. */
  readonly onState: (state: SyncState, namespace: string) => void;
  readonly log: (message: string) => void;
}

/** Follows the events of a scope. Resolves after the signal aborts and all requests have ended. Never rejects. */
export async function followEvents(scope: EventScope, options: FollowOptions): Promise<void> {
  const { connection, signal } = options;
  const { reference } = scope;
  const subject = reference === undefined ? undefined : await readEventSubject(connection, reference, signal);
  const filter = subject === undefined ? undefined : new SubjectFilter(subject, options);
  const jointRetry = new JointRetry();
  const runs = namespacesOf(scope).map(async (namespace) => {
    const { clock, chance, log } = options;
    const sink = new OccurrenceSink(namespace, options, filter);
    const kind = eventsOf(namespace, selectorFor(scope));
    const reflector = new Reflector({
      kind,
      connection,
      clock,
      chance,
      log,
      jointRetry,
      sink: (change) => sink.take(change),
      waitForSpace: () => sink.waitForSpace(),
    });
    const stop = (): void => reflector.stop();
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    await reflector.run();
    signal.removeEventListener('abort', stop);
  });
  await Promise.all(runs);
}

/** The events of a workload are also about its pods, so they can't be selected by the name of the workload. */
function selectorFor({ reference, warningsOnly }: EventScope): string | undefined {
  if (reference !== undefined && !hasPods(reference) && reference.kind !== 'PeerPod')
    return selectorOf(reference, warningsOnly);
  return warningsOnly ? 'type=Warning' : undefined;
}

/** Decides which events are about an object. Reads the object again if an event can be about a new pod of it. */
class SubjectFilter {
  readonly #options: Pick<FollowOptions, 'connection' | 'signal'>;
  #subject: EventSubject;
  /** UIDs that were looked up and don't belong to the object. */
  readonly #strangers = new RecentKeys(mostReported);

  constructor(subject: EventSubject, options: Pick<FollowOptions, 'connection' | 'signal'>) {
    this.#subject = subject;
    this.#options = options;
  }

  async includes(event: ClusterEvent): Promise<boolean> {
    if (isAboutSubject(this.#subject, event)) return true;
    const { uid = '', name = '' } = event;
    const { reference } = this.#subject;
    const isNew = isAboutName(this.#subject, event) || (hasPods(reference) && name.startsWith(`${reference.name}-`));
    if (!isNew || this.#strangers.has(uid)) return false;
    this.#subject = await readEventSubject(this.#options.connection, reference, this.#options.signal);
    if (isAboutSubject(this.#subject, event)) return true;
    this.#strangers.add(uid);
    return false;
  }
}

type SinkOptions = Pick<FollowOptions, 'onEvent' | 'onState' | 'signal' | 'waitForSpace'>;

/** Reports each occurrence of an event once, in the order in which the server sends them. */
class OccurrenceSink {
  readonly #options: SinkOptions;
  readonly #namespace: string;
  readonly #filter: SubjectFilter | undefined;
  /** Number of reported occurrences by the UID of the event. */
  readonly #reported = new Map<string, number>();
  #queue = Promise.resolve();
  /** Number of events in the queue. */
  #queued = 0;
  #state: SyncState['kind'] = 'syncing';

  constructor(namespace: string, options: SinkOptions, filter?: SubjectFilter) {
    this.#namespace = namespace;
    this.#options = options;
    this.#filter = filter;
  }

  /** Returns a promise to wait for if too many events are in the queue. */
  waitForSpace(): Promise<void> | undefined {
    return this.#queued > mostQueued ? this.#queue : undefined;
  }

  take(change: WatchChange<WatchedEvent>): void {
    switch (change.kind) {
      case 'state':
        if (change.state.kind !== this.#state) this.#options.onState(change.state, this.#namespace);
        this.#state = change.state.kind;
        return;
      case 'replace':
        this.#state = 'live';
        this.#report([...change.items.values()].toSorted((one, other) => (one.event.at ?? 0) - (other.event.at ?? 0)));
        return;
      case 'items':
        this.#report(change.changes.flatMap((one) => (one.kind === 'put' ? [one.item] : [])));
        return;
      default:
    }
  }

  /** Waits for earlier events, because looking up an object takes time, and the reader of the output can be slow. */
  #report(events: readonly WatchedEvent[]): void {
    const fresh = events.filter(({ uid, event }) => event.count > (this.#reported.get(uid) ?? 0));
    for (const { uid, event } of fresh) this.#note(uid, event.count);
    this.#queued += fresh.length;
    this.#queue = this.#queue.then(async () => {
      for (const { event } of fresh) {
        await this.#reportOne(event);
        this.#queued -= 1;
      }
    });
  }

  async #reportOne(event: ClusterEvent): Promise<void> {
    const { signal, onEvent, waitForSpace } = this.#options;
    const isMeant = this.#filter === undefined || (await this.#filter.includes(event));
    if (!isMeant || signal.aborted) return;
    onEvent(redactEvent(event));
    await waitForSpace?.();
  }

  #note(uid: string, count: number): void {
    this.#reported.delete(uid);
    this.#reported.set(uid, count);
    const [oldest] = this.#reported.keys();
    if (this.#reported.size > mostReported && oldest !== undefined) this.#reported.delete(oldest);
  }
}

/** Maximum number of events whose occurrences are counted. */
const mostReported = 20_000;
/** Number of events in the queue from which on no more events are read. */
const mostQueued = 500;
