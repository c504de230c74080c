import * as l10n from '@vscode/l10n';
import { allowedCommandsRule } from '#core/agent/defaultPolicyTexts.ts';
import { document112 } from '#core/product/sources.ts';
import type { Policy } from '#server/policy/model/policy.ts';
import { detectLineEnding } from '#server/engine/findings/edits.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import type { Fix } from '#server/engine/findings/rule.ts';
import { createDenyFixes, denialOf } from './denialFixes.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { importEdits } from '../dialect/keywords.ts';
import { analyzePolicy, type PolicyAnalysis } from '../policyAnalysis.ts';

const name = 'ExecProcessRequest';
const streams = `default ReadStreamRequest := true\ndefault CloseStdinRequest := true\n\nWriteStreamRequest := input.exec_id == "web"\n`;

export default definePolicyRule({
  id: 'rego-exec-allowed',
  title: () => l10n.t`All commands allowed in containers`,
  severity: 'warning',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  why: () =>
    l10n.t`The policy allows ExecProcessRequest unconditionally. Anyone who can run \`oc exec\`, and the host itself, can then run any command in the containers and read their memory, files, and secrets. The OSC documentation requires you to deny at least ExecProcessRequest.

Deny ExecProcessRequest. To allow specific commands, add a rule that compares \`input.process.Args\`.`,
  source: [document112('3.5')],
  *check({ policy }) {
    const reading = analyzePolicy(policy);
    const { verdict, span } = reading.verdict(name);
    if (verdict !== 'allowed' || span === undefined || !reading.isWhole) return;
    const at =
      reading.rulesOf(name).find(({ head }) => head.start <= span.start && span.start <= head.end)?.head.ref ?? span;
    yield {
      start: at.start,
      end: at.end,
      message: l10n.t`Anyone who can run oc exec, and the host itself, can run any command in the containers. Deny the request, or allow only specific commands.`,
      fixes: [...createDenyFixes(reading, name), ...commandFixes(policy, reading)],
    };
  },
  examples: () => [
    {
      avoid: policyWith(`default ExecProcessRequest := true\n#       ^^^^^^^^^^^^^^^^^^ want\n${streams}`, {
        without: ['ReadStreamRequest'],
      }),
      prefer: policyWith(`default ExecProcessRequest := false\n${streams}`, { without: ['ReadStreamRequest'] }),
    },
  ],
});

/** Returns a fix in the documented form, with an example command that the user replaces. */
function commandFixes(policy: Policy, reading: PolicyAnalysis): Fix[] {
  const denial = denialOf(reading, name);
  if (denial === undefined || reading.rulesOf('policy_data').length > 0 || reading.module.package === undefined)
    return [];
  const { text } = policy;
  const newline = detectLineEnding(text);
  const rules = allowedCommandsRule(['date']).replaceAll('\n', newline);
  const open = text.endsWith('\n') ? newline : newline.repeat(2);
  const edits = [
    ...importEdits(policy, ['if', 'in']),
    denial,
    { start: text.length, end: text.length, text: `${open}${rules}` },
  ];
  return [
    {
      title: l10n.t`Deny exec except for listed commands`,
      edits: edits.toSorted((one, other) => one.start - other.start),
      sure: false,
    },
  ];
}
