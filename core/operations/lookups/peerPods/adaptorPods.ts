/**
 * Determines whether cloud-api-adaptor uses the current peer-pods-cm. It reads the ConfigMap at startup, so a pod older
 * than the last change uses old settings. Sources: domain/01-kataconfig.md 1.8;
 * openshift/sandboxed-containers-operator@c24c8f3b controllers/peerpods.go; Kubernetes meta/v1 ManagedFieldsEntry.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined, getList, getNumber, getString, getStringMap, getValue } from '#core/common/json.ts';
import { parseClusterObject } from '#core/cluster/objects/clusterObject.ts';
import { getObjectPath, getCollectionPath } from '#core/cluster/objects/objectReference.ts';
import { parseTimestamp } from '#core/common/time.ts';
import { lastWritten } from '#core/cluster/objects/lastModified.ts';
import { peerPodsConfigMapName } from '#core/product/namespaces.ts';
import { defineLookup, type ClusterReader } from '../lookup.ts';
import { createWatchedReference } from '#core/operations/changes/references.ts';

export interface AdaptorPods {
  /**
   * Time when peer-pods-cm was last written, in milliseconds since 1970. Undefined if it doesn't exist or the time is
   * unknown.
   */
  readonly configChanged?: number;
  /** The resourceVersion of peer-pods-cm when it was read. If it differs now, this data is out of date. */
  readonly configVersion?: string;
  /** Undefined if the DaemonSet doesn't exist yet. The operator creates it for peer pods. */
  readonly daemonSet?: AdaptorDaemonSet;
  /** Start time of each pod, in milliseconds since 1970. Undefined if the pod hasn't started. */
  readonly started: readonly (number | undefined)[];
}

interface AdaptorDaemonSet {
  readonly name: string;
  /** Time of the last restart request in the `oc rollout restart` annotation, in milliseconds since 1970. */
  readonly restarted?: number;
  /**
   * True if the operator stores the version of peer-pods-cm in the pod template, so that a change rolls out
   * automatically. Based on unreleased source code.
   */
  readonly rollsOutItself: boolean;
  /** Update strategy. With `OnDelete`, pods are recreated only after the old ones are deleted manually. */
  readonly strategy: string;
  /** True if the rollout isn't complete on every node. */
  readonly rolling: boolean;
}

/** Names of the DaemonSet in current and older releases. */
export const adaptorNames = ['osc-caa-ds', 'peerpodconfig-ctrl-caa-daemon'] as const;
export const restartedAnnotation = 'kubectl.kubernetes.io/restartedAt';
const versionAnnotation = 'peer-pods-cm/version';

export const adaptorPodsFact = defineLookup<AdaptorPods>({
  neededFor: () => l10n.t`whether cloud-api-adaptor has read the current settings`,
  async read(reader) {
    const config = await reader.get(getObjectPath(createWatchedReference('configMaps', peerPodsConfigMapName)));
    if (config.kind === 'problem') return config;
    const written =
      config.kind === 'value'
        ? omitUndefined({
            configChanged: lastWritten(config.value),
            configVersion: parseClusterObject(config.value)?.resourceVersion,
          })
        : {};
    const set = await firstSet(reader);
    if (set.kind === 'problem') return set;
    if (set.kind === 'absent') return { kind: 'value', value: { ...written, started: [] } };
    const { daemonSet, uid } = set.value;
    const pods = await reader.list(getCollectionPath({ ...createWatchedReference('configMaps', ''), plural: 'pods' }));
    if (pods.kind === 'problem') return pods;
    const own = (pods.kind === 'value' ? pods.value.items : []).filter(
      (pod) => isOwned(pod, uid) && getValue(pod, 'metadata', 'deletionTimestamp') === undefined,
    );
    const started = own.map(startOf);
    return { kind: 'value', value: { ...written, daemonSet, started } };
  },
});

async function firstSet(reader: ClusterReader) {
  for (const name of adaptorNames) {
    const answer = await reader.get(getObjectPath(createWatchedReference('daemonSets', name)));
    if (answer.kind === 'problem') return answer;
    const uid = answer.kind === 'value' ? parseClusterObject(answer.value)?.uid : undefined;
    if (answer.kind === 'value' && uid !== undefined)
      return { kind: 'value', value: { uid, daemonSet: readSet(name, answer.value) } } as const;
  }
  return { kind: 'absent' } as const;
}

function readSet(name: string, raw: unknown): AdaptorDaemonSet {
  const annotations = getStringMap(raw, 'spec', 'template', 'metadata', 'annotations');
  const count = (field: string): number => getNumber(raw, 'status', field) ?? 0;
  const wanted = count('desiredNumberScheduled');
  return {
    name,
    ...omitUndefined({
      restarted: Object.hasOwn(annotations, restartedAnnotation)
        ? parseTimestamp(annotations[restartedAnnotation])
        : undefined,
    }),
    rollsOutItself: Object.hasOwn(annotations, versionAnnotation),
    strategy: getString(raw, 'spec', 'updateStrategy', 'type') ?? 'RollingUpdate',
    rolling:
      (getNumber(raw, 'metadata', 'generation') ?? 0) > count('observedGeneration') ||
      count('updatedNumberScheduled') < wanted ||
      count('numberReady') < wanted,
  };
}

/**
 * Returns the earliest start time of the pod's running containers. A restarted container has read the settings again.
 */
function startOf(pod: unknown): number | undefined {
  const containers = getList(pod, 'status', 'containerStatuses');
  if (containers.length === 0) return parseTimestamp(getString(pod, 'status', 'startTime'));
  const times = containers.slice(0, 20).map((one) => parseTimestamp(getString(one, 'state', 'running', 'startedAt')));
  return times.some((time) => time === undefined) ? undefined : Math.min(...times.flatMap((time) => time ?? []));
}

function isOwned(pod: unknown, uid: string): boolean {
  return getList(pod, 'metadata', 'ownerReferences').some((owner) => getString(owner, 'uid') === uid);
}
