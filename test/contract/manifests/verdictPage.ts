/** Formats the page that compares the findings of the product with the verdicts of API servers. */
import { createTable } from '#scripts/generate/markdown.ts';
import type { ManifestCase } from './manifestCase.ts';
import { recordedVerdict } from './recordedVerdicts.ts';

/** Maximum length of a message in the table, in characters. */
const maxMessage = 100;

/** Returns the page as Markdown. */
export function verdictPage(cases: readonly ManifestCase[]): string {
  const verdicts = cases.map(recordedVerdict);
  const rejected = verdicts.filter((verdict) => verdict?.accepts === false).length;
  const unchecked = cases.flatMap(({ input, unchecked: reason }) => (reason === undefined ? [] : [[input, reason]]));
  const others = cases.flatMap(({ input, rejectedBy }) => (rejectedBy === undefined ? [] : [[input, rejectedBy]]));
  return `# Findings and API servers

Use this page to see which mistakes in manifests an API server rejects, and what \`osc-tools lint\` reports about them. It is written by \`OSC_UPDATE_DOCS=1 npm test -- unit apiVerdicts\`; do not edit.

Each manifest was sent to real servers as a dry run with strict field validation, which \`oc\` requests by default. No server alone can judge all manifests, so the verdicts come from three:

- **strict decoder 0.36:** the decoder of the Kubernetes libraries. It finds unknown fields and wrong types in Kubernetes kinds.
- **kube-apiserver 1.20.2:** validates the names, labels, and values in Kubernetes kinds. It doesn't support strict field validation.
- **apiextensions-apiserver 0.36:** checks custom resources against their CRD, with strict field validation.

A Kubernetes kind must pass the first two. The table contains the server that rejected the manifest.

**${cases.length} manifests: ${rejected} rejected, ${cases.length - rejected} accepted.**

If a server rejects a manifest, \`osc-tools lint\` reports an error, with the exceptions in [Not checked](#not-checked). If it accepts the manifest, \`osc-tools lint\` reports no error, with the exceptions in [Rejected by other components](#rejected-by-other-components). The column _Row_ contains the row of the requirements in issue 22. Row 3.1 contains the rules for CRD files in the workspace. [The contract on a real API server](../CONTRIBUTING.md#the-contract-on-a-real-api-server) describes how to repeat the comparison.

## Verdicts

${createTable(
  ['Row', 'Manifest', '`osc-tools lint`', 'API server', 'Server'],
  cases.map((one, index) => {
    const verdict = verdicts[index];
    return [one.row, one.input, describeFindings(one), describeMessage(verdict?.message ?? ''), verdict?.server ?? ''];
  }),
)}

## Not checked

\`osc-tools lint\` reports nothing for these manifests, although the API server rejects them:

${createTable(['Manifest', 'Reason'], unchecked)}

## Rejected by other components

\`osc-tools lint\` reports an error for these manifests, although the API server accepts them:

${createTable(['Manifest', 'Reason'], others)}
`;
}

function describeFindings({ findings }: ManifestCase): string {
  if (findings.length === 0) return 'nothing';
  return [...new Set(findings)]
    .map((finding) => finding.split(' '))
    .map(
      ([rule = '', severity = '']) =>
        `[\`osc/${rule}\`](rules/${rule}.md) ${severity === 'info' ? 'information' : severity}`,
    )
    .join(', ');
}

function describeMessage(message: string): string {
  if (message === '') return 'accepts';
  // The name of the object and the kind are in the other columns.
  const text = message
    .replaceAll('`', "'")
    .replace(/^\S+ "[^"]*" is invalid: |^\S+ in version "\w+" cannot be handled as a \w+: /, '');
  return `rejects: \`${text.length > maxMessage ? `${text.slice(0, maxMessage)}...` : text}\``;
}
