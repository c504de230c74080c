/** Detects policies that aren't meant to run a pod: they wait for another policy or allow everything. */
import { allowFailingName, requestEndpoints } from '#core/agent/endpoints/endpoints.ts';
import type { PolicyAnalysis } from '../policyAnalysis.ts';

/**
 * Returns whether the policy accepts a replacement policy from the pod annotation and prevents pods from starting until
 * then, like the policies in some images. Also returns true if the policy denies nothing.
 */
export function waitsForAnother({ verdict }: PolicyAnalysis): boolean {
  const lets = (name: string) => ['allowed', 'conditional'].includes(verdict(name).verdict);
  if (verdict(allowFailingName).verdict === 'allowed') return true;
  return lets('SetPolicyRequest') && !requestEndpoints.some(({ name, start }) => start === 'always' && lets(name));
}
