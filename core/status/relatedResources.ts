/**
 * Objects of other components that affect OpenShift sandboxed containers. They are read on demand. Sources:
 * openshift/api config/v1 and operator/v1alpha1 (mirror sets); openshift/node-feature-discovery api/nfd/v1alpha1
 * register.go (`nfd.openshift.io` up to OpenShift 4.18, `nfd.k8s-sigs.io` from 4.19); domain/11-newer-releases.md
 * (ClusterExtension); domain/12-attestation.md (Trustee).
 */
import { getBoolean } from '../common/json.ts';
import { operatorNamespace } from '../product/namespaces.ts';
import { readObjectConditions, type ObjectCondition } from './conditions/objectConditions.ts';
import { parseClusterObject, type ClusterObject } from '#core/cluster/objects/clusterObject.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';

/** A kind of related objects. */
export interface RelatedKind extends Pick<ObjectReference, 'group' | 'version' | 'plural' | 'kind'> {
  readonly isNamespaced: boolean;
  /** Namespace to list. If undefined, all namespaces. */
  readonly namespace?: string;
  /** Names of the objects that are related. If undefined, all objects of the kind. */
  readonly names?: readonly string[];
}

/** A related object, as it was read. */
export interface RelatedResource extends ClusterObject {
  readonly kind: RelatedKind;
  readonly conditions: readonly ObjectCondition[];
}

const kind = (
  apiVersion: string,
  plural: string,
  name: string,
  options: Partial<Pick<RelatedKind, 'isNamespaced' | 'namespace' | 'names'>> = {},
): RelatedKind => {
  const [group = '', version = ''] = apiVersion.split('/');
  return { group, version, plural, kind: name, isNamespaced: false, ...options };
};

/** The kinds in the order of their rows. */
export const relatedKinds: readonly RelatedKind[] = [
  kind('config.openshift.io/v1', 'clusterversions', 'ClusterVersion'),
  kind('config.openshift.io/v1', 'clusteroperators', 'ClusterOperator', {
    names: ['machine-config', 'operator-lifecycle-manager'],
  }),
  kind('nfd.openshift.io/v1', 'nodefeaturediscoveries', 'NodeFeatureDiscovery', { isNamespaced: true }),
  kind('nfd.openshift.io/v1alpha1', 'nodefeaturerules', 'NodeFeatureRule', { isNamespaced: true }),
  kind('nfd.k8s-sigs.io/v1alpha1', 'nodefeaturerules', 'NodeFeatureRule', { isNamespaced: true }),
  kind('config.openshift.io/v1', 'imagedigestmirrorsets', 'ImageDigestMirrorSet'),
  kind('config.openshift.io/v1', 'imagetagmirrorsets', 'ImageTagMirrorSet'),
  kind('operator.openshift.io/v1alpha1', 'imagecontentsourcepolicies', 'ImageContentSourcePolicy'),
  kind('olm.operatorframework.io/v1', 'clusterextensions', 'ClusterExtension'),
  kind('batch/v1', 'jobs', 'Job', { isNamespaced: true, namespace: operatorNamespace }),
  kind('confidentialcontainers.org/v1alpha1', 'trusteeconfigs', 'TrusteeConfig', { isNamespaced: true }),
  kind('confidentialcontainers.org/v1alpha1', 'kbsconfigs', 'KbsConfig', { isNamespaced: true }),
];

/** Parses an object of a related kind. Returns undefined for other values and for objects that aren't related. */
export function readRelatedResource(of: RelatedKind, raw: unknown): RelatedResource | undefined {
  const object = parseClusterObject(raw);
  if (object === undefined || of.names?.includes(object.name) === false) return undefined;
  return { ...object, kind: of, conditions: [...readObjectConditions(raw), ...readReadiness(raw)] };
}

/**
 * Returns the state of objects that have no conditions, as a condition. Source:
 * confidential-containers/trustee-operator@185be600a api/v1alpha1/kbsconfig_types.go (`status.isReady`).
 */
function readReadiness(raw: unknown): readonly ObjectCondition[] {
  const isReady = getBoolean(raw, 'status', 'isReady');
  if (isReady === undefined) return [];
  const [status, severity] = isReady ? (['true', 'ok'] as const) : (['false', 'warning'] as const);
  return [{ type: 'isReady', status, reason: '', message: '', severity, isDuplicate: false }];
}
