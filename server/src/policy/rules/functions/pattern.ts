import * as l10n from '@vscode/l10n';
import { RE2JS } from 're2js';
import { costOfCompiling } from '#server/policy/rego/builtins/regex.ts';
import { getRefNames } from '#server/policy/rego/compile/functionArity.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { analyzePolicy } from '../policyAnalysis.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

/** Index of the pattern argument of each function. */
const patternAt: Readonly<Record<string, number>> = {
  'regex.match': 0,
  'regex.find_n': 0,
  'regex.find_all_string_submatch_n': 0,
  'regex.split': 0,
  'regex.replace': 1,
};

/** Maximum length of a pattern to compile, in UTF-16 code units. */
const longest = 2000;
/** Maximum number of steps to compile all patterns of a policy: about 0.1 seconds. */
const mostWork = 1_000_000;

const exec = (condition: string) => `default ExecProcessRequest := false\n\nExecProcessRequest if {\n${condition}}\n`;

export default definePolicyRule({
  id: 'rego-pattern',
  title: () => l10n.t`Unsupported or invalid regular expression`,
  severity: 'warning',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  ofLong: false,
  why: () =>
    l10n.t`The guest can't use this regular expression. Either it's invalid (for example, a bracket isn't closed), or it uses a feature that the policy engine doesn't support: lookaround (\`(?=\`, \`(?!\`, \`(?<=\`, \`(?<!\`) or backreferences (\`\\1\`). The call is then undefined, so the condition that contains it is never true, or always true if it's negated with \`not\`.

Correct the pattern. Replace lookaround with a second condition, such as \`not startswith(...)\`.`,
  source: ['microsoft/regorus@cabd0866 src/builtins/regex.rs'],
  *check({ policy }) {
    const { isWhole, names } = analyzePolicy(policy);
    if (!isWhole) return;
    let left = mostWork;
    for (const { call, callee } of names().calls) {
      const name = getRefNames(call.callee)?.join('.') ?? '';
      const index = callee === undefined && Object.hasOwn(patternAt, name) ? patternAt[name] : undefined;
      const pattern = index === undefined ? undefined : call.arguments[index];
      if (pattern?.kind !== 'scalar' || typeof pattern.value !== 'string') continue;
      const cost = costOfCompiling(pattern.value);
      if (cost > left) continue;
      left -= cost;
      const why = faultOf(pattern.value);
      if (why === undefined) continue;
      const { start, end } = pattern;
      yield {
        start,
        end,
        message: `${why}${getSentenceSeparator()}${l10n.t`This call to ${sanitizeQuote(name)} is always undefined.`}`,
      };
    }
  },
  examples: () => [
    {
      avoid: policyWith(
        exec('    regex.match("^(/tmp|/var$", input.process.Cwd)\n#               ^^^^^^^^^^^^^^ want\n'),
      ),
      prefer: policyWith(exec('    regex.match("^(/tmp|/var)$", input.process.Cwd)\n')),
    },
    {
      avoid: policyWith(exec('    regex.match("^/(?!root)", input.process.Cwd)\n#               ^^^^^^^^^^^^ want\n')),
      prefer: policyWith(exec('    not startswith(input.process.Cwd, "/root")\n')),
    },
  ],
});

/**
 * Returns a sentence about the part of a pattern that the engine certainly rejects. Returns undefined if the engine
 * accepts the pattern, or if only the product's own library rejects it.
 */
function faultOf(pattern: string): string | undefined {
  // In patterns that ignore whitespace and comments, brackets can be in a comment.
  if (pattern.length > longest || /\(\?[a-zA-Z]*x/.test(pattern)) return undefined;
  try {
    RE2JS.compile(pattern);
    return undefined;
  } catch (error) {
    const said = error instanceof Error ? error.message : '';
    const [, unsupported] = /`(\(\?<?[=!])/.exec(said) ?? /invalid escape sequence: `?(\\[1-9])/.exec(said) ?? [];
    if (unsupported !== undefined) return l10n.t`The guest doesn't support the pattern syntax "${unsupported}".`;
    if (/missing closing \)|missing parenthesis/i.test(said)) return l10n.t`Invalid pattern: unclosed ${'"("'}.`;
    if (/missing closing \]/i.test(said)) return l10n.t`Invalid pattern: unclosed ${'"["'}.`;
    const unexpected = /unexpected \)/i.test(said)
      ? ')'
      : /trailing backslash/i.test(said)
        ? '\\'
        : /missing argument to repetition[^`]*`([^`]*)/i.exec(said)?.[1];
    return unexpected === undefined ? undefined : l10n.t`Invalid pattern: unexpected ${unexpected}.`;
  }
}
