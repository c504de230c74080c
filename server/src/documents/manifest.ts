/** Which known kind a YAML document is, if any. A document of a kind that we do not know is none of our business. */
import { distance } from 'fastest-levenshtein';
import type { KindKnowledge } from '../../../core/kinds/field.ts';
import { knownKinds } from '../../../core/kinds/index.ts';
import { stringAt, nodeAt, type MapNode } from './node.ts';
import type { ParsedDocument } from './parse.ts';

/** A document that is, or clearly means to be, an object of a known kind. */
export interface Manifest {
  readonly kind: KindKnowledge;
  readonly root: MapNode;
  /** `metadata.name`, when it is there and known. */
  readonly name: string | undefined;
}

/** True when the text may hold a document of a known kind: cheap, so that all other documents cost nothing. */
export function mayBeKnown(text: string): boolean {
  return knownKinds.some((kind) => kind.mentions.some((mention) => text.includes(mention)));
}

/** The manifest that a document is, or undefined when its kind is not one of ours. */
export function manifestOf({ root }: ParsedDocument): Manifest | undefined {
  if (root?.type !== 'map') return undefined;
  const kind = knownKinds.find((known) => isOf(known, root));
  return kind === undefined ? undefined : { kind, root, name: stringAt(root, ['metadata', 'name']) };
}

/**
 * The kind of a document whose text says it in whole lines of their own; undefined when that is in doubt, and parsing must tell.
 * Whoever types a word waits for completion, and until there is a colon behind it the document cannot be read anyway.
 */
export function kindByLines(text: string): KindKnowledge | undefined {
  return text.includes('{{') ? undefined : lines.find(({ kind, apiVersion }) => kind.test(text) && apiVersion.test(text))?.known;
}

const lines = knownKinds.map((known) => ({
  known,
  kind: new RegExp(`^kind: ${known.kind}[ \\t]*\\r?$`, 'm'),
  apiVersion: new RegExp(`^apiVersion: ${known.group === '' ? '' : `${known.group.replaceAll('.', '\\.')}/`}v[0-9a-z]+[ \\t]*\\r?$`, 'm'),
}));

function isOf(known: KindKnowledge, root: MapNode): boolean {
  const kind = stringAt(root, ['kind']);
  const apiVersion = stringAt(root, ['apiVersion']);
  const group = groupOf(apiVersion);
  if (group === known.group) return kind === undefined || !isList(kind);
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

function isList(kind: string): boolean {
  return kind.endsWith('List');
}

/** A slip of the fingers, or another group of the same house. */
function looksLike(group: string, wanted: string): boolean {
  return (group.startsWith('kata') && group.endsWith('.openshift.io')) || (group.length < 2 * wanted.length && distance(group, wanted) <= 3);
}

/** Without an apiVersion: a Kubernetes object has metadata or a spec, and one that is being begun has nothing else yet. */
function looksLikeObject(root: MapNode): boolean {
  return (
    nodeAt(root, ['metadata']) !== undefined ||
    nodeAt(root, ['spec']) !== undefined ||
    root.entries.every(({ key }) => key.text === 'kind' || key.text === 'apiVersion')
  );
}
