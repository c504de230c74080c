import * as l10n from '@vscode/l10n';
import { listMissingDefaults } from '#core/agent/endpoints/newerDefaults.ts';
import { getKataVersion } from '#core/annotations/kataVersions.ts';
import { kataUpstream } from '#core/product/sources.ts';
import { formatList, joinSentences } from '#core/text/grammar.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import { testText } from '#server/policy/sharing/dataReads.ts';
import { analyzePolicy } from '../policyAnalysis.ts';
import { createDefaultsFix } from './addDefaults.ts';

/**
 * Data that genpolicy appends to its policies, or a rule that reads it. Not in a comment. Policies that users write
 * can have `policy_data` with other keys.
 */
const policyData =
  /^[^#\n]*\bpolicy_data(?:\.(?:containers|request_defaults)\b|\["(?:containers|request_defaults)"|\s*:?=\s*\{\s*"(?:containers|request_defaults)")/m;

const generated = 'policy_data := {"containers": []}\n';

export default definePolicyRule({
  id: 'rego-missing-default',
  title: () => l10n.t`Generated policy without the defaults of newer Kata versions`,
  severity: 'info',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  why: () =>
    l10n.t`The policy has \`policy_data\`, as policies from genpolicy do, but has no rule for some requests for which genpolicy of a newer Kata version adds defaults: \`GetDiagnosticDataRequest\` in 3.29.0, and \`MemAgentCompactConfig\`, \`MemAgentMemcgConfig\`, \`AddSwapPathRequest\`, \`GetIPTablesRequest\`, \`GetMetricsRequest\`, \`ResizeVolumeRequest\`, \`SetIPTablesRequest\`, and \`VolumeStatsRequest\` in 4.0.0.

If the agent receives such a request, it reports an internal error ("internal error policy check: unexpected eval_query result len") instead of "is blocked by policy". Both reject the request, so the pod is as secure as with the defaults.

If the Kata version is known, the rule considers only the defaults up to this version. To select a version, use \`osc.kataVersion\` or \`--kata-version\`.

Generate the policy again with genpolicy of the guest's Kata version, or add the defaults with the value \`false\`, as the quick fix does. If the policy is in initdata, the digest of the initdata changes.`,
  source: [
    kataUpstream('src/tools/genpolicy/rules.rego'),
    kataUpstream('src/agent/policy/src/policy.rs'),
    'kata-containers/kata-containers@5c02ef13 src/tools/genpolicy/rules.rego',
  ],
  *check({ policy, release }) {
    if (!testText(policy, 'generated data', (text) => policyData.test(text))) return;
    const { module, rulesOf, isAsked, isWhole } = analyzePolicy(policy);
    if (module.package === undefined || !isAsked || !isWhole) return;
    const version = getKataVersion(release);
    const missing = listMissingDefaults((name) => rulesOf(name).length > 0, version);
    if (missing.length === 0) return;
    const names =
      missing.length > 3
        ? l10n.t`${missing.slice(0, 3).join(', ')}, and ${missing.length - 3} more`
        : formatList(missing);
    yield {
      start: module.package.start,
      end: module.package.end,
      message: joinSentences(
        version === undefined
          ? l10n.t`The policy has no rule for ${names}, which genpolicy adds in Kata 3.29.0 or 4.0.0 and later.`
          : l10n.t`The policy has no rule for ${names}, which genpolicy of Kata ${version} adds.`,
        l10n.t`Such requests fail with an internal error instead of "is blocked by policy".`,
      ),
      fixes: createDefaultsFix(
        l10n.t`Add the missing defaults with the value false`,
        policy,
        module,
        missing.map((name) => ({ name, allowed: false })),
      ),
    };
  },
  examples: () => [
    {
      kataVersion: '3.29.0',
      avoid: policyWith(generated, { package: 'package agent_policy\n# <-------------------- want\n' }),
      prefer: policyWith(generated).replace(
        'UpdateRoutesRequest := true\n',
        '$&default GetDiagnosticDataRequest := false\n',
      ),
    },
  ],
});
