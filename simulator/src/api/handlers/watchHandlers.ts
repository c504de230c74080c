/** Handles watches: existing objects, past events, and new events, one JSON document per line. */
import type { ApiError } from '#simulator/store/apiError.ts';
import { badRequest } from '#simulator/store/apiError.ts';
import type { StoreEvent } from '#simulator/store/eventHistory.ts';
import type { JsonObject, KubeObject } from '#simulator/store/kubeObject.ts';
import { formatApiVersion } from '#simulator/store/resourceType.ts';
import type { ApiResponse, Outlet } from '../http/apiResponse.ts';
import { createErrorResponse, createStatusObject } from '../http/apiResponse.ts';
import type { ApiServerState } from './apiServerState.ts';
import type { Where } from './readHandlers.ts';
import { versionParameter, whereOf } from './readHandlers.ts';
import type { ResponseShape } from './representation.ts';
import { convertToVersion, partial, parseAcceptHeader, storedType, table } from './representation.ts';
import type { ResourceRequest } from '../http/request.ts';
import { parseGoBoolean } from '../http/request.ts';

/** Caches the JSON of objects that several watchers receive. Entries are removed together with their objects. */
export class ObjectTexts {
  readonly #texts = new WeakMap<KubeObject, string>();

  of(object: KubeObject): string {
    const present = this.#texts.get(object);
    if (present !== undefined) return present;
    const text = JSON.stringify(object);
    this.#texts.set(object, text);
    return text;
  }
}

type EventType = StoreEvent['type'];

export function watchObjects(cluster: ApiServerState, request: ResourceRequest, texts: ObjectTexts): ApiResponse {
  const { query, resource } = request;
  const shape = parseAcceptHeader(request.headers.accept);
  if (shape === undefined)
    return createErrorResponse({
      code: 406,
      reason: 'NotAcceptable',
      message: 'only the following media types are accepted: application/json',
    });
  const where = whereOf(query, resource);
  if (!where.ok) return createErrorResponse(where.error);
  const version = versionParameter(query);
  if (!version.ok) return createErrorResponse(version.error);
  const timeout = query.get('timeoutSeconds') ?? '';
  if (timeout !== '' && !/^\d{1,9}$/.test(timeout))
    return createErrorResponse(badRequest(`strconv.ParseInt: parsing ${JSON.stringify(timeout)}: invalid syntax`));
  const initial = parseGoBoolean(query.get('sendInitialEvents'));
  if (
    initial &&
    (query.get('resourceVersionMatch') !== 'NotOlderThan' || !parseGoBoolean(query.get('allowWatchBookmarks')))
  )
    return createErrorResponse(initialEventsProblem);
  const options: WatchOptions = {
    shape,
    where: where.value,
    from: version.value,
    initial,
    // Like on a real server, a watch has a limited duration.
    seconds: timeout === '' || timeout === '0' ? 2700 : Number(timeout),
    bookmarks: parseGoBoolean(query.get('allowWatchBookmarks')),
  };
  return {
    kind: 'stream',
    type: 'application/json',
    open: (outlet) => new Watch(cluster, request, texts, options, outlet).start(),
  };
}

const initialEventsProblem: ApiError = {
  code: 422,
  reason: 'Invalid',
  message:
    'ListOptions.meta.k8s.io "" is invalid: sendInitialEvents: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan, and allowWatchBookmarks to true',
  details: { group: 'meta.k8s.io', kind: 'ListOptions' },
};

interface WatchOptions {
  readonly shape: ResponseShape;
  readonly where: Where | undefined;
  readonly from: number | undefined;
  readonly initial: boolean;
  readonly seconds: number;
  readonly bookmarks: boolean;
}

class Watch {
  readonly #cluster: ApiServerState;
  readonly #request: ResourceRequest;
  readonly #texts: ObjectTexts;
  readonly #options: WatchOptions;
  readonly #outlet: Outlet;
  #stops: (() => void)[] = [];
  #saidColumns = false;

  constructor(
    cluster: ApiServerState,
    request: ResourceRequest,
    texts: ObjectTexts,
    options: WatchOptions,
    outlet: Outlet,
  ) {
    this.#cluster = cluster;
    this.#request = request;
    this.#texts = texts;
    this.#options = options;
    this.#outlet = outlet;
  }

  /**
   * Starts the watch.
   * @returns a function that stops it
   */
  start(): () => void {
    const { store } = this.#cluster;
    const { from, initial, seconds, bookmarks } = this.#options;
    const begin = from === undefined || from === 0 ? store.resourceVersion : initial ? store.resourceVersion : from;
    if (initial || begin !== from) this.#sayAll();
    if (initial) this.#bookmark(true);
    const watching = store.watch(storedType(this.#request.resource), begin, (event) => this.#happened(event));
    if (!watching.ok) {
      // A real server responds with 200 before it detects the error.
      this.#line('ERROR', JSON.stringify(createStatusObject(watching.error)));
      this.#outlet.end();
      return () => undefined;
    }
    this.#stops.push(watching.value);
    const { clock } = store;
    this.#stops.push(
      clock.afterWall(seconds * 1000, () => {
        if (bookmarks) this.#bookmark(false);
        this.#stop();
        this.#outlet.end();
      }),
    );
    if (bookmarks) this.#bookmarkEvery(60_000);
    return () => this.#stop();
  }

  #bookmarkEvery(milliseconds: number): void {
    const next = (): void => {
      this.#bookmark(false);
      this.#bookmarkEvery(milliseconds);
    };
    this.#stops = [...this.#stops.slice(0, 2), this.#cluster.store.clock.afterWall(milliseconds, next)];
  }

  #stop(): void {
    for (const stop of this.#stops) stop();
    this.#stops = [];
  }

  #sayAll(): void {
    const { store } = this.#cluster;
    const { resource, namespace } = this.#request;
    for (const object of store.list(storedType(resource), { namespace, where: this.#options.where }).items)
      this.#say('ADDED', object);
  }

  #happened({ type, object, previous }: StoreEvent): void {
    const { namespace } = this.#request;
    if (namespace !== undefined && object.metadata.namespace !== namespace) return;
    const { where } = this.#options;
    if (where === undefined) return this.#say(type, object);
    const was = previous !== undefined && where(previous);
    const is = type !== 'DELETED' && where(object);
    if (is) this.#say(was ? 'MODIFIED' : 'ADDED', object);
    // For this watch, an object that no longer matches is deleted. The event contains the previous object with the new
    // resource version.
    else if (was)
      this.#say('DELETED', {
        ...previous,
        metadata: { ...previous.metadata, resourceVersion: object.metadata.resourceVersion },
      });
  }

  #say(type: EventType, object: KubeObject): void {
    const { resource, version, query } = this.#request;
    const versioned = convertToVersion(object, resource, version);
    const { shape } = this.#options;
    if (shape === 'object') return this.#line(type, this.#texts.of(versioned));
    if (shape === 'partial') return this.#line(type, JSON.stringify(partial(versioned)));
    const options = {
      now: this.#cluster.store.clock.now(),
      include: query.get('includeObject') ?? 'Metadata',
      withColumns: !this.#saidColumns,
    };
    this.#saidColumns = true;
    this.#line(
      type,
      JSON.stringify(table(resource, [versioned], { resourceVersion: object.metadata.resourceVersion }, options)),
    );
  }

  #bookmark(endOfInitial: boolean): void {
    const { resource, version } = this.#request;
    const annotations = endOfInitial ? { annotations: { 'k8s.io/initial-events-end': 'true' } } : {};
    const metadata = {
      resourceVersion: String(this.#cluster.store.resourceVersion),
      creationTimestamp: null,
      ...annotations,
    };
    const shape = this.#options.shape;
    const apiVersion = formatApiVersion({ group: resource.group, version });
    const body: JsonObject =
      shape === 'object'
        ? { kind: resource.kind, apiVersion, metadata }
        : {
            ...(shape === 'partial' ? { kind: 'PartialObjectMetadata' } : { kind: 'Table' }),
            apiVersion: 'meta.k8s.io/v1',
            metadata,
          };
    this.#line('BOOKMARK', JSON.stringify(shape === 'table' ? { ...body, columnDefinitions: null, rows: [] } : body));
  }

  #line(type: string, object: string): void {
    this.#outlet.write(`{"type":"${type}","object":${object}}\n`);
  }
}
