/**
 * The KataConfig that an update deletes and makes again, kept on the cluster meanwhile: whole, in a ConfigMap, so that
 * another window, another person, or `oc` finds it when nobody else knows it any more. Source: OSC 1.12 §4.2, §4.4.
 */
import { isJsonObject, getMap, getString, getStringMap } from '#core/common/json.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { savedKataConfigName, operatorNamespace } from '#core/product/namespaces.ts';
import { fieldManager } from './clusterChange.ts';
import type { KubernetesManifest } from '../lookups/lookup.ts';
import { createWatchedReference, splitVersion } from './references.ts';

export const savedKataConfigReference: ObjectReference = createWatchedReference('configMaps', savedKataConfigName);

/** Its one key: JSON, which `oc apply` takes. */
const keptKey = 'kataconfig.json';

/** `oc get ... | oc apply -f -`: makes it again without us. */
export const keptCommand = `oc get configmap ${savedKataConfigName} -n ${operatorNamespace} -o jsonpath='{.data.kataconfig\\.json}' | oc apply -f -`;

/** More nobody writes into a KataConfig; a ConfigMap takes a mebibyte. */
const longest = 500_000;
/** `kubectl apply` writes the object into it a second time. */
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/**
 * All that somebody wrote into a KataConfig, also what is not known here; nothing that the server or the operator
 * writes. Undefined: it is none.
 */
export function wholeKataConfig(raw: unknown): KubernetesManifest | undefined {
  const [apiVersion, name] = [getString(raw, 'apiVersion') ?? '', getString(raw, 'metadata', 'name') ?? ''];
  if (
    !isJsonObject(raw) ||
    getString(raw, 'kind') !== 'KataConfig' ||
    splitVersion(apiVersion)[0] !== 'kataconfiguration.openshift.io'
  )
    return undefined;
  // A DNS subdomain. Source: Kubernetes, "Object Names and IDs".
  if (name.length > 253 || !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(name)) return undefined;
  const { [lastApplied]: _again, ...annotations } = getStringMap(raw, 'metadata', 'annotations');
  const labels = getStringMap(raw, 'metadata', 'labels');
  const metadata = {
    name,
    ...(Object.keys(labels).length === 0 ? {} : { labels }),
    ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
  };
  return {
    apiVersion,
    kind: 'KataConfig',
    metadata,
    ...(isJsonObject(raw['spec']) ? { spec: withoutNulls(getMap(raw, 'spec')) } : {}),
  };
}

/** Some servers keep them, others leave them out: they mean the same. */
function withoutNulls(spec: KubernetesManifest): KubernetesManifest {
  return Object.fromEntries(Object.entries(spec).filter(([, value]) => value !== null));
}

/** The ConfigMap that keeps it. */
export function createSavedKataConfig(kataConfig: KubernetesManifest): KubernetesManifest {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: savedKataConfigName,
      namespace: operatorNamespace,
      labels: { 'app.kubernetes.io/managed-by': fieldManager, 'app.kubernetes.io/component': 'kept-kataconfig' },
    },
    data: { [keptKey]: `${JSON.stringify(kataConfig, undefined, 2)}\n` },
  };
}

/** What such a ConfigMap keeps; undefined: it cannot be read. */
export function parseSavedKataConfig(raw: unknown): KubernetesManifest | undefined {
  const text = getString(raw, 'data', keptKey);
  if (text === undefined || text.length > longest) return undefined;
  try {
    const kept: unknown = JSON.parse(text);
    return wholeKataConfig(kept);
  } catch {
    return undefined;
  }
}
