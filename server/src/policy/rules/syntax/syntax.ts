import * as l10n from '@vscode/l10n';
import { kataUpstream } from '#core/product/sources.ts';
import { findMergeConflict } from '#server/engine/text/conflictMarkers.ts';
import type { Guest } from '#core/agent/guests.ts';
import type { Policy } from '#server/policy/model/policy.ts';
import type { RegoProblem } from '#server/policy/rego/syntax/ast.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { listMissingKeywordImports } from '../dialect/keywords.ts';
import { isOverLimit } from './size.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

export default definePolicyRule({
  id: 'rego-syntax',
  title: () => l10n.t`Invalid Rego syntax`,
  severity: 'error',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  why: () =>
    l10n.t`The guest can't parse this policy and rejects it. If the policy is in the annotation \`io.katacontainers.config.agent.policy\`, the sandbox isn't created. By then, the agent has already discarded its previous policy, so every later request fails with an internal error.

Correct the marked part.`,
  source: [kataUpstream('src/agent/policy/src/policy.rs'), 'microsoft/regorus src/parser.rs'],
  *check({ policy, guest }) {
    const conflict = findMergeConflict(policy.text);
    if (conflict !== undefined) {
      yield conflict;
      return;
    }
    for (const { start, end, message } of problemsFor(policy, guest)) {
      const plain = message.replaceAll('`', '');
      yield {
        start,
        end: Math.max(end, start),
        message:
          plain.length < 40 ? `${plain}${getSentenceSeparator()}${l10n.t`The guest rejects this policy.`}` : plain,
      };
    }
  },
  examples: [
    {
      avoid: policyWith('default ExecProcessRequest :=\n#                          ^^ want\n'),
      prefer: policyWith('default ExecProcessRequest := false\n'),
    },
    {
      avoid: policyWith(
        '<<<<<<< HEAD\n# <------------ want\ndefault ExecProcessRequest := false\n=======\ndefault ExecProcessRequest := true\n>>>>>>> debug\n',
      ),
      prefer: policyWith('default ExecProcessRequest := false\n'),
    },
    {
      avoid: policyWith(
        'default ExecProcessRequest := false\n\nExecProcessRequest if {\n#                     ^ want\n    input.process.Args == ["ls"]\n',
      ),
      prefer: policyWith(
        'default ExecProcessRequest := false\n\nExecProcessRequest if {\n    input.process.Args == ["ls"]\n}\n',
      ),
    },
  ],
});

/** Returns what the guest can't parse, except problems that other rules report. */
function problemsFor(policy: Policy, guest: Guest): readonly RegoProblem[] {
  // If an import is missing, its own rule reports the resulting errors.
  const module =
    listMissingKeywordImports(policy).length > 0
      ? policy.in('v1')
      : guest.dialect === 'v0'
        ? policy.in('v0')
        : policy.meant;
  const known = module.problems.filter(
    ({ code, message }) => code === 'syntax' || (code === 'too large' && !isOverLimit(message)),
  );
  const [first] = known;
  // Another rule reports a missing package if the policy has a rule to point at.
  const skipped =
    module.package === undefined &&
    module.rules.length > 0 &&
    first?.code === 'syntax' &&
    first.message.includes('package agent_policy')
      ? 1
      : 0;
  return known.slice(skipped);
}
