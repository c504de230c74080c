/**
 * Extracts the data of an object that other files need: its name, and the values that rules compare. Never contains
 * values of Secrets.
 */
import { oncePerObject, oncePerText } from '../oncePerObject.ts';
import { agentPrefix, hypervisorPrefix } from '#core/annotations/annotation.ts';
import { hasPassword, holdsCredential } from '#core/peerPods/keys/index.ts';
import { findYamlNode, getYamlString, type YamlNode, type ScalarNode, type PathSegment } from '../yaml/node.ts';
import type { Manifest } from '../yaml/manifestModel.ts';
import { copyString, copyStrings, type PlacedDocument, type YamlDocument } from '../yaml/yamlDocument.ts';
import { execCommands, fingerprint } from './execCommands.ts';
import { mergePatchPaths } from './kustomize/writtenPaths.ts';

/** A range within one line, relative to the start of the object's document. */
export interface LineSpan {
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

/** A value and its position. */
export interface IndexedValue extends LineSpan {
  readonly text: string;
}

/**
 * The data of an object that depends only on its document. Stored with the document, so that edits elsewhere don't
 * require recomputation.
 */
export interface DocumentObject extends LineSpan {
  /** ID of the object's kind. */
  readonly id: string;
  readonly name: string | undefined;
  readonly namespace: string | undefined;
  /** Values by the last part of their path, such as `CLOUD_PROVIDER`, `runtimeClassName`, or `machine_type`. */
  readonly values: ReadonlyMap<string, IndexedValue>;
  /** Keys whose values exist but are unknown, because they're filled in later (`${TYPE}`) or are too long. */
  readonly unknown: ReadonlySet<string>;
  /** Env files from which a kustomization takes keys, as written in the kustomization. */
  readonly envFiles: readonly string[];
  /**
   * JSON pointers of the values that the object writes if a kustomization uses it as a patch. Undefined if there are
   * too many for a patch, or if one is unknown.
   */
  readonly paths: readonly string[] | undefined;
  /** All data except positions and paths. Two objects with the same string provide the same data to other files. */
  readonly meaning: string;
}

/** An object of a known kind in some file. */
export interface IndexedObject {
  readonly uri: string;
  /** First line of its document in the file, starting at 0. */
  readonly firstLine: number;
  readonly object: DocumentObject;
}

/** Maximum length of a value to compare. */
const maxValue = 2000;
const maxValues = 200;
/** Maximum number of env files per object. */
const maxEnvFiles = 50;

/** Returns the objects of a document. Those of a template might not exist. */
export const localObjects = oncePerObject((document: YamlDocument): readonly DocumentObject[] =>
  (document.mayBeKnown && document.parsed.actions === undefined ? document.manifests : []).map((manifest) =>
    objectOf(manifest, document.text),
  ),
);

const lineBreaksIn = oncePerText((document: YamlDocument) => countLineBreaks(document.text));

/** Returns the number of line breaks in a document. */
export function lineCount(placed: PlacedDocument | undefined): number {
  return placed === undefined ? 0 : lineBreaksIn(placed.document);
}

/** Returns the number of line breaks in a text, up to an offset. */
export function countLineBreaks(text: string, until: number = text.length): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < until; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

function objectOf(manifest: Manifest, text: string): DocumentObject {
  const { kind, root } = manifest;
  // Copies strings, because the data outlives the text, and a substring would keep the whole text in memory.
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
    paths: patchPathsOf(manifest),
    meaning,
    ...stretchOf(findYamlNode(root, ['kind']) ?? findYamlNode(root, ['apiVersion']) ?? root, text),
  };
}

/**
 * Maximum number of paths of a workload that might be a patch. Nearly all workloads are complete objects with more
 * paths. Their paths aren't stored, because a workspace can contain thousands of workloads.
 */
const maxWorkloadPaths = 6;

function patchPathsOf({ kind, root, part }: Manifest): readonly string[] | undefined {
  if (part === 'generator') return undefined;
  const paths = mergePatchPaths(root, kind.podPath === undefined ? undefined : maxWorkloadPaths);
  return paths === undefined ? undefined : copyStrings(paths);
}

function stretchOf({ start, end }: YamlNode, text: string): LineSpan {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  return { line: countLineBreaks(text, lineStart), column: start - lineStart, length: Math.min(end - start, 200) };
}

/** Paths of values to compare, in addition to the data of ConfigMaps. */
const comparedPaths: Readonly<Record<string, readonly (readonly PathSegment[])[]>> = {
  KataConfig: [['spec', 'enablePeerPods']],
  RuntimeClass: [['handler']],
  Subscription: [['spec', 'name']],
  CredentialsRequest: [['spec', 'secretRef', 'name']],
  SandboxWarmPool: [['spec', 'sandboxTemplateRef', 'name']],
  ClusterExtension: [['spec', 'source', 'catalog', 'packageName']],
};

/** Values of pods to compare with other files, with their paths below the pod template. */
const comparedInPods: readonly (readonly [string, readonly PathSegment[]])[] = [
  ['runtimeClassName', ['spec', 'runtimeClassName']],
  ...['machine_type', 'default_vcpus', 'default_memory', 'default_gpus'].map(
    (name) => [name, ['metadata', 'annotations', `${hypervisorPrefix}${name}`]] as const,
  ),
];

/** Returns derived values of a pod: the first command that the kubelet runs in it, and a hash of its policy. */
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
    // Values that belong in a Secret aren't stored either.
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

/** Returns whether two objects with the same meaning have the same positions in their documents. */
export function haveSamePositions(one: DocumentObject, other: DocumentObject): boolean {
  if (one === other) return true;
  const values = [...other.values.values()];
  return (
    hasSamePosition(one, other) &&
    [...one.values.values()].every((value, index) => hasSamePosition(value, values[index] ?? other))
  );
}

function hasSamePosition(one: LineSpan, other: LineSpan): boolean {
  return one.line === other.line && one.column === other.column && one.length === other.length;
}
