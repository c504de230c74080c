import * as l10n from '@vscode/l10n';
import { adaptor112 } from '#core/product/sources.ts';
import { declinesAttestation } from '../configuresAttestation.ts';
import { defineInitdataRule } from '../initdataRule.ts';
import { allowedIn } from './allowedIn.ts';
import { initdataWith, policyEntry } from '#server/engine/examples/exampleInitdata.ts';

export default defineInitdataRule({
  id: 'rego-setpolicy-allowed',
  title: () => l10n.t`Measured policy can be replaced`,
  severity: 'warning',
  appliesTo: [() => l10n.t`Agent policy`, 'Initdata'],
  language: 'toml',
  why: () =>
    l10n.t`The policy in this initdata allows SetPolicyRequest. With this request, the host can replace the policy with any other policy while the pod is running. The other rules in the policy then provide no protection. Attestation doesn't detect the change, because it covers only the policy in initdata. The finding is a hint if aa.toml is empty and cdh.toml is missing, because the pod then isn't confidential.

Deny SetPolicyRequest. Allow it only if a policy in the annotation \`io.katacontainers.config.agent.policy\` must be able to replace the policy in initdata.`,
  source: [adaptor112('podvm-payload/osc-agent-policy.rego'), 'OSC 1.12 §3.5'],
  *check({ document, isConfidential = false }) {
    const isHint = !isConfidential && declinesAttestation(document);
    for (const finding of allowedIn(
      document,
      'SetPolicyRequest',
      l10n.t`The host can replace this policy with any other policy, so its rules provide no protection. Deny SetPolicyRequest.`,
    ))
      yield isHint ? { ...finding, severity: 'hint' } : finding;
  },
  examples: () => [
    {
      avoid: initdataWith({ more: policyEntry('default SetPolicyRequest := true\n#       ^^^^^^^^^^^^^^^^ want\n') }),
      prefer: initdataWith({ more: policyEntry('default SetPolicyRequest := false\n') }),
    },
  ],
});
