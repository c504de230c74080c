/** Where the objects are that we deal with. Sources: OSC 1.12 §2.2, §3.2, §3.3; domain/01-kataconfig.md 1.8. */
import { getString } from '#core/common/json.ts';
import { watchedKinds, type WatchedKindId } from '#core/cluster/watchedKinds/index.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import type { KubernetesManifest } from '../lookups/lookup.ts';

export const operatorDeploymentName = 'controller-manager';

/** The CRD of KataConfigs. */
export const crdReference: ObjectReference = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  plural: 'customresourcedefinitions',
  kind: 'CustomResourceDefinition',
  name: 'kataconfigs.kataconfiguration.openshift.io',
};

/** An object of a kind that is followed; in the namespace of the operator, where the kind has namespaces. */
export function createWatchedReference(id: WatchedKindId, name: string): ObjectReference {
  return { ...createCollectionReference(id), name };
}

/** All of them there. */
export function createCollectionReference(id: WatchedKindId): Omit<ObjectReference, 'name'> {
  const { group, version, plural, kind, scope } = watchedKinds[id];
  return { group, version, plural, kind, ...(scope === 'cluster' ? {} : { namespace: operatorNamespace }) };
}

/** Kinds that an installation is made of, by their plurals. */
const plurals: Readonly<Record<string, { readonly plural: string; readonly namespaced: boolean }>> = {
  Namespace: { plural: 'namespaces', namespaced: false },
  OperatorGroup: { plural: 'operatorgroups', namespaced: true },
  Subscription: { plural: 'subscriptions', namespaced: true },
  ConfigMap: { plural: 'configmaps', namespaced: true },
  Secret: { plural: 'secrets', namespaced: true },
  KataConfig: { plural: 'kataconfigs', namespaced: false },
};

/** Where a manifest of an installation belongs; undefined: it is of another kind, or has no name. */
export function getManifestReference(manifest: KubernetesManifest): ObjectReference | undefined {
  const kind = getString(manifest, 'kind') ?? '';
  const name = getString(manifest, 'metadata', 'name') ?? '';
  const known = Object.hasOwn(plurals, kind) ? plurals[kind] : undefined;
  if (known === undefined || name === '') return undefined;
  const [group, version] = splitVersion(getString(manifest, 'apiVersion') ?? '');
  const namespace = getString(manifest, 'metadata', 'namespace') ?? operatorNamespace;
  return { group, version, plural: known.plural, kind, name, ...(known.namespaced ? { namespace } : {}) };
}

/** `apps/v1` is the version v1 of the group apps; `v1` is one of the core group. */
export function splitVersion(apiVersion: string): readonly [group: string, version: string] {
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? ['', apiVersion] : [apiVersion.slice(0, slash), apiVersion.slice(slash + 1)];
}
