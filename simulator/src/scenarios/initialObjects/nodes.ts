/** Creates nodes as in an OpenShift cluster. */
import { versionNumbers } from '#core/common/versions.ts';
import { kubernetesVersionOf } from '#simulator/resources/kubernetesVersion.ts';
import { formatKubernetesTime } from '#simulator/time/clock.ts';
import { withCondition } from '#simulator/controllers/framework/conditions.ts';
import { hashEventName } from '#simulator/controllers/framework/events.ts';
import {
  currentConfig,
  desiredConfig,
  desiredDrain,
  lastAppliedDrain,
  reasonAnnotation,
  stateAnnotation,
} from '#simulator/controllers/nodes/nodeAnnotations.ts';
import { readyConditions } from '#simulator/controllers/nodes/reboot.ts';
import type { ObjectToWrite } from '#simulator/store/kubeObject.ts';
import { cloudLabels, type Cloud } from './clouds.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** Describes a set of nodes. */
export interface NodeSet {
  readonly names: readonly string[];
  readonly roles: readonly ('master' | 'worker')[];
  /** Name of the rendered configuration that the nodes have. */
  readonly config: string;
  /** Cloud that the nodes run on. Undefined for bare metal. */
  readonly cloud?: Cloud | undefined;
  /** OpenShift version of the nodes. */
  readonly openShift: string;
}

/** Returns names with zero-padded numbers, such as `worker-0007`. */
export function numbered(prefix: string, count: number): readonly string[] {
  const digits = String(Math.max(count - 1, 0)).length;
  return Array.from({ length: count }, (_, index) => `${prefix}-${String(index).padStart(digits, '0')}`);
}

const images = Array.from({ length: 25 }, (_, index) => {
  const digest = hashEventName(`image ${index}`).repeat(4);
  return {
    names: [`quay.io/openshift-release-dev/ocp-v4.0-art-dev@sha256:${digest}`],
    sizeBytes: 1_200_000_000 - index * 37_000_000,
  };
});

const machine = {
  cpu: '16',
  'ephemeral-storage': '125293548Ki',
  'hugepages-1Gi': '0',
  'hugepages-2Mi': '0',
  memory: '65836508Ki',
  pods: '250',
};

/** Creates the nodes of a set. The last node is the oldest, because pools update the oldest node first. */
export function createNodes(set: NodeSet, now: number): readonly ObjectToWrite[] {
  return set.names.map((name, index) => createNode(set, name, index, now));
}

function createNode(
  { roles, config, cloud, openShift }: NodeSet,
  name: string,
  index: number,
  now: number,
): ObjectToWrite {
  const born = formatKubernetesTime(now - 30 * dayMs - index * minuteMs);
  const address = `10.0.${(roles.includes('master') ? 0 : 16) + Math.floor(index / 250)}.${(index % 250) + 4}`;
  const drained = `uncordon-${config.slice('rendered-'.length)}`;
  const taints = roles.includes('worker') ? [] : [{ key: 'node-role.kubernetes.io/master', effect: 'NoSchedule' }];
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      creationTimestamp: born,
      labels: nodeLabels(name, roles, cloud),
      annotations: {
        [currentConfig]: config,
        [desiredConfig]: config,
        [desiredDrain]: drained,
        [lastAppliedDrain]: drained,
        [reasonAnnotation]: '',
        [stateAnnotation]: 'Done',
        'volumes.kubernetes.io/controller-managed-attach-detach': 'true',
      },
    },
    spec: {
      providerID: cloud?.providerId(name) ?? `baremetalhost:///openshift-machine-api/${name}`,
      ...(taints.length === 0 ? {} : { taints }),
    },
    status: nodeStatus(name, address, born, openShift),
  };
}

function nodeLabels(name: string, roles: NodeSet['roles'], cloud: Cloud | undefined): Readonly<Record<string, string>> {
  return {
    'beta.kubernetes.io/arch': 'amd64',
    'beta.kubernetes.io/os': 'linux',
    'kubernetes.io/arch': 'amd64',
    'kubernetes.io/hostname': name,
    'kubernetes.io/os': 'linux',
    'node.openshift.io/os_id': 'rhel',
    ...(cloud === undefined ? {} : cloudLabels(cloud)),
    ...(roles.includes('master')
      ? { 'node-role.kubernetes.io/control-plane': '', 'node-role.kubernetes.io/master': '' }
      : {}),
    ...(roles.includes('worker') ? { 'node-role.kubernetes.io/worker': '' } : {}),
  };
}

/** Returns the versions of the operating system of a node. OpenShift 4.14 is based on RHEL 9.2. */
function systemOf(openShift: string): {
  readonly containerRuntime: string;
  readonly kernel: string;
  readonly osImage: string;
} {
  return versionNumbers(openShift)?.minor === 14
    ? {
        containerRuntime: 'cri-o://1.27.8-10.rhaos4.14.git1cc7a64.el9',
        kernel: '5.14.0-284.90.1.el9_2.x86_64',
        osImage: 'Red Hat Enterprise Linux CoreOS 414.92.202410211242-0 (Plow)',
      }
    : {
        containerRuntime: 'cri-o://1.34.1-3.rhaos4.21.git9a6f4a7.el9',
        kernel: '5.14.0-570.49.1.el9_6.x86_64',
        osImage: 'Red Hat Enterprise Linux CoreOS 9.6.20260512-0 (Plow)',
      };
}

function nodeStatus(name: string, address: string, born: string, openShift: string): unknown {
  const { containerRuntime, kernel, osImage } = systemOf(openShift);
  return {
    addresses: [
      { type: 'InternalIP', address },
      { type: 'Hostname', address: name },
    ],
    allocatable: { ...machine, cpu: '15500m', memory: '64685532Ki' },
    capacity: machine,
    conditions: readyConditions.reduce<readonly unknown[]>((all, condition) => withCondition(all, condition, born), []),
    daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
    images,
    nodeInfo: {
      architecture: 'amd64',
      bootID: hashEventName(`${name} boot`),
      containerRuntimeVersion: containerRuntime,
      kernelVersion: kernel,
      kubeProxyVersion: '',
      kubeletVersion: `v${kubernetesVersionOf(openShift)}`,
      machineID: hashEventName(`${name} machine`).repeat(2),
      operatingSystem: 'linux',
      osImage,
      systemUUID: hashEventName(`${name} system`),
    },
  };
}
