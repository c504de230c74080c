/**
 * Defines lookups: data that operations and checks read in addition to the watched kinds (core/cluster/watchedKinds).
 * Each lookup is one file in this folder. The result is unknown if the data wasn't requested, access is forbidden, or
 * the cluster is unreachable. Checks must report this instead of failing.
 */
import * as l10n from '@vscode/l10n';
import type { JsonObject } from '#core/common/json.ts';
import type { Message } from '#core/text/message.ts';

/** Interface with which lookups read the cluster. It's read-only and never rejects. */
export interface ClusterReader {
  /** Returns an object, or any other response for the path. */
  get(path: string): Promise<ReadResult<unknown>>;
  /**
   * Returns the objects of a list from all pages.
   * @param most maximum number of objects. `cut` is true if there are more
   * @param keep filter for the objects to return. Others are discarded page by page and don't count toward the maximum.
   * The caller must filter the result again
   * @param part `metadata` requests only the metadata
   * @param start called before the first object. Called again if the list restarts because its continue token expired.
   * `keep` then receives all objects again
   */
  list(
    path: string,
    most?: number,
    keep?: (raw: unknown) => boolean,
    part?: 'metadata',
    start?: () => void,
  ): Promise<ReadResult<{ readonly items: readonly unknown[]; readonly cut: boolean }>>;
  /** Returns whether the user has a permission, with a SelfSubjectAccessReview. */
  mayI(right: Permission): Promise<ReadResult<boolean>>;
  /** Returns whether the API server and its webhooks accept a new object. With `dryRun=All`, nothing is stored. */
  tryCreate(path: string, object: KubernetesManifest): Promise<ReadResult<TriedCreate>>;
}

/** Response to the dry run of a create. */
export interface TriedCreate {
  /** Message of the API server if it rejected the object. */
  readonly rejection?: string;
}

/** A permission on a resource. */
export interface Permission {
  /** API group. An empty string is the core group. */
  readonly group: string;
  readonly resource: string;
  readonly verb: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly subresource?: string;
}

/** Reason why a lookup has no result. The message is a readable sentence. */
export interface LookupProblem {
  readonly why: 'notAsked' | 'forbidden' | 'unauthorized' | 'unreachable' | 'other';
  readonly message: string;
}

/** Result of a read. `absent`: the cluster doesn't have the object or its kind. */
export type ReadResult<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'absent' }
  | { readonly kind: 'problem'; readonly problem: LookupProblem };

/**
 * Result of a lookup.
 * @property asOf milliseconds since 1970
 */
export type LookupResult<T> =
  | { readonly kind: 'known'; readonly value: T; readonly asOf: number }
  | { readonly kind: 'unknown'; readonly problem: LookupProblem };

export interface Lookup<T> {
  /** What the extension needs the data for, as a phrase that follows "needed to know". */
  readonly neededFor: Message;
  /**
   * True if the lookup requires many requests or long lists. It then runs only before the first change and before the
   * step that depends on it.
   */
  readonly isCostly?: true;
  /**
   * Reads the data. Returns missing objects as a value (or an empty list), not as a problem. Parses untrusted data
   * field by field and never throws.
   */
  readonly read: (reader: ClusterReader) => Promise<ReadResult<T>>;
}

export function defineLookup<T>(kind: Lookup<T>): Lookup<T> {
  return kind;
}

/**
 * Converts the value of a result with `change`. If the object is absent, the value is `absent`. Problems are returned
 * unchanged.
 */
export function mapReadResult<T, U>(answer: ReadResult<T>, change: (value: T) => U, absent: U): ReadResult<U> {
  if (answer.kind === 'problem') return answer;
  return { kind: 'value', value: answer.kind === 'absent' ? absent : change(answer.value) };
}

export const lookupNotRun = (): LookupResult<never> => ({
  kind: 'unknown',
  problem: { why: 'notAsked', message: l10n.t`The data hasn't been requested from the cluster yet.` },
});

/** A Kubernetes object in the form that is sent to the API server. */
export type KubernetesManifest = JsonObject;
