/**
 * Simulates a cluster with objects that expire, connections that break, and invalid responses, as in real clusters.
 * Small and fast, for tests with thousands of steps.
 */
import { fail, succeed } from '#core/common/result.ts';
import type { ApiResult, ApiProblem } from '#client/kubernetes/connection.ts';
import type { Random } from '../randomInput/random.ts';
import type { RecordedRequest, OpenStream, ScriptedConnection } from './scriptedConnection.ts';

interface Thing {
  readonly metadata: { readonly name: string; readonly uid: string; readonly resourceVersion: string };
  readonly value: string;
}

interface Happened {
  readonly version: number;
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly thing: Thing;
}

/** Failure of the next list or watch request. */
export type Fault =
  | 'network'
  | 'server'
  | 'unauthorized'
  | 'forbidden'
  | 'gone'
  | 'tooMany'
  | 'notFound'
  | 'timeout'
  | 'badAnswer';

const statuses: Partial<Record<Fault, number>> = {
  server: 500,
  unauthorized: 401,
  forbidden: 403,
  gone: 410,
  tooMany: 429,
  notFound: 404,
};

export class ScriptedCluster {
  readonly #things = new Map<string, Thing>();
  readonly #connection: ScriptedConnection;
  /** Lists with pages that haven't been requested yet. */
  readonly #lists = new Map<string, { readonly version: number; readonly things: readonly Thing[] }>();
  /**
   * Watches that receive changes. Excludes watches that are just starting and those whose connection is dead without
   * notice.
   */
  readonly #told = new WeakSet<OpenStream>();
  #happened: Happened[] = [];
  #version = 1;
  #uids = 0;
  #faults: Fault[] = [];
  /** Number of objects per page, whatever limit the request has. */
  pageSize = 2;

  constructor(connection: ScriptedConnection) {
    this.#connection = connection;
    connection.answer = (asked) => this.#list(asked);
    connection.opening = (asked, stream) => this.#watch(asked, stream);
  }

  /** Current values by UID, as a fresh list would return them. */
  get truth(): ReadonlyMap<string, string> {
    return new Map([...this.#things.values()].map(({ metadata, value }) => [metadata.uid, value]));
  }

  put(name: string, value: string): void {
    const uid = this.#things.get(name)?.metadata.uid ?? `uid-${(this.#uids += 1)}`;
    const type = this.#things.has(name) ? 'MODIFIED' : 'ADDED';
    const thing = { metadata: { name, uid, resourceVersion: String((this.#version += 1)) }, value };
    this.#things.set(name, thing);
    this.#tell({ version: this.#version, type, thing });
  }

  delete(name: string): void {
    const thing = this.#things.get(name);
    if (thing === undefined) return;
    this.#things.delete(name);
    this.#version += 1;
    this.#tell({
      version: this.#version,
      type: 'DELETED',
      thing: { ...thing, metadata: { ...thing.metadata, resourceVersion: String(this.#version) } },
    });
  }

  /** Discards old versions. Watches from these versions and later pages of these lists get 410. */
  compact(): void {
    this.#happened = [];
    this.#lists.clear();
  }

  /** Makes the next request fail with this fault. */
  next(fault: Fault): void {
    this.#faults.push(fault);
  }

  clearFaults(): void {
    this.#faults = [];
  }

  /** Sends a bookmark with the current version to all open watches. */
  bookmark(): void {
    for (const stream of this.#open())
      stream.event('BOOKMARK', { metadata: { resourceVersion: String(this.#version) } });
  }

  /** Breaks a random selection of the open watches. */
  breakWatches(how: 'reset' | 'end' | 'deaf' | 'error' | 'errorLeftOpen' | 'nonsense' | 'gone', chance: Random): void {
    for (const stream of this.#open()) {
      if (chance.chance(0.3)) continue;
      if (how === 'reset') stream.fail(problemOf('network'));
      else if (how === 'end') stream.end();
      else if (how === 'deaf') this.#told.delete(stream);
      else if (how === 'nonsense') stream.line('{"type":"MODIFIED","object":{"meta');
      else {
        stream.event(
          'ERROR',
          how === 'gone'
            ? { kind: 'Status', code: 410, reason: 'Expired' }
            : { kind: 'Status', code: 500, message: 'etcd' },
        );
        if (how === 'error') stream.end();
      }
    }
  }

  #open(): readonly OpenStream[] {
    return this.#connection.streams.filter((stream) => !stream.isOver && this.#told.has(stream));
  }

  #tell(happened: Happened): void {
    this.#happened.push(happened);
    for (const stream of this.#open()) stream.event(happened.type, happened.thing);
  }

  #list({ query }: RecordedRequest): ApiResult<unknown> {
    const fault = this.#faults.shift();
    if (fault !== undefined) return fail(problemOf(fault));
    const { continue: given = '' } = query;
    const token = typeof given === 'string' ? given : '';
    const list = token === '' ? { version: this.#version, things: [...this.#things.values()] } : this.#lists.get(token);
    if (list === undefined) return fail(problemOf('gone'));
    const page = list.things.slice(0, this.pageSize);
    const rest = list.things.slice(this.pageSize);
    const next = rest.length === 0 ? undefined : `${list.version}/${rest[0]?.metadata.name ?? ''}`;
    if (next !== undefined) this.#lists.set(next, { version: list.version, things: rest });
    return succeed({
      metadata: { resourceVersion: String(list.version), ...(next === undefined ? {} : { continue: next }) },
      items: page,
    });
  }

  #watch({ query }: RecordedRequest, stream: OpenStream): ApiProblem | boolean {
    const fault = this.#faults.shift();
    if (fault !== undefined) return problemOf(fault);
    queueMicrotask(() => this.#replay(Number(query['resourceVersion']), stream));
    return true;
  }

  #replay(from: number, stream: OpenStream): void {
    this.#told.add(stream);
    const known = this.#happened[0]?.version ?? this.#version + 1;
    // As with a real API server, the status was 200 before the server checked the version.
    if (from + 1 < known) stream.event('ERROR', { kind: 'Status', code: 410, reason: 'Expired' });
    else for (const { version, type, thing } of this.#happened) if (version > from) stream.event(type, thing);
  }
}

function problemOf(kind: Fault): ApiProblem {
  const status = statuses[kind];
  return {
    kind,
    message: kind,
    ...(status === undefined ? {} : { status }),
    ...(kind === 'tooMany' ? { retryAfter: 2000 } : {}),
  };
}
