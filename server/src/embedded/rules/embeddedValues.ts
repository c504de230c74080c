/** Finds the values of a manifest that contain a policy or initdata. */
import { policyAnnotationKey } from '#core/agent/policyDelivery.ts';
import { initDataKey, oldInitDataKey } from '#core/annotations/remoteSize.ts';
import { claimMetadataPath } from '#core/kinds/agentSandbox/kinds.ts';
import { workloadIds } from '#core/kinds/workloads.ts';
import { imageConfigMapIds } from '#core/peerPods/keys/podVmImageKeys.ts';
import { isPlaceholder } from '#core/text/placeholder.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import type { ScalarNode } from '#server/engine/yaml/node.ts';
import { listDataEntries, setValue } from '#server/engine/yaml/objects/dataEntries.ts';
import {
  annotationsAt,
  listPodAnnotations,
  setAnnotation,
  type PodAnnotation,
} from '#server/engine/yaml/objects/podNode.ts';
import type { Edit } from '#server/engine/findings/rule.ts';

/** A value that contains a policy or initdata. */
export interface EmbeddedValue {
  readonly name: string;
  readonly node: ScalarNode;
  /** Returns the edit that replaces the value, or undefined if a fix must not change it. */
  readonly set: (value: string) => Edit | undefined;
}

/** Returns whether a value is known and isn't empty or a placeholder. */
function isThere(node: ScalarNode): boolean {
  return !node.unknown && node.value !== null && node.text !== '' && !isPlaceholder(node.text);
}

/**
 * IDs of the kinds whose objects add annotations to pods: those with a pod, and SandboxClaim, whose annotations the
 * controller of agent-sandbox copies to the pod that it creates.
 */
export const annotatingIds: readonly string[] = [...workloadIds, 'SandboxClaim'];

function listAnnotationsOfPods(manifest: Manifest): readonly PodAnnotation[] {
  return manifest.kind.id === 'SandboxClaim'
    ? annotationsAt(manifest, [...claimMetadataPath, 'annotations'])
    : listPodAnnotations(manifest);
}

function* annotations(manifest: Manifest, keys: readonly string[]): Generator<EmbeddedValue> {
  for (const annotation of listAnnotationsOfPods(manifest)) {
    const { name, value } = annotation;
    if (!keys.includes(name) || value.type !== 'scalar' || !isThere(value)) continue;
    yield { name, node: value, set: (text) => setAnnotation(manifest, annotation, text) };
  }
}

/** Returns the embedded policies: in the annotations of a pod or a SandboxClaim, or for the pod VM image. */
export function listEmbeddedPolicies(manifest: Manifest): readonly EmbeddedValue[] {
  return imageConfigMapIds.includes(manifest.kind.id)
    ? dataValues(manifest, 'AGENT_POLICY')
    : [...annotations(manifest, [policyAnnotationKey])];
}

/** Returns the embedded initdata: in the annotations of a pod or a SandboxClaim, or for all pods in peer-pods-cm. */
export function listEmbeddedInitdata(manifest: Manifest): readonly EmbeddedValue[] {
  if (annotatingIds.includes(manifest.kind.id)) return [...annotations(manifest, [initDataKey, oldInitDataKey])];
  return dataValues(manifest, 'INITDATA');
}

function dataValues(manifest: Manifest, name: string): readonly EmbeddedValue[] {
  return listDataEntries(manifest)
    .filter((entry) => entry.name === name && isThere(entry.value))
    .map((entry) => ({ name, node: entry.value, set: (text: string) => setValue(manifest, entry, text) }));
}
