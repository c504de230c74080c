/**
 * Reads the schemas of a cluster that a client sends, because any editor can send any data. Omits what isn't valid or
 * too large, so that the CRD files or the built-in data apply instead.
 */
import { getBoolean, getList, getString, getValue } from '#core/common/json.ts';
import { parseTimestamp } from '#core/common/time.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { maxClusterKinds } from '#server/protocol/clusterSchemas.ts';
import { TimeSlice } from '../scheduling/timeSlice.ts';
import { readCrdSchema, type CrdSchema } from '../workspace/crds/crdSchema.ts';
import type { IndexedCrd } from '../workspace/crds/readCrds.ts';
import { fingerprint } from '../workspace/execCommands.ts';
import { describeAge } from './describeAge.ts';

/** Maximum length of the name of a cluster in messages. */
const maxClusterName = 40;
const groupPattern = /^[a-z0-9][a-z0-9.-]{0,252}$/;
const versionPattern = /^v[a-z0-9]{1,62}$/;
const kindPattern = /^[A-Za-z][A-Za-z0-9]{0,62}$/;

interface KindSchema {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly scope: IndexedCrd['scope'];
  readonly schema: CrdSchema;
  readonly fields: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * Reads the kinds of a cluster. Yields to other work.
 * @param now milliseconds since 1970
 * @returns one entry per kind, with all sent versions. Empty if no cluster is selected.
 */
export async function readClusterSchemas(sent: unknown, now: number): Promise<readonly IndexedCrd[]> {
  const name = sanitizeQuote(getString(sent, 'cluster') ?? '', maxClusterName).trim();
  if (name === '') return [];
  const kinds = new Map<string, KindSchema[]>();
  const slice = new TimeSlice();
  for (const one of getList(sent, 'kinds').slice(0, maxClusterKinds)) {
    const read = readKind(one);
    if (read !== undefined) {
      const key = `${read.group}/${read.kind}`;
      kinds.set(key, [...(kinds.get(key) ?? []), read]);
    }
    if (slice.isOver) await slice.pause();
  }
  return [...kinds.values()].flatMap((versions) => joinVersions(name, versions, now));
}

function readKind(one: unknown): KindSchema | undefined {
  const [group, version, kind] = ['group', 'version', 'kind'].map((field) => getString(one, field) ?? '');
  const at = parseTimestamp((getString(one, 'asOf') ?? '').slice(0, 40));
  if (group === undefined || version === undefined || kind === undefined || at === undefined) return undefined;
  if (!groupPattern.test(group) || !versionPattern.test(version) || !kindPattern.test(kind)) return undefined;
  const read = readCrdSchema(getValue(one, 'schema'), false);
  if (typeof read === 'string') return undefined;
  const scope = getBoolean(one, 'isNamespaced') === true ? 'Namespaced' : 'Cluster';
  return { group, version, kind, scope, at, ...read };
}

function joinVersions(name: string, versions: readonly KindSchema[], now: number): readonly IndexedCrd[] {
  const [first] = versions;
  if (first === undefined) return [];
  const { group, kind, scope } = first;
  const age = describeAge(Math.min(...versions.map(({ at }) => at)), now);
  const meaning = fingerprint(
    JSON.stringify([name, age, group, kind, scope, versions], (_, value: unknown) =>
      value instanceof Map ? [...value] : value,
    ),
  );
  return [
    {
      uri: `cluster:/${encodeURIComponent(name)}/${group}/${kind}`,
      cluster: { name, age },
      group,
      kind,
      scope,
      versions: versions.map(({ version, schema }) => ({ name: version, schema })),
      served: undefined,
      problem: undefined,
      fields: versions.reduce((sum, { fields }) => sum + fields, 0),
      meaning,
      structure: meaning,
      place: { line: 0, column: 0, length: 0 },
    },
  ];
}
