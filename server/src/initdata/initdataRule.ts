/** The shape of rules that look at initdata documents. The rest is as in rule.ts. */
import type { Release } from '#core/product/releases.ts';
import type { Finding, RuleInfo } from '../engine/findings/rule.ts';
import type { WorkspaceSnapshot } from '../engine/workspace/workspaceSnapshot.ts';
import type { PolicyLocation } from '../policy/policyRule.ts';
import type { InitdataDocument } from './document.ts';

/** What a rule of initdata may look at. All spans are offsets in the TOML. */
interface InitdataContext {
  readonly text: string;
  readonly document: InitdataDocument;
  readonly release: Release;
  /** In a file of its own, or packed in an annotation or a ConfigMap. */
  readonly place: PolicyLocation;
  /** The time by which certificates are judged, in milliseconds. */
  readonly now: number;
  readonly workspace: WorkspaceSnapshot | undefined;
  readonly uri: string;
}

export interface InitdataRule extends RuleInfo {
  readonly language: 'toml';
  check(context: InitdataContext): Iterable<Finding>;
}

/** Checks the shape of a rule where it is written. */
export function defineInitdataRule(rule: InitdataRule): InitdataRule {
  return rule;
}
