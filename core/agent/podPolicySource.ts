/**
 * Determines which policy is in effect in the sandbox of a running pod. Sources: domain/04-agent-policy.md 4.5, 4.6;
 * domain/05-initdata.md 5.3.
 *
 * A running pod with a policy annotation has the policy in the annotation: if the agent had denied SetPolicyRequest,
 * the sandbox wouldn't exist.
 */
import { getStringMap, getString } from '../common/json.ts';
import type { Release } from '../product/releases.ts';
import type { DefaultPolicyId } from './defaultPolicies.ts';
import { getPolicyDelivery, policyAnnotationKey, type ConfidentialGate } from './policyDelivery.ts';

/** Where the policy of a pod is. */
export type PodPolicySource =
  /** In the policy annotation of the pod. */
  | { readonly kind: 'annotation'; readonly key: string; readonly value: string }
  /** In the initdata annotation of the pod. If the initdata contains no policy, the policy in the image applies. */
  | { readonly kind: 'initdata'; readonly key: string; readonly value: string }
  /** In `INITDATA` of peer-pods-cm. Without a value or a policy in it, the policy in the image applies. */
  | { readonly kind: 'configMap' }
  /** In the image. */
  | { readonly kind: 'image' };

/** Returns the source of the policy. Returns undefined if the pod doesn't use a Kata runtime class. */
export function findPodPolicySource(pod: unknown, release: Release): PodPolicySource | undefined {
  const runtimeClass = getString(pod, 'spec', 'runtimeClassName') ?? '';
  if (!isKataClass(runtimeClass)) return undefined;
  const annotations = getStringMap(pod, 'metadata', 'annotations');
  const policy = annotations[policyAnnotationKey];
  if (policy !== undefined) return { kind: 'annotation', key: policyAnnotationKey, value: policy };
  const { initdata, initdataKey } = getPolicyDelivery(release, runtimeClass, 'unknown');
  const value = initdata.works === false ? undefined : annotations[initdataKey];
  if (value !== undefined) return { kind: 'initdata', key: initdataKey, value };
  return runtimeClass === 'kata-remote' && initdata.works !== false ? { kind: 'configMap' } : { kind: 'image' };
}

/**
 * Returns the policy in the image of the pod's VM. Returns undefined if it's unknown.
 * @param gate state of the `confidential` feature gate
 */
export function findImagePolicy(pod: unknown, release: Release, gate: ConfidentialGate): DefaultPolicyId | undefined {
  const runtimeClass = getString(pod, 'spec', 'runtimeClassName') ?? '';
  // In OSC 1.11 and later, every image of peer pods contains the same policy. The policy that allows everything is in
  // the operator's INITDATA.
  const isSealed =
    runtimeClass === 'kata-remote' && getPolicyDelivery(release, runtimeClass, true).mechanism === 'initdata';
  return getPolicyDelivery(release, runtimeClass, isSealed ? true : gate).baked;
}

/** Returns whether pods with this runtime class run in a sandbox. */
export function isKataClass(runtimeClass: string): boolean {
  return /^kata(?:-|$)/.test(runtimeClass);
}
