import * as l10n from '@vscode/l10n';
import { formatNames } from '#core/text/phrases.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { kataUpstream } from '#core/product/sources.ts';
import type { Policy } from '#server/policy/model/policy.ts';
import type { Import, RegoProblem } from '#server/policy/rego/syntax/ast.ts';
import { getLineEnd, getLineStart } from '#server/engine/findings/edits.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import type { Edit, Fix } from '#server/engine/findings/rule.ts';
import { isRefusedByV0, problemsInV1 } from './bodyEdits.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { formatEveryGuest, formatV1Guest, v1Severity } from '../describeGuest.ts';
import { formatPackage } from '../policyAnalysis.ts';

export default definePolicyRule({
  id: 'rego-duplicate-import',
  title: () => l10n.t`Duplicate import`,
  severity: 'warning',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  why: () =>
    l10n.t`The policy imports the same keyword twice. \`future.keywords\` and \`rego.v1\` each import all keywords, so they also overlap with imports such as \`future.keywords.if\`. Guests with Rego v1 reject the policy ("this import shadows previous import").

The finding is an error if one of the two imports is \`rego.v1\`, because guests with Rego v0 then also reject the policy.

Remove one of the two imports.`,
  source: ['microsoft/regorus@cabd0866 src/parser.rs', kataUpstream('src/agent/policy/Cargo.toml')],
  *check({ policy, guest }) {
    const { imports } = policy.in('v1');
    for (const problem of problemsInV1(policy, 'import shadows')) {
      const twice = imports.find(({ start, end }) => start <= problem.start && problem.start <= end);
      const always = isRefusedByV0(policy, problem);
      yield {
        start: problem.start,
        end: problem.end,
        severity: v1Severity(guest, always),
        message: messageFor(
          twice === undefined ? policy.text.slice(problem.start, problem.end) : formatPackage(twice.path),
          always ? formatEveryGuest() : formatV1Guest(guest),
        ),
        fixes: twice === undefined ? [] : removeFixes(policy, twice, imports, problem),
      };
    }
  },
  examples: () => [
    {
      avoid: policyWith('', { imports: 'import rego.v1\nimport future.keywords.if\n#                      ^^ want\n' }),
      prefer: policyWith('', { imports: 'import rego.v1\n' }),
    },
    {
      avoid: policyWith('', {
        imports: 'import future.keywords.if\nimport future.keywords.in\nimport rego.v1\n# <-------------- want\n',
      }),
      prefer: policyWith('', { imports: 'import rego.v1\n' }),
    },
  ],
});

/**
 * Returns the message. Names the import unless its path is too long, and the guest unless every guest rejects the
 * policy.
 */
function messageFor(path: string, guest: string): string {
  return l10n.t`${guest} rejects this policy because all or part of ${sanitizeQuote(path, 60)} is already imported above.`;
}

/** Returns a fix that removes the narrower of two overlapping imports. */
function removeFixes(policy: Policy, twice: Import, imports: readonly Import[], { start }: RegoProblem): Fix[] {
  const narrower = bringsAll(twice)
    ? imports.filter((other) => other.start < start && other !== twice && isOfKeywords(other))
    : [twice];
  const edits = narrower.map((each) => removal(policy.text, each));
  const title = l10n.t`Remove ${formatNames(narrower.map(({ path }) => `import ${formatPackage(path)}`))}`;
  return edits.length === 0 || edits.includes(undefined)
    ? []
    : [{ title, edits: edits.filter((edit) => edit !== undefined), sure: true }];
}

function isOfKeywords({ path: [root, second] }: Import): boolean {
  return (root?.text === 'future' && second?.text === 'keywords') || (root?.text === 'rego' && second?.text === 'v1');
}

function bringsAll(of: Import): boolean {
  return isOfKeywords(of) && of.path.length === 2;
}

/** Returns an edit that removes the line of an import. Returns undefined if the line contains anything else. */
function removal(text: string, { start, end }: Import): Edit | undefined {
  const [from, to] = [getLineStart(text, start), getLineEnd(text, end)];
  return /^[ \t]*$/.test(text.slice(from, start)) && /^[ \t]*(?:#.*)?[\r\n]*$/.test(text.slice(end, to))
    ? { start: from, end: to, text: '' }
    : undefined;
}
