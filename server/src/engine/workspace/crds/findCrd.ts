/** Finds the CRD of an object among the CRDs of the workspace, and the schema of a field in it. */
import type { KindKnowledge } from '#core/kinds/field.ts';
import { canonicalizeUri } from '../fileUri.ts';
import { getYamlString, type MapNode, type PathSegment } from '../../yaml/node.ts';
import type { CrdSchema } from './crdSchema.ts';
import type { IndexedCrd } from './readCrds.ts';

/** A CRD with the version that an object uses. */
export interface MatchingCrd {
  readonly crd: IndexedCrd;
  readonly schema: CrdSchema;
}

/**
 * Returns the CRD that applies to a kind in a file: that of the cluster, otherwise that in a file. If several files
 * define the kind, the nearest one applies.
 * @param uri URI of the file that contains the object
 * @param version version of the object; a cluster without it has no schema for the object
 */
export function nearestCrd(
  crds: readonly IndexedCrd[],
  group: string,
  kind: string,
  uri: string,
  version?: string,
): IndexedCrd | undefined {
  const all = crds.filter((crd) => crd.group === group && crd.kind === kind && crd.versions.length > 0);
  const ofCluster = all.find(({ cluster }) => cluster !== undefined);
  if (ofCluster !== undefined && (version === undefined || ofCluster.versions.some(({ name }) => name === version)))
    return ofCluster;
  const own = all.filter(({ cluster }) => cluster === undefined);
  if (own.length < 2) return own[0];
  const mine = canonicalizeUri(uri).split('/').slice(0, -1);
  const ranked = own.map((crd) => {
    const others = crd.uri.split('/').slice(0, -1);
    let common = 0;
    while (common < mine.length && mine[common] === others[common]) common += 1;
    return { crd, common, steps: mine.length + others.length - 2 * common };
  });
  return ranked.reduce((best, next) =>
    next.common > best.common || (next.common === best.common && next.steps < best.steps) ? next : best,
  ).crd;
}

/** Returns the CRD and the schema of an object. Returns undefined if no CRD has the version of the object. */
export function crdOf(
  crds: readonly IndexedCrd[],
  { kind, root }: { readonly kind: KindKnowledge; readonly root: MapNode },
  uri: string,
): MatchingCrd | undefined {
  if (crds.length === 0) return undefined;
  const version = getYamlString(root, ['apiVersion'])?.split('/').at(-1);
  const crd = nearestCrd(crds, kind.group, kind.kind, uri, version);
  const schema = crd?.versions.find(({ name }) => name === version)?.schema;
  return crd === undefined || schema === undefined ? undefined : { crd, schema };
}

/**
 * Returns the CRD and the schema of a patch, which can lack an `apiVersion`. Without it, the only version of the CRD
 * applies.
 */
export function crdOfPatch(
  crds: readonly IndexedCrd[],
  object: { readonly kind: KindKnowledge; readonly root: MapNode },
  uri: string,
): MatchingCrd | undefined {
  if (getYamlString(object.root, ['apiVersion']) !== undefined) return crdOf(crds, object, uri);
  const crd = nearestCrd(crds, object.kind.group, object.kind.kind, uri);
  const [only, ...others] = crd?.versions ?? [];
  return crd === undefined || only === undefined || others.length > 0 ? undefined : { crd, schema: only.schema };
}

/** The nearest CRD of an object whose version no CRD of the workspace serves. */
export interface UnservedVersion {
  readonly crd: IndexedCrd;
  readonly version: string;
  readonly served: readonly string[];
}

/**
 * Returns the nearest CRD of an object if no CRD of its kind in the workspace serves the version of the object. Returns
 * undefined if a CRD can't be read completely.
 */
export function findUnservedVersion(
  crds: readonly IndexedCrd[],
  { group, version, kind }: { readonly group: string; readonly version: string; readonly kind: string },
  uri: string,
): UnservedVersion | undefined {
  // A CRD that can't be parsed has no kind, so it might define this one.
  const all = crds.filter(
    (crd) => crd.cluster === undefined && crd.group === group && (crd.kind === kind || crd.kind === ''),
  );
  const isInCluster = crds.some(
    (crd) =>
      crd.cluster !== undefined &&
      crd.group === group &&
      crd.kind === kind &&
      crd.versions.some(({ name }) => name === version),
  );
  if (isInCluster || version === '' || all.some(({ served }) => served === undefined || served.includes(version)))
    return undefined;
  const crd = nearestCrd(all, group, kind, uri);
  return crd?.served === undefined ? undefined : { crd, version, served: crd.served };
}

/** Fields that the API server validates itself, and the status, which only controllers write. */
const checkedElsewhere: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'status']);

/** Returns whether the CRD doesn't determine this field at the top level of an object. */
export function isCheckedElsewhere(field: string): boolean {
  return checkedElsewhere.has(field);
}

/**
 * Returns what a CRD defines at a path: the schema, `open` if the API server keeps any field there, and undefined if
 * the field doesn't exist.
 */
export function schemaAt(schema: CrdSchema, path: readonly PathSegment[]): CrdSchema | 'open' | undefined {
  let at: CrdSchema = schema;
  for (const step of path) {
    const next = typeof step === 'number' ? at.items : (at.properties.get(step) ?? at.additional);
    if (next === undefined)
      return at.isOpen || (at.isEmbedded && isCheckedElsewhere(String(step))) ? 'open' : undefined;
    at = next;
  }
  return at;
}
