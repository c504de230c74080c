/** Policies that are not meant to run a pod as they are: to let another one in, or to let everything through. */
import { allowFailingName, requestEndpoints } from '#core/agent/endpoints/endpoints.ts';
import type { PolicyAnalysis } from '../policyAnalysis.ts';

/**
 * It lets a policy come by the annotation, and no pod start before: as those that are baked into images for that. Or it
 * denies nothing at all.
 */
export function waitsForAnother({ verdict }: PolicyAnalysis): boolean {
  const lets = (name: string) => ['allowed', 'conditional'].includes(verdict(name).verdict);
  if (verdict(allowFailingName).verdict === 'allowed') return true;
  return lets('SetPolicyRequest') && !requestEndpoints.some(({ name, start }) => start === 'always' && lets(name));
}
