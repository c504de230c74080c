/**
 * ConfigMap in which an update saves the complete KataConfig while it's deleted and recreated. Another window, another
 * user, or `oc` can restore the KataConfig from it. Source: OSC 1.12 §4.2, §4.4.
 */
import { isJsonObject, getMap, getString, getStringMap } from '#core/common/json.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { savedKataConfigName, operatorNamespace } from '#core/product/namespaces.ts';
import { fieldManager } from './clusterChange.ts';
import type { KubernetesManifest } from '../lookups/lookup.ts';
import { createWatchedReference, splitVersion } from './references.ts';

export const savedKataConfigReference: ObjectReference = createWatchedReference('configMaps', savedKataConfigName);

/** The only key of the ConfigMap. Its value is JSON, which `oc apply` accepts. */
const keptKey = 'kataconfig.json';

/** Command that restores the KataConfig without the extension: `oc get ... | oc apply -f -`. */
export const keptCommand = `oc get configmap ${savedKataConfigName} -n ${operatorNamespace} -o jsonpath='{.data.kataconfig\\.json}' | oc apply -f -`;

/** Maximum length of the value, in characters. A KataConfig is far smaller, and a ConfigMap can hold 1 MiB. */
const longest = 500_000;
/** Annotation in which `kubectl apply` stores a copy of the object. */
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/**
 * Returns a KataConfig with everything that users set, including unknown fields. Omits what the API server or the
 * operator sets. Returns undefined if the object isn't a valid KataConfig.
 */
export function wholeKataConfig(raw: unknown): KubernetesManifest | undefined {
  const [apiVersion, name] = [getString(raw, 'apiVersion') ?? '', getString(raw, 'metadata', 'name') ?? ''];
  if (
    !isJsonObject(raw) ||
    getString(raw, 'kind') !== 'KataConfig' ||
    splitVersion(apiVersion)[0] !== 'kataconfiguration.openshift.io'
  )
    return undefined;
  // The name must be a DNS subdomain. Source: Kubernetes, "Object Names and IDs".
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

/** Removes null values, which have no meaning. Some API servers keep them and others don't. */
function withoutNulls(spec: KubernetesManifest): KubernetesManifest {
  return Object.fromEntries(Object.entries(spec).filter(([, value]) => value !== null));
}

/** Creates the ConfigMap that saves a KataConfig. */
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

/** Returns the KataConfig that a ConfigMap saves, or undefined if it can't be read. */
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
