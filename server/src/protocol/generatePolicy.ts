/** Defines the request that generates a policy from a pod or workload. */
import type { LspRange } from './textEdit.ts';

/**
 * Client to server: lists the pods and workloads in a file, and, if an offset is specified, generates a policy for the
 * one at the offset.
 */
export const generatePolicyRequest = 'osc/policy/generate';
export interface GeneratePolicyParams {
  /** URI of an open YAML or JSON file. */
  readonly uri: string;
  /** Offset of a workload, in UTF-16 code units. If undefined, only the workloads are listed. */
  readonly offset?: number;
  /** True to allow the commands of probes and lifecycle hooks in the policy. */
  readonly execProbes?: boolean;
  /** True to allow the cluster to read the output of containers. */
  readonly logs?: boolean;
}
export interface GeneratePolicy {
  readonly workloads: readonly GeneratableWorkload[];
  /** The policy. Undefined if it was not requested, or not generated. A message then explains why. */
  readonly text?: string;
  /** Fields that the policy covers only partially. */
  readonly messages: readonly { readonly range: LspRange; readonly message: string }[];
  /** Reason why there is no workload. */
  readonly problem?: string;
}
export interface GeneratableWorkload {
  readonly kind: string;
  readonly name?: string;
  /** Range of the object in the file, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** True if containers have probes or lifecycle hooks that run a command. */
  readonly hasProbes: boolean;
}
