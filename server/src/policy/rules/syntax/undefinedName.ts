import * as l10n from '@vscode/l10n';
import { builtinCatalog, getBuiltinAvailability } from '#core/agent/builtinReference/builtins.ts';
import { kataUpstream } from '#core/product/sources.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import type { Fix } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { analyzePolicy } from '../policyAnalysis.ts';

export default definePolicyRule({
  id: 'rego-undefined-name',
  title: () => l10n.t`Undefined name`,
  severity: 'error',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  ofLong: false,
  why: () =>
    l10n.t`The policy uses a variable or calls a function that it doesn't define, usually because of a typo. The guest rejects a policy with an undefined variable ("use of undefined variable is unsafe"). It accepts a policy with an undefined function, but requests that reach the call fail ("could not find function").

For an undefined \`policy_data\`, the severity is information, because genpolicy or another tool might add it.

Correct the name, or define the variable or function.`,
  source: [
    'microsoft/regorus src/scheduler.rs',
    'microsoft/regorus src/interpreter.rs',
    kataUpstream('src/agent/policy/src/policy.rs'),
  ],
  *check({ policy, guest }) {
    const { isWhole, names } = analyzePolicy(policy);
    // The part that can't be parsed might define the name.
    if (!isWhole) return;
    const found = names().undefinedNames(guest);
    const data = found.find(({ name }) => name === 'policy_data');
    for (const { start, end, name, kind, isRule } of found) {
      const functions = [...names().rules.values()]
        .filter((named) => named.kind === 'function')
        .map((named) => named.name);
      const variables =
        kind === 'variable' && name.length > 2
          ? [
              ...names()
                .variablesAt(start)
                .map((named) => named.name),
              ...names().rules.keys(),
            ]
          : [];
      const available = builtinCatalog
        .map((builtin) => builtin.name)
        .filter((known) => getBuiltinAvailability(known, guest).state === 'available');
      const meant = isRule
        ? undefined
        : findNearestName(
            name,
            kind === 'function' ? [...functions, ...available] : variables.filter((other) => other !== name),
          );
      const fixes: Fix[] =
        meant === undefined
          ? []
          : [{ title: l10n.t`Change to ${meant.name}`, edits: [{ start, end, text: meant.name }], sure: false }];
      const hint = meant === undefined ? '' : ` ${l10n.t`Did you mean ${sanitizeQuote(meant.name)}?`}`;
      if (kind === 'variable' && name === 'policy_data') {
        // genpolicy appends it to its rules file when it generates a policy.
        if (start === data?.start) yield { start, end, severity: 'info', message: withoutData() };
        continue;
      }
      yield { start, end, message: `${messageFor(kind, sanitizeQuote(name), isRule)}${hint}`, fixes };
    }
  },
  examples: [
    {
      avoid: policyWith(
        'default ExecProcessRequest := false\n\nExecProcessRequest if {\n    is_alowed(input.process.Args)\n#   ^^^^^^^^^ want\n}\n\nis_allowed(args) if {\n    args == ["ls"]\n}\n',
      ),
      prefer: policyWith(
        'default ExecProcessRequest := false\n\nExecProcessRequest if {\n    is_allowed(input.process.Args)\n}\n\nis_allowed(args) if {\n    args == ["ls"]\n}\n',
      ),
    },
    {
      avoid: policyWith(
        'default ExecProcessRequest := false\n\nExecProcessRequest if {\n    input.process.Args == allowed_comands\n#                         ^^^^^^^^^^^^^^^ want\n}\n\nallowed_commands := ["ls"]\n',
      ),
      prefer: policyWith(
        'default ExecProcessRequest := false\n\nExecProcessRequest if {\n    input.process.Args == allowed_commands\n}\n\nallowed_commands := ["ls"]\n',
      ),
    },
  ],
});

const withoutData = () =>
  l10n.t`policy_data isn't defined in this policy. Unless genpolicy or another tool adds it, the guest rejects the policy.`;

function messageFor(kind: 'variable' | 'function', name: string, isRule: boolean): string {
  if (kind === 'variable') return l10n.t`Undefined variable ${name}. The guest rejects the policy.`;
  if (isRule) return l10n.t`${name} is a rule and accepts no arguments. Requests that reach this call fail.`;
  return l10n.t`Undefined function ${name}. Requests that reach this call fail.`;
}
