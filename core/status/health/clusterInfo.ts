/**
 * Extracts the cluster data for file checks: names and lists, but no connection data or user. Omits unknown values. All
 * functions are pure.
 */
import { omitUndefined } from '#core/common/json.ts';
import { peerPodsConfigMapName } from '#core/product/namespaces.ts';
import { splitList } from '#core/peerPods/parseGoValues.ts';
import { providerNamed } from '#core/peerPods/providers.ts';
import { findRelease, newestRelease } from '#core/product/releases.ts';
import type { WatchedKindId } from '#core/cluster/watchedKinds/index.ts';
import { isCutValue } from '#core/cluster/objects/clusterObject.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { SyncState } from '#core/cluster/syncState.ts';
import type { Health } from '../explanation.ts';
import { explainKataConfig } from '../kataConfig/explainKataConfig.ts';
import { getInstalledRelease, getOperatorVersion } from '../operator/operatorParts.ts';
import { getKataStatus } from '../kataConfig/kataStatus.ts';
import { getOpenShiftVersion } from '../nodes/ineffectiveRule.ts';
import { isKnown, findItem, listItems, indexSnapshot } from '../snapshotIndex.ts';
import { formatTimestamp } from '#core/common/time.ts';

/** Has the same structure as `ClusterFacts` in server/src/protocol/protocol.ts, which core can't import. */
export interface ClusterInfo {
  readonly cluster: string;
  /** Time at which the cluster last confirmed the data. The oldest time of all parts applies. */
  readonly asOf: string;
  /** True if the cluster is followed, so that the data is current. */
  readonly live: boolean;
  /** ID of the installed release, or the version of the operator if the release isn't known. */
  readonly release?: string;
  readonly openShift?: string;
  readonly kubernetes?: string;
  readonly runtimeClasses?: readonly string[];
  readonly allowedInstanceTypes?: {
    readonly provider: string;
    readonly types: readonly string[];
    readonly default?: string;
  };
  readonly nodes?: readonly { readonly name: string; readonly labels: Readonly<Record<string, string>> }[];
  readonly kataConfigs?: readonly { readonly name: string; readonly words: string; readonly health: Health }[];
  readonly converged?: boolean;
  readonly kataNodes?: number;
}

/** The resource kinds from which the data is derived. */
const told: readonly WatchedKindId[] = [
  'kataConfigs',
  'nodes',
  'machineConfigPools',
  'runtimeClasses',
  'clusterServiceVersions',
  'configMaps',
  'clusterVersions',
];

/**
 * Maximum number of nodes, as in protocol.ts. If there are more, none are included, because rules can't use an
 * incomplete list.
 */
const maxNodes = 5000;

/**
 * Returns the data, or undefined if none was read yet.
 * @param cluster name of the cluster in messages
 * @param kubernetes Kubernetes version of a cluster without OpenShift
 */
export function factsOf(cluster: string, snapshot: Snapshot, kubernetes?: string): ClusterInfo | undefined {
  const times = told.flatMap((id) => snapshot[id].asOf ?? []);
  if (times.length === 0) return undefined;
  const { nodes } = snapshot;
  return {
    cluster,
    asOf: formatTimestamp(Math.min(...times)),
    live: told.every((id) => isSettled(snapshot[id].state)),
    ...omitUndefined({
      release: getInstalledRelease(snapshot) ?? getOperatorVersion(snapshot),
      openShift: getOpenShiftVersion(snapshot),
      kubernetes,
      runtimeClasses: isKnown(snapshot, 'runtimeClasses')
        ? listItems(snapshot, 'runtimeClasses')
            .map(({ name }) => name)
            .toSorted()
        : undefined,
      allowedInstanceTypes: listAllowedTypes(snapshot),
      nodes:
        isKnown(snapshot, 'nodes') && nodes.items.size <= maxNodes
          ? listItems(snapshot, 'nodes').map(({ name, labels }) => ({ name, labels }))
          : undefined,
      kataConfigs: isKnown(snapshot, 'kataConfigs') ? kataConfigs(snapshot) : undefined,
      kataNodes: isKnown(snapshot, 'kataConfigs') ? kataNodes(snapshot) : undefined,
      converged: isKnown(snapshot, 'machineConfigPools') ? indexSnapshot(snapshot).converged : undefined,
    }),
  };
}

/** Returns whether the known data is current. */
function isSettled({ kind }: SyncState): boolean {
  return kind === 'live' || kind === 'forbidden' || kind === 'absent';
}

/** Returns whether the cluster certainly isn't an OpenShift cluster: it doesn't have the kind ClusterVersion. */
export function lacksOpenShift({ clusterVersions }: Snapshot): boolean {
  return clusterVersions.state.kind === 'absent';
}

/** Returns whether any data for file checks is known. */
export function hasFacts(snapshot: Snapshot): boolean {
  return told.some((id) => isKnown(snapshot, id));
}

/** Returns the sources of the data. Equal sources produce equal data. */
export function factSources(snapshot: Snapshot): readonly unknown[] {
  return [
    ...told.flatMap((id) => [snapshot[id].items, isSettled(snapshot[id].state)]),
    // The release, without a CSV.
    snapshot.clusterExtensions.items,
    snapshot.failedSandboxes.items,
  ];
}

/**
 * Returns the number of nodes on which Kata is installed, including those from which the operator hasn't uninstalled it
 * yet.
 */
function kataNodes(snapshot: Snapshot): number {
  return new Set(
    listItems(snapshot, 'kataConfigs').flatMap(({ lists }) => [...lists.installed, ...lists.waitingToUninstall]),
  ).size;
}

function kataConfigs(snapshot: Snapshot): NonNullable<ClusterInfo['kataConfigs']> {
  const { words, warning } = getKataStatus(snapshot);
  const judged = indexSnapshot(snapshot).kataConfig;
  return listItems(snapshot, 'kataConfigs').map((kataConfig) => {
    const { health, headline } = explainKataConfig(kataConfig, snapshot);
    if (kataConfig !== judged) return { name: kataConfig.name, words: headline, health };
    return { name: kataConfig.name, words, health: warning !== undefined && health === 'ok' ? 'attention' : health };
  });
}

/** Returns the instance types that peer-pods-cm allows. Returns undefined if they are unknown. */
export function listAllowedTypes(snapshot: Snapshot): ClusterInfo['allowedInstanceTypes'] {
  const data = findItem(snapshot, 'configMaps', peerPodsConfigMapName)?.data;
  const provider = data?.['CLOUD_PROVIDER'];
  const keys = provider === undefined ? undefined : providerNamed(provider)?.instanceTypes;
  if (data === undefined || provider === undefined || keys?.listKey === undefined) return undefined;
  const release = findRelease(getInstalledRelease(snapshot) ?? '') ?? newestRelease;
  const written = data[keys.listKey] ?? '';
  if (isCutValue(written)) return undefined;
  const list = splitList(written, release, keys.listKey);
  if (list.outcome !== 'read' && list.outcome !== 'unset') return undefined;
  const set = data[keys.defaultKey] ?? '';
  const types = list.outcome === 'read' ? list.value.map(({ text }) => text) : [];
  return { provider, types, ...omitUndefined({ default: set === '' ? keys.default : set }) };
}
