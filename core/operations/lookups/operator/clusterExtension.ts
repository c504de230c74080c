/**
 * ClusterExtensions (OLM v1) for the operator package. They're an alternative to a Subscription and conflict with it.
 * Source: olm.operatorframework.io/v1.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined, getString } from '#core/common/json.ts';
import { truncateWord } from '#core/cluster/objects/clusterObject.ts';
import type { ClusterExtension } from '#core/cluster/watchedKinds/clusterExtension.ts';
import { watchedKinds } from '#core/cluster/watchedKinds/index.ts';
import { getCollectionPath, getObjectPath } from '#core/cluster/objects/objectReference.ts';
import { defineLookup, mapReadResult, type ClusterReader } from '../lookup.ts';

export interface ClusterExtensions {
  readonly found: readonly ClusterExtension[];
  /**
   * Feature set of the cluster, such as `TechPreviewNoUpgrade`, or an empty string for the default one. Read only if
   * there is a ClusterExtension. Undefined if it couldn't be read. Source: openshift/api config/v1 FeatureGate.
   */
  readonly featureSet?: string;
}

const path = getCollectionPath(watchedKinds.clusterExtensions);
const isOurs = (raw: unknown): boolean => watchedKinds.clusterExtensions.read(raw) !== undefined;

const featureGate = getObjectPath({
  group: 'config.openshift.io',
  version: 'v1',
  plural: 'featuregates',
  kind: 'FeatureGate',
  name: 'cluster',
});

export const clusterExtensionFact = defineLookup<ClusterExtensions>({
  neededFor: () => l10n.t`whether the operator is installed as a ClusterExtension`,
  read: async (reader) => {
    const extensions = mapReadResult(
      await reader.list(path, 100, isOurs),
      ({ items }): ClusterExtensions => ({
        found: items.flatMap((raw) => watchedKinds.clusterExtensions.read(raw) ?? []),
      }),
      { found: [] },
    );
    if (extensions.kind !== 'value' || extensions.value.found.length === 0) return extensions;
    const featureSet = await readFeatureSet(reader);
    return { kind: 'value', value: { ...extensions.value, ...omitUndefined({ featureSet }) } };
  },
});

async function readFeatureSet(reader: ClusterReader): Promise<string | undefined> {
  const answer = await reader.get(featureGate);
  if (answer.kind === 'problem') return undefined;
  return answer.kind === 'value' ? truncateWord(getString(answer.value, 'spec', 'featureSet') ?? '') : '';
}
