/** Finds the policy in an initdata document, caches it, and maps its positions to the document. */
import type { InitdataEntry, InitdataDocument } from './document.ts';
import { inDocument } from './innerProblem.ts';
import { isUnknownFile } from './unknownValue.ts';
import type { Finding, Fix } from '../engine/findings/rule.ts';
import { Policy } from '../policy/model/policy.ts';

/** A policy and the document entry that contains it. */
export interface InitdataPolicy {
  readonly policy: Policy;
  readonly entry: InitdataEntry;
}

const known = new WeakMap<InitdataDocument, InitdataPolicy>();

/** Returns whether a file of the document is the policy. */
export function isPolicyFile({ name }: Pick<InitdataEntry, 'name'>): boolean {
  return name === 'policy.rego';
}

/**
 * Returns the policy of a document. Returns undefined if there is none. TOML doesn't allow duplicate keys, so there is
 * at most one.
 */
export function getInitdataPolicy(document: InitdataDocument): InitdataPolicy | undefined {
  const last = known.get(document);
  if (last !== undefined) return last;
  const entry = document.data.find(isPolicyFile);
  if (entry === undefined || isUnknownFile(entry.text)) return undefined;
  const found = { policy: new Policy(entry.text), entry };
  known.set(document, found);
  return found;
}

/**
 * Moves a finding in the policy to its position in the document. Keeps fixes only if the document contains the policy
 * text unchanged, because a fix would otherwise lose the escapes.
 */
export function findingInDocument<Of extends Finding>(
  finding: Of,
  entry: InitdataEntry,
): Of & { readonly fixes: readonly Fix[] } {
  const fixes = entry.literal ? (finding.fixes ?? []) : [];
  const moved = fixes.map((fix) => ({
    ...fix,
    edits: fix.edits.map((edit) => ({ ...edit, ...inDocument(entry, edit) })),
  }));
  const alsoAt = finding.alsoAt?.map((place) => ({ ...place, ...inDocument(entry, place) }));
  return { ...finding, ...inDocument(entry, finding), fixes: moved, ...(alsoAt === undefined ? {} : { alsoAt }) };
}
