/** Defines the evidence lines of a must-gather, and the keys under which they are stored. */
import type { WatchedKindId } from '#core/cluster/watchedKinds/index.ts';

/** A line of a file. */
export interface EvidenceLine {
  /** Path from the root of the must-gather, with `/`. */
  readonly file: string;
  /** Line number, starting at 1. */
  readonly line: number;
  /** At most 300 characters, on one line. */
  readonly text: string;
}

/** Returns the key of a pod, whose name is unique only within its namespace. */
export function podMarkKey({ namespace, name }: { readonly namespace?: string; readonly name: string }): string {
  return `pods/${namespace ?? ''}/${name}`;
}

/** Returns the key of any other object. */
export function getEvidenceKey(id: WatchedKindId, name: string): string {
  return `${id}/${name}`;
}

/** Returns the key of an object that only the Clusters view shows. */
export function objectMarkKey(object: {
  readonly group: string;
  readonly plural: string;
  readonly namespace?: string | undefined;
  readonly name: string;
}): string {
  const { group, plural, namespace = '', name } = object;
  return `${plural}.${group}/${namespace}/${name}`;
}
