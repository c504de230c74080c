/** What we know of one field of a kind, in words for people. Printed into schemas, hovers and documentation. */
export interface FieldKnowledge {
  /** What it does, in one or two sentences. */
  readonly summary: string;
  /** What happens when it is left out. */
  readonly default?: string;
  /** The first release whose documents or sources show it. `1.5` means "1.5 or earlier": older releases were not read. */
  readonly since?: string;
  /** What setting or changing it does to the cluster. */
  readonly consequence?: string;
  /** Every value it may have, with what that value means and costs. */
  readonly values?: Readonly<Record<string, string>>;
  /** Values worth offering where any value is allowed. */
  readonly examples?: readonly unknown[];
  /** Where the documentation treats it. */
  readonly section?: DocSection;
}

/** A section of a published document. */
export interface DocSection {
  /** As printed there, with its number. */
  readonly title: string;
  readonly url: string;
}

/** Fields by their path: `spec.logLevel`, `spec.selector.matchExpressions[].key`, and `*` for any key of a map. */
export type FieldTable = Readonly<Record<string, FieldKnowledge>>;

/** One Kubernetes kind that we know. */
export interface KindKnowledge {
  readonly kind: string;
  readonly group: string;
  /** The versions that the API server serves. */
  readonly versions: readonly string[];
  readonly scope: 'Cluster' | 'Namespaced';
  readonly fields: FieldTable;
  /** What an instance of it is for, and what creating it does. */
  readonly summary: string;
  readonly section: DocSection;
  /**
   * Texts of which a document of this kind contains at least one.
   * A document without any of them is not even parsed.
   */
  readonly mentions: readonly string[];
}

/** `apiVersion` as written in a manifest. */
export function apiVersionOf(kind: KindKnowledge): string {
  const version = kind.versions[0] ?? '';
  return kind.group === '' ? version : `${kind.group}/${version}`;
}
