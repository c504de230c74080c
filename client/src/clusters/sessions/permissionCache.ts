/**
 * Reviews the permissions of the user once per open cluster. Reviews them again only on demand, so that an idle window
 * sends no requests. Doesn't use VS Code.
 */
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { omitUndefined, getString } from '#core/common/json.ts';
import { requiredPermissions, type NamedRight } from '#core/operations/lookups/permissions.ts';
import type { ObjectNames } from '#core/operations/permissions/objectNames.ts';
import { reviewPermissions, type PermissionReview } from '#core/operations/permissions/reviewPermissions.ts';
import type { Clock } from '#client/kubernetes/clock.ts';
import type { ApiProblem, Connection } from '#client/kubernetes/connection.ts';
import { createClusterReader } from '#client/kubernetes/read/clusterReader.ts';
import { TimeLimit } from '#client/kubernetes/timeLimit.ts';

export interface PermissionCacheParts {
  readonly connection: Pick<Connection, 'ask' | 'send'>;
  readonly clock: Clock;
  /** Namespace of the kubeconfig context. */
  readonly namespace: string | undefined;
  /** Returns the names of the objects for which missing permissions are reviewed again. */
  readonly objectNames: () => ObjectNames;
  /** Called when the permissions change. */
  readonly changed: () => void;
}

/** Time in milliseconds for which a review is valid. */
export const reviewLifetime = 5 * 60_000;
/**
 * Minimum time in milliseconds between reviews that a response of the cluster causes. A permission can be granted and
 * still be rejected, for example because an authorizer responds differently each time.
 */
const reviewInterval = 10_000;
/** Time limit in milliseconds for all access reviews together. */
const reviewTimeout = 20_000;

export class PermissionCache {
  readonly #parts: PermissionCacheParts;
  /** Aborts the reviews of the current user. */
  #closed = new AbortController();
  #review: PermissionReview | undefined;
  /** Start of the last review, in milliseconds since 1970. */
  #startedAt: number | undefined;
  #running: Promise<void> | undefined;
  /** Names in the last review. */
  #reviewedNames: ObjectNames = new Map();

  constructor(parts: PermissionCacheParts) {
    this.#parts = parts;
  }

  /** The permissions as last reviewed. Undefined if they aren't known. */
  get review(): PermissionReview | undefined {
    return this.#review;
  }

  /**
   * Reviews the permissions again if the last review is older than `age`. Waits for a review that is in progress. Never
   * rejects. If the cluster doesn't report any permission, keeps the previous review.
   * @param age milliseconds; 0 for a review that starts now
   */
  async renew(age: number = reviewLifetime): Promise<PermissionReview | undefined> {
    const { clock } = this.#parts;
    if (this.#running !== undefined) {
      await this.#running;
      // The permissions might have changed after that review started.
      if (age > 0) return this.#review;
    }
    if (this.#running === undefined) {
      if (this.#startedAt !== undefined && clock.now() - this.#startedAt < age) return this.#review;
      this.#startedAt = clock.now();
      const running = this.#run().finally(() => {
        if (this.#running === running) this.#running = undefined;
      });
      this.#running = running;
    }
    await this.#running;
    return this.#review;
  }

  /** Discards the permissions, because another user might be logged in. */
  forget(): void {
    this.#closed.abort();
    this.#closed = new AbortController();
    this.#running = undefined;
    this.#review = undefined;
    this.#startedAt = undefined;
  }

  /** Reviews the permissions again if the cluster denied a request although the permission was granted. */
  noteProblem(problem: ApiProblem): void {
    const denied = deniedPermission(problem);
    if (denied !== undefined && this.#review?.states.get(denied.id) === 'granted') void this.renew(reviewInterval);
  }

  /** Reviews the permissions again, because the cluster allowed something that it denied before. */
  notePermission(): void {
    void this.renew(reviewInterval);
  }

  /** Reviews the permissions again if a permission is missing and the object that a command changes has a new name. */
  noteObjects(): void {
    const states = this.#review?.states;
    const isNew = [...this.#parts.objectNames()].some(
      ([id, names]) =>
        states?.get(id) === 'missing' && names.some((name) => this.#reviewedNames.get(id)?.includes(name) !== true),
    );
    if (isNew) void this.renew(0);
  }

  close(): void {
    this.#closed.abort();
  }

  async #run(): Promise<void> {
    const { connection, clock, namespace, changed } = this.#parts;
    const names = this.#parts.objectNames();
    this.#reviewedNames = names;
    const limit = new TimeLimit(clock, reviewTimeout);
    const closed = this.#closed.signal;
    const signal = AbortSignal.any([limit.signal, closed]);
    // The result is only a hint for menus, so errors are ignored.
    const [reviewed] = await Promise.allSettled([
      reviewPermissions(createClusterReader(connection, signal), namespace, undefined, names),
    ]);
    limit.end();
    if (closed.aborted || reviewed.status === 'rejected') return;
    const { states, objects } = reviewed.value;
    if ([...states.values()].every((state) => state === 'unknown')) return;
    const before = this.#review;
    this.#review = { states, ...omitUndefined({ objects, namespace }) };
    if (before === undefined || isDifferent(before, this.#review)) changed();
    // An object might have been found while the review was in progress.
    this.noteObjects();
  }
}

function isDifferent(before: PermissionReview, { states, objects = new Map() }: PermissionReview): boolean {
  return (
    [...states].some(([id, state]) => before.states.get(id) !== state) ||
    [...objects].some(([id, own]) => [...own].some(([name, state]) => before.objects?.get(id)?.get(name) !== state))
  );
}

/**
 * Returns the permission that a denied request lacks, if the extension reviews it. Quotas and admission plugins deny
 * requests with the same status but another message. Source: kubernetes/kubernetes@v1.31.0
 * staging/src/k8s.io/apiserver/pkg/endpoints/handlers/responsewriters/errors.go (forbiddenMessage).
 */
function deniedPermission({ kind, details, message }: ApiProblem): NamedRight | undefined {
  if (kind !== 'forbidden') return undefined;
  const text = getString(details, 'message') ?? message;
  const [, verb, what, group] = /cannot (\w+) resource "([^"]+)" in API group "([^"]*)"/.exec(text) ?? [];
  const namespace = /in the namespace "([^"]+)"/.exec(text)?.[1];
  return requiredPermissions.find(
    (one) =>
      one.verb === verb &&
      one.group === group &&
      `${one.resource}${one.subresource === undefined ? '' : `/${one.subresource}`}` === what &&
      (one.namespace === undefined || one.namespace === namespace),
  );
}

/** Returns whether the cluster accepted the login, even if it denied all requests. */
export function hasAnswered(snapshot: Snapshot): boolean {
  return Object.values(snapshot).some(({ state }) => state.kind === 'live' || state.kind === 'forbidden');
}
