/** The shape of rules for agent policies. rule.ts defines the common parts. */
import type { Guest } from '#core/agent/guests.ts';
import type { Release } from '#core/product/releases.ts';
import type { Policy } from './model/policy.ts';
import type { WorkspaceSnapshot } from '../engine/workspace/workspaceSnapshot.ts';
import type { Finding, RuleInfo } from '../engine/findings/rule.ts';

/** The location of a policy or an initdata document. Some rules depend on it. */
export type PolicyLocation = 'file' | 'initdata' | 'annotation';

/** The data that a policy rule can use. All spans are offsets in the text of the policy. */
export interface PolicyContext {
  readonly policy: Policy;
  readonly release: Release;
  /** The guest that the release provides. */
  readonly guest: Guest;
  readonly place: PolicyLocation;
  /** True if the policy is certainly for a confidential pod. */
  readonly isConfidential?: boolean;
  /** True if the policy is in initdata for a pod without attestation. The host then isn't an attacker. */
  readonly isWithoutAttestation?: boolean;
  /** Undefined until the workspace is read. Rules that need it then report nothing. */
  readonly workspace: WorkspaceSnapshot | undefined;
  readonly uri: string;
  /** True if the file contains unit tests for a policy. */
  readonly isTest: boolean;
}

export interface PolicyRule extends RuleInfo {
  readonly language: 'rego';
  /** False to skip the rule for very long policies, because it resolves every name and would take too long. */
  readonly ofLong?: boolean;
  /** True if the rule also checks unit tests for policies. No guest loads them, so most rules don't apply. */
  readonly ofTests?: true;
  /** `text`: the rule uses only the text of the policy and its number of lines, not its syntax. */
  readonly reads?: 'text';
  /**
   * Returns the findings. Policies that differ only in the data of genpolicy share findings: see
   * sharing/sharedPolicies.ts. A rule that searches the whole text therefore uses `testText`.
   */
  check(context: PolicyContext): Iterable<Finding>;
}

/** Returns the rule unchanged, so that TypeScript checks its type where it's defined. */
export function definePolicyRule(rule: PolicyRule): PolicyRule {
  return rule;
}
