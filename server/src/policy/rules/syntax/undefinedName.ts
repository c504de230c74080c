import * as l10n from '@vscode/l10n';
import { builtinCatalog, getBuiltinAvailability } from '#core/agent/builtinReference/builtins.ts';
import { kataUpstream } from '#core/product/sources.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import { definePolicyRule, type PolicyContext } from '#server/policy/policyRule.ts';
import type { Guest } from '#core/agent/guests.ts';
import type { SymbolTable, UndefinedName } from '#server/policy/model/names.ts';
import type { Finding, Fix } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { analyzePolicy } from '../policyAnalysis.ts';
import { findTestedNames } from './testedNames.ts';

const testOf = (request: string, mark = '') =>
  `package agent_policy\n\nimport future.keywords.if\n\ntest_exec_denied if {\n    not ${request} with input as {"process": {"Args": ["sh"]}}\n${mark}}\n`;

export default definePolicyRule({
  id: 'rego-undefined-name',
  title: () => l10n.t`Undefined name`,
  severity: 'error',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  ofLong: false,
  ofTests: true,
  why: () =>
    l10n.t`The policy uses a variable or calls a function that it doesn't define, usually because of a typo. The guest rejects a policy with an undefined variable ("use of undefined variable is unsafe"). It accepts a policy with an undefined function, but requests that reach the call fail ("could not find function").\n\nFor an undefined \`policy_data\`, the severity is information, because genpolicy or another tool might add it.\n\nIn a unit test for a policy, a name is reported as a warning, and only if another file in the same package is a policy and no file in the package defines the name.\n\nCorrect the name, or define the variable or function.`,
  source: [
    'microsoft/regorus@cabd0866 src/scheduler.rs',
    'microsoft/regorus@cabd0866 src/interpreter.rs',
    kataUpstream('src/agent/policy/src/policy.rs'),
  ],
  *check(context) {
    const { policy, guest, isTest } = context;
    const { isWhole, names } = analyzePolicy(policy);
    // The part that can't be parsed might define the name.
    if (!isWhole) return;
    const found = names().undefinedNames(guest);
    if (isTest) {
      yield* undefinedInTest(found, names(), context);
      return;
    }
    const data = found.find(({ name }) => name === 'policy_data');
    for (const undefinedName of found) {
      const { start, end, name, kind, isRule } = undefinedName;
      if (kind === 'variable' && name === 'policy_data') {
        // genpolicy appends it to its rules file when it generates a policy.
        if (start === data?.start) yield { start, end, severity: 'info', message: withoutData() };
        continue;
      }
      const { hint, fixes } = suggest(undefinedName, names(), guest);
      yield { start, end, message: `${messageFor(kind, sanitizeQuote(name), isRule)}${hint}`, fixes };
    }
  },
  examples: () => [
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
    {
      files: { 'policy.rego': policyWith('default ExecProcessRequest := false\n') },
      avoid: testOf('ExecProcesRequest', '#       ^^^^^^^^^^^^^^^^^ want\n'),
      prefer: testOf('ExecProcessRequest'),
    },
  ],
});

const withoutData = () =>
  l10n.t`policy_data isn't defined in this policy. Unless genpolicy or another tool adds it, the guest rejects the policy.`;

/** Yields the names in a unit test that neither the test nor another file in its package defines. */
function* undefinedInTest(
  found: readonly UndefinedName[],
  names: SymbolTable,
  context: PolicyContext,
): Generator<Finding> {
  const tested = findTestedNames(context);
  if (tested === undefined) return;
  for (const undefinedName of found) {
    const { start, end, name } = undefinedName;
    if (tested.names.has(name) || name === 'policy_data') continue;
    const { hint, fixes } = suggest(undefinedName, names, context.guest, [...tested.names]);
    const message = l10n.t`Neither this test nor ${sanitizeQuote(tested.policyName)} defines ${sanitizeQuote(name)}.`;
    yield { start, end, severity: 'warning', message: `${message}${hint}`, fixes };
  }
}

/**
 * Suggests the nearest known name, as a fix and as the hint "Did you mean ...?".
 * @param others names that other files define
 */
function suggest(
  { start, end, name, kind, isRule }: UndefinedName,
  names: SymbolTable,
  guest: Guest,
  others: readonly string[] = [],
): { readonly hint: string; readonly fixes: readonly Fix[] } {
  const known = kind === 'function' ? functionNames(names, guest) : variableNames(name, start, names);
  const meant = isRule ? undefined : findNearestName(name, [...known, ...others]);
  if (meant === undefined) return { hint: '', fixes: [] };
  return {
    hint: ` ${l10n.t`Did you mean ${sanitizeQuote(meant.name)}?`}`,
    fixes: [{ title: l10n.t`Change to ${meant.name}`, edits: [{ start, end, text: meant.name }], sure: false }],
  };
}

function functionNames(names: SymbolTable, guest: Guest): string[] {
  const own = [...names.rules.values()].filter(({ kind }) => kind === 'function').map(({ name }) => name);
  const available = builtinCatalog
    .map(({ name }) => name)
    .filter((name) => getBuiltinAvailability(name, guest).state === 'available');
  return [...own, ...available];
}

function variableNames(name: string, at: number, names: SymbolTable): string[] {
  if (name.length <= 2) return [];
  const variables = names.variablesAt(at).map((named) => named.name);
  return [...variables, ...names.rules.keys()].filter((other) => other !== name);
}

function messageFor(kind: 'variable' | 'function', name: string, isRule: boolean): string {
  if (kind === 'variable') return l10n.t`Undefined variable ${name}, so the guest rejects the policy.`;
  if (isRule) return l10n.t`${name} is a rule and accepts no arguments, so requests that reach this call fail.`;
  return l10n.t`Undefined function ${name}, so requests that reach this call fail.`;
}
