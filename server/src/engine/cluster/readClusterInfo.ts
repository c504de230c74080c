/**
 * Validates cluster facts from a client, because any editor can send any data. An invalid or oversized part is omitted
 * as unknown, because a partial list would give wrong results.
 */
import * as l10n from '@vscode/l10n';
import { getBoolean, isJsonObject, getString, getValue } from '#core/common/json.ts';
import { parseTimestamp } from '#core/common/time.ts';
import { findKubernetesMinor } from '#core/kubernetes/kubernetesVersions.ts';
import { versionNumbers } from '#core/common/versions.ts';
import { findRelease } from '#core/product/releases.ts';
import { maxClusterNodes, type ClusterObjectHealth } from '#server/protocol/clusterFacts.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { TimeSlice } from '../scheduling/timeSlice.ts';
import { describeAge } from './describeAge.ts';
import type { ValidationCluster, KnownInstanceTypes, KnownKataConfig, KnownNode } from './knownCluster.ts';
import { bytes } from '#platform/bytes.ts';

/** Maximum numbers of items, higher than in any real cluster. */
const [maxRuntimeClasses, maxTypes, maxKataConfigs, maxLabels] = [500, 2000, 100, 1000];
/**
 * Maximum lengths in Kubernetes: 253 characters before the slash of a label key, 63 after it and in its value, and 253
 * in names.
 */
const [maxKey, maxValue, maxName] = [317, 63, 253];
/** Maximum lengths in characters of texts in messages and CodeLenses, and of versions. */
const [maxClusterName, maxWords, maxVersion] = [40, 120, 60];

const healths: readonly ClusterObjectHealth[] = ['ok', 'busy', 'attention', 'failed', 'unknown'];

const parts = [
  'name',
  'asOf',
  'release',
  'unknownRelease',
  'openShift',
  'kubernetes',
  'runtimeClasses',
  'allowedInstanceTypes',
  'nodes',
  'kataConfigs',
  'converged',
  'kataNodes',
] as const;

/**
 * Reads the facts from the received data. Yields to other work, because there can be thousands of nodes.
 * @param previous the previous facts; unchanged parts are reused
 * @param now milliseconds since 1970
 * @returns undefined if there are no facts, or if the cluster name or time is missing
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
        comment: ['Shown instead of a time: the data of the cluster is always up to date.'],
      })
    : describeAge(at, now);
  const known: ValidationCluster = {
    name,
    asOf,
    said: isLive ? l10n.t`cluster ${name}` : l10n.t`cluster ${name} (${asOf})`,
    release: readRelease(getString(facts, 'release')),
    unknownRelease: readUnknownRelease(getString(facts, 'release')),
    openShift: readVersion(getString(facts, 'openShift')),
    kubernetes: readKubernetesVersion(getString(facts, 'kubernetes')),
    runtimeClasses: same(previous?.runtimeClasses, readTexts(getValue(facts, 'runtimeClasses'), maxRuntimeClasses)),
    allowedInstanceTypes: same(previous?.allowedInstanceTypes, readTypes(getValue(facts, 'allowedInstanceTypes'))),
    nodes: await readNodes(getValue(facts, 'nodes'), previous?.nodes),
    kataConfigs: same(previous?.kataConfigs, readKataConfigs(getValue(facts, 'kataConfigs'))),
    converged: getBoolean(facts, 'converged'),
    kataNodes: readCount(getValue(facts, 'kataNodes')),
  };
  // If only seconds passed, the previous facts are returned, so that files aren't checked again.
  return previous !== undefined && parts.every((part) => known[part] === previous[part]) ? previous : known;
}

/** Returns the text on one line, truncated. Returns undefined if it's empty. */
function textOf(text: string | undefined, longest: number): string | undefined {
  const line = sanitizeQuote(text ?? '', longest).trim();
  return line === '' ? undefined : line;
}

function readRelease(text: string | undefined): string | undefined {
  return text === undefined || text.length > maxName ? undefined : findRelease(text)?.id;
}

/** Returns the version of an OSC release that isn't known, or undefined if it's known or not a version. */
function readUnknownRelease(text: string | undefined): string | undefined {
  return readRelease(text) === undefined ? readVersion(text) : undefined;
}

function readVersion(text: string | undefined): string | undefined {
  return text === undefined || text.length > maxVersion || versionNumbers(text) === undefined ? undefined : text;
}

function readKubernetesVersion(text: string | undefined): string | undefined {
  return text === undefined || text.length > maxVersion || findKubernetesMinor(text) === undefined ? undefined : text;
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
  // Invalid labels are omitted. Nodes can't have them, and no rule requires them.
  const valid = entries.filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' && entry[0].length <= maxKey && entry[1].length <= maxValue,
  );
  return { name, labels: Object.fromEntries(valid) };
}

function same<Part>(previous: Part, now: Part): Part {
  return bytes.sameData(previous, now) ? previous : now;
}
