/**
 * Finds the CustomResourceDefinitions (CRDs) in YAML documents. Reads the CRDs of API groups that concern OSC, and
 * those of groups that the caller needs, because the CRDs of all operators in a large repository would take too much
 * time and memory.
 */
import { getList, getString, getValue } from '#core/common/json.ts';
import { isOwnGroup } from '#core/kinds/custom/customKinds.ts';
import { knownKinds } from '#core/kinds/index.ts';
import { oncePerText } from '../../oncePerObject.ts';
import { fingerprint } from '../execCommands.ts';
import type { LineSpan } from '../indexedObject.ts';
import { findYamlNode, getYamlString, toPlainValue, type MapNode } from '../../yaml/node.ts';
import { limitCodes, maxDocumentLength } from '../../yaml/parse/parse.ts';
import { readLongYaml } from './readLongYaml.ts';
import { copyString, type YamlDocument } from '../../yaml/yamlDocument.ts';
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

/** A CRD in a file of the workspace, or a kind of a cluster. Doesn't keep the document in memory. */
export interface IndexedCrd extends Omit<Crd, 'root' | 'start' | 'end'> {
  /** Canonical URI. For a kind of a cluster, a URI that isn't a file. */
  readonly uri: string;
  /** The cluster whose API server published the schema. Undefined for a file. */
  readonly cluster?: SchemaCluster;
  /** Range of the value of `kind` in the file. */
  readonly place: LineSpan;
}

/** The cluster of a schema. */
export interface SchemaCluster {
  /** Sanitized name. */
  readonly name: string;
  /** Age of the schema for users, such as `last updated 10:41`. */
  readonly age: string;
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
function isRead(group: string, kind: string, needed: ReadonlySet<string>): boolean {
  return (
    isOwnGroup(group) || needed.has(group) || knownKinds.some((known) => known.group === group && known.kind === kind)
  );
}

/** Maximum number of CRDs per file. */
export const maxPerFile = 50;

/** Returns whether a text might contain a CRD. This quick check avoids parsing all other documents. */
export function mayBeCrd(text: string): boolean {
  return text.includes(crdKind);
}

const noGroups: ReadonlySet<string> = new Set();
/** A group on its own line, or between other fields, as in JSON without line breaks. */
const groupField =
  /(?:^[ \t]{0,8}|[{,][ \t]{0,8})"?group"?:[ \t]*["']?([a-z0-9.-]{1,253})["']?(?=[ \t]*(?:[,}]|\r?$))/gm;

const documentMayBeCrd = oncePerText(({ text }: YamlDocument) => mayBeCrd(text));

/** Returns the API groups of the CRDs that a text might contain. */
export function crdGroupsIn(text: string): readonly string[] {
  if (!mayBeCrd(text)) return [];
  const groups = new Set<string>();
  for (const [, group = ''] of text.matchAll(groupField)) if (groups.size < maxPerFile) groups.add(group);
  return [...groups];
}

const none: readonly Crd[] = [];
const crdsOf = new WeakMap<YamlDocument, { readonly needed: string; readonly crds: readonly Crd[] }>();

/**
 * Returns the CRDs in a document, including those in a List.
 * @param groups the API groups whose CRDs are needed, in addition to those that concern OSC
 */
export function crdsIn(document: YamlDocument, groups: ReadonlySet<string> = noGroups): readonly Crd[] {
  if (!documentMayBeCrd(document)) return none;
  const { text } = document;
  const needed = groups.size === 0 ? [] : crdGroupsIn(text).filter((group) => groups.has(group));
  const known = crdsOf.get(document);
  if (known !== undefined && (needed.length === 0 || known.needed === needed.join())) return known.crds;
  if (needed.length === 0 && !crdGroups.some((group) => text.includes(group))) return none;
  // `readLongCrds` reads such a document in steps.
  if (text.length > maxDocumentLength && text.length <= maxCrdLength) return none;
  const crds = readDocument(document, new Set(needed));
  crdsOf.set(document, { needed: needed.join(), crds });
  return crds;
}

/** Length from which a document is read in steps, and maximum length. */
const longDocument = 100_000;
const maxCrdLength = 2_000_000;

/** Returns the API groups of the CRDs that a document might contain. */
export function crdGroupsOf(document: YamlDocument): readonly string[] {
  return documentMayBeCrd(document) ? crdGroupsIn(document.text) : [];
}

/** Returns whether `readLongCrds` must read a document, so that short documents cost nothing. */
export function isLongCrd(document: YamlDocument): boolean {
  return document.text.length > longDocument && documentMayBeCrd(document);
}

/** Reads the CRD in a long document in steps, so that `crdsIn` returns it afterwards. */
export function* readLongCrds(
  document: YamlDocument,
  groups: ReadonlySet<string>,
): Generator<undefined, void, undefined> {
  const { text } = document;
  if (text.length > maxCrdLength || !isLongCrd(document)) return;
  const needed = crdGroupsIn(text).filter((group) => groups.has(group));
  const isOwn = crdGroups.some((group) => text.includes(group));
  if (crdsOf.get(document)?.needed === needed.join() || (needed.length === 0 && !isOwn)) return;
  const value = readJson(text) ?? (yield* readLongYaml(text));
  if (value !== undefined) {
    const places = placesOfKind(text);
    const items = getString(value, 'kind')?.endsWith('List') === true ? getList(value, 'items') : [value];
    const crds = items
      .filter((item) => getString(item, 'kind') === crdKind)
      .slice(0, maxPerFile)
      .flatMap((item, index) => readCrdValue(item, places[index] ?? { start: 0, end: 0 }, new Set(needed)));
    crdsOf.set(document, { needed: needed.join(), crds });
  } else if (text.length > maxDocumentLength)
    crdsOf.set(document, { needed: needed.join(), crds: brokenCrd(text, 'too-large', new Set(needed)) });
}

/** Returns the value of a JSON document, which is read much faster than YAML. Returns undefined for other documents. */
function readJson(text: string): unknown {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Matches the kind of a CRD in YAML, and in JSON. */
const kindFields =
  /^[ -]{0,8}["']?kind["']?:[ \t]*["']?CustomResourceDefinition["']?[ \t]*\r?$|"kind"\s*:\s*"CustomResourceDefinition"/gm;

/** Returns the ranges of the kinds of the CRDs in a document. */
function placesOfKind(text: string): readonly { readonly start: number; readonly end: number }[] {
  return Array.from(text.matchAll(kindFields), ({ 0: field, index }) => {
    const start = index + field.lastIndexOf(crdKind);
    return { start, end: start + crdKind.length };
  }).slice(0, maxPerFile);
}

function readDocument(document: YamlDocument, needed: ReadonlySet<string>): readonly Crd[] {
  const { text } = document;
  if (text.length > maxDocumentLength) return brokenCrd(text, 'too-large', needed);
  const { root, template, problems } = document.parsed;
  if (template) return [];
  const broken = problems.find(({ code }) => code !== 'DUPLICATE_KEY');
  if (broken !== undefined) return brokenCrd(text, limitCodes.has(broken.code) ? 'too-large' : 'syntax', needed);
  const items = getYamlString(root, ['kind'])?.endsWith('List') === true ? findYamlNode(root, ['items']) : undefined;
  const roots = items?.type === 'seq' ? items.items : root === undefined ? [] : [root];
  return roots
    .slice(0, maxPerFile)
    .flatMap((node) => (node.type === 'map' && !node.borrowed ? readCrd(node, needed) : []));
}

/**
 * Returns a CRD without versions for a document that can't be parsed. Its lines must show that it's a CRD of an API
 * group of the product.
 */
function brokenCrd(text: string, problem: CrdProblem, needed: ReadonlySet<string>): readonly Crd[] {
  const [place] = placesOfKind(text);
  const [, ofYaml, ofJson] =
    /^ {2,8}group:[ \t]*["']?([a-z0-9.-]{1,253})["']?[ \t]*\r?$|"group"\s*:\s*"([a-z0-9.-]{1,253})"/m.exec(text) ?? [];
  const group = ofYaml ?? ofJson;
  if (place === undefined || group === undefined || !(isOwnGroup(group) || needed.has(group))) return [];
  return [unusable({ group, kind: '', scope: 'Namespaced' }, problem, place)];
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

/** Returns the CRD in an object. */
function readCrd(root: MapNode, needed: ReadonlySet<string>): readonly Crd[] {
  const kindNode = findYamlNode(root, ['kind']);
  if (kindNode === undefined || getYamlString(root, ['kind']) !== crdKind) return [];
  return readCrdValue(toPlainValue(root), kindNode, needed, root);
}

/**
 * Returns the CRD in a value.
 * @param place range of the value of `kind` in the document
 */
function readCrdValue(
  value: unknown,
  place: { readonly start: number; readonly end: number },
  needed: ReadonlySet<string>,
  root?: MapNode,
): readonly Crd[] {
  const [group, kind] = [getString(value, 'spec', 'group'), getString(value, 'spec', 'names', 'kind')];
  if (
    getString(value, 'kind') !== crdKind ||
    getString(value, 'apiVersion') !== crdApiVersion ||
    group === undefined ||
    kind === undefined ||
    !isRead(group, kind, needed)
  )
    return [];
  const scope = getString(value, 'spec', 'scope') === 'Cluster' ? 'Cluster' : 'Namespaced';
  const names = { group: copyString(group), kind: copyString(kind), scope } as const;
  const list = getValue(value, 'spec', 'versions');
  if (!Array.isArray(list)) return [unusable(names, 'no-schema', place, root)];
  const keepsUnknown = getValue(value, 'spec', 'preserveUnknownFields') === true;
  const versions: CrdVersion[] = [];
  const served: (string | undefined)[] = [];
  let problem: CrdProblem | undefined;
  let fields = 0;
  for (const version of (list as readonly unknown[]).slice(0, maxPerFile)) {
    const name = getString(version, 'name');
    if (getValue(version, 'served') === false) continue;
    served.push(name === undefined ? undefined : copyString(name));
    if (name === undefined) continue;
    const found = readCrdSchema(getValue(version, 'schema', 'openAPIV3Schema'), keepsUnknown);
    if (typeof found === 'string') problem ??= found;
    else {
      versions.push({ name: copyString(name), schema: found.schema });
      fields += found.fields;
    }
  }
  const { start, end } = place;
  return [
    {
      ...names,
      versions,
      served: list.length > maxPerFile ? undefined : allKnown(served),
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

function hashesOf(...all: readonly unknown[]): Pick<Crd, 'meaning' | 'structure'> {
  const write = (skipped: string | undefined) =>
    fingerprint(
      JSON.stringify(all, (key, value: unknown) =>
        value instanceof Map ? [...value] : key === skipped && typeof value === 'string' ? undefined : value,
      ),
    );
  return { meaning: write(undefined), structure: write('description') };
}
