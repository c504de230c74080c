import * as l10n from '@vscode/l10n';
import { adaptor112 } from '#core/product/sources.ts';
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
    l10n.t`The policy in initdata is measured, so attestation covers it. If it allows SetPolicyRequest, the host can later replace it with any other policy, and its remaining rules protect nothing. Allow SetPolicyRequest only if the policy must be replaceable through the annotation.`,
  source: [adaptor112('src/cloud-api-adaptor/podvm-payload/osc-agent-policy.rego')],
  *check({ document }) {
    yield* allowedIn(
      document,
      'SetPolicyRequest',
      l10n.t`The host can replace this policy with any other policy, so its rules protect nothing. Deny SetPolicyRequest.`,
    );
  },
  examples: [
    {
      avoid: initdataWith({ more: policyEntry('default SetPolicyRequest := true\n#       ^^^^^^^^^^^^^^^^ want\n') }),
      prefer: initdataWith({ more: policyEntry('default SetPolicyRequest := false\n') }),
    },
  ],
});
