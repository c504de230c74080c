/** Which nodes and sandboxes there are to choose from, as Prometheus knows them. */
import { operatorNamespace } from '../product/namespaces.ts';
import { quotedString } from './filters.ts';
import type { Sampled } from './samples.ts';

export interface KnownSandbox {
  readonly id: string;
  /** The pod, where kata-monitor found it: `namespace/name`. */
  readonly pod?: string;
  readonly namespace?: string;
}

export interface Directory {
  /** In order of their values. */
  readonly nodes: readonly { readonly label: 'node' | 'instance'; readonly value: string }[];
  readonly sandboxes: readonly KnownSandbox[];
  /** The names of nodes by the addresses at which they, or what runs on them, are asked. */
  readonly addresses: ReadonlyMap<string, string>;
}

export const emptyDirectory: Directory = { nodes: [], sandboxes: [], addresses: new Map() };

/**
 * How far back is looked, at most, in seconds: more costs the server much, and who is gone for longer is found by its
 * id.
 */
const furthest = 86_400;

/**
 * The query for them: what there was within so many seconds. One series of each source that every sandbox has, so that
 * those without an answering guest are found as well.
 */
export function directoryQuery(seconds: number): string {
  const back = Math.max(60, Math.min(furthest, Math.round(seconds)));
  return `group by (node, instance, sandbox_id, cri_namespace, cri_name) (last_over_time({__name__=~"kata_shim_threads|kata_guest_tasks|kata_hypervisor_threads|kata_monitor_running_shim_count"}[${back}s]))`;
}

/**
 * The query for the nodes behind the addresses of kata-monitor: of a ServiceMonitor, `instance` is all that tells nodes
 * apart. Source: kubernetes/kube-state-metrics docs/metrics/workload/pod-metrics.md, kube_pod_info.
 */
export const addressesQuery = `group by (node, pod_ip, host_ip) (kube_pod_info{namespace=${quotedString(operatorNamespace)}})`;

/** Reads what came of it. */
export function readAddresses({ series }: Sampled): Directory['addresses'] {
  const addresses = new Map<string, string>();
  for (const { labels } of series) {
    const node = labels['node'] ?? '';
    for (const address of [labels['pod_ip'], labels['host_ip']])
      if (node !== '' && address !== undefined && address !== '') addresses.set(address, node);
  }
  return addresses;
}

/** The name of the node that is asked at an `instance`, where it is known; else the instance itself. */
export function resolveNodeName(instance: string, addresses: Directory['addresses']): string {
  return addresses.get(instance.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')) ?? instance;
}

/** Reads what came of `directoryQuery`. */
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
