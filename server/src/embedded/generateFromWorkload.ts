/** Generates an agent policy from a pod or workload in a YAML file, and locates the messages in the file. */
import type { GenerateOptions } from '#core/agent/generate/generateOptions.ts';
import { generatePolicy } from '#core/agent/generate/generatePolicy.ts';
import { listProbes } from '#core/agent/generate/probes.ts';
import { fieldAt, itemsOf, type FieldPath, type PodField } from '#core/agent/generate/podField.ts';
import { findManifests } from '../engine/yaml/manifest.ts';
import type { Manifest } from '../engine/yaml/manifestModel.ts';
import { findMapEntry, toPlainValue, type MapEntry, type YamlNode } from '../engine/yaml/node.ts';
import { limitCodes, type SyntaxProblem } from '../engine/yaml/parse/parse.ts';
import type { PlacedDocument, YamlDocument } from '../engine/yaml/yamlDocument.ts';
import type { Span } from '../engine/text/span.ts';

/** A pod or workload in a file. */
export interface FileWorkload {
  readonly kind: string;
  /** Name of the object. Undefined if it has none. */
  readonly name: string | undefined;
  /** Position of the object in the file. */
  readonly span: Span;
  readonly manifest: Manifest;
  readonly placed: PlacedDocument;
}

/** A message about a field of the workload. */
interface LocatedMessage extends Span {
  readonly message: string;
  /** True if no policy was generated. */
  readonly fatal: boolean;
}

/** A generated policy with messages. The spans are in the file. */
export interface PolicyOfWorkload {
  readonly text?: string;
  readonly messages: readonly LocatedMessage[];
}

/** A document that might contain a workload, but exceeds a limit of the parser. */
export interface OversizedDocument {
  /** Offset of the document in the file. */
  readonly start: number;
  readonly text: string;
  /** Limit that the document exceeds. */
  readonly problem: SyntaxProblem;
}

/** Returns the documents that might contain a workload, but exceed a limit of the parser. */
export function findOversizedDocuments(documents: readonly PlacedDocument[]): readonly OversizedDocument[] {
  return documents.flatMap(({ document, start }) => {
    if (!mayBeWorkload(document)) return [];
    const problem = document.parsed.problems.find(({ code }) => limitCodes.has(code));
    return problem === undefined ? [] : { start, text: document.text, problem };
  });
}

function mayBeWorkload({ mayBeKnown, text }: YamlDocument): boolean {
  return mayBeKnown || /^\s*kind\s*:/m.test(text);
}

/** Returns the pods and workloads in a file. Templates are omitted, because their contents are unknown. */
export function listWorkloads(documents: readonly PlacedDocument[]): readonly FileWorkload[] {
  return documents.flatMap((placed) => {
    if (!mayBeWorkload(placed.document)) return [];
    const { parsed } = placed.document;
    if (parsed.template) return [];
    return findManifests(parsed)
      .filter(({ kind, part }) => kind.podPath !== undefined && part !== 'generator')
      .map((manifest) => ({
        kind: manifest.kind.kind,
        name: manifest.name,
        span: { start: placed.start + manifest.root.start, end: placed.start + manifest.root.end },
        manifest,
        placed,
      }));
  });
}

/** Returns whether containers of the workload have probes or lifecycle hooks that run a command. */
export function hasExecProbes({ manifest }: FileWorkload): boolean {
  const root: PodField = { value: toPlainPod(manifest.root), path: [] };
  const spec = fieldAt(root, ...(manifest.kind.podPath ?? []), 'spec');
  return ['containers', 'initContainers'].some((key) =>
    itemsOf(fieldAt(spec, key)).some((container) => listProbes(container).length > 0),
  );
}

/** Generates the policy for a workload. Reads ConfigMaps from the other documents of the file. */
export function generateFromWorkload(
  { manifest, placed, kind }: FileWorkload,
  documents: readonly PlacedDocument[],
  options: GenerateOptions,
): PolicyOfWorkload {
  const { text, messages } = generatePolicy(
    {
      kind,
      object: toPlainPod(manifest.root),
      podPath: manifest.kind.podPath ?? [],
      objects: documents.flatMap(readConfigMap),
    },
    options,
  );
  return {
    ...(text === undefined ? {} : { text }),
    messages: messages.map(({ path, message, fatal }) => {
      const span = findFieldSpan(manifest.root, path);
      return { start: placed.start + span.start, end: placed.start + span.end, message, fatal: fatal === true };
    }),
  };
}

function readConfigMap({ document }: PlacedDocument): readonly unknown[] {
  if (!/^kind:\s*["']?ConfigMap\b/m.test(document.text) || document.parsed.template) return [];
  const { root } = document.parsed;
  return root === undefined ? [] : [toPlainValue(root)];
}

/** Fields whose values can contain variables that a shell in the container replaces. */
const commandFields = new Set(['command', 'args']);

/**
 * Converts a node of a workload to a plain value. Keeps values with `$(NAME)`, which the kubelet replaces, and commands
 * with shell variables. They look like templates, but their text is known.
 */
function toPlainPod(node: YamlNode, key = ''): unknown {
  if (node.type === 'scalar') {
    const isText = typeof node.value === 'string' && (commandFields.has(key) || !/\$\{|\{\{|<%/.test(node.text));
    return node.unknown && !(isText && node.text.includes('$')) ? undefined : node.value;
  }
  if (node.type === 'seq') return node.items.map((item) => toPlainPod(item, key));
  const out = Object.create(null) as Record<string, unknown>;
  for (const entry of node.entries) out[entry.key.text] = toPlainPod(entry.value, entry.key.text);
  return out;
}

/** Returns the key or list item at a path, or the closest parent that exists. */
function findFieldSpan(root: YamlNode, path: FieldPath): Span {
  let node: YamlNode | undefined = root;
  let span: Span = { start: root.start, end: root.start + 1 };
  for (const step of path) {
    const entry: MapEntry | undefined = typeof step === 'string' ? findMapEntry(node, step) : undefined;
    const item: YamlNode | undefined = typeof step === 'number' && node?.type === 'seq' ? node.items[step] : undefined;
    node = entry?.value ?? item;
    const at: YamlNode | undefined = entry?.key ?? item;
    if (at === undefined) return span;
    span = { start: at.start, end: at.type === 'scalar' ? at.end : at.start + 1 };
  }
  return span;
}
