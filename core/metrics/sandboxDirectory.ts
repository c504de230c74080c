/** Lists the nodes and sandboxes that Prometheus has data for, so that the user can select them. */
import { operatorNamespace } from '../product/namespaces.ts';
import { quotedString } from './filters.ts';
import type { Sampled } from './samples.ts';

export interface KnownSandbox {
  readonly id: string;
  /** Pod in the form `namespace/name`, if kata-monitor found it. */
  readonly pod?: string;
  readonly namespace?: string;
}

export interface Directory {
  /** Sorted by value. */
  readonly nodes: readonly { readonly label: 'node' | 'instance'; readonly value: string }[];
  readonly sandboxes: readonly KnownSandbox[];
  /** Node names by the addresses where the nodes or their pods are scraped. */
  readonly addresses: ReadonlyMap<string, string>;
}

export const emptyDirectory: Directory = { nodes: [], sandboxes: [], addresses: new Map() };

/**
 * Maximum look-back time in seconds. Queries over a longer time are expensive for the server. Users can still select an
 * older sandbox by its ID.
 */
const furthest = 86_400;

/**
 * Returns the query for the nodes and sandboxes with data in the last `seconds`. It selects one series each from the
 * shim, the guest, the hypervisor, and kata-monitor, so that the result includes sandboxes whose guest doesn't respond.
 */
export function directoryQuery(seconds: number): string {
  const back = Math.max(60, Math.min(furthest, Math.round(seconds)));
  return `group by (node, instance, sandbox_id, cri_namespace, cri_name) (last_over_time({__name__=~"kata_shim_threads|kata_guest_tasks|kata_hypervisor_threads|kata_monitor_running_shim_count"}[${back}s]))`;
}

/**
 * Query for the nodes at the kata-monitor addresses. With a ServiceMonitor, only `instance` distinguishes nodes.
 * Source: kubernetes/kube-state-metrics docs/metrics/workload/pod-metrics.md, kube_pod_info.
 */
export const addressesQuery = `group by (node, pod_ip, host_ip) (kube_pod_info{namespace=${quotedString(operatorNamespace)}})`;

/** Parses the result of `addressesQuery`. */
export function readAddresses({ series }: Sampled): Directory['addresses'] {
  const addresses = new Map<string, string>();
  for (const { labels } of series) {
    const node = labels['node'] ?? '';
    for (const address of [labels['pod_ip'], labels['host_ip']])
      if (node !== '' && address !== undefined && address !== '') addresses.set(address, node);
  }
  return addresses;
}

/** Returns the name of the node at an `instance` address. Returns the instance itself if the node is unknown. */
export function resolveNodeName(instance: string, addresses: Directory['addresses']): string {
  return addresses.get(instance.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')) ?? instance;
}

/** Parses the result of `directoryQuery`. */
export function readDirectory({ series }: Sampled, addresses: Directory['addresses'] = new Map()): Directory {
  const nodes = new Map<string, Directory['nodes'][number]>();
  const sandboxes = new Map<string, KnownSandbox>();
  for (const { labels } of series) {
    const label = labels['node'] === undefined ? 'instance' : 'node';
    const value = labels[label];
    if (value !== undefined && value !== '') nodes.set(`${label} ${value}`, { label, value });
    const id = labels['sandbox_id'];
    if (id === undefined || id === '') continue;
    const [namespace, name] = [labels['cri_namespace'], labels['cri_name']];
    const known = namespace !== undefined && name !== undefined && name !== '';
    sandboxes.set(id, {
      id,
      ...(known ? { pod: `${namespace}/${name}`, namespace } : {}),
      ...(known ? {} : sandboxes.get(id)),
    });
  }
  return {
    nodes: [...nodes.values()].toSorted((one, other) => compare(one.value, other.value)),
    sandboxes: [...sandboxes.values()].toSorted((one, other) => compare(one.pod ?? one.id, other.pod ?? other.id)),
    addresses,
  };
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
