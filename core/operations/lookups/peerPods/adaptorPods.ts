/**
 * What cloud-api-adaptor runs with: it reads peer-pods-cm when it starts, so a pod that is older than the last change
 * does not know of it. Sources: domain/01-kataconfig.md 1.8; openshift/sandboxed-containers-operator@c24c8f3b
 * controllers/peerpods.go; Kubernetes meta/v1 ManagedFieldsEntry.
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
  /** When peer-pods-cm was last written, milliseconds since 1970; undefined: there is none, or it does not say. */
  readonly configChanged?: number;
  /** Its resourceVersion then: with another one, this is of another state. */
  readonly configVersion?: string;
  /** Undefined: there is none yet, it comes with peer pods. */
  readonly daemonSet?: AdaptorDaemonSet;
  /** When each of its pods began, milliseconds since 1970; undefined: it has not. */
  readonly started: readonly (number | undefined)[];
}

interface AdaptorDaemonSet {
  readonly name: string;
  /** When a restart was last asked for by the annotation of `oc rollout restart`. Milliseconds since 1970. */
  readonly restarted?: number;
  /**
   * The operator writes the version of peer-pods-cm into its pods, so that a change rolls out by itself. Known from
   * development sources.
   */
  readonly rollsOutItself: boolean;
  /** `OnDelete`: pods are made anew only when somebody deletes the old ones. */
  readonly strategy: string;
  /** What was asked of it has not been done on every node. */
  readonly rolling: boolean;
}

/** What it is called, and what it was called in older releases. */
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

/** When its containers began, the first of them: a container that was started again has read the settings again. */
function startOf(pod: unknown): number | undefined {
  const containers = getList(pod, 'status', 'containerStatuses');
  if (containers.length === 0) return parseTimestamp(getString(pod, 'status', 'startTime'));
  const times = containers.slice(0, 20).map((one) => parseTimestamp(getString(one, 'state', 'running', 'startedAt')));
  return times.some((time) => time === undefined) ? undefined : Math.min(...times.flatMap((time) => time ?? []));
}

function isOwned(pod: unknown, uid: string): boolean {
  return getList(pod, 'metadata', 'ownerReferences').some((owner) => getString(owner, 'uid') === uid);
}
