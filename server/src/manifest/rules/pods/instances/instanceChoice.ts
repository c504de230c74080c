/** The instance type that cloud-api-adaptor takes for a peer pod, by what its annotations and containers ask for. */
import { hypervisorPrefix } from '#core/annotations/annotation.ts';
import {
  selectInstanceType,
  type ContainerResources,
  type Selection,
  type SelectionAnnotations,
} from '#core/peerPods/instanceSelection.ts';
import { splitList } from '#core/peerPods/parseGoValues.ts';
import { isDocumentedProvider, providerNamed } from '#core/peerPods/providers.ts';
import type { Release } from '#core/product/releases.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import type { WorkspaceSnapshot } from '#server/engine/workspace/workspaceSnapshot.ts';
import type { IndexedObject } from '#server/engine/workspace/indexedObject.ts';
import { listConfigMaps } from './allowedTypes.ts';
import {
  getAnnotationText,
  findPodNode,
  listPodAnnotations,
  isSkippedByWebhook,
} from '#server/engine/yaml/objects/podNode.ts';
import { containersIn, sumForWebhook } from './podResources.ts';

const annotationFields = {
  machine_type: 'machineType',
  default_vcpus: 'defaultVcpus',
  default_memory: 'defaultMemory',
  default_gpus: 'defaultGpus',
} as const;

/** The annotations that decide; undefined where one of them is filled in later. */
export function sizeAnnotations(manifest: Manifest): SelectionAnnotations | undefined {
  const out: Record<string, string> = {};
  const all = findPodNode(manifest, ['metadata', 'annotations']);
  if (all?.type === 'map' ? all.entries.some(({ key }) => key.unknown) : all?.type === 'scalar' && all.unknown)
    return undefined;
  for (const annotation of listPodAnnotations(manifest)) {
    const name = annotation.name.startsWith(hypervisorPrefix) ? annotation.name.slice(hypervisorPrefix.length) : '';
    if (!Object.hasOwn(annotationFields, name)) continue;
    const { value } = annotation;
    const text = getAnnotationText(annotation);
    if (text !== undefined) out[annotationFields[name as keyof typeof annotationFields]] = text;
    else if (value.type !== 'scalar' || value.unknown || value.value !== null) return undefined;
  }
  return out;
}

/** What cloud-api-adaptor chooses with one ConfigMap; undefined where some of that is not known. */
export interface InstanceChoice {
  readonly fact: IndexedObject;
  readonly choice: Selection | undefined;
}

/**
 * What decides of a pod: its annotations, and what its containers ask for together; undefined where some of it is not
 * known.
 */
export interface InstanceRequirements {
  readonly annotations: SelectionAnnotations;
  readonly containers: readonly ContainerResources[];
}

export function askedBy(manifest: Manifest): InstanceRequirements | undefined {
  const annotations = sizeAnnotations(manifest);
  // The webhook leaves some pods alone: then nobody looks at their resources.
  const skipped = isSkippedByWebhook(manifest);
  const containers = skipped ? [] : containersIn(manifest);
  if (annotations === undefined || containers === undefined) return undefined;
  return { annotations, containers: skipped ? [] : [sumForWebhook(containers)] };
}

/** The choice with each of the ConfigMaps that may be read for the pods of this file. */
export function choicesFor(
  asked: InstanceRequirements,
  uri: string,
  release: Release,
  workspace: WorkspaceSnapshot,
): readonly InstanceChoice[] {
  return listConfigMaps(uri, workspace).map((fact) => ({ fact, choice: choose(fact, release, asked) }));
}

function choose(
  { object }: IndexedObject,
  release: Release,
  { annotations, containers }: InstanceRequirements,
): Selection | undefined {
  const provider = object.values.get('CLOUD_PROVIDER')?.text ?? '';
  const keys = providerNamed(provider)?.instanceTypes;
  if (keys === undefined || !isDocumentedProvider(provider)) return undefined;
  const { defaultKey, listKey = '' } = keys;
  // Keys of env files stand there.
  if (object.envFiles.length > 0 || ['CLOUD_PROVIDER', defaultKey, listKey].some((key) => object.unknown.has(key)))
    return undefined;
  const list = splitList(object.values.get(listKey)?.text ?? '', release, listKey);
  if (list.outcome !== 'read' && list.outcome !== 'unset') return undefined;
  const listedTypes = list.outcome === 'read' ? list.value.map(({ text }) => text) : [];
  return selectInstanceType({
    provider,
    release,
    listedTypes,
    annotations,
    containers,
    defaultType: object.values.get(defaultKey)?.text ?? '',
  });
}
