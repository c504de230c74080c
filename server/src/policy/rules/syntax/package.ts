import * as l10n from '@vscode/l10n';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { policyPackage } from '#core/agent/endpoints/endpoints.ts';
import { kataUpstream } from '#core/product/sources.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { testText } from '#server/policy/sharing/dataReads.ts';
import { formatPackage } from '../policyAnalysis.ts';

export default definePolicyRule({
  id: 'rego-package',
  title: () => l10n.t`Package other than agent_policy`,
  severity: 'error',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  why: () =>
    l10n.t`The policy is in a package other than \`agent_policy\`. The agent evaluates only \`data.agent_policy.<request>\` and ignores other packages, so every request fails with an internal error, and no pod starts.

Change the first line to \`package agent_policy\`.`,
  source: [kataUpstream('src/agent/policy/src/policy.rs'), 'OSC 1.12 §3.5'],
  *check({ policy }) {
    const { package: written, rules } = policy.meant;
    if (written === undefined) {
      const [first] = rules;
      if (first === undefined) return;
      const { start, end } = first.head.ref;
      yield {
        start,
        end,
        message: `${l10n.t('A policy must start with `package agent_policy`.').replaceAll('`', '')}${getSentenceSeparator()}${l10n.t`The guest rejects this policy.`}`,
        fixes: testText(policy, 'package', (text) => text.includes('package'))
          ? []
          : [
              {
                title: l10n.t`Add ${`package ${policyPackage}`}`,
                edits: [{ start: 0, end: 0, text: `package ${policyPackage}\n\n` }],
                sure: true,
              },
            ],
      };
      return;
    }
    const [first] = written.path;
    const last = written.path.at(-1);
    if (first === undefined || last === undefined) return;
    const name = formatPackage(written.path);
    if (name === policyPackage) return;
    yield {
      start: first.start,
      end: last.end,
      message: l10n.t`The agent evaluates only package ${policyPackage} and ignores ${sanitizeQuote(name)}, so every request fails.`,
      fixes: [
        {
          title: l10n.t`Rename to ${policyPackage}`,
          edits: [{ start: first.start, end: last.end, text: policyPackage }],
          sure: findNearestName(name, [policyPackage]) !== undefined,
        },
      ],
    };
  },
  examples: () => [
    {
      avoid: policyWith('', { package: 'package agent_polcy\n#       ^^^^^^^^^^^ want\n' }),
      prefer: policyWith(''),
    },
    {
      avoid: policyWith('', { package: 'package kata.policies\n#       ^^^^^^^^^^^^^ want\n' }),
      prefer: policyWith(''),
    },
  ],
});
