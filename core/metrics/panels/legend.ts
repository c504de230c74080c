/** Formats the legend of a series. */
import * as l10n from '@vscode/l10n';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { resolveNodeName, type Directory } from '../sandboxDirectory.ts';

type Labels = Readonly<Record<string, string>>;

/** Number of characters of a sandbox ID to show, as in crictl. Complete IDs have 64 characters. */
const shortId = 13;

/**
 * Maximum number of characters in a legend. Label values are untrusted: they can have any length and contain characters
 * that change the text direction.
 */
const longest = 500;

/** Labels that identify the source of a series. */
const who: readonly string[] = ['node', 'instance', 'action', 'sandbox_id', 'cri_namespace', 'cri_name'];

/** Legend for series with one sandbox each. */
export const sandboxLegend = () => sandboxWords('{{sandbox_id}}');

function sandboxWords(id: string): string {
  return l10n.t`sandbox ID ${id}`;
}

/**
 * Returns the legend with the label values filled in. Shows the pod instead of the sandbox ID, if known. If the result
 * is empty, returns the labels instead.
 */
export function legendText(legend: string, labels: Labels, directory: Directory): string {
  const sandbox = labels['sandbox_id'];
  const pod = sandbox === undefined ? undefined : directory.sandboxes.find(({ id }) => id === sandbox)?.pod;
  if (pod !== undefined && legend === sandboxLegend()) return pod;
  const words = legend
    // The node name is clearer than the scraped address.
    .replaceAll(
      '{{node}} {{instance}}',
      () => labels['node'] ?? resolveNodeName(labels['instance'] ?? '', directory.addresses),
    )
    .replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => shown(name, labels[name] ?? ''))
    .trim();
  return words === '' || words === sandboxWords('').trim() ? formatLabels(labels) : sanitizeLine(words, longest);
}

/** Formats all labels of a series as in PromQL. Used for query results without a legend. */
export function formatLabels(labels: Labels): string {
  const { __name__: name = '', ...rest } = labels;
  const entries = Object.entries(rest).toSorted(
    ([one], [other]) => place(one) - place(other) || (one < other ? -1 : 1),
  );
  if (entries.length === 0)
    return name === ''
      ? l10n.t({
          message: 'value',
          args: [],
          comment: ['The label of a line in a chart whose series has no name and no labels.'],
        })
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
