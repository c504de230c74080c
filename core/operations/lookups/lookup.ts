/**
 * What is asked of a cluster apart from the kinds that are followed (core/live), when something is to be done or checked: one fact is one file in facts/.
 * A fact may be unknown: it was not asked for, may not be read, or the cluster is away. Whoever judges by it says so, and fails nobody for it.
 */
import * as l10n from '@vscode/l10n';
import type { JsonObject } from '#core/common/json.ts';

/** What the outside does for a fact. Nothing is changed by it. Never rejects. */
export interface FactReader {
  /** One object, or whatever the path answers with. */
  get(path: string): Promise<FactAnswer<unknown>>;
  /**
   * The objects of a list, over all pages.
   * @param most of them, at most; `cut` says that there were more
   * @param keep which are wanted: others are forgotten page by page, and do not count. Whoever asks looks at what comes all the same
   * @param part `metadata`: requests only the metadata
   */
  list(
    path: string,
    most?: number,
    keep?: (raw: unknown) => boolean,
    part?: 'metadata',
  ): Promise<FactAnswer<{ readonly items: readonly unknown[]; readonly cut: boolean }>>;
  /** Whether the user may do that: a SelfSubjectAccessReview. */
  mayI(right: Right): Promise<FactAnswer<boolean>>;
}

/** Something that one may do or not. */
export interface Right {
  /** `` for the core group. */
  readonly group: string;
  readonly resource: string;
  readonly verb: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly subresource?: string;
}

/** Why it was not given; the message is a sentence for people. */
export interface FactProblem {
  readonly why: 'notAsked' | 'forbidden' | 'unauthorized' | 'unreachable' | 'other';
  readonly message: string;
}

/** `absent`: the cluster has no such object, or does not know the kind. */
export type FactAnswer<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'absent' }
  | { readonly kind: 'problem'; readonly problem: FactProblem };

/** What is known of a fact. @property asOf milliseconds since 1970 */
export type Fact<T> = { readonly kind: 'known'; readonly value: T; readonly asOf: number } | { readonly kind: 'unknown'; readonly problem: FactProblem };

export interface FactKind<T> {
  /** What of the product needs it; in a sentence after "needed to know". */
  readonly neededFor: string;
  /** True if the fact requires many requests or long lists. It is then read only before the first change and before the step that depends on it. */
  readonly isCostly?: true;
  /** Reads it. What is missing on the cluster is a value (or an empty list), not a problem. Never throws: what came is looked at field by field. */
  readonly read: (reader: FactReader) => Promise<FactAnswer<T>>;
}

export function defineFact<T>(kind: FactKind<T>): FactKind<T> {
  return kind;
}

/** The value of an answer, changed; what is absent becomes `absent`. */
export function mapAnswer<T, U>(answer: FactAnswer<T>, change: (value: T) => U, absent: U): FactAnswer<U> {
  if (answer.kind === 'problem') return answer;
  return { kind: 'value', value: answer.kind === 'absent' ? absent : change(answer.value) };
}

export const notAsked: Fact<never> = { kind: 'unknown', problem: { why: 'notAsked', message: l10n.t`It was not asked for.` } };

/** An object of Kubernetes as it is sent. */
export type Manifest = JsonObject;
