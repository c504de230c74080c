import * as l10n from '@vscode/l10n';
import { getRefNames } from '#server/policy/rego/compile/functionArity.ts';
import { valuesTaken } from '#server/policy/rego/builtins/sprintf.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { analyzePolicy } from '../policyAnalysis.ts';

const exec = (condition: string) => `default ExecProcessRequest := false\n\nExecProcessRequest if {\n${condition}}\n`;

export default definePolicyRule({
  id: 'rego-sprintf',
  title: () => l10n.t`Wrong number of sprintf values`,
  severity: 'warning',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  ofLong: false,
  why: () =>
    l10n.t`The list of values for \`sprintf\` is shorter or longer than the format requires. In the guest's policy engine, the call is then undefined, so the condition that contains it is never true, or always true if it's negated with \`not\`.

Pass one value for each verb in the format, such as \`%v\`.`,
  source: ['microsoft/regorus@cabd0866 src/builtins/strings.rs'],
  *check({ policy }) {
    const { isWhole, names } = analyzePolicy(policy);
    if (!isWhole) return;
    for (const { call, callee } of names().calls) {
      const [format, values] = call.arguments;
      if (callee !== undefined || getRefNames(call.callee)?.join('.') !== 'sprintf') continue;
      if (format?.kind !== 'scalar' || typeof format.value !== 'string' || values?.kind !== 'array') continue;
      const wanted = valuesTaken(format.value);
      const given = values.items.length;
      if (wanted === undefined || wanted === given) continue;
      const { start, end } = values;
      yield {
        start,
        end,
        message: l10n.t`Wrong number of values for the format (expected ${wanted}, found ${given}), so sprintf is always undefined here.`,
      };
    }
  },
  examples: () => [
    {
      avoid: policyWith(
        exec('    sprintf("%v %v", [input.exec_id]) == "a b"\n#                    ^^^^^^^^^^^^^^^ want\n'),
      ),
      prefer: policyWith(exec('    sprintf("%v %v", [input.exec_id, input.container_id]) == "a b"\n')),
    },
  ],
});
