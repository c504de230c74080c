/** Defines what the findings in a policy depend on, in addition to its text. */
import type { CheckEnvironment } from '#server/engine/findings/checkEnvironment.ts';
import type { PolicyLocation } from '../policyRule.ts';

/** Data that the findings in policies and initdata depend on, in addition to the text. */
export type PolicyEnvironment = Omit<CheckEnvironment, 'cluster' | 'yamlCheckedElsewhere'>;

/** Location of a policy or an initdata document. */
export interface PolicyOrigin {
  readonly uri: string;
  readonly place: PolicyLocation;
  /** True if the pod is certainly confidential. */
  readonly isConfidential?: boolean;
  /** True if the policy is in initdata for a pod without attestation. The host then isn't an attacker. */
  readonly isWithoutAttestation?: boolean;
}
