import * as l10n from '@vscode/l10n';
import { agentEndpoints } from '#core/agent/endpoints/endpoints.ts';
import { kataUpstream } from '#core/product/sources.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import { decisionOf } from './denialFixes.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { findPrimaryRule, getRuleNameNode, analyzePolicy } from '../policyAnalysis.ts';
import { waitsForAnother } from './purpose.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

export default definePolicyRule({
  id: 'rego-deny-start',
  title: () => l10n.t`Policy denies a request needed to start pods`,
  severity: 'error',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  why: () =>
    l10n.t`The policy denies a request that every pod needs to start: CreateSandboxRequest, CreateContainerRequest, StartContainerRequest, or WaitProcessRequest. No other rule allows it, so no pod with this policy starts.

The rule also checks CopyFileRequest, which peer pods need to mount data from the cluster, such as a service account token. If the policy denies it, the severity is information, because pods with \`kata\` might not need it.

Allow the request, or add a rule that allows it conditionally.`,
  source: [kataUpstream('src/runtime/virtcontainers/kata_agent.go')],
  *check({ policy }) {
    const reading = analyzePolicy(policy);
    if (!reading.isWhole || waitsForAnother(reading)) return;
    for (const { name, start, whenDenied } of agentEndpoints) {
      if ((start !== 'always' && start !== 'mounts') || reading.verdict(name).verdict !== 'denied') continue;
      const rule = findPrimaryRule(reading.rulesOf(name));
      const at = rule === undefined ? undefined : getRuleNameNode(rule);
      if (at === undefined) continue;
      const edit = decisionOf(reading, name, true);
      yield {
        start: at.start,
        end: at.end,
        severity: start === 'always' ? 'error' : 'info',
        message:
          start === 'always'
            ? l10n.t`${name} is always denied, so no pod can start. Allow the request here, or add a rule that allows it.`
            : `${l10n.t`${name} is always denied.`}${getSentenceSeparator()}${whenDenied()}`,
        fixes: edit === undefined ? [] : [{ title: l10n.t`Allow the request`, edits: [edit], sure: false }],
      };
    }
  },
  examples: () => [
    {
      avoid: policyWith('default StartContainerRequest := false\n#       ^^^^^^^^^^^^^^^^^^^^^ want\n', {
        without: ['StartContainerRequest'],
      }),
      prefer: policyWith('default StartContainerRequest := true\n', { without: ['StartContainerRequest'] }),
    },
  ],
});
