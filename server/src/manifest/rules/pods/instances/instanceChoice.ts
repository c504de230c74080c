/**
 * Determines the instance type that cloud-api-adaptor selects for a peer pod, based on its annotations and container
 * resources.
 */
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
import { maybeOncePerObject } from '#server/engine/oncePerObject.ts';
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

/** Returns the annotations that determine the size. Returns undefined if a template fills in one of them. */
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

/**
 * The instance type that cloud-api-adaptor selects with one ConfigMap. `choice` is undefined if it can't be determined.
 */
export interface InstanceChoice {
  readonly fact: IndexedObject;
  readonly choice: Selection | undefined;
}

/** Everything that determines the instance type of a pod: its annotations and the total resources of its containers. */
export interface InstanceRequirements {
  readonly annotations: SelectionAnnotations;
  readonly containers: readonly ContainerResources[];
}

export const instanceRequirementsOf = maybeOncePerObject((manifest: Manifest): InstanceRequirements | undefined => {
  const annotations = sizeAnnotations(manifest);
  // The webhook skips some pods, so their resources don't apply.
  const skipped = isSkippedByWebhook(manifest);
  const containers = skipped ? [] : containersIn(manifest);
  if (annotations === undefined || containers === undefined) return undefined;
  return { annotations, containers: skipped ? [] : [sumForWebhook(containers)] };
});

/** Returns the selection with each ConfigMap that might apply to the pods of this file. */
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
  // Env files might set these keys to unknown values.
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
