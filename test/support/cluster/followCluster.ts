/** Provides a reflector on a scripted connection, for reflector tests. */
import { applyChange, noWatchedItems, type WatchChange, type WatchedItems } from '#core/cluster/syncState.ts';
import { defineWatchedKind } from '#core/cluster/objects/watchedKind.ts';
import { parseClusterObject, type ClusterObject } from '#core/cluster/objects/clusterObject.ts';
import { getString } from '#core/common/json.ts';
import { fail, succeed } from '#core/common/result.ts';
import type { ApiResult, ApiProblem } from '#client/kubernetes/connection.ts';
import { JointRetry } from '#client/kubernetes/watch/sharedRetry.ts';
import { Reflector } from '#client/kubernetes/watch/reflector.ts';
import { ManualClock } from '../time/manualClock.ts';
import { ScriptedConnection } from './scriptedConnection.ts';

export interface Thing extends ClusterObject {
  readonly value: string;
}

/** Resource kind for tests. An object without a value is unreadable. */
export const things = defineWatchedKind<Thing>({
  group: 'example.com',
  version: 'v1',
  plural: 'things',
  kind: 'Thing',
  scope: 'cluster',
  neededFor: () => 'tests',
  read(raw) {
    const object = parseClusterObject(raw);
    const value = getString(raw, 'value');
    return object === undefined || value === undefined ? undefined : { ...object, value };
  },
});

export const thingsPath = '/apis/example.com/v1/things';

export function thing(name: string, version: number, value = 'a', uid = `uid-${name}`): unknown {
  return { metadata: { name, uid, resourceVersion: String(version) }, value };
}

export function listOf(version: number, items: readonly unknown[], next?: string): ApiResult<unknown> {
  return succeed({
    metadata: { resourceVersion: String(version), ...(next === undefined ? {} : { continue: next }) },
    items,
  });
}

export function problem(kind: ApiProblem['kind'], more: Partial<ApiProblem> = {}): ApiProblem {
  return { kind, message: `it is ${kind}`, ...more };
}

export function refusal(kind: ApiProblem['kind'], more: Partial<ApiProblem> = {}): ApiResult<never> {
  return fail(problem(kind, more));
}

export const status = (code: number, reason: string, message = reason): unknown => ({
  kind: 'Status',
  code,
  reason,
  message,
});

/** Reflector under test with its clock, connection, changes, and log messages. */
export class Following {
  readonly clock = new ManualClock();
  readonly connection = new ScriptedConnection(this.clock);
  readonly changes: WatchChange<Thing>[] = [];
  readonly logged: string[] = [];
  readonly reflector: Reflector<Thing>;
  held: WatchedItems<Thing> = noWatchedItems;
  isOver = false;
  /** Additional action of the sink after each change. */
  onChange = (_change: WatchChange<Thing>): void => undefined;

  constructor({ kind = things, chance = 0 }: { readonly kind?: typeof things; readonly chance?: number } = {}) {
    this.connection.answer = () => listOf(1, []);
    this.reflector = new Reflector<Thing>({
      kind,
      connection: this.connection,
      clock: this.clock,
      chance: () => chance,
      log: (message) => this.logged.push(message),
      jointRetry: new JointRetry(),
      sink: (change) => {
        this.changes.push(change);
        this.held = applyChange(this.held, change);
        this.onChange(change);
      },
    });
  }

  /** Starts the reflector and waits until the first watch is live. */
  async start(): Promise<void> {
    void this.reflector.run().then(() => {
      this.isOver = true;
    });
    await this.clock.pass(300);
  }

  get state(): string {
    return this.held.state.kind;
  }

  /** Reported states, with `listed` for each list. */
  get states(): readonly string[] {
    return this.changes.flatMap((change) =>
      change.kind === 'state' ? [change.state.kind] : change.kind === 'replace' ? ['listed'] : [],
    );
  }

  /** Values of the held items, by name. */
  get items(): Readonly<Record<string, string>> {
    return Object.fromEntries([...this.held.items.values()].map(({ name, value }) => [name, value]));
  }

  get lists(): number {
    return this.connection.asked.filter(({ query }) => query['continue'] === undefined).length;
  }

  get watches(): number {
    return this.connection.streams.length;
  }
}
