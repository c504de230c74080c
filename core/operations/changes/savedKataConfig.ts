/**
 * The KataConfig that an update deletes and makes again, kept on the cluster meanwhile: whole, in a ConfigMap, so that another window, another person, or
 * `oc` finds it when nobody else knows it any more. Source: OSC 1.12 §4.2, §4.4.
 */
import { isJsonObject, mapAt, stringAt, textMapAt } from '#core/common/json.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { keptKataConfigName, operatorNamespace } from '#core/product/namespaces.ts';
import { fieldManager } from './clusterChange.ts';
import type { Manifest } from '../lookups/lookup.ts';
import { liveReference, splitVersion } from './references.ts';

export const keptReference: ObjectReference = liveReference('configMaps', keptKataConfigName);

/** Its one key: JSON, which `oc apply` takes. */
const keptKey = 'kataconfig.json';

/** `oc get ... | oc apply -f -`: makes it again without us. */
export const keptCommand = `oc get configmap ${keptKataConfigName} -n ${operatorNamespace} -o jsonpath='{.data.kataconfig\\.json}' | oc apply -f -`;

/** More nobody writes into a KataConfig; a ConfigMap takes a mebibyte. */
const longest = 500_000;
/** `kubectl apply` writes the object into it a second time. */
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/** All that somebody wrote into a KataConfig, also what is not known here; nothing that the server or the operator writes. Undefined: it is none. */
export function wholeKataConfig(raw: unknown): Manifest | undefined {
  const [apiVersion, name] = [stringAt(raw, 'apiVersion') ?? '', stringAt(raw, 'metadata', 'name') ?? ''];
  if (!isJsonObject(raw) || stringAt(raw, 'kind') !== 'KataConfig' || splitVersion(apiVersion)[0] !== 'kataconfiguration.openshift.io') return undefined;
  // A DNS subdomain. Source: Kubernetes, "Object Names and IDs".
  if (name.length > 253 || !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(name)) return undefined;
  const { [lastApplied]: _again, ...annotations } = textMapAt(raw, 'metadata', 'annotations');
  const labels = textMapAt(raw, 'metadata', 'labels');
  const metadata = { name, ...(Object.keys(labels).length === 0 ? {} : { labels }), ...(Object.keys(annotations).length === 0 ? {} : { annotations }) };
  return { apiVersion, kind: 'KataConfig', metadata, ...(isJsonObject(raw['spec']) ? { spec: withoutNulls(mapAt(raw, 'spec')) } : {}) };
}

/** Some servers keep them, others leave them out: they mean the same. */
function withoutNulls(spec: Manifest): Manifest {
  return Object.fromEntries(Object.entries(spec).filter(([, value]) => value !== null));
}

/** The ConfigMap that keeps it. */
export function keptManifest(kataConfig: Manifest): Manifest {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: keptKataConfigName,
      namespace: operatorNamespace,
      labels: { 'app.kubernetes.io/managed-by': fieldManager, 'app.kubernetes.io/component': 'kept-kataconfig' },
    },
    data: { [keptKey]: `${JSON.stringify(kataConfig, undefined, 2)}\n` },
  };
}

/** What such a ConfigMap keeps; undefined: it cannot be read. */
export function keptIn(raw: unknown): Manifest | undefined {
  const text = stringAt(raw, 'data', keptKey);
  if (text === undefined || text.length > longest) return undefined;
  try {
    const kept: unknown = JSON.parse(text);
    return wholeKataConfig(kept);
  } catch {
    return undefined;
  }
}
