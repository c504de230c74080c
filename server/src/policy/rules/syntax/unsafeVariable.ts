import * as l10n from '@vscode/l10n';
import { kataUpstream } from '#core/product/sources.ts';
import type { UnsafeVariable } from '#server/policy/model/namedSymbol.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { analyzePolicy } from '../policyAnalysis.ts';

export default definePolicyRule({
  id: 'rego-unsafe-variable',
  title: () => l10n.t`A variable without a value where it is used`,
  severity: 'error',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  ofLong: false,
  why: () =>
    l10n.t`The guest refuses a policy that uses a variable above the line that declares it, or outside of the comprehension that it belongs to. A variable that is declared and never bound leaves the rule undefined, or stops the request.`,
  source: ['microsoft/regorus src/scheduler.rs', kataUpstream('src/agent/policy/src/policy.rs')],
  *check({ policy }) {
    const { isWhole, names } = analyzePolicy(policy);
    if (!isWhole) return;
    for (const found of names().unsafeVariables())
      yield { start: found.start, end: found.end, message: messageFor(found) };
  },
  examples: [
    {
      avoid: policyWith(
        'default ExecProcessRequest := false\n\nExecProcessRequest if {\n    command == "ls"\n#   ^^^^^^^ want\n    command := input.process.Args[0]\n}\n',
      ),
      prefer: policyWith(
        'default ExecProcessRequest := false\n\nExecProcessRequest if {\n    command := input.process.Args[0]\n    command == "ls"\n}\n',
      ),
    },
  ],
});

function messageFor({ name: written, why }: UnsafeVariable): string {
  const name = sanitizeQuote(written);
  switch (why) {
    case 'used before':
      return l10n.t`${name} is used before the line that declares it: the guest refuses the policy. Put that line first.`;
    case 'declared twice':
      return l10n.t`${name} gets its value a second time here: the guest refuses the policy. Take another name, or compare with ==.`;
    case 'inner only':
      return l10n.t`${name} has a value only inside of the comprehension or every below or above: here the guest refuses it, and with it the policy.`;
    default:
      return l10n.t`${name} is declared, but nothing gives it a value: what uses it never holds, or the request fails.`;
  }
}
