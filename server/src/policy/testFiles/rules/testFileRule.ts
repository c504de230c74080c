/** Reports mistakes in `*.policy-test.yaml` files. */
import * as l10n from '@vscode/l10n';
import type { Finding, Fix, RuleInfo } from '#server/engine/findings/rule.ts';
import type { ScalarNode } from '#server/engine/yaml/node.ts';
import { listTestFileFaults } from '../../tests/policyTestFile.ts';
import type { TestFileFault } from '../../tests/testFileFaults.ts';

/** Rule for test files. */
interface TestFileRule extends RuleInfo {
  /** Returns the findings in the text of a test file. */
  check(text: string): Iterable<Finding>;
}

const fileName = 'policy.policy-test.yaml';

/** Checks the type of the rule where it's defined. */
function defineTestFileRule(rule: TestFileRule): TestFileRule {
  return rule;
}

export default defineTestFileRule({
  id: 'policy-test',
  title: () => l10n.t`Invalid policy test`,
  severity: 'error',
  appliesTo: [() => l10n.t`Policy test`],
  why: () =>
    l10n.t`A policy test (\`*.policy-test.yaml\`) contains test cases for a policy. If it has an unknown key or an invalid value outside the test cases, the test doesn't run. If the problem is in a test case, only that test case fails.`,
  source: ['docs/policy-test.schema.json'],
  examples: () => [
    {
      fileName,
      avoid: `
cases:
  - name: denies a shell
    reqest: ExecProcessRequest
#   ^^^^^^ want
    input: { process: { Args: [sh] } }
    allowed: false
`,
      prefer: `
cases:
  - name: denies a shell
    request: ExecProcessRequest
    input: { process: { Args: [sh] } }
    allowed: false
`,
    },
    {
      fileName,
      avoid: `
dialect: v2
#        ^^ want
cases:
  - name: denies a shell
    request: ExecProcessRequest
    allowed: 'no'
#            ^^^^ want
`,
    },
  ],
  *check(text) {
    for (const { message, at, rename } of listTestFileFaults(text)) {
      // The Problems view shows plain text.
      const plain = message.replaceAll('`', '');
      yield {
        start: at.start,
        end: Math.max(at.end, at.start + 1),
        message: plain,
        ...(rename === undefined ? {} : { fixes: fixesOf(rename, text) }),
      };
    }
  },
});

function fixesOf({ scalar, to, sure }: NonNullable<TestFileFault['rename']>, text: string): readonly Fix[] {
  const at = writtenSpan(scalar, text);
  return at === undefined
    ? []
    : [{ title: l10n.t`Change to ${to}`, sure: sure && scalar.anchored !== true, edits: [{ ...at, text: to }] }];
}

/** Returns the span of a scalar's text without quotation marks. Returns undefined if it contains escapes. */
function writtenSpan({ start, end, text: value, borrowed }: ScalarNode, text: string) {
  if (borrowed) return undefined;
  const written = text.slice(start, end);
  if (written === value) return { start, end };
  return written.slice(1, -1) === value ? { start: start + 1, end: end - 1 } : undefined;
}
