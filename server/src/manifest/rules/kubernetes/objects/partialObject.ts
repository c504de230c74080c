/** Recognizes parts of objects, such as patches that no kustomization among the checked files lists. */
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findYamlNode, type PathSegment } from '#server/engine/yaml/node.ts';
import { isMisspelled } from '../../shared/unknownFields.ts';
import { walkCheckedObject } from './checkedObject.ts';
import { lacks } from './podParts.ts';

/**
 * Required fields that patches usually lack, by kind. A patch for a claim sets its size or its class, one for an
 * autoscaler its limits, and one for a binding its subjects.
 */
const identities: Readonly<Record<string, { readonly parent: readonly PathSegment[]; readonly field: string }>> = {
  PersistentVolumeClaim: { parent: ['spec'], field: 'accessModes' },
  HorizontalPodAutoscaler: { parent: ['spec'], field: 'scaleTargetRef' },
  RoleBinding: { parent: [], field: 'roleRef' },
  ClusterRoleBinding: { parent: [], field: 'roleRef' },
};

/** Fields of a webhook that patches lack, which add a certificate or restrict the namespaces. */
const webhookFields = ['admissionReviewVersions', 'sideEffects', 'rules'];

/** Returns whether an object is probably only a part, so that it may lack required fields. */
export function isPartial(manifest: Manifest): boolean {
  const { kind, root } = manifest;
  if (walkCheckedObject(manifest).hasDirective) return true;
  if (kind.kind === 'MutatingWebhookConfiguration' || kind.kind === 'ValidatingWebhookConfiguration') {
    const webhooks = findYamlNode(root, ['webhooks']);
    if (webhooks?.type !== 'seq') return false;
    return webhooks.items.every(
      (item) => item.type === 'map' && webhookFields.every((field) => lacks(item, field) && !isMisspelled(item, field)),
    );
  }
  const identity = Object.hasOwn(identities, kind.kind) ? identities[kind.kind] : undefined;
  const parent = identity === undefined ? undefined : findYamlNode(root, identity.parent);
  return (
    identity !== undefined &&
    parent?.type === 'map' &&
    lacks(parent, identity.field) &&
    !isMisspelled(parent, identity.field)
  );
}
