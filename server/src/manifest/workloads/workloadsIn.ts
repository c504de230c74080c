/**
 * Finds the pods and workloads of a file that the user can run in a sandbox, including those without any Kata settings.
 */
import { workloadIds } from '#core/kinds/workloads.ts';
import * as l10n from '@vscode/l10n';
import { isKataKey } from '#core/annotations/index.ts';
import { findManifests } from '#server/engine/yaml/manifest.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { getYamlString } from '#server/engine/yaml/node.ts';
import type { PlacedDocument, YamlDocument } from '#server/engine/yaml/yamlDocument.ts';
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

/** Maximum number of workloads to choose from. */
const most = 200;

export interface ManifestWorkload {
  readonly workload: Omit<WorkloadInFile, 'range'>;
  readonly manifest: Manifest;
  readonly span: Span;
}

/** Returns the workloads in file order, with file offsets. */
export function workloadsIn(documents: readonly PlacedDocument[]): readonly ManifestWorkload[] {
  const out: ManifestWorkload[] = [];
  for (const [document, { document: read, start }] of documents.entries()) {
    if (out.length >= most) break;
    // Parsing is expensive, and without containers there is no pod.
    if (!read.text.includes('containers') || isTemplate(read)) continue;
    for (const [object, manifest] of findManifests(read.parsed).entries()) {
      if (!canBeSandboxed(manifest)) continue;
      out.push({
        workload: { document, object, ...described(manifest) },
        manifest,
        span: { start: start + manifest.root.start, end: start + manifest.root.end },
      });
    }
  }
  return out.slice(0, most);
}

/**
 * Returns the workload with these indexes, which come from an earlier response. Returns undefined if there is no such
 * workload anymore.
 */
export function workloadAt(
  documents: readonly PlacedDocument[],
  document: number,
  object: number,
): Manifest | undefined {
  const read = documents[document]?.document;
  const manifest = read === undefined || isTemplate(read) ? undefined : findManifests(read.parsed)[object];
  return manifest === undefined || !canBeSandboxed(manifest) ? undefined : manifest;
}

function canBeSandboxed({ kind, part }: Manifest): boolean {
  return workloadIds.includes(kind.id) && part !== 'generator';
}

/** Returns whether an edit might affect only one branch of a template. */
function isTemplate({ parsed }: YamlDocument): boolean {
  return parsed.template || parsed.actions !== undefined;
}

/** Returns why the runtime class of a manifest can't be set, or undefined if it can. */
export function sandboxProblem(manifest: Manifest): string | undefined {
  const spec = findPodNode(manifest, ['spec']);
  if (spec?.type !== 'map' || spec.entries.length === 0) return l10n.t`The manifest contains no pod spec.`;
  if (findMisnamedRuntimeClass(spec) !== undefined || misplacedClasses(manifest).length > 0)
    return l10n.t`The manifest specifies the runtime class in the wrong place. Fix that first.`;
  return spec.borrowed || spec.anchored === true
    ? l10n.t`The pod spec uses a YAML anchor or alias, so a change here would also change other parts of the file.`
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
