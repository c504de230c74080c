import * as l10n from '@vscode/l10n';
import { requestEndpoints } from '#core/agent/endpoints/endpoints.ts';
import type { AgentEndpoint } from '#core/agent/endpoints/endpoint.ts';
import { adaptor112, document112 } from '#core/product/sources.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { findIneffectiveDefault } from './defaultTrue.ts';
import { createDenyFixes } from './denialFixes.ts';
import { findPrimaryRule, getRuleNameNode, analyzePolicy } from '../policyAnalysis.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

/** Request that has its own rule. */
const reportedElsewhere = 'ExecProcessRequest';

/** Requests that other rules report in initdata. In a file, they're only hints, because any pod might use the file. */
const reportedInInitdata = new Set(['SetPolicyRequest', 'ReadStreamRequest']);

export default definePolicyRule({
  id: 'rego-risky-request',
  title: () => l10n.t`Risky request allowed without a condition`,
  severity: 'info',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  why: () =>
    l10n.t`The policy allows a risky request unconditionally, so the host can use it at any time. CreateContainerRequest runs any image with any command, CopyFileRequest writes any file, WriteStreamRequest sends input to any process, and SetIPTablesRequest opens the guest network.

Less risky requests (for swap, the clock, random numbers, mounts, and logs) are reported as hints.

SetPolicyRequest and ReadStreamRequest are reported as hints in a \`.rego\` file. In initdata, other rules report them. In initdata with an empty aa.toml and without cdh.toml, all findings of this rule are hints, because the pod isn't confidential.

In a confidential pod, deny the request, or allow it only if \`input\` has the values that you expect.`,
  source: [document112('3.5'), adaptor112('podvm-payload/osc-agent-policy.rego')],
  *check({ policy, place, isWithoutAttestation = false }) {
    const reading = analyzePolicy(policy);
    for (const row of requestEndpoints) {
      if (row.name === reportedElsewhere || reading.verdict(row.name).verdict !== 'allowed') continue;
      if (reportedInInitdata.has(row.name) ? place !== 'file' : !isRisky(row)) continue;
      // Another rule reports this default.
      if (findIneffectiveDefault(reading, row.name) !== undefined) continue;
      const rule = findPrimaryRule(reading.rulesOf(row.name));
      const at = rule === undefined ? undefined : getRuleNameNode(rule);
      if (at === undefined) continue;
      yield {
        start: at.start,
        end: at.end,
        severity: isReportedAsInfo(row) && !isWithoutAttestation ? 'info' : 'hint',
        message: `${l10n.t`${row.name} is allowed unconditionally.`}${getSentenceSeparator()}${sentence(row.whenAllowed())}`,
        // Pods need the other requests to start, so the user must add a condition instead.
        fixes: row.start === 'no' || reportedInInitdata.has(row.name) ? createDenyFixes(reading, row.name) : [],
      };
    }
  },
  examples: () => [
    {
      avoid: policyWith(
        'default SetIPTablesRequest := true\n#       ^^^^^^^^^^^^^^^^^^ want\ndefault WriteStreamRequest := true\n#       ^^^^^^^^^^^^^^^^^^ want\n',
      ),
      prefer: policyWith('default SetIPTablesRequest := false\ndefault WriteStreamRequest := false\n'),
    },
  ],
});

function isReportedAsInfo({ name, risk }: AgentEndpoint): boolean {
  return !reportedInInitdata.has(name) && (risk === 'high' || name === 'WriteStreamRequest');
}

/**
 * Returns whether the request is risky. Skips medium-risk requests that pods need, because a condition on their input
 * isn't worthwhile.
 */
function isRisky({ risk, start }: AgentEndpoint): boolean {
  return risk === 'high' || (risk === 'medium' && start === 'no');
}

/** Returns the first sentence without Markdown. */
function sentence(text: string): string {
  const first = (/^.*?(?:\.(?= )|。)/s.exec(text)?.[0] ?? text).replaceAll('`', '');
  return /[.。]$/.test(first) ? first : `${first}.`;
}
