/** The shapes of rules that look at agent policies (Rego) and at initdata documents (TOML). The rest is as in rule.ts. */
import type { Guest } from '#core/agent/guests.ts';
import type { Release } from '#core/product/releases.ts';
import type { InitdataDocument } from '../initdata/document.ts';
import type { Policy } from './model/policy.ts';
import type { WorkspaceFacts } from '../engine/workspace/workspaceSnapshot.ts';
import type { Finding, RuleInfo } from '../engine/findings/rule.ts';

/** Where a policy or an initdata document stands: what is true of it depends on that. */
export type Place = 'file' | 'initdata' | 'annotation';

/** What a rule of policies may look at. All spans are offsets in the policy's text. */
export interface PolicyContext {
  readonly policy: Policy;
  readonly release: Release;
  /** What the guest of that release reads. */
  readonly guest: Guest;
  readonly place: Place;
  /** Undefined while the workspace is not known: then rules that need it stay silent. */
  readonly workspace: WorkspaceFacts | undefined;
  readonly uri: string;
}

export interface PolicyRule extends RuleInfo {
  readonly language: 'rego';
  /** False: it follows every name of a policy, which nobody waits for in very long ones; those are checked by the other rules alone. */
  readonly ofLong?: boolean;
  check(context: PolicyContext): Iterable<Finding>;
}

/** What a rule of initdata may look at. All spans are offsets in the TOML. */
export interface InitdataContext {
  readonly text: string;
  readonly document: InitdataDocument;
  readonly release: Release;
  /** In a file of its own, or packed in an annotation or a ConfigMap. */
  readonly place: Place;
  /** The time by which certificates are judged, in milliseconds. */
  readonly now: number;
  readonly workspace: WorkspaceFacts | undefined;
  readonly uri: string;
}

export interface InitdataRule extends RuleInfo {
  readonly language: 'toml';
  check(context: InitdataContext): Iterable<Finding>;
}

/** Checks the shape of a rule where it is written. */
export function definePolicyRule(rule: PolicyRule): PolicyRule {
  return rule;
}

/** Checks the shape of a rule where it is written. */
export function defineInitdataRule(rule: InitdataRule): InitdataRule {
  return rule;
}
