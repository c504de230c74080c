/** The shape of a kind that is followed on a cluster: where it is, and what is kept of each object. */
import type { LiveObject } from './object.ts';

/** Where the operator and all that belongs to it live. Source: OSC 1.12 §2.2; domain/01-kataconfig.md 1.8. */
export const operatorNamespace = 'openshift-sandboxed-containers-operator';

export interface LiveKind<T extends LiveObject> {
  /** `` for the core group. */
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly kind: string;
  /** `cluster`: belongs to no namespace; `operator`: in the operator's namespace; `all`: in all namespaces. */
  readonly scope: 'cluster' | 'operator' | 'all';
  readonly fieldSelector?: string;
  readonly labelSelector?: string;
  /** Only the metadata is asked for: values (of Secrets) never cross the wire. */
  readonly metadataOnly?: boolean;
  /** What of the product cannot be shown without it; in a sentence after "needed to show". */
  readonly neededFor: string;
  /** What is kept; undefined for what cannot be read. Never throws. */
  readonly read: (raw: unknown) => T | undefined;
}

/** Keeps the type of what is read. */
export function defineLiveKind<T extends LiveObject>(kind: LiveKind<T>): LiveKind<T> {
  return kind;
}

/** The path of the list: `/apis/apps/v1/namespaces/openshift-sandboxed-containers-operator/deployments`. */
export function listPath({ group, version, plural, scope }: LiveKind<LiveObject>): string {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  return scope === 'operator' ? `${root}/namespaces/${operatorNamespace}/${plural}` : `${root}/${plural}`;
}
