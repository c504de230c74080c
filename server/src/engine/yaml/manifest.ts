/** Which known kind a YAML document is, if any. A document of a kind that we do not know is none of our business. */
import { distance } from 'fastest-levenshtein';
import type { KindKnowledge } from '#core/kinds/field.ts';
import { knownKinds } from '#core/kinds/index.ts';
import { mentionsKnownKind } from '#core/kinds/mentionsKnownKind.ts';
import { misspelledNamespaces, operatorNamespace } from '#core/product/namespaces.ts';
import { generatorsOf } from './kustomization.ts';
import { escapeRegExp } from '../text/escapeRegExp.ts';
import { getYamlString, findYamlNode, type MapNode } from './node.ts';
import type { ParsedDocument } from './parse/parse.ts';
import type { Manifest } from './manifestModel.ts';

/** True when the text may hold a document of a known kind: cheap, so that all other documents cost nothing. */
export function mayBeKnown(text: string): boolean {
  return mentionsKnownKind(text);
}

/** More objects in one List are not looked at. */
const maxItems = 500;

/**
 * The manifests that a document holds: itself, the items of a List, or what a kustomization makes. Empty when it is not
 * one of ours.
 */
export function findManifests({ root }: ParsedDocument): readonly Manifest[] {
  if (root?.type !== 'map') return [];
  const manifest = asManifest(root);
  if (manifest !== undefined) return [manifest];
  const items = getYamlString(root, ['kind'])?.endsWith('List') === true ? findYamlNode(root, ['items']) : undefined;
  if (items?.type !== 'seq') return generatorsOf(root);
  const parts = items.items
    .slice(0, maxItems)
    .map((item) => (item.type === 'map' && !item.borrowed ? asManifest(item) : undefined));
  return parts.filter((part) => part !== undefined).map((part): Manifest => ({ ...part, part: 'list item' }));
}

function asManifest(root: MapNode): Manifest | undefined {
  const kind = kindOf(root);
  return kind === undefined ? undefined : { kind, root, name: getYamlString(root, ['metadata', 'name']) };
}

/**
 * The kind of a document whose text says it in whole lines of their own; undefined when that is in doubt, and parsing
 * must tell. Whoever types a word waits for completion, and until there is a colon behind it the document cannot be
 * read anyway.
 */
export function kindByLines(text: string): KindKnowledge | undefined {
  if (text.includes('{{')) return undefined;
  const kind = /^kind: (\w+)[ \t]*\r?$/m.exec(text)?.[1] ?? '';
  const known = lines
    .get(kind)
    ?.find(({ apiVersion, name }) => apiVersion.test(text) && name?.test(text) !== false)?.known;
  // Of our own groups it is also without an apiVersion, which may be what is being written.
  return known ?? (/^apiVersion:/m.test(text) ? undefined : ownGroups.find((own) => own.kind === kind));
}

/** The known kinds by the word that stands behind `kind:`: several ConfigMaps are ours. */
const byKind = grouped(knownKinds, ({ kind }) => kind);
const ownGroups = knownKinds.filter(({ ownGroup }) => ownGroup === true);

const signs = knownKinds.map((known) => ({
  known,
  apiVersion: new RegExp(
    `^apiVersion: ${known.group === '' ? '' : `${escapeRegExp(known.group)}/`}v[0-9a-z]+[ \\t]*\\r?$`,
    'm',
  ),
  name:
    known.names === undefined
      ? undefined
      : new RegExp(`^[ \\t]+name: (?:${known.names.map(escapeRegExp).join('|')})[ \\t]*\\r?$`, 'm'),
}));

const lines = grouped(signs, ({ known }) => known.kind);

function grouped<T>(all: readonly T[], by: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(by(one), [...(groups.get(by(one)) ?? []), one]);
  return groups;
}

function kindOf(root: MapNode): KindKnowledge | undefined {
  const kind = getYamlString(root, ['kind']);
  const group = groupOf(getYamlString(root, ['apiVersion']));
  return (
    ownGroups.find((known) => isOfOwnGroup(known, root, kind, group)) ??
    byKind.get(kind ?? '')?.find((known) => {
      if (known.ownGroup === true || (group !== known.group && group !== undefined)) return false;
      return (group === known.group || looksLikeObject(root)) && isNamed(known, root);
    })
  );
}

/** An object that is ours by name: by its right name anywhere, by a wrong one only where nothing else can be meant. */
function isNamed(known: KindKnowledge, root: MapNode): boolean {
  const { names } = known;
  if (names === undefined) return true;
  const name = getYamlString(root, ['metadata', 'name']);
  if (name === undefined) return false;
  if (names.includes(name)) return true;
  // A Namespace lies in none.
  const isPlace = known.scope === 'Cluster' || getYamlString(root, ['metadata', 'namespace']) === operatorNamespace;
  return isPlace && isMisnamed(known, name);
}

/** A name that is written in place of that of the kind: a usual one, or a slip in it. */
export function isMisnamed({ names = [], misnames = [] }: KindKnowledge, name: string): boolean {
  if (names.includes(name) || allNames.has(name)) return false;
  return misnames.includes(name) || names.some((right) => isSlipOf(name, right));
}

const allNames: ReadonlySet<string> = new Set(knownKinds.flatMap(({ names }) => names ?? []));

/** A namespace that can only be a slip for that of the operator. */
export function isMisspelledNamespace(namespace: string): boolean {
  return (
    namespace !== operatorNamespace &&
    (misspelledNamespaces.some(({ name }) => name === namespace) || isSlipOf(namespace, operatorNamespace))
  );
}

/**
 * One or two letters wrong, and nothing that makes it another name: a number, a part of its own, another cloud, another
 * short last word (`-ca`).
 */
function isSlipOf(written: string, right: string): boolean {
  const rest = written.includes(right) ? written.replace(right, '') : '';
  if (Math.abs(written.length - right.length) > 2 || /[-_.]/.test(rest) || /\d/.test(written)) return false;
  const [mine = [], its = []] = [written, right].map((name) => name.split(/[-_.]/));
  const [first = '', last = ''] = [its[0], its.at(-1)];
  if ((last.length < 3 && mine.at(-1) !== last) || (right.endsWith('-podvm-image-cm') && mine[0] !== first))
    return false;
  return distance(written.toLowerCase(), right) <= 2;
}

function isOfOwnGroup(
  known: KindKnowledge,
  root: MapNode,
  kind: string | undefined,
  group: string | undefined,
): boolean {
  if (group === known.group) return kind === undefined || !kind.endsWith('List');
  if (kind !== known.kind) return false;
  // Somebody else may have a kind of the same name. Ours without its group, or with a slip in it, is still ours.
  if (group === undefined) return looksLikeObject(root);
  return group === '' || looksLike(group, known.group);
}

/** The API group of an apiVersion: `` for `v1`. Undefined without one. */
export function groupOf(apiVersion: string | undefined): string | undefined {
  if (apiVersion === undefined) return undefined;
  const slash = apiVersion.indexOf('/');
  return slash === -1 ? '' : apiVersion.slice(0, slash);
}

/** A slip of the fingers, or another group of the same house. */
function looksLike(group: string, wanted: string): boolean {
  return (
    (group.startsWith('kata') && group.endsWith('.openshift.io')) ||
    (group.length < 2 * wanted.length && distance(group, wanted) <= 3)
  );
}

/**
 * Without an apiVersion: a Kubernetes object has metadata or a spec, and one that is being begun has nothing else yet.
 */
function looksLikeObject(root: MapNode): boolean {
  return (
    findYamlNode(root, ['metadata']) !== undefined ||
    findYamlNode(root, ['spec']) !== undefined ||
    root.entries.every(({ key }) => key.text === 'kind' || key.text === 'apiVersion')
  );
}
