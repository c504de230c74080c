/** Defines the message that evaluates a policy from a cluster for requests that are only partly known. */
import type { LspRange } from './textEdit.ts';

/**
 * Client to server: evaluates requests with a policy, independently of each other. The agent's state is the initial
 * one.
 */
export const evaluatePolicyRequest = 'osc/policy/evaluate';
export interface EvaluatePolicyParams {
  /** How `policy` is encoded: `rego` as plain text, `annotation` as in the pod annotation, `initdata` as initdata. */
  readonly encoding: 'rego' | 'annotation' | 'initdata';
  readonly policy: string;
  /** ID of the OSC release whose guest evaluates the policy. If undefined, the newest release is used. */
  readonly release?: string;
  /** Requests. A field that is missing in an input isn't known. */
  readonly requests: readonly { readonly endpoint: string; readonly input: Readonly<Record<string, unknown>> }[];
}
export interface EvaluatedPolicy {
  /** Decoded policy. Undefined if it can't be decoded, or if initdata contains no policy. */
  readonly text?: string;
  /** Results in the order of the requests. Shorter if the evaluation stopped early. */
  readonly results: readonly EvaluatedRequest[];
  /**
   * Argument lists in the policy with which it allows the first ExecProcessRequest. Contains at most 20 lists, and none
   * that is already in a request.
   */
  readonly commands: readonly (readonly string[])[];
  /** Reason the policy can't be decoded or evaluated. One line. */
  readonly problem?: string;
  /** Effect of the guest's Rego dialect on the verdicts. One line. */
  readonly note?: string;
}
export interface EvaluatedRequest {
  readonly endpoint: string;
  /**
   * `conditional`: the verdict depends on a field that isn't known. `undefined`: no rule decides. `failed`: the engine
   * can't evaluate the request. The agent denies the last two.
   */
  readonly verdict: 'allowed' | 'denied' | 'conditional' | 'undefined' | 'failed';
  /** Rule or condition in the policy that decides. Undefined if there is none. */
  readonly range?: LspRange;
  /** Failed condition or error, in one line. */
  readonly reason?: string;
}
