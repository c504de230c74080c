/** Provides an API server with events that answers lists in pages, selects by field, and records requests. */
import { getString } from '#core/common/json.ts';
import { fail, succeed } from '#core/common/result.ts';
import type { ApiResult, AskOptions } from '#client/kubernetes/connection.ts';

/** An event as the API returns it. */
export type RawEvent = Readonly<Record<string, unknown>>;

export interface EventServerOptions {
  /** Events by namespace. */
  readonly events?: Readonly<Record<string, readonly RawEvent[]>>;
  /** Other objects and lists by path. */
  readonly objects?: Readonly<Record<string, unknown>>;
  /** Paths that are forbidden. */
  readonly forbidden?: readonly string[];
}

export interface EventServer {
  readonly ask: (path: string, options?: AskOptions) => Promise<ApiResult<unknown>>;
  readonly asked: readonly { readonly path: string; readonly query: NonNullable<AskOptions['query']> }[];
}

export function eventServer({ events = {}, objects = {}, forbidden = [] }: EventServerOptions): EventServer {
  const asked: { path: string; query: NonNullable<AskOptions['query']> }[] = [];
  return {
    asked,
    ask(path, { query = {} } = {}) {
      asked.push({ path, query });
      if (forbidden.includes(path)) return Promise.resolve(fail({ kind: 'forbidden', message: 'forbidden' }));
      const namespace = /^\/api\/v1\/namespaces\/([^/]+)\/events$/.exec(path)?.[1];
      if (namespace !== undefined) return Promise.resolve(succeed(pageOf(events[namespace] ?? [], query)));
      return Promise.resolve(
        Object.hasOwn(objects, path) ? succeed(objects[path]) : fail({ kind: 'notFound', message: 'not found' }),
      );
    },
  };
}

function pageOf(all: readonly RawEvent[], { fieldSelector, limit, continue: token }: NonNullable<AskOptions['query']>) {
  const terms = String(fieldSelector ?? '')
    .split(',')
    .filter((term) => term !== '');
  const selected = all.filter((event) =>
    terms.every((term) => {
      const [field = '', value = ''] = term.split('=');
      return (getString(event, ...field.split('.')) ?? '') === value;
    }),
  );
  const start = Number(token ?? 0);
  const end = start + Number(limit ?? selected.length);
  return {
    items: selected.slice(start, end),
    metadata: { resourceVersion: '7', ...(end < selected.length ? { continue: String(end) } : {}) },
  };
}

/** Returns an event about a pod. */
export function podEvent(name: string, uid: string, changes: RawEvent = {}): RawEvent {
  return {
    kind: 'Event',
    metadata: { name: `${name}.1`, namespace: 'shop', uid: `event-of-${uid}` },
    involvedObject: { kind: 'Pod', namespace: 'shop', name, uid },
    type: 'Warning',
    reason: 'BackOff',
    message: 'Back-off restarting failed container',
    firstTimestamp: '2026-01-01T00:00:00Z',
    lastTimestamp: '2026-01-01T01:00:00Z',
    count: 3,
    ...changes,
  };
}
