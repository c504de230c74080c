/** References to the objects that operations use. Sources: OSC 1.12 §2.2, §3.2, §3.3; domain/01-kataconfig.md 1.8. */
import { getString } from '#core/common/json.ts';
import { watchedKinds, type WatchedKindId } from '#core/cluster/watchedKinds/index.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import type { KubernetesManifest } from '../lookups/lookup.ts';

export const operatorDeploymentName = 'controller-manager';

/** Reference to the KataConfig CRD. */
export const crdReference: ObjectReference = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  plural: 'customresourcedefinitions',
  kind: 'CustomResourceDefinition',
  name: 'kataconfigs.kataconfiguration.openshift.io',
};

/** Returns the reference of an object of a watched kind. If the kind is namespaced, the namespace is the operator's. */
export function createWatchedReference(id: WatchedKindId, name: string): ObjectReference {
  return { ...createCollectionReference(id), name };
}

/** Returns the reference of the list of a watched kind. */
export function createCollectionReference(id: WatchedKindId): Omit<ObjectReference, 'name'> {
  const { group, version, plural, kind, scope } = watchedKinds[id];
  return { group, version, plural, kind, ...(scope === 'cluster' ? {} : { namespace: operatorNamespace }) };
}

/** Kinds that an installation contains, with their plural names. */
const plurals: Readonly<Record<string, { readonly plural: string; readonly namespaced: boolean }>> = {
  Namespace: { plural: 'namespaces', namespaced: false },
  OperatorGroup: { plural: 'operatorgroups', namespaced: true },
  Subscription: { plural: 'subscriptions', namespaced: true },
  ConfigMap: { plural: 'configmaps', namespaced: true },
  Secret: { plural: 'secrets', namespaced: true },
  KataConfig: { plural: 'kataconfigs', namespaced: false },
};

/** Returns the reference of an installation manifest, or undefined if it has another kind or no name. */
export function getManifestReference(manifest: KubernetesManifest): ObjectReference | undefined {
  const kind = getString(manifest, 'kind') ?? '';
  const name = getString(manifest, 'metadata', 'name') ?? '';
  const known = Object.hasOwn(plurals, kind) ? plurals[kind] : undefined;
  if (known === undefined || name === '') return undefined;
  const [group, version] = splitVersion(getString(manifest, 'apiVersion') ?? '');
  const namespace = getString(manifest, 'metadata', 'namespace') ?? operatorNamespace;
  return { group, version, plural: known.plural, kind, name, ...(known.namespaced ? { namespace } : {}) };
}

/**
 * Splits an API version into group and version. `apps/v1` is version v1 of the group apps. `v1` belongs to the core
 * group.
 */
export function splitVersion(apiVersion: string): readonly [group: string, version: string] {
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? ['', apiVersion] : [apiVersion.slice(0, slash), apiVersion.slice(slash + 1)];
}
