/**
 * Facts of a cluster as they come from a client: any editor may send anything. A part that makes no sense, or is more
 * than anybody has, is left out as not known: by half of a list nobody can say what is not in it.
 */
import * as l10n from '@vscode/l10n';
import { getBoolean, isJsonObject, getString, getValue } from '#core/common/json.ts';
import { parseTimestamp } from '#core/common/time.ts';
import { findRelease } from '#core/product/releases.ts';
import { maxClusterNodes, type ClusterObjectHealth } from '#server/protocol/clusterFacts.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { TimeSlice } from '../scheduling/timeSlice.ts';
import type { ValidationCluster, KnownInstanceTypes, KnownKataConfig, KnownNode } from './knownCluster.ts';
import { bytes } from '#platform/bytes.ts';

/** More of one kind nobody has. */
const [maxRuntimeClasses, maxTypes, maxKataConfigs, maxLabels] = [500, 2000, 100, 1000];
/**
 * What Kubernetes allows: 253 characters before the slash of a label's key, 63 after it and in its value; 253 in names.
 */
const [maxKey, maxValue, maxName] = [317, 63, 253];
/** As much as a message or a code lens can hold. */
const [maxClusterName, maxWords] = [40, 120];

const healths: readonly ClusterObjectHealth[] = ['ok', 'busy', 'attention', 'failed', 'unknown'];

const parts = [
  'name',
  'asOf',
  'release',
  'runtimeClasses',
  'allowedInstanceTypes',
  'nodes',
  'kataConfigs',
  'converged',
  'kataNodes',
] as const;

/**
 * The facts among what was sent. Gives way to other work: there may be thousands of nodes.
 * @param previous the facts before: what is the same is kept
 * @param now milliseconds since 1970
 * @returns undefined where there are none, or none that say whose they are and how old
 */
export async function readClusterFacts(
  sent: unknown,
  previous: ValidationCluster | undefined,
  now: number,
): Promise<ValidationCluster | undefined> {
  const facts = getValue(sent, 'facts');
  const name = textOf(getString(facts, 'cluster'), maxClusterName);
  const time = getString(facts, 'asOf');
  const at = time === undefined || time.length > 40 ? undefined : parseTimestamp(time);
  if (name === undefined || at === undefined) return undefined;
  const isLive = getBoolean(facts, 'live') === true;
  const asOf = isLive
    ? l10n.t({
        message: 'live',
        args: [],
        comment: ['Of what is known of a cluster: it is read all the time, not of a moment ago.'],
      })
    : l10n.t`last updated ${timeOf(at, now)}`;
  const known: ValidationCluster = {
    name,
    asOf,
    said: isLive ? l10n.t`cluster ${name}` : l10n.t`cluster ${name}, ${asOf}`,
    release: readRelease(getString(facts, 'release')),
    runtimeClasses: same(previous?.runtimeClasses, readTexts(getValue(facts, 'runtimeClasses'), maxRuntimeClasses)),
    allowedInstanceTypes: same(previous?.allowedInstanceTypes, readTypes(getValue(facts, 'allowedInstanceTypes'))),
    nodes: await readNodes(getValue(facts, 'nodes'), previous?.nodes),
    kataConfigs: same(previous?.kataConfigs, readKataConfigs(getValue(facts, 'kataConfigs'))),
    converged: getBoolean(facts, 'converged'),
    kataNodes: readCount(getValue(facts, 'kataNodes')),
  };
  // Nobody looks again while only seconds have passed.
  return previous !== undefined && parts.every((part) => known[part] === previous[part]) ? previous : known;
}

/** On one line and cut; undefined when nothing is there to be read. */
function textOf(text: string | undefined, longest: number): string | undefined {
  const line = sanitizeQuote(text ?? '', longest).trim();
  return line === '' ? undefined : line;
}

/** In the reader's time zone: that of this program, which runs where the editor does. */
function timeOf(milliseconds: number, now: number): string {
  const [then, today] = [new Date(milliseconds), new Date(now)];
  const two = (value: number) => String(value).padStart(2, '0');
  const clock = `${two(then.getHours())}:${two(then.getMinutes())}`;
  const isToday = then.toDateString() === today.toDateString();
  return isToday ? clock : `${then.getFullYear()}-${two(then.getMonth() + 1)}-${two(then.getDate())} ${clock}`;
}

function readRelease(text: string | undefined): string | undefined {
  return text === undefined || text.length > maxName ? undefined : findRelease(text)?.id;
}

function readCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= maxClusterNodes
    ? value
    : undefined;
}

function readTexts(value: unknown, most: number): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length > most) return undefined;
  const texts = value.filter((item): item is string => typeof item === 'string' && item.length <= maxName);
  return texts.length === value.length ? texts : undefined;
}

function readTypes(value: unknown): KnownInstanceTypes | undefined {
  const provider = getString(value, 'provider');
  const types = readTexts(getValue(value, 'types'), maxTypes);
  const byDefault = getString(value, 'default');
  if (
    provider === undefined ||
    types === undefined ||
    [provider, byDefault ?? ''].some((text) => text.length > maxName)
  )
    return undefined;
  return { provider, types, default: byDefault };
}

function readKataConfigs(value: unknown): readonly KnownKataConfig[] | undefined {
  if (!Array.isArray(value) || value.length > maxKataConfigs) return undefined;
  const known = value.flatMap((one: unknown): KnownKataConfig[] => {
    const name = getString(one, 'name');
    const words = textOf(getString(one, 'words'), maxWords);
    const health = healths.find((known) => known === getValue(one, 'health')) ?? 'unknown';
    return name === undefined || name.length > maxName || words === undefined ? [] : [{ name, words, health }];
  });
  return known.length === value.length ? known : undefined;
}

async function readNodes(
  value: unknown,
  previous: readonly KnownNode[] | undefined,
): Promise<readonly KnownNode[] | undefined> {
  if (!Array.isArray(value) || value.length > maxClusterNodes) return undefined;
  const nodes: KnownNode[] = [];
  let isSame = previous?.length === value.length;
  const slice = new TimeSlice();
  for (const one of value) {
    const node = readNode(one);
    if (node === undefined) return undefined;
    isSame &&= bytes.sameData(previous?.[nodes.length], node);
    nodes.push(node);
    if (slice.isOver) await slice.pause();
  }
  return isSame ? previous : nodes;
}

function readNode(value: unknown): KnownNode | undefined {
  const name = getString(value, 'name');
  const labels = getValue(value, 'labels');
  if (name === undefined || name.length > maxName || !isJsonObject(labels)) return undefined;
  const entries = Object.entries(labels);
  if (entries.length > maxLabels) return undefined;
  // No node has another: none of them is asked for.
  const valid = entries.filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' && entry[0].length <= maxKey && entry[1].length <= maxValue,
  );
  return { name, labels: Object.fromEntries(valid) };
}

function same<Part>(previous: Part, now: Part): Part {
  return bytes.sameData(previous, now) ? previous : now;
}
