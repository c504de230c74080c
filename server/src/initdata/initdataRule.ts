/** Defines the interface of rules for initdata documents. rule.ts defines the common part. */
import type { Release } from '#core/product/releases.ts';
import type { Finding, RuleInfo } from '../engine/findings/rule.ts';
import type { WorkspaceSnapshot } from '../engine/workspace/workspaceSnapshot.ts';
import type { PolicyLocation } from '../policy/policyRule.ts';
import type { InitdataDocument } from './document.ts';

/** Input of an initdata rule. All ranges are offsets in the TOML. */
interface InitdataContext {
  readonly text: string;
  readonly document: InitdataDocument;
  readonly release: Release;
  /** Location of the document: a separate file, or embedded in an annotation or a ConfigMap. */
  readonly place: PolicyLocation;
  /** True if the pod is certainly confidential. */
  readonly isConfidential?: boolean;
  /** Time for checking certificates, in milliseconds. */
  readonly now: number;
  readonly workspace: WorkspaceSnapshot | undefined;
  readonly uri: string;
}

export interface InitdataRule extends RuleInfo {
  readonly language: 'toml';
  check(context: InitdataContext): Iterable<Finding>;
}

/** Returns the rule unchanged. TypeScript checks its type where it is defined. */
export function defineInitdataRule(rule: InitdataRule): InitdataRule {
  return rule;
}
