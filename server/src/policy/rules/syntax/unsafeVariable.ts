import * as l10n from '@vscode/l10n';
import { kataUpstream } from '#core/product/sources.ts';
import type { UnsafeVariable } from '#server/policy/model/namedSymbol.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { analyzePolicy } from '../policyAnalysis.ts';

export default definePolicyRule({
  id: 'rego-unsafe-variable',
  title: () => l10n.t`Variable used without a value`,
  severity: 'error',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  ofLong: false,
  why: () =>
    l10n.t`The policy uses a variable before it has a value. The guest rejects a policy that uses a variable before its declaration or outside the comprehension that declares it. If a variable is declared but never gets a value, the rule is undefined, or the request fails.

Assign the value before you use the variable.`,
  source: ['microsoft/regorus@cabd0866 src/scheduler.rs', kataUpstream('src/agent/policy/src/policy.rs')],
  *check({ policy }) {
    const { isWhole, names } = analyzePolicy(policy);
    if (!isWhole) return;
    for (const found of names().unsafeVariables())
      yield { start: found.start, end: found.end, message: messageFor(found) };
  },
  examples: () => [
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
      return l10n.t`${name} is used before its declaration, so the guest rejects the policy. Put the declaration first.`;
    case 'declared twice':
      return l10n.t`${name} is assigned a second time here, so the guest rejects the policy. Use another name, or compare with ==.`;
    case 'inner only':
      return l10n.t`${name} is declared inside a comprehension or an "every" statement and has no value outside it. The guest rejects the policy.`;
    default:
      return l10n.t`${name} is declared but never assigned a value. Conditions that use it are never true, or the request fails.`;
  }
}
