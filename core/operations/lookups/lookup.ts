/**
 * What is asked of a cluster apart from the kinds that are followed (core/live), when something is to be done or
 * checked: one fact is one file in facts/. A fact may be unknown: it was not asked for, may not be read, or the cluster
 * is away. Whoever judges by it says so, and fails nobody for it.
 */
import * as l10n from '@vscode/l10n';
import type { JsonObject } from '#core/common/json.ts';
import type { Message } from '#core/text/message.ts';

/** What the outside does for a fact. Nothing is changed by it. Never rejects. */
export interface ClusterReader {
  /** One object, or whatever the path answers with. */
  get(path: string): Promise<ReadResult<unknown>>;
  /**
   * The objects of a list, over all pages.
   * @param most of them, at most; `cut` says that there were more
   * @param keep which are wanted: others are forgotten page by page, and do not count. Whoever asks looks at what comes
   * all the same
   * @param part `metadata`: requests only the metadata
   */
  list(
    path: string,
    most?: number,
    keep?: (raw: unknown) => boolean,
    part?: 'metadata',
  ): Promise<ReadResult<{ readonly items: readonly unknown[]; readonly cut: boolean }>>;
  /** Whether the user may do that: a SelfSubjectAccessReview. */
  mayI(right: Permission): Promise<ReadResult<boolean>>;
}

/** Something that one may do or not. */
export interface Permission {
  /** `` for the core group. */
  readonly group: string;
  readonly resource: string;
  readonly verb: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly subresource?: string;
}

/** Why it was not given; the message is a sentence for people. */
export interface LookupProblem {
  readonly why: 'notAsked' | 'forbidden' | 'unauthorized' | 'unreachable' | 'other';
  readonly message: string;
}

/** `absent`: the cluster has no such object, or does not know the kind. */
export type ReadResult<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'absent' }
  | { readonly kind: 'problem'; readonly problem: LookupProblem };

/** What is known of a fact. @property asOf milliseconds since 1970 */
export type LookupResult<T> =
  | { readonly kind: 'known'; readonly value: T; readonly asOf: number }
  | { readonly kind: 'unknown'; readonly problem: LookupProblem };

export interface Lookup<T> {
  /** What of the product needs it; in a sentence after "needed to know". */
  readonly neededFor: Message;
  /**
   * True if the fact requires many requests or long lists. It is then read only before the first change and before the
   * step that depends on it.
   */
  readonly isCostly?: true;
  /**
   * Reads it. What is missing on the cluster is a value (or an empty list), not a problem. Never throws: what came is
   * looked at field by field.
   */
  readonly read: (reader: ClusterReader) => Promise<ReadResult<T>>;
}

export function defineLookup<T>(kind: Lookup<T>): Lookup<T> {
  return kind;
}

/** The value of an answer, changed; what is absent becomes `absent`. */
export function mapReadResult<T, U>(answer: ReadResult<T>, change: (value: T) => U, absent: U): ReadResult<U> {
  if (answer.kind === 'problem') return answer;
  return { kind: 'value', value: answer.kind === 'absent' ? absent : change(answer.value) };
}

export const lookupNotRun = (): LookupResult<never> => ({
  kind: 'unknown',
  problem: { why: 'notAsked', message: l10n.t`Not queried.` },
});

/** An object of Kubernetes as it is sent. */
export type KubernetesManifest = JsonObject;
