/**
 * Finds the CRDs in the workspace, and the objects of kinds that only these CRDs define. Returns both as manifests that
 * rules can check.
 */
import type { KindKnowledge } from '#core/kinds/field.ts';
import { isOwnGroup } from '#core/kinds/custom/customKinds.ts';
import { knownKinds } from '#core/kinds/index.ts';
import { findYamlNode, getYamlString, type MapNode } from '../../yaml/node.ts';
import type { Manifest } from '../../yaml/manifestModel.ts';
import type { PlacedDocument, YamlDocument } from '../../yaml/yamlDocument.ts';
import { customKind, unservedKind } from './crdFields.ts';
import type { CrdSchema } from './crdSchema.ts';
import { findUnservedVersion, nearestCrd } from './findCrd.ts';
import { canonicalizeUri } from '../fileUri.ts';
import { lineCount } from '../indexedObject.ts';
import { crdsIn, mayBeCrd, type Crd, type IndexedCrd } from './readCrds.ts';

/** Maximum number of documents per file to search, and of items in a List. */
const maxDocuments = 2000;
const maxItems = 500;

/** The kind CustomResourceDefinition, for rules that check the CRDs themselves. */
export const crdKindInfo: KindKnowledge = {
  id: 'CustomResourceDefinition',
  kind: 'CustomResourceDefinition',
  group: 'apiextensions.k8s.io',
  versions: ['v1'],
  scope: 'Cluster',
  mentions: [],
  summary: () => '',
  fields: {},
};

interface PlacedManifest {
  readonly manifest: Manifest;
  readonly placed: PlacedDocument;
}

/**
 * Returns the CRDs in a file and the objects of their kinds to check.
 * @param options `checksAll` is true if the objects of all API groups are checked, and false if only those of the API
 *   groups that concern OSC are
 */
export function listCustomObjects(
  documents: readonly PlacedDocument[],
  crds: readonly IndexedCrd[],
  uri: string,
  { checksAll }: { readonly checksAll: boolean },
): readonly PlacedManifest[] {
  const kinds = unknownKinds(crds);
  const found: PlacedManifest[] = [...listUnreadCrds(documents, crds, uri)];
  for (const placed of documents.slice(0, maxDocuments)) {
    for (const { manifest } of definitionsIn(placed.document)) found.push({ manifest, placed });
    if (kinds.size > 0)
      for (const manifest of customManifests(placed.document, kinds, crds, uri))
        if (checksAll || isOwnGroup(manifest.kind.group)) found.push({ manifest, placed });
  }
  return found;
}

const ownGroups = new Set(knownKinds.map(({ group, kind }) => `${group}/${kind}`));
const kindsOf = new WeakMap<readonly IndexedCrd[], ReadonlySet<string>>();

/** Returns the names of the kinds that only CRDs define. */
function unknownKinds(crds: readonly IndexedCrd[]): ReadonlySet<string> {
  const known =
    kindsOf.get(crds) ??
    new Set(
      crds
        .filter((crd) => !ownGroups.has(`${crd.group}/${crd.kind}`) && crd.versions.length > 0)
        .map(({ kind }) => kind),
    );
  kindsOf.set(crds, known);
  return known;
}

interface Definition {
  readonly manifest: Manifest;
  readonly crd: Crd;
}

const definitions = new WeakMap<YamlDocument, readonly Definition[]>();
const crdsByManifest = new WeakMap<Manifest, Crd>();

function definitionsIn(document: YamlDocument): readonly Definition[] {
  const crds = crdsIn(document);
  if (crds.length === 0) return [];
  const found = definitions.get(document) ?? crds.map(asDefinition);
  definitions.set(document, found);
  return found;
}

const unreadManifests = new WeakMap<IndexedCrd, { readonly document: YamlDocument; readonly manifest: Manifest }>();

/**
 * Returns the CRDs of a file that the index couldn't read, such as a CRD of another operator that is too large. Doesn't
 * read the documents again.
 */
function listUnreadCrds(
  documents: readonly PlacedDocument[],
  crds: readonly IndexedCrd[],
  uri: string,
): readonly PlacedManifest[] {
  const key = canonicalizeUri(uri);
  const unread = crds.filter(({ problem, uri: of }) => problem !== undefined && of === key);
  const found: PlacedManifest[] = [];
  let line = 0;
  for (const placed of unread.length === 0 ? [] : documents.slice(0, maxDocuments)) {
    const { document } = placed;
    const lines = lineCount(placed);
    const isIn = ({ place }: IndexedCrd) => line <= place.line && place.line <= line + lines;
    if (mayBeCrd(document.text) && crdsIn(document).length === 0)
      for (const crd of unread.filter(isIn)) found.push({ manifest: asUnreadManifest(crd, document, line), placed });
    line += lines;
  }
  return found;
}

/** @param firstLine line of the file in which the document begins */
function asUnreadManifest(crd: IndexedCrd, document: YamlDocument, firstLine: number): Manifest {
  const known = unreadManifests.get(crd);
  if (known?.document === document) return known.manifest;
  const start = offsetOfLine(document.text, crd.place.line - firstLine) + crd.place.column;
  const { manifest } = asDefinition({ ...crd, root: undefined, start, end: start + crd.place.length });
  unreadManifests.set(crd, { document, manifest });
  return manifest;
}

/** Returns the offset of a line, which must exist. */
function offsetOfLine(text: string, line: number): number {
  let offset = 0;
  for (let left = line; left > 0; left -= 1) offset = text.indexOf('\n', offset) + 1;
  return offset;
}

function asDefinition(crd: Crd): Definition {
  const { start, end } = crd;
  const root: MapNode = crd.root ?? { type: 'map', start, end, entries: [], flow: false, borrowed: false };
  const manifest: Manifest = { kind: crdKindInfo, root, name: getYamlString(root, ['metadata', 'name']) };
  crdsByManifest.set(manifest, crd);
  return { manifest, crd };
}

/** Returns the CRD that a manifest of `listCustomObjects` represents. */
export function crdOfManifest(manifest: Manifest): Crd | undefined {
  return crdsByManifest.get(manifest);
}

const objects = new WeakMap<YamlDocument, { crds: readonly IndexedCrd[]; uri: string; found: readonly Manifest[] }>();

function customManifests(
  document: YamlDocument,
  kinds: ReadonlySet<string>,
  crds: readonly IndexedCrd[],
  uri: string,
): readonly Manifest[] {
  const { text } = document;
  if (kinds.size === 0 || !text.includes('kind') || ![...kinds].some((kind) => text.includes(kind))) return [];
  const last = objects.get(document);
  if (last?.crds === crds && last.uri === uri) return last.found;
  const found = findObjects(document, kinds, crds, uri);
  objects.set(document, { crds, uri, found });
  return found;
}

function findObjects(
  document: YamlDocument,
  kinds: ReadonlySet<string>,
  crds: readonly IndexedCrd[],
  uri: string,
): readonly Manifest[] {
  const { root, template, problems } = document.parsed;
  if (template || problems.some(({ code }) => code !== 'DUPLICATE_KEY') || root?.type !== 'map') return [];
  const known = new Set(document.manifests.map((manifest) => manifest.root));
  const isList = getYamlString(root, ['kind'])?.endsWith('List') === true;
  const items = isList ? findYamlNode(root, ['items']) : undefined;
  return (items?.type === 'seq' ? items.items.slice(0, maxItems) : [root]).flatMap((node): Manifest[] => {
    const kind = getYamlString(node, ['kind']) ?? '';
    if (node.type !== 'map' || node.borrowed || known.has(node) || !kinds.has(kind)) return [];
    const head = { ...readApiVersion(node), kind };
    const match = customKindOf(crds, head, uri) ?? unservedKindOf(crds, head, uri);
    return match === undefined
      ? []
      : [
          {
            kind: match,
            root: node,
            name: getYamlString(node, ['metadata', 'name']),
            ...(isList ? { part: 'list item' } : {}),
          },
        ];
  });
}

function readApiVersion(node: MapNode): { readonly group: string; readonly version: string } {
  const [group = '', version = ''] = (getYamlString(node, ['apiVersion']) ?? '').split('/');
  return { group, version };
}

const custom = new WeakMap<CrdSchema, KindKnowledge>();
const unserved = new WeakMap<IndexedCrd, KindKnowledge>();

/** Returns the kind of an object whose version no CRD of the workspace serves. Its fields are unknown. */
function unservedKindOf(
  crds: readonly IndexedCrd[],
  head: { readonly group: string; readonly version: string; readonly kind: string },
  uri: string,
): KindKnowledge | undefined {
  const crd = ownGroups.has(`${head.group}/${head.kind}`) ? undefined : findUnservedVersion(crds, head, uri)?.crd;
  if (crd === undefined) return undefined;
  const known = unserved.get(crd) ?? unservedKind(crd);
  unserved.set(crd, known);
  return known;
}

/** Returns the kind that only a CRD of the workspace defines. */
export function customKindOf(
  crds: readonly IndexedCrd[],
  { group, version, kind }: { readonly group: string; readonly version: string; readonly kind: string },
  uri: string,
): KindKnowledge | undefined {
  if (ownGroups.has(`${group}/${kind}`)) return undefined;
  const crd = nearestCrd(crds, group, kind, uri, version);
  const schema = crd?.versions.find(({ name }) => name === version)?.schema;
  if (crd === undefined || schema === undefined) return undefined;
  const known = custom.get(schema) ?? customKind(crd, schema);
  custom.set(schema, known);
  return known;
}

/** Returns the object at an offset of a document, if only a CRD defines its kind. */
export function customManifestAt(
  document: YamlDocument,
  offset: number,
  crds: readonly IndexedCrd[],
  uri: string,
): Manifest | undefined {
  const found = customManifests(document, unknownKinds(crds), crds, uri);
  return found.find(
    ({ root, part, kind }) =>
      kind.versions.includes(readApiVersion(root).version) &&
      (part === undefined || (root.start <= offset && offset <= root.end)),
  );
}
