/**
 * The policy in an initdata document, read once for all who look at it, and the way from its places to those of the
 * document.
 */
import type { InitdataEntry, InitdataDocument } from './document.ts';
import { inDocument } from './innerFiles.ts';
import type { Finding, Fix } from '../engine/findings/rule.ts';
import { Policy } from '../policy/model/policy.ts';

/** A policy, and the entry of the document that holds it. */
export interface InitdataPolicy {
  readonly policy: Policy;
  readonly entry: InitdataEntry;
}

const known = new WeakMap<InitdataDocument, InitdataPolicy>();

/** Whether this file of a document is the policy. */
export function isPolicyFile({ name }: Pick<InitdataEntry, 'name'>): boolean {
  return name === 'policy.rego';
}

/** The policy of a document; undefined when it has none. TOML takes no key twice, so there are not two. */
export function getInitdataPolicy(document: InitdataDocument): InitdataPolicy | undefined {
  const last = known.get(document);
  if (last !== undefined) return last;
  const entry = document.data.find(isPolicyFile);
  if (entry === undefined) return undefined;
  const found = { policy: new Policy(entry.text), entry };
  known.set(document, found);
  return found;
}

/**
 * What was found in the policy of this entry, at its place in the document. Fixes only where its text stands there as
 * it is: escapes would be lost.
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
  return { ...finding, ...inDocument(entry, finding), fixes: moved };
}
