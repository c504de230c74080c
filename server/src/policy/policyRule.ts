/** The shape of rules that look at agent policies. The rest is as in rule.ts. */
import type { Guest } from '#core/agent/guests.ts';
import type { Release } from '#core/product/releases.ts';
import type { Policy } from './model/policy.ts';
import type { WorkspaceSnapshot } from '../engine/workspace/workspaceSnapshot.ts';
import type { Finding, RuleInfo } from '../engine/findings/rule.ts';

/** Where a policy or an initdata document stands: what is true of it depends on that. */
export type PolicyLocation = 'file' | 'initdata' | 'annotation';

/** What a rule of policies may look at. All spans are offsets in the policy's text. */
export interface PolicyContext {
  readonly policy: Policy;
  readonly release: Release;
  /** What the guest of that release reads. */
  readonly guest: Guest;
  readonly place: PolicyLocation;
  /** Undefined while the workspace is not known: then rules that need it stay silent. */
  readonly workspace: WorkspaceSnapshot | undefined;
  readonly uri: string;
}

export interface PolicyRule extends RuleInfo {
  readonly language: 'rego';
  /**
   * False: it follows every name of a policy, which nobody waits for in very long ones; those are checked by the other
   * rules alone.
   */
  readonly ofLong?: boolean;
  check(context: PolicyContext): Iterable<Finding>;
}

/** Checks the shape of a rule where it is written. */
export function definePolicyRule(rule: PolicyRule): PolicyRule {
  return rule;
}
