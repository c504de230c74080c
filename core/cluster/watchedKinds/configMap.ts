/**
 * ConfigMaps that the operator reads and the one that stores the saved KataConfig during an update. Others are ignored.
 * Credentials belong in Secrets, but values of keys that look like credentials are redacted anyway. Source:
 * domain/02-peer-pods.md.
 */
import * as l10n from '@vscode/l10n';
import { getStringMap } from '#core/common/json.ts';
import { savedKataConfigName, peerPodsConfigMapName } from '#core/product/namespaces.ts';
import { defineWatchedKind } from '../objects/watchedKind.ts';
import { valueText, type ClusterObject } from '../objects/clusterObject.ts';

export interface ConfigMap extends ClusterObject {
  /** Values by key. `redactedValue` replaces credentials, which don't belong in a ConfigMap. */
  readonly data: Readonly<Record<string, string>>;
}

/** Placeholder for a value that must not be shown. */
export const redactedValue = '***';

/**
 * Maximum length of a key in Kubernetes, and maximum number of keys to keep. The operator's ConfigMaps have far fewer
 * keys.
 */
const longestKey = 253;
const mostKeys = 2000;

const ours: readonly string[] = [
  peerPodsConfigMapName,
  'osc-feature-gates',
  'layered-image-deploy-cm',
  savedKataConfigName,
];
const looksSecret = /SECRET|PASSWORD|TOKEN|CREDENTIAL|ACCESS_KEY|API_KEY|PRIVATE/;

export const configMaps = defineWatchedKind<ConfigMap>({
  group: '',
  version: 'v1',
  plural: 'configmaps',
  kind: 'ConfigMap',
  scope: 'operator',
  neededFor: () => l10n.t`whether peer pods are configured`,
  read(raw, object) {
    if (!(ours.includes(object.name) || object.name.endsWith('-podvm-image-cm'))) return undefined;
    const data = Object.entries(getStringMap(raw, 'data'))
      .filter(([key]) => key.length <= longestKey)
      .slice(0, mostKeys)
      .map(([key, value]) => [key, value !== '' && looksSecret.test(key) ? redactedValue : valueText(value)]);
    return { ...object, data: Object.fromEntries(data) as Record<string, string> };
  },
});
