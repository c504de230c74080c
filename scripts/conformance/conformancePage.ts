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

This page shows whether the Rego evaluator of this product returns the same results as the policy engine in the guest, the operating system of a pod's virtual machine. Read it to decide how far you can rely on the evaluated results of an [agent policy](policies.md). \`npm run conformance\` writes this page. Don't edit it.

An agent policy is written in the language Rego. In the guest, the policy engine regorus evaluates the policy. In the editor and on the command line, the evaluator of this product evaluates it. The evaluator must pass two kinds of test cases:

- **\`rego/...\`:** the interpreter tests of regorus. They are parsed as Rego v0, as in regorus, unless they require v1.
- **\`guest-engine v0\` and \`guest-engine v1\`:** verdicts of regorus, recorded in the dialects Rego v0 and v1. For this recording, regorus was built with the same functions as in the guest.

The test cases aren't part of this project.

**${figures(results)}.**

If a test case expects an error, the evaluator must also report an error. In the recorded verdicts, the error must have the same line and column. The text of the error can differ: for ${otherWords} of ${errors.length} errors, it does.

The evaluator has only the functions that the guest has. Test cases for other functions are skipped. The section [Skipped](#skipped) lists the reasons.

${table(['Test cases', 'Passed', 'Failed', 'Skipped'], folders)}

## Manifests

[Findings and API servers](api-servers.md) compares the findings of \`osc-tools lint\` in manifests with the verdicts of real API servers. [Checks of Kubernetes fields and API servers](kubernetes-field-checks.md) does the same for generated mistakes in Kubernetes fields.

## Skipped

${table(
  ['Reason', 'Cases'],
  skipped.map(([why, cases]) => [why, cases.length]),
)}

## Failed

${failed.length === 0 ? 'None.' : failed.map(({ folder, name, detail }) => `- \`${folder}\` ${name}: ${detail}`).join('\n')}
`;
};
