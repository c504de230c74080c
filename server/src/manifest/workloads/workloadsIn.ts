/**
 * The pods and workloads of a file, for whoever wants to run them in a sandbox. Also those that say nothing of kata
 * yet.
 */
import * as l10n from '@vscode/l10n';
import { isKataKey } from '#core/annotations/index.ts';
import { findManifests } from '#server/engine/yaml/manifest.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { getYamlString } from '#server/engine/yaml/node.ts';
import type { PlacedDocument } from '#server/engine/yaml/yamlDocument.ts';
import type { WorkloadInFile } from '#server/protocol/workloads.ts';
import type { Span } from '#server/engine/text/span.ts';
import {
  getAnnotationText,
  findPodNode,
  findMisnamedRuntimeClass,
  misplacedClasses,
  listPodAnnotations,
  getPodRuntimeClass,
} from '#server/engine/yaml/objects/podNode.ts';

/** Nobody chooses from a longer list. */
const most = 200;

export interface ManifestWorkload {
  readonly workload: Omit<WorkloadInFile, 'range'>;
  readonly manifest: Manifest;
  readonly span: Span;
}

/** In the order of the file, offsets in the file. */
export function workloadsIn(documents: readonly PlacedDocument[]): readonly ManifestWorkload[] {
  const out: ManifestWorkload[] = [];
  for (const [document, { document: read, start }] of documents.entries()) {
    if (out.length >= most) break;
    // Parsing costs: without a template of containers there is no pod.
    if (!read.text.includes('containers') || read.parsed.template) continue;
    for (const [object, manifest] of findManifests(read.parsed).entries()) {
      if (manifest.kind.podPath === undefined || manifest.part === 'generator') continue;
      out.push({
        workload: { document, object, ...described(manifest) },
        manifest,
        span: { start: start + manifest.root.start, end: start + manifest.root.end },
      });
    }
  }
  return out.slice(0, most);
}

/** The workload at a place that an earlier answer named. */
export function workloadAt(
  documents: readonly PlacedDocument[],
  document: number,
  object: number,
): Manifest | undefined {
  const read = documents[document]?.document;
  const manifest = read === undefined || read.parsed.template ? undefined : findManifests(read.parsed)[object];
  return manifest?.kind.podPath === undefined || manifest.part === 'generator' ? undefined : manifest;
}

/** Why the manifest cannot be given a runtime class; undefined: it can. */
export function sandboxProblem(manifest: Manifest): string | undefined {
  const spec = findPodNode(manifest, ['spec']);
  if (spec?.type !== 'map' || spec.entries.length === 0) return l10n.t`The manifest contains no pod spec.`;
  if (findMisnamedRuntimeClass(spec) !== undefined || misplacedClasses(manifest).length > 0)
    return l10n.t`The manifest specifies the runtime class in the wrong place. Fix that first.`;
  return spec.borrowed || spec.anchored === true
    ? l10n.t`The pod spec comes from an anchor or an alias, so a change here would also affect other places.`
    : undefined;
}

function described(manifest: Manifest): Omit<WorkloadInFile, 'document' | 'object' | 'range'> {
  const { kind, root } = manifest;
  const namespace = getYamlString(root, ['metadata', 'namespace']);
  const name = getYamlString(root, ['metadata', 'name']) ?? getYamlString(root, ['metadata', 'generateName']);
  const runtimeClass = getPodRuntimeClass(manifest);
  const problem = sandboxProblem(manifest);
  const annotations = listPodAnnotations(manifest).flatMap((annotation) => {
    const text = isKataKey(annotation.name) ? getAnnotationText(annotation) : undefined;
    return text === undefined ? [] : [[annotation.name, text] as const];
  });
  return {
    kind: kind.kind,
    ...(name === undefined ? {} : { name }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(runtimeClass.state === 'named' ? { runtimeClass: runtimeClass.name } : {}),
    annotations: Object.fromEntries(annotations),
    ...(problem === undefined ? {} : { problem }),
  };
}
