import * as l10n from '@vscode/l10n';
import { getBuiltinAvailability } from '#core/agent/builtinReference/builtins.ts';
import { kataUpstream } from '#core/product/sources.ts';
import { getRefNames } from '#server/policy/rego/compile/functionArity.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import type { Severity } from '#core/common/severity.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { analyzePolicy } from '../policyAnalysis.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

const exec = (condition: string) => `default ExecProcessRequest := false\n\nExecProcessRequest if {\n${condition}}\n`;

export default definePolicyRule({
  id: 'rego-builtin',
  title: () => l10n.t`Function not available in the guest`,
  severity: 'error',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  ofLong: false,
  why: () =>
    l10n.t`The policy calls a Rego built-in function that the guest doesn't support. A request that reaches the call fails ("could not find function"). The guest's policy engine is regorus, not OPA, and supports only some of the built-in functions. For example, \`time.*\`, \`http.send\`, \`glob.*\`, \`net.*\`, \`crypto.*\`, and \`io.jwt.*\` aren't available. \`base64.*\` requires Kata 3.28 or later in the guest.

The finding is a warning if only some guests support the function.

Use another function, or compare the value directly.`,
  source: [kataUpstream('src/agent/policy/Cargo.toml'), 'microsoft/regorus src/builtins/mod.rs'],
  *check({ policy, guest }) {
    const { names, isWhole } = analyzePolicy(policy);
    if (!isWhole) return;
    for (const { call, callee } of names().calls) {
      if (callee !== undefined) continue;
      const name = getRefNames(call.callee)?.join('.') ?? '';
      const standing = getBuiltinAvailability(name, guest);
      if (standing.state === 'available' || standing.state === 'unknown') continue;
      const { start, end } = call.callee;
      const severity: Severity = standing.state === 'depends' ? 'warning' : 'error';
      const message =
        standing.state === 'missing'
          ? `${l10n.t`No guest supports ${sanitizeQuote(name)}. A request that reaches this call fails.`}${getSentenceSeparator()}${standing.family.instead?.() ?? ''}`
          : standing.state === 'later'
            ? `${l10n.t`The OSC ${guest.release} guest doesn't support ${name}. A request that reaches this call fails.`}${getSentenceSeparator()}${standing.why}`
            : `${l10n.t`The OSC ${guest.release} guest might not support ${name}. If it doesn't, a request that reaches this call fails.`}${getSentenceSeparator()}${standing.why}`;
      yield { start, end, severity, message: message.replaceAll('`', '').trimEnd() };
    }
  },
  examples: [
    {
      avoid: policyWith(exec('    glob.match("a*", [], input.process.Cwd)\n#   ^^^^^^^^^^ want\n')),
      prefer: policyWith(exec('    regex.match("^a[^/]*$", input.process.Cwd)\n')),
    },
    {
      release: '1.11',
      avoid: policyWith(exec('    base64.decode(input.process.Cwd) == "/"\n#   ^^^^^^^^^^^^^ want\n')),
      prefer: policyWith(exec('    input.process.Cwd == "/"\n')),
    },
  ],
});
