/**
 * Determines the content of a must-gather file from its path. Source: domain/07-must-gather.md 7.2 (the collection
 * scripts of the operator); openshift/oc pkg/cli/admin/inspect (cluster-scoped-resources, namespaces).
 */
import { platformKinds, type PlatformKind } from '#core/cluster/objects/platformProblem.ts';
import { watchedKindIds, watchedKinds, type WatchedKindId } from '#core/cluster/watchedKinds/index.ts';
import { besideDataId, logDataId } from '#core/diagnosis/evidence/mustGatherData.ts';
import type { BesideKind } from '#core/diagnosis/evidence/extraObject.ts';
import type { LogSourceKind } from '#core/status/logMessages/logMessage.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { listTreeKinds } from './treeObjects.ts';

export type MustGatherPathInfo =
  /** Objects of a kind as YAML: a single object or a list. */
  | { readonly kind: 'objects'; readonly id: WatchedKindId; readonly list: boolean }
  /** Output of `oc describe` for a kind. */
  | { readonly kind: 'described'; readonly id: WatchedKindId }
  /** Additional objects. */
  | { readonly kind: 'beside'; readonly what: BesideKind }
  /** Objects that aren't part of OpenShift sandboxed containers, of which only problems are stored. */
  | { readonly kind: 'platform'; readonly what: PlatformKind }
  | { readonly kind: 'log'; readonly place: LogSourceKind }
  /** Pods of a namespace, of which only Kata pods are stored. */
  | { readonly kind: 'pods' }
  /**
   * Events of a namespace. `whole` is true if they can be about nodes, pools, and the operator. For other namespaces,
   * only events about sandboxes are stored.
   */
  | { readonly kind: 'events'; readonly whole: boolean }
  /** Objects that only the Clusters view shows. */
  | { readonly kind: 'treeObject' }
  /** The Kata packages of a node. */
  | { readonly kind: 'packages'; readonly node: string }
  /** The time of collection. */
  | { readonly kind: 'timestamp' }
  /** The record of namespaces whose Kata pods were collected. */
  | { readonly kind: 'coverage' }
  /** Nodes that were skipped during collection, or its errors. */
  | { readonly kind: 'collectorNotes' };

/** Names of the operator's MachineConfigs. A cluster has many large MachineConfigs, and only these files are opened. */
const ownMachineConfigs =
  /^(?:50-enable-sandboxed-containers-(?:extension|image)|40-worker-kata-remote-config|50-kata-remote)$/;

/** Events about cluster-scoped objects are in `default`. */
const eventNamespaces: ReadonlySet<string> = new Set([
  'default',
  operatorNamespace,
  'openshift-machine-config-operator',
]);

/** Returns the content of a file. Returns undefined if the file isn't used. */
export function classifyPath(path: string): MustGatherPathInfo | undefined {
  return (
    beside(path) ??
    platform(path) ??
    objects(path) ??
    described(path) ??
    log(path) ??
    besides(path) ??
    (listTreeKinds(path).length > 0 ? { kind: 'treeObject' } : undefined)
  );
}

/** Returns the name of the collection that a path belongs to, if the folder contains several. */
export function runOf(path: string): string | undefined {
  return /^(must-gather\.local\.[^/]+)\//.exec(path)?.[1];
}

/** The plural names of the kinds after their API groups. */
const platformPath =
  /(?:^|\/)cluster-scoped-resources\/(?:config\.openshift\.io\/(clusteroperators)|certificates\.k8s\.io\/(certificatesigningrequests))(?:\/[^/]+)?\.yaml$/;

function platform(path: string): MustGatherPathInfo | undefined {
  const found = platformPath.exec(path);
  const what = platformKinds.find((kind) => kind === (found?.[1] ?? found?.[2]));
  return what === undefined ? undefined : { kind: 'platform', what };
}

function beside(path: string): MustGatherPathInfo | undefined {
  if (path.endsWith(`namespaces/${operatorNamespace}/${operatorNamespace}.yaml`))
    return { kind: 'beside', what: 'namespace' };
  if (path.endsWith('/customresourcedefinitions/kataconfigs.kataconfiguration.openshift.io.yaml'))
    return { kind: 'beside', what: 'definition' };
  const namespace = /(?:^|\/)namespaces\/([^/]+)\/operators\.coreos\.com\/subscriptions(?:\/[^/]+)?\.yaml$/.exec(
    path,
  )?.[1];
  return namespace === undefined || namespace === operatorNamespace
    ? undefined
    : { kind: 'beside', what: 'subscription' };
}

function objects(path: string): MustGatherPathInfo | undefined {
  const found = /(?:^|\/)(?:cluster-scoped-resources|namespaces\/([^/]+))\/([^/]+)\/([^/]+?)(?:\/([^/]+))?\.yaml$/.exec(
    path,
  );
  if (found === null) return undefined;
  const [, namespace, folder = '', plural = '', name] = found;
  const group = folder === 'core' ? '' : folder;
  const id = watchedKindIds.find((one) => {
    const kind = watchedKinds[one];
    if (kind.group !== group || kind.plural !== plural) return false;
    if (kind.scope === 'cluster') return namespace === undefined;
    return kind.scope === 'operator' ? namespace === operatorNamespace : namespace !== undefined;
  });
  if (id === undefined || (id === 'machineConfigs' && name !== undefined && !ownMachineConfigs.test(name)))
    return undefined;
  return { kind: 'objects', id, list: name === undefined };
}

const texts: readonly (readonly [RegExp, WatchedKindId])[] = [
  [/\/kataconfig_description$/, 'kataConfigs'],
  [/\/clusterserviceversion_description$/, 'clusterServiceVersions'],
  [/\/subscription_description$/, 'subscriptions'],
  [/\/mcps\/[^/]+_description$/, 'machineConfigPools'],
  [new RegExp(`/namespaces/${operatorNamespace}/install-[^/]+_description$`), 'installPlans'],
];

function described(path: string): MustGatherPathInfo | undefined {
  if (!/(?:^|\/)sandboxed-containers\//.test(path)) return undefined;
  const found = texts.find(([pattern]) => pattern.test(path));
  return found === undefined ? undefined : { kind: 'described', id: found[1] };
}

const pods: readonly (readonly [RegExp, LogSourceKind])[] = [
  [/^(?:openshift-sandboxed-containers-controller|controller)-manager-/, 'operator'],
  [/^(?:osc-caa-ds|peerpodconfig-ctrl-caa-daemon)-/, 'adaptor'],
  [/^osc-rpm-(?:un)?install-/, 'installer'],
  [/^osc-podvm-image-(?:creation|deletion)-/, 'imageJob'],
];

function log(path: string): MustGatherPathInfo | undefined {
  const node = /(?:^|\/)nodes\/([^/]+)\/\1_logs_(kubelet|crio)$/.exec(path);
  if (node !== null) return { kind: 'log', place: node[2] === 'crio' ? 'crio' : 'kubelet' };
  // These are the logs of all control plane nodes, combined in one file.
  const service = /(?:^|\/)host_service_logs\/[^/]+\/(kubelet|crio)_service\.log$/.exec(path)?.[1];
  if (service !== undefined) return { kind: 'log', place: service === 'crio' ? 'crio' : 'kubelet' };
  const found =
    /(?:^|\/)sandboxed-containers\/namespaces\/([^/]+)\/([^/]+)_logs$/.exec(path) ??
    /(?:^|\/)namespaces\/([^/]+)\/pods\/([^/]+)\/[^/]+\/[^/]+\/logs\/(?:current|previous)\.log$/.exec(path);
  const [, namespace, pod = ''] = found ?? [];
  if (namespace === 'openshift-machine-config-operator') return { kind: 'log', place: 'machineConfig' };
  const place = namespace === operatorNamespace ? pods.find(([pattern]) => pattern.test(pod))?.[1] : undefined;
  return place === undefined ? undefined : { kind: 'log', place };
}

function besides(path: string): MustGatherPathInfo | undefined {
  if (/(?:^|\/)namespaces\/[^/]+\/core\/pods\.yaml$/.test(path)) return { kind: 'pods' };
  const namespace = /(?:^|\/)namespaces\/([^/]+)\/core\/events\.yaml$/.exec(path)?.[1];
  if (namespace !== undefined) return { kind: 'events', whole: eventNamespaces.has(namespace) };
  const node = /(?:^|\/)nodes\/([^/]+)\/version$/.exec(path)?.[1];
  if (node !== undefined) return { kind: 'packages', node };
  if (/(?:^|\/)timestamp$/.test(path)) return { kind: 'timestamp' };
  if (/(?:^|\/)kata-workloads\.json$/.test(path)) return { kind: 'coverage' };
  return /(?:^|\/)(?:nodes\/skipped_nodes\.txt|must-gather-errors\.log)$/.test(path)
    ? { kind: 'collectorNotes' }
    : undefined;
}

/** Returns the data that a file with this content provides. */
export function dataIdOf(place: MustGatherPathInfo): string | undefined {
  if (place.kind === 'objects' || place.kind === 'described') return place.id;
  if (place.kind === 'log') return logDataId(place.place);
  return place.kind === 'beside' ? besideDataId(place.what) : undefined;
}
