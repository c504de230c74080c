/**
 * Finds the CustomResourceDefinitions (CRDs) in YAML documents. Only CRDs of API groups that concern OSC are read,
 * because the CRDs of all operators in a large repository would take too much time and memory.
 */
import { oncePerObject } from '../../oncePerObject.ts';
import { knownKinds } from '#core/kinds/index.ts';
import { fingerprint } from '../execCommands.ts';
import { countLineBreaks, type LineSpan } from '../indexedObject.ts';
import { canonicalizeUri } from '../fileUri.ts';
import { findYamlNode, getYamlString, type MapNode, type YamlNode } from '../../yaml/node.ts';
import { limitCodes, maxDocumentLength } from '../../yaml/parse/parse.ts';
import { copyString, type PlacedDocument, type YamlDocument } from '../../yaml/yamlDocument.ts';
import { readCrdSchema, type CrdProblem, type CrdSchema } from './crdSchema.ts';

/** One served version of a CRD. */
interface CrdVersion {
  readonly name: string;
  readonly schema: CrdSchema;
}

/** A CRD in a document. */
export interface Crd {
  readonly group: string;
  readonly kind: string;
  readonly scope: 'Cluster' | 'Namespaced';
  readonly versions: readonly CrdVersion[];
  /** Names of all served versions, including those whose schema can't be read. Undefined if a name is unknown. */
  readonly served: readonly string[] | undefined;
  /** Reason why the CRD, or one of its versions, isn't used. */
  readonly problem: CrdProblem | undefined;
  /** Number of fields in all versions. */
  readonly fields: number;
  /** Hash of the names, versions, schemas, and problem. CRDs with equal hashes have the same effect on features. */
  readonly meaning: string;
  /** Hash of the names, types, and values, without descriptions. */
  readonly structure: string;
  /** Object in the document. Undefined if the document can't be parsed. */
  readonly root: MapNode | undefined;
  /** Range of the value of `kind` in the document. */
  readonly start: number;
  readonly end: number;
}

/** A CRD in a file of the workspace. Doesn't keep the document in memory. */
export interface IndexedCrd extends Omit<Crd, 'root' | 'start' | 'end'> {
  /** Canonical URI. */
  readonly uri: string;
  /** Range of the value of `kind` in the file. */
  readonly place: LineSpan;
}

const crdKind = 'CustomResourceDefinition';
const crdApiVersion = 'apiextensions.k8s.io/v1';
/** API groups whose CRDs are read: those of the product, and those of the other custom kinds that OSC requires. */
export const crdGroups: readonly string[] = [
  ...new Set([
    'confidentialcontainers.org',
    ...knownKinds.map(({ group }) => group).filter((group) => group.includes('.') && !group.endsWith('.k8s.io')),
  ]),
].filter((group) => group !== 'apps.openshift.io');
/** API groups of the product. All their CRDs are read. In other groups, only the CRDs of known kinds are. */
const ownGroups: ReadonlySet<string> = new Set(['confidentialcontainers.org', 'kataconfiguration.openshift.io']);

function isRead(group: string, kind: string): boolean {
  return ownGroups.has(group) || knownKinds.some((known) => known.group === group && known.kind === kind);
}

/** Maximum number of CRDs per file. */
const maxPerFile = 50;

/** Returns whether a text might contain a CRD that is read. This quick check avoids parsing all other documents. */
export function mayBeCrd(text: string): boolean {
  return text.includes(crdKind) && crdGroups.some((group) => text.includes(group));
}

const none: readonly Crd[] = [];

/** Returns the CRDs in a document, including those in a List. */
export const crdsIn = oncePerObject((document: YamlDocument): readonly Crd[] =>
  mayBeCrd(document.text) ? readDocument(document) : none,
);

function readDocument(document: YamlDocument): readonly Crd[] {
  const { text } = document;
  if (text.length > maxDocumentLength) return brokenCrd(text, 'too-large');
  const { root, template, problems } = document.parsed;
  if (template) return [];
  const broken = problems.find(({ code }) => code !== 'DUPLICATE_KEY');
  if (broken !== undefined) return brokenCrd(text, limitCodes.has(broken.code) ? 'too-large' : 'syntax');
  const items = getYamlString(root, ['kind'])?.endsWith('List') === true ? findYamlNode(root, ['items']) : undefined;
  const roots = items?.type === 'seq' ? items.items : root === undefined ? [] : [root];
  return roots.slice(0, maxPerFile).flatMap((node) => (node.type === 'map' && !node.borrowed ? readCrd(node) : []));
}

/**
 * Returns a CRD without versions for a document that can't be parsed. Its lines must show that it's a CRD of an API
 * group of the product.
 */
function brokenCrd(text: string, problem: CrdProblem): readonly Crd[] {
  const kind = /^kind:[ \t]*CustomResourceDefinition[ \t]*\r?$/m.exec(text);
  const group = /^ {2,8}group:[ \t]*["']?([a-z0-9.-]{1,253})["']?[ \t]*\r?$/m.exec(text)?.[1];
  if (kind === null || group === undefined || !ownGroups.has(group)) return [];
  const start = kind.index + kind[0].indexOf(crdKind);
  return [unusable({ group, kind: '', scope: 'Namespaced' }, problem, { start, end: start + crdKind.length })];
}

function unusable(
  names: Pick<Crd, 'group' | 'kind' | 'scope'>,
  problem: CrdProblem,
  place: { readonly start: number; readonly end: number },
  root?: MapNode,
): Crd {
  const meaning = `${names.group} ${names.kind} ${problem}`;
  const { start, end } = place;
  return {
    ...names,
    versions: [],
    served: undefined,
    problem,
    fields: 0,
    meaning,
    structure: meaning,
    root,
    start,
    end,
  };
}

function readCrd(root: MapNode): readonly Crd[] {
  const kindNode = findYamlNode(root, ['kind']);
  const [group, kind] = [getYamlString(root, ['spec', 'group']), getYamlString(root, ['spec', 'names', 'kind'])];
  if (
    kindNode === undefined ||
    getYamlString(root, ['kind']) !== crdKind ||
    getYamlString(root, ['apiVersion']) !== crdApiVersion ||
    group === undefined ||
    kind === undefined ||
    !isRead(group, kind)
  )
    return [];
  const scope = getYamlString(root, ['spec', 'scope']) === 'Cluster' ? 'Cluster' : 'Namespaced';
  const names = { group: copyString(group), kind: copyString(kind), scope } as const;
  const list = findYamlNode(root, ['spec', 'versions']);
  if (list?.type !== 'seq') return [unusable(names, 'no-schema', kindNode, root)];
  const keeps = findYamlNode(root, ['spec', 'preserveUnknownFields']);
  const keepsUnknown = keeps?.type === 'scalar' && keeps.value === true;
  const versions: CrdVersion[] = [];
  const served: (string | undefined)[] = [];
  let problem: CrdProblem | undefined;
  let fields = 0;
  for (const version of list.items.slice(0, maxPerFile)) {
    const name = getYamlString(version, ['name']);
    if (isUnserved(version)) continue;
    served.push(name === undefined ? undefined : copyString(name));
    if (name === undefined) continue;
    const found = readCrdSchema(findYamlNode(version, ['schema', 'openAPIV3Schema']), keepsUnknown);
    if (typeof found === 'string') problem ??= found;
    else {
      versions.push({ name: copyString(name), schema: found.schema });
      fields += found.fields;
    }
  }
  const { start, end } = kindNode;
  return [
    {
      ...names,
      versions,
      served: list.items.length > maxPerFile ? undefined : allKnown(served),
      problem,
      fields,
      ...hashesOf(names, versions, served, problem),
      root,
      start,
      end,
    },
  ];
}

function allKnown(names: readonly (string | undefined)[]): readonly string[] | undefined {
  const known = names.filter((name) => name !== undefined);
  return known.length === names.length ? known : undefined;
}

function isUnserved(version: YamlNode): boolean {
  const served = findYamlNode(version, ['served']);
  return served?.type === 'scalar' && served.value === false;
}

function hashesOf(...all: readonly unknown[]): Pick<Crd, 'meaning' | 'structure'> {
  const write = (skipped: string | undefined) =>
    fingerprint(
      JSON.stringify(all, (key, value: unknown) =>
        value instanceof Map ? [...value] : key === skipped && typeof value === 'string' ? undefined : value,
      ),
    );
  return { meaning: write(undefined), structure: write('description') };
}

/** Returns the CRDs of a file for the index. After an edit, the CRDs of nearly all documents are cached. */
export function indexCrds(uri: string, documents: readonly PlacedDocument[]): readonly IndexedCrd[] {
  const found: IndexedCrd[] = [];
  if (!documents.some(({ document }) => crdsIn(document).length > 0)) return found;
  let firstLine = 0;
  for (const { document } of documents) {
    for (const { root: _, start, end, ...crd } of crdsIn(document))
      if (found.length < maxPerFile)
        found.push({ ...crd, uri: canonicalizeUri(uri), place: placeIn(document.text, { start, end }, firstLine) });
    if (documents.length > 1) firstLine += countLineBreaks(document.text);
  }
  return found;
}

function placeIn(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  firstLine: number,
): LineSpan {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  return { line: firstLine + countLineBreaks(text, lineStart), column: start - lineStart, length: end - start };
}

/**
 * Returns whether two lists of CRDs provide the same data to other files.
 * @param exactly true if positions must also be equal
 */
export function isSameCrds(
  one: readonly IndexedCrd[] | undefined,
  other: readonly IndexedCrd[] | undefined,
  exactly: boolean,
): boolean {
  const [mine, others] = [one ?? [], other ?? []];
  return (
    mine === others ||
    (mine.length === others.length &&
      mine.every((crd, index) => {
        const second = others[index];
        return (
          second !== undefined &&
          crd.uri === second.uri &&
          crd.meaning === second.meaning &&
          (!exactly || (crd.place.line === second.place.line && crd.place.column === second.place.column))
        );
      }))
  );
}

/** Maximum number of fields in all CRDs of a workspace. */
const maxFields = 200_000;

/**
 * Joins the CRDs of all files, up to a total size. Files are considered in the order of their URIs, so the result
 * doesn't depend on the order in which they were read. Returns the previous list if nothing changed.
 */
export function joinCrds(
  files: readonly { readonly crds?: readonly IndexedCrd[] }[],
  previous: readonly IndexedCrd[] | undefined,
): readonly IndexedCrd[] {
  let left = maxFields;
  const all = files
    .flatMap(({ crds = [] }) => crds)
    .toSorted((one, other) => (one.uri < other.uri ? -1 : one.uri > other.uri ? 1 : 0))
    .filter(({ fields }) => {
      // A smaller CRD can still fit after one that doesn't.
      if (fields > left) return false;
      left -= fields;
      return true;
    });
  return previous !== undefined && isSameCrds(previous, all, true) ? previous : all;
}
