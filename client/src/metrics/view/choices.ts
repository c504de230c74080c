/** Defines the options above the charts. */
import * as l10n from '@vscode/l10n';
import { resolveNodeName, type Directory, type KnownSandbox } from '#core/metrics/sandboxDirectory.ts';
import type { MetricsFilters } from '#core/metrics/filters.ts';
import { getLanguageTag } from '#core/text/grammar.ts';
import type { Choice } from './metricsView.ts';
import type { Message } from '#core/text/message.ts';

const minute = 60_000;
const hour = 60 * minute;

export interface Choosable {
  readonly id: string;
  readonly title: Message;
  readonly milliseconds: number;
}

export const ranges: readonly Choosable[] = [
  { id: '15m', title: () => unitWords(15, 'minute'), milliseconds: 15 * minute },
  { id: '1h', title: () => unitWords(1, 'hour'), milliseconds: hour },
  { id: '6h', title: () => unitWords(6, 'hour'), milliseconds: 6 * hour },
  { id: '1d', title: () => unitWords(1, 'day'), milliseconds: 24 * hour },
  { id: '7d', title: () => unitWords(7, 'day'), milliseconds: 7 * 24 * hour },
];

/** Choices for the interval between two refreshes. With 0 milliseconds, only the user can start a refresh. */
export const autos: readonly Choosable[] = [
  {
    id: 'off',
    title: () =>
      l10n.t({ message: 'off', args: [], comment: ['A choice of the refresh interval: no automatic refresh.'] }),
    milliseconds: 0,
  },
  { id: '15s', title: () => unitWords(15, 'second'), milliseconds: 15_000 },
  { id: '1m', title: () => unitWords(1, 'minute'), milliseconds: minute },
];

/** Formats a duration in one unit, such as `15 minutes`. */
function unitWords(count: number, unit: 'second' | 'minute' | 'hour' | 'day'): string {
  return count.toLocaleString(getLanguageTag(), { style: 'unit', unit, unitDisplay: 'long' });
}

export function choicesOf(all: readonly Choosable[], chosen: string): readonly Choice[] {
  return all.map(({ id, title }) => ({ id, title: title(), chosen: id === chosen }));
}

/** Returns the known nodes and the selected node, even if it no longer exists. */
export function nodeChoices({ nodes, addresses }: Directory, { node }: MetricsFilters): readonly Choice[] {
  const id = (one: NonNullable<MetricsFilters['node']>) => `${one.label}=${one.value}`;
  const gone = node !== undefined && !nodes.some((one) => id(one) === id(node));
  const listed = gone ? [...nodes, node] : nodes;
  return [
    { id: '', title: l10n.t`All nodes`, chosen: node === undefined },
    ...listed.map((one) => ({
      id: id(one),
      title: one.label === 'node' ? one.value : resolveNodeName(one.value, addresses),
      chosen: node !== undefined && id(one) === id(node),
    })),
  ];
}

/** Returns the filter of an option, or undefined for all nodes. */
export function nodeFilter(id: string): MetricsFilters['node'] {
  const match = /^(node|instance)=(.+)$/s.exec(id);
  const value = match?.[2];
  return value === undefined ? undefined : { label: match?.[1] === 'node' ? 'node' : 'instance', value };
}

/** Returns the namespaces of the known sandboxes and the selected namespace. */
export function namespaceChoices({ sandboxes }: Directory, { namespace: chosen }: MetricsFilters): readonly Choice[] {
  const all = new Set(
    sandboxes.flatMap(({ namespace }) => (namespace === undefined || namespace === '' ? [] : [namespace])),
  );
  if (chosen !== undefined) all.add(chosen);
  return [
    { id: '', title: l10n.t`All namespaces`, chosen: chosen === undefined },
    ...[...all].toSorted().map((namespace) => ({ id: namespace, title: namespace, chosen: namespace === chosen })),
  ];
}

/** Returns the known sandboxes in the selected namespace, labeled with their pods, and the selected sandbox. */
export function sandboxChoices({ sandboxes }: Directory, { sandbox, namespace }: MetricsFilters): readonly Choice[] {
  const here: readonly KnownSandbox[] =
    namespace === undefined ? sandboxes : sandboxes.filter((one) => one.namespace === namespace);
  const gone = sandbox !== undefined && !here.some(({ id }) => id === sandbox);
  const listed = gone ? [...here, { id: sandbox }] : here;
  return [
    { id: '', title: l10n.t`All sandboxes`, chosen: sandbox === undefined },
    ...listed.map(({ id, pod }) => {
      const short = id.slice(0, 13);
      return { id, title: pod === undefined ? short : `${pod} (${short})`, chosen: id === sandbox };
    }),
  ];
}
