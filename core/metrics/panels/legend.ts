/** What a series is called beside its line. */
import * as l10n from '@vscode/l10n';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { resolveNodeName, type Directory } from '../sandboxDirectory.ts';

type Labels = Readonly<Record<string, string>>;

/** Ids of sandboxes are 64 signs; so many tell them apart, as crictl shows them. */
const shortId = 13;

/** Characters: labels are anybody's text, of any length, and may turn the direction of writing. */
const longest = 500;

/** Labels that say of whom a series is. */
const who: readonly string[] = ['node', 'instance', 'action', 'sandbox_id', 'cri_namespace', 'cri_name'];

/** Of series of which each is of one sandbox. */
export const sandboxLegend = () => sandboxWords('{{sandbox_id}}');

function sandboxWords(id: string): string {
  return l10n.t`sandbox ID ${id}`;
}

/**
 * The legend with the values of the labels; a sandbox by its pod where that is known. Where it leaves nothing, the
 * labels themselves.
 */
export function legendWords(legend: string, labels: Labels, directory: Directory): string {
  const sandbox = labels['sandbox_id'];
  const pod = sandbox === undefined ? undefined : directory.sandboxes.find(({ id }) => id === sandbox)?.pod;
  if (pod !== undefined && legend === sandboxLegend()) return pod;
  const words = legend
    // The node says it better than the address of what was asked there.
    .replaceAll(
      '{{node}} {{instance}}',
      () => labels['node'] ?? resolveNodeName(labels['instance'] ?? '', directory.addresses),
    )
    .replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => shown(name, labels[name] ?? ''))
    .trim();
  return words === '' || words === sandboxWords('').trim() ? formatLabels(labels) : sanitizeLine(words, longest);
}

/** All labels of a series, as PromQL writes them: for answers of which nobody said what they are called. */
export function formatLabels(labels: Labels): string {
  const { __name__: name = '', ...rest } = labels;
  const entries = Object.entries(rest).toSorted(
    ([one], [other]) => place(one) - place(other) || (one < other ? -1 : 1),
  );
  if (entries.length === 0)
    return name === ''
      ? l10n.t({ message: 'value', args: [], comment: ['A line of a chart that has no name.'] })
      : sanitizeLine(name, longest);
  return sanitizeLine(
    `${name}{${entries.map(([label, value]) => `${label}="${shown(label, value)}"`).join(', ')}}`,
    longest,
  );
}

function place(label: string): number {
  const at = who.indexOf(label);
  return at === -1 ? who.length : at;
}

function shown(label: string, value: string): string {
  if (label === 'sandbox_id') return value.slice(0, shortId);
  if (label === 'action') return value.replace(/^grpc\./, '');
  return value;
}
