/** Formats the page with the results of `npm run conformance`. */
import type { ConformanceCaseResult } from './regoConformance.ts';

const count = (results: readonly ConformanceCaseResult[], outcome: ConformanceCaseResult['outcome']): number =>
  results.filter((result) => result.outcome === outcome).length;

/** Returns the results on one line. */
export const figures = (results: readonly ConformanceCaseResult[]): string =>
  `${results.length} cases: ${count(results, 'passed')} passed, ${count(results, 'failed')} failed, ${count(results, 'skipped')} skipped`;

const grouped = (
  results: readonly ConformanceCaseResult[],
  keyOf: (result: ConformanceCaseResult) => string,
): readonly (readonly [string, readonly ConformanceCaseResult[]])[] => {
  const groups = new Map<string, ConformanceCaseResult[]>();
  for (const result of results) groups.set(keyOf(result), [...(groups.get(keyOf(result)) ?? []), result]);
  return [...groups].toSorted(([left], [right]) => (left < right ? -1 : 1));
};

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string => {
  const lines = [head, head.map((_, index) => (index === 0 ? '---' : '---:')), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
};

/** Returns the page as Markdown. */
export const conformancePage = (results: readonly ConformanceCaseResult[]): string => {
  const errors = results.filter(({ outcome, detail }) => outcome === 'passed' && detail !== '');
  const otherWords = errors.filter(({ otherWords: other }) => other === true).length;
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  const folders = grouped(results, ({ folder }) => folder).map(([folder, cases]) => [
    `\`${folder}\``,
    count(cases, 'passed'),
    count(cases, 'failed'),
    count(cases, 'skipped'),
  ]);
  const skipped = grouped(
    results.filter(({ outcome }) => outcome === 'skipped'),
    ({ detail }) => detail,
  );
  return `# Conformance of the Rego evaluator

This page shows how the Rego evaluator of the product differs from the policy engine in the guest. It is written by \`npm run conformance\`; do not edit.

The evaluator is tested with the interpreter tests of regorus, the policy engine in the guest (\`rego/...\`), and with verdicts that were recorded from
the engine in both dialects (\`guest-engine v0\`, \`guest-engine v1\`). The engine was built as in the guest. The test cases aren't part of this project.

**${figures(results)}.**

If a case expects an error, the evaluator must report one. For recorded verdicts, it must be at the same line and column. Of
${errors.length} errors, ${otherWords} have a message that differs from the engine's. Interpreter test cases are parsed as v0, as in regorus, unless they require v1.

${table(['Folder', 'Passed', 'Failed', 'Skipped'], folders)}

## Manifests

[Findings and API servers](api-servers.md) compares the findings of \`osc-tools lint\` in manifests with the verdicts of real API servers.

## Skipped

${table(
  ['Why', 'Cases'],
  skipped.map(([why, cases]) => [why, cases.length]),
)}

## Failed

${failed.length === 0 ? 'None.' : failed.map(({ folder, name, detail }) => `- \`${folder}\` ${name}: ${detail}`).join('\n')}
`;
};
