import * as l10n from '@vscode/l10n';
import { formatList, getSentenceSeparator } from '#core/text/grammar.ts';
import type { AgentEndpoint, NeededToStart } from '#core/agent/endpoints/endpoint.ts';
import { requestEndpoints } from '#core/agent/endpoints/endpoints.ts';
import { document112, kataUpstream } from '#core/product/sources.ts';
import type { Severity } from '#core/common/severity.ts';
import type { Policy } from '#server/policy/model/policy.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import type { Fix } from '#server/engine/findings/rule.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { findIntendedRequest, analyzePolicy, type PolicyAnalysis } from '../policyAnalysis.ts';
import { createDefaultsFix } from './addDefaults.ts';
import { waitsForAnother } from './purpose.ts';

/** Severities and messages for missing requests, depending on how much pods need the request, most severe first. */
const levels: readonly (readonly [need: NeededToStart, severity: Severity, says: (names: string) => string])[] = [
  ['always', 'error', (names) => l10n.t`The policy has no rule for ${names}, so no pod can start.`],
  // The request isn't sent if the node shares its folders with the guest, as with `kata`.
  ['mounts', 'info', (names) => l10n.t`The policy has no rule for ${names}, so peer pods with mounts can't start.`],
  [
    'usually',
    'info',
    (names) => l10n.t`The policy has no rule for ${names}, so these requests fail with an internal error.`,
  ],
  ['local', 'hint', (names) => l10n.t`The policy has no rule for ${names}, so pods with kata or kata-cc can't start.`],
];

export default definePolicyRule({
  id: 'rego-missing-endpoint',
  title: () => l10n.t`Request without a rule`,
  severity: 'error',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  why: () =>
    l10n.t`The policy has no rule for a request that pods need. A policy completely replaces the policy in the image, so a request that has no rule in this policy fails with an internal error. Every pod needs CreateSandboxRequest, CreateContainerRequest, StartContainerRequest, and WaitProcessRequest. Without a rule for one of them, no pod with this policy starts.

For other missing requests, the severity is information. Peer pods that mount anything, including /etc/hosts and tokens, need CopyFileRequest, but pods with \`kata\` might not need it. Nearly every pod also uses requests such as SignalProcessRequest.

Add a default for each missing request, as the quick fix does.`,
  source: [
    kataUpstream('src/runtime/virtcontainers/kata_agent.go'),
    kataUpstream('src/agent/policy/src/policy.rs'),
    document112('3.5'),
  ],
  *check({ policy }) {
    const reading = analyzePolicy(policy);
    const of = reading.module.package;
    // The user is still writing the policy if it has no rules.
    if (reading.module.rules.length === 0) return;
    if (of === undefined || !reading.isAsked || !reading.isWhole || waitsForAnother(reading)) return;
    const mentioned = mentionedIn(reading);
    const missing = requestEndpoints.filter(({ name }) => !mentioned.has(name));
    const worst = levels.find(([need]) => missing.some(({ start }) => start === need));
    if (worst === undefined) return;
    const [need, severity, says] = worst;
    const names = missing.filter(({ start }) => start === need).map(({ name }) => name);
    const shownNames =
      names.length > 3 ? l10n.t`${names.slice(0, 3).join(', ')}, and ${names.length - 3} more` : formatList(names);
    yield {
      start: of.start,
      end: of.end,
      severity,
      message: `${says(shownNames)}${getSentenceSeparator()}${l10n.t`Requests without a rule aren't allowed.`}`,
      fixes: fixesFor(policy, reading, missing),
    };
  },
  examples: () => [
    {
      avoid: policyWith('', {
        package: 'package agent_policy\n# <-------------------- want\n',
        without: ['StartContainerRequest', 'WaitProcessRequest'],
      }),
      prefer: policyWith('', { without: ['StartContainerRequest', 'WaitProcessRequest'] }).replace(
        'UpdateRoutesRequest := true\n',
        '$&default StartContainerRequest := true\ndefault WaitProcessRequest := true\n',
      ),
    },
    {
      avoid: policyWith('', {
        package: 'package agent_policy\n# <-------------------- want\n',
        without: ['SignalProcessRequest'],
      }),
      prefer: policyWith('', { without: ['SignalProcessRequest'] }).replace(
        'UpdateRoutesRequest := true\n',
        '$&default SignalProcessRequest := true\n',
      ),
    },
  ],
});

/** Returns the names of all rules. Also includes the intended request for a misspelled name. */
function mentionedIn({ module }: PolicyAnalysis): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { head } of module.rules) {
    const name =
      head.ref.kind === 'variable' ? head.ref.name : head.ref.base.kind === 'variable' ? head.ref.base.name : '';
    names.add(name);
    const meant = names.has(name) && name !== '' ? findIntendedRequest(name) : undefined;
    if (meant !== undefined) names.add(meant.name);
  }
  return names;
}

function fixesFor(policy: Policy, { module }: PolicyAnalysis, missing: readonly AgentEndpoint[]): Fix[] {
  const needed = missing.filter(isNeeded);
  const others = missing.filter((row) => !isNeeded(row));
  const add = (title: string, rows: readonly AgentEndpoint[]): Fix[] =>
    createDefaultsFix(
      title,
      policy,
      module,
      rows.map((row) => ({ name: row.name, allowed: isNeeded(row) })),
    );
  const title = l10n.t`Add all missing requests as in OSC images: allow those that pods need, deny the others`;
  return [
    ...add(l10n.t`Add and allow the missing requests that pods need`, needed),
    ...(others.length === 0 ? [] : add(title, missing)),
  ];
}

/**
 * Request for logs. Logs reveal the output of confidential pods, so all OSC images for such pods deny it, even though
 * it's always sent.
 */
const deniedByImages = 'ReadStreamRequest';

function isNeeded({ name, start }: AgentEndpoint): boolean {
  return name !== deniedByImages && start !== 'no' && start !== 'annotation';
}
