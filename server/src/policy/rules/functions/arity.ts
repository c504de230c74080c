import * as l10n from '@vscode/l10n';
import { getBuiltinAvailability } from '#core/agent/builtinReference/builtins.ts';
import { builtinFunctions } from '#server/policy/rego/builtins/index.ts';
import { getRefNames } from '#server/policy/rego/compile/functionArity.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { analyzePolicy } from '../policyAnalysis.ts';

const exec = (condition: string) => `default ExecProcessRequest := false\n\nExecProcessRequest if {\n${condition}}\n`;

export default definePolicyRule({
  id: 'rego-arity',
  title: () => l10n.t`Wrong number of arguments`,
  severity: 'error',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  ofLong: false,
  why: () =>
    l10n.t`A policy calls a function with too few or too many arguments. If the function is defined in the policy, a request that reaches the call fails. If it's a Rego built-in function, the call is undefined. The condition that contains it is then never true, or always true if it's negated with \`not\`. One extra argument is allowed, because Rego stores the result in it, as in \`count(xs, n)\`.

Pass the arguments that the function expects.`,
  source: ['microsoft/regorus@cabd0866 src/interpreter.rs'],
  *check({ policy, guest }) {
    const { isWhole, names } = analyzePolicy(policy);
    if (!isWhole) return;
    for (const { call, callee } of names().calls) {
      const name = getRefNames(call.callee)?.join('.') ?? '';
      const given = call.arguments.length;
      const own =
        callee?.kind === 'function'
          ? callee.rules.find(({ isDefault }) => !isDefault)?.head.parameters?.length
          : undefined;
      const built =
        callee === undefined && getBuiltinAvailability(name, guest).state !== 'unknown'
          ? builtinFunctions.get(name)?.arity
          : undefined;
      const wanted = own ?? built;
      if (wanted === undefined || given === wanted || given === wanted + 1 || name === 'print') continue;
      const { start, end } = call.callee;
      yield {
        start,
        end,
        message:
          own === undefined
            ? l10n.t`Wrong number of arguments for ${sanitizeQuote(name)} (expected ${wanted}, found ${given}), so this call is always undefined.`
            : l10n.t`Wrong number of arguments for ${sanitizeQuote(name)} (expected ${wanted}, found ${given}), so a request that reaches this call fails.`,
      };
    }
  },
  examples: () => [
    {
      avoid: policyWith(
        `${exec('    is_small(1, count(input.process.Args), 3)\n#   ^^^^^^^^ want\n')}\nis_small(x) := x < 10\n`,
      ),
      prefer: policyWith(`${exec('    is_small(count(input.process.Args))\n')}\nis_small(x) := x < 10\n`),
    },
    {
      avoid: policyWith(exec('    startswith(input.process.Cwd)\n#   ^^^^^^^^^^ want\n')),
      prefer: policyWith(exec('    startswith(input.process.Cwd, "/")\n')),
    },
  ],
});
