/**
 * What other files may ask about an object: its name, and the values that rules compare. Values of Secrets are not
 * among them.
 */
import { agentPrefix, hypervisorPrefix } from '#core/annotations/annotation.ts';
import { hasPassword, holdsCredential } from '#core/peerPods/keys/index.ts';
import { findYamlNode, getYamlString, type YamlNode, type ScalarNode, type PathSegment } from '../yaml/node.ts';
import type { Manifest } from '../yaml/manifestModel.ts';
import { copyString, type PlacedDocument, type YamlDocument } from '../yaml/yamlDocument.ts';
import { execCommands, fingerprint } from './execCommands.ts';

/** A stretch of one line, counted from the start of the object's document. */
export interface LineSpan {
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

/** A value, and where it stands. */
export interface IndexedValue extends LineSpan {
  readonly text: string;
}

/** An object as its document alone tells of it: kept with the document, so that an edit elsewhere costs nothing. */
export interface DocumentObject extends LineSpan {
  /** The id of its kind. */
  readonly id: string;
  readonly name: string | undefined;
  readonly namespace: string | undefined;
  /** By the last part of their paths: `CLOUD_PROVIDER`, `runtimeClassName`, `machine_type`. */
  readonly values: ReadonlyMap<string, IndexedValue>;
  /** What is there and not known: filled in later (`${TYPE}`), or too long. */
  readonly unknown: ReadonlySet<string>;
  /** Of what a kustomization makes: the env files that it takes keys from, as written there. */
  readonly envFiles: readonly string[];
  /** All of it but the places: two objects of the same meaning say the same to others. */
  readonly meaning: string;
}

/** An object of a known kind in some file. */
export interface IndexedObject {
  readonly uri: string;
  /** The line of the file in which its document begins, from 0. */
  readonly firstLine: number;
  readonly object: DocumentObject;
}

/** Longer values are not compared with anything. */
const maxValue = 2000;
const maxValues = 200;
/** More files for one object are not looked at. */
const maxEnvFiles = 50;

const known = new WeakMap<YamlDocument, readonly DocumentObject[]>();

/** What a document says to others; made once. */
export function localObjects(document: YamlDocument): readonly DocumentObject[] {
  const objects = known.get(document) ?? document.manifests.map((manifest) => objectOf(manifest, document.text));
  known.set(document, objects);
  return objects;
}

const lines = new WeakMap<YamlDocument, number>();

/** How many line ends a document's text has. */
export function lineCount(placed: PlacedDocument | undefined): number {
  if (placed === undefined) return 0;
  const count = lines.get(placed.document) ?? countLineBreaks(placed.document.text);
  lines.set(placed.document, count);
  return count;
}

/** How many line ends a text has, up to this offset. */
export function countLineBreaks(text: string, until: number = text.length): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < until; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

function objectOf(manifest: Manifest, text: string): DocumentObject {
  const { kind, root } = manifest;
  // Facts outlive the text: a part of it would keep all of it in memory.
  const own = (part: string | undefined) => (part === undefined ? undefined : copyString(part));
  const name = own(manifest.name);
  const values = new Map<string, IndexedValue>();
  const unknown = new Set<string>();
  for (const { key, node } of compared(manifest)) {
    if (values.size + unknown.size >= maxValues) break;
    if (node.unknown || node.text.length > maxValue) unknown.add(copyString(key));
    else values.set(copyString(key), { text: copyString(node.text), ...stretchOf(node, text) });
  }
  for (const { key, node, said } of saidOf(manifest)) values.set(key, { text: said, ...stretchOf(node, text) });
  const namespace = own(getYamlString(root, ['metadata', 'namespace']));
  const envFiles = (manifest.envFiles ?? []).slice(0, maxEnvFiles).map(copyString);
  const meaning = JSON.stringify([
    kind.id,
    name,
    namespace,
    envFiles,
    [...unknown],
    ...[...values].map(([key, { text: value }]) => [key, value]),
  ]);
  return {
    id: kind.id,
    name,
    namespace,
    values,
    unknown,
    envFiles,
    meaning,
    ...stretchOf(findYamlNode(root, ['kind']) ?? findYamlNode(root, ['apiVersion']) ?? root, text),
  };
}

function stretchOf({ start, end }: YamlNode, text: string): LineSpan {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  return { line: countLineBreaks(text, lineStart), column: start - lineStart, length: Math.min(end - start, 200) };
}

/** Paths whose values are compared, besides the data of ConfigMaps. */
const comparedPaths: Readonly<Record<string, readonly (readonly PathSegment[])[]>> = {
  KataConfig: [['spec', 'enablePeerPods']],
  RuntimeClass: [['handler']],
  Subscription: [['spec', 'name']],
  CredentialsRequest: [['spec', 'secretRef', 'name']],
};

/** In a pod: what rules compare with other files, and where that stands below its template. */
const comparedInPods: readonly (readonly [string, readonly PathSegment[]])[] = [
  ['runtimeClassName', ['spec', 'runtimeClassName']],
  ...['machine_type', 'default_vcpus', 'default_memory', 'default_gpus'].map(
    (name) => [name, ['metadata', 'annotations', `${hypervisorPrefix}${name}`]] as const,
  ),
];

/**
 * What is said of a pod in our own words: the first command that the kubelet runs in it, and which policy it brings.
 */
function* saidOf(manifest: Manifest): Generator<{ key: string; node: ScalarNode; said: string }> {
  if (manifest.kind.podPath === undefined) return;
  for (const { what, node } of execCommands(manifest)) {
    yield { key: 'exec', node, said: copyString(what) };
    break;
  }
  const policy = findYamlNode(manifest.root, [
    ...manifest.kind.podPath,
    'metadata',
    'annotations',
    `${agentPrefix}policy`,
  ]);
  if (policy?.type === 'scalar')
    yield { key: 'policy', node: policy, said: policy.unknown ? '' : fingerprint(policy.text) };
}

function* compared({ kind, root }: Manifest): Generator<{ key: string; node: ScalarNode }> {
  const scalar = function* (key: string, path: readonly PathSegment[]): Generator<{ key: string; node: ScalarNode }> {
    const node = findYamlNode(root, path);
    if (node?.type === 'scalar' && (node.unknown || node.value !== null)) yield { key, node };
  };
  for (const path of comparedPaths[kind.id] ?? []) yield* scalar(String(path.at(-1)), path);
  if (kind.podPath !== undefined)
    for (const [key, path] of comparedInPods) yield* scalar(key, [...kind.podPath, ...path]);
  if (kind.kind !== 'ConfigMap') return;
  const data = findYamlNode(root, ['data']);
  if (data?.type !== 'map') return;
  for (const { key, value } of data.entries) {
    // What should be in a Secret is not kept here either.
    if (
      value.type !== 'scalar' ||
      (!value.unknown && value.value === null) ||
      holdsCredential(key.text) ||
      hasPassword(value.text)
    )
      continue;
    yield { key: key.text, node: value };
  }
}
