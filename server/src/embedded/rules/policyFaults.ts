/** Finds problems with embedded policies: an incorrect encoding or a different package. */
import * as l10n from '@vscode/l10n';
import { addConsequence } from '#core/text/grammar.ts';
import { agentPackage } from '#server/policy/model/policy.ts';
import type { Finding, Fix } from '#server/engine/findings/rule.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { decodePolicy, encodePolicyCorrectly, isRego } from './decodeEmbedded.ts';
import { sentence } from './embeddedFinding.ts';
import { listEmbeddedPolicies } from './embeddedValues.ts';

/**
 * Yields the embedded policies of a manifest that are encoded incorrectly or have a different package.
 * @param consequence consequence of an incorrect encoding
 * @param describePackage returns the message about a decoded policy with a different package
 */
export function* checkEncodedPolicies(
  manifest: Manifest,
  consequence: string,
  describePackage: (text: string) => string = describeMissingPackage,
): Generator<Finding> {
  for (const value of listEmbeddedPolicies(manifest)) {
    const { start, end, text: written } = value.node;
    const message = messageFor(written, consequence, describePackage);
    if (message === undefined) continue;
    const right = encodePolicyCorrectly(written);
    const edit = right === undefined ? undefined : value.set(right);
    const fixes: Fix[] = edit === undefined ? [] : [{ title: l10n.t`Encode the policy`, edits: [edit], sure: true }];
    yield { start, end, message, fixes };
  }
}

function messageFor(
  written: string,
  consequence: string,
  describePackage: (text: string) => string,
): string | undefined {
  if (isRego(written)) return l10n.t`This is plain Rego. It must be base64-encoded on one line.`;
  const { text, problems, policy } = decodePolicy(written);
  const [first] = problems;
  if (first !== undefined) return sentence(addConsequence(first.message, consequence));
  return text === undefined || policy === undefined || policy.isForAgent ? undefined : describePackage(text);
}

/** Returns the message about a policy in which the agent finds no rules. */
export function describeMissingPackage(): string {
  return l10n.t`The embedded policy lacks package ${agentPackage}. The agent finds no rules, and every request fails.`;
}
