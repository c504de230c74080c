/**
 * Determines the version that OLM updates the operator to. OLM updates directly to the newest bundle of the channel
 * whose `replaces` or `skipRange` contains the installed version. Sources: core/product/catalog.ts;
 * operator-framework/operator-lifecycle-manager@992bb097 pkg/controller/registry/resolver/resolver.go.
 */
import {
  findFirstOpenShift,
  listStableEntries,
  nonexistentChannel,
  stableEntries,
  type CatalogEntry,
  type SkipRange,
} from '../product/catalog.ts';
import { documentedSubscription as documented } from '../product/namespaces.ts';
import { compareVersionTexts, versionNumbers } from '../common/versions.ts';
import type { PackageManifest } from './lookups/operator/packageManifest.ts';

/** What determines the next version. */
export interface UpdateSituation {
  /** Installed version, such as `1.11.1`. */
  readonly installed: string;
  readonly channel: string;
  /** Name of the catalog source in the Subscription. */
  readonly source: string;
  /** OpenShift version, such as `4.21.9`. */
  readonly openShift?: string;
  /** The package as the cluster provides it. Takes precedence over the table. */
  readonly manifest?: PackageManifest['found'];
}

/** The result of resolving an update. */
export type UpdatePath =
  /** OLM updates to this version. It's direct if it skips other versions. */
  | { readonly kind: 'next'; readonly version: string; readonly isDirect: boolean; readonly origin: UpdateOrigin }
  /** The channel has no newer version. */
  | {
      readonly kind: 'newest';
      readonly version: string;
      readonly origin: UpdateOrigin;
      /** A newer version, and the OpenShift version that offers it. */
      readonly later?: { readonly version: string; readonly openShift: string };
    }
  /** The catalog doesn't contain the channel. */
  | { readonly kind: 'no channel' }
  | { readonly kind: 'unknown' };

/** Where the bundles come from: the PackageManifest of the cluster, or the table of the Red Hat catalog. */
type UpdateOrigin = 'cluster' | 'table';

/** Returns the version that OLM updates the operator to. */
export function findUpdatePath(situation: UpdateSituation): UpdatePath {
  const path = resolve(situation);
  const newest = stableEntries.at(-1)?.version ?? '';
  const openShift = findFirstOpenShift(newest);
  if (path.kind !== 'newest' || situation.source !== documented.source || openShift === undefined) return path;
  return isNewer(newest, path.version) ? { ...path, later: { version: newest, openShift } } : path;
}

function isNewer(one: string, other: string): boolean {
  return (compareVersionTexts(one, other) ?? 0) > 0;
}

function resolve({ installed, channel, source, openShift, manifest }: UpdateSituation): UpdatePath {
  if (manifest?.catalogue === source) {
    const found = manifest.channels.find(({ name }) => name === channel);
    return found === undefined ? { kind: 'no channel' } : fromManifest(found, source, installed);
  }
  if (source !== documented.source) return { kind: 'unknown' };
  if (channel === nonexistentChannel) return { kind: 'no channel' };
  const entries = channel === documented.channel && openShift !== undefined ? listStableEntries(openShift) : undefined;
  return entries === undefined ? { kind: 'unknown' } : resolveUpdate(entries, installed, 'table');
}

type Channel = NonNullable<PackageManifest['found']>['channels'][number];

/** Resolves an update from a channel of the cluster. A PackageManifest contains only the range of its newest bundle. */
function fromManifest({ version, skipRange, entries }: Channel, source: string, installed: string): UpdatePath {
  if (version === undefined || entries.length === 0) return { kind: 'unknown' };
  if (version === installed) return { kind: 'newest', version, origin: 'cluster' };
  const known = source === documented.source ? stableEntries.find((entry) => entry.version === version) : undefined;
  const range = skipRange === undefined ? known?.skipRange : parseSkipRange(skipRange);
  if (range === undefined || isInRange(installed, range) !== true) return { kind: 'unknown' };
  return { kind: 'next', version, isDirect: true, origin: 'cluster' };
}

/** Parses a range such as `>=1.1.0 <1.13.1`. Returns undefined for other forms. */
export function parseSkipRange(text: string): SkipRange | undefined {
  const match = /^>=\s*v?(\d{1,6}\.\d{1,6}\.\d{1,6})\s+<\s*v?(\d{1,6}\.\d{1,6}\.\d{1,6})$/.exec(text.trim());
  const [, from, before] = match ?? [];
  return from === undefined || before === undefined ? undefined : { from, before };
}

/** Returns whether a range contains a version. Returns undefined if a version is invalid. */
export function isInRange(version: string, { from, before }: SkipRange): boolean | undefined {
  const [toFirst, toEnd] = [compareVersionTexts(version, from), compareVersionTexts(version, before)];
  return toFirst === undefined || toEnd === undefined ? undefined : toFirst >= 0 && toEnd < 0;
}

/**
 * Returns the version that OLM updates to, from the bundles of a channel. Returns `unknown` if the channel is empty,
 * its bundles replace each other in a cycle, or a version is invalid.
 */
export function resolveUpdate(entries: readonly CatalogEntry[], installed: string, origin: UpdateOrigin): UpdatePath {
  if (versionNumbers(installed) === undefined) return { kind: 'unknown' };
  if (entries.some(({ version }) => versionNumbers(version) === undefined)) return { kind: 'unknown' };
  const replaced = new Set(entries.flatMap(({ replaces }) => replaces ?? []));
  const [head, ...others] = entries.filter(({ version }) => !replaced.has(version));
  if (head === undefined || others.length > 0) return { kind: 'unknown' };
  if (head.version === installed) return { kind: 'newest', version: installed, origin };
  const byVersion = new Map(entries.map((entry) => [entry.version, entry]));
  let entry: CatalogEntry | undefined = head;
  // A chain with more steps than bundles is a cycle.
  for (let step = 0; step < entries.length && entry !== undefined; step += 1) {
    const { version, replaces, skipRange }: CatalogEntry = entry;
    const isSkipped = skipRange !== undefined && isInRange(installed, skipRange) === true;
    if (replaces === installed || isSkipped) return { kind: 'next', version, isDirect: replaces !== installed, origin };
    entry = byVersion.get(replaces ?? '');
  }
  return { kind: 'unknown' };
}
