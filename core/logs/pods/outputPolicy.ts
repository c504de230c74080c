/**
 * Determines whether the agent policy of a pod denies ReadStreamRequest. The runtime then can't forward the output of
 * the containers. Source: domain/04-agent-policy.md 4.3.
 */
import { policyAnnotationKey } from '#core/agent/policyDelivery.ts';
import { getString } from '#core/common/json.ts';

/** Maximum length of an encoded policy, in characters. */
const longest = 200_000;
/** Doesn't match across lines: many empty lines would make the search quadratic. */
const denied = /^[ \t]*default[ \t]+ReadStreamRequest[ \t]*:?=[ \t]*false\b/m;

/**
 * Returns whether the policy in the annotation of a pod certainly denies the output: its default is false, and no rule
 * allows it. Other policies might also deny it.
 */
export function deniesOutput(pod: unknown): boolean {
  const encoded = getString(pod, 'metadata', 'annotations', policyAnnotationKey);
  if (encoded === undefined || encoded.length > longest) return false;
  const policy = decode(encoded.trim());
  if (policy === undefined) return false;
  const rules = policy
    .split('\n')
    .map((line) => line.replace(/#.*$/, ''))
    .join('\n');
  return denied.test(rules) && (rules.match(/\bReadStreamRequest\b/g)?.length ?? 0) === 1;
}

function decode(text: string): string | undefined {
  try {
    return atob(text);
  } catch {
    return undefined;
  }
}
