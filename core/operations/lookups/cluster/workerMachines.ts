/**
 * Reads the infrastructure of the worker nodes from the cluster: the MachineSets, and the cloud instance of each node.
 * Sources: openshift/api@master machine/v1beta1 (AWSMachineProviderConfig, AzureMachineProviderSpec,
 * GCPMachineProviderSpec); Kubernetes core/v1 NodeSpec.providerID.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined, getList, getMap, getString, getStringMap } from '#core/common/json.ts';
import { parseClusterObject } from '#core/cluster/objects/clusterObject.ts';
import { masterRole, workerRole } from '#core/product/nodeLabels.ts';
import { defineLookup } from '../lookup.ts';

export interface WorkerMachines {
  /** Worker nodes, followed by worker nodes that are also control plane nodes. */
  readonly nodes: readonly {
    readonly name: string;
    readonly providerId: string;
    readonly zone?: string;
    readonly instanceType?: string;
  }[];
  /** MachineSets. Empty if the cluster has none or they can't be read. */
  readonly sets: readonly MachineSetFields[];
}

/** Network fields in the providerSpec of a MachineSet. The fields depend on the cloud provider. */
export interface MachineSetFields {
  readonly name: string;
  readonly instanceType?: string;
  readonly region?: string;
  readonly zone?: string;
  readonly project?: string;
  /** AWS: subnet ID, if the subnet is specified by ID. */
  readonly subnetId?: string;
  /** AWS: IDs of the security groups, if all are specified by ID. */
  readonly securityGroupIds?: readonly string[];
  /** Azure fields. */
  readonly resourceGroup?: string;
  readonly networkResourceGroup?: string;
  readonly virtualNetwork?: string;
  readonly subnet?: string;
  readonly securityGroup?: string;
  /** Google Cloud fields. */
  readonly network?: string;
  readonly subnetwork?: string;
}

/** Maximum length of a value. An Azure ID has a few hundred characters. */
const longest = 500;

export const workerMachinesFact = defineLookup<WorkerMachines>({
  neededFor: () => l10n.t`the cloud instances of the worker nodes`,
  async read(reader) {
    const nodes = await reader.list('/api/v1/nodes');
    if (nodes.kind === 'problem') return nodes;
    // Without the Machine API or permission to read it, the nodes still provide some information.
    const sets = await reader.list(
      '/apis/machine.openshift.io/v1beta1/namespaces/openshift-machine-api/machinesets',
      500,
    );
    return {
      kind: 'value',
      value: {
        nodes: nodes.kind === 'value' ? readNodes(nodes.value.items) : [],
        sets: sets.kind === 'value' ? sets.value.items.flatMap(readSet) : [],
      },
    };
  },
});

function readNodes(items: readonly unknown[]): WorkerMachines['nodes'] {
  const workers = items.filter((raw) => Object.hasOwn(getStringMap(raw, 'metadata', 'labels'), workerRole));
  const isMaster = (raw: unknown): boolean => Object.hasOwn(getStringMap(raw, 'metadata', 'labels'), masterRole);
  return workers
    .toSorted((one, other) => Number(isMaster(one)) - Number(isMaster(other)))
    .flatMap((raw) => {
      const name = parseClusterObject(raw)?.name;
      const providerId = text(raw, 'spec', 'providerID');
      if (name === undefined || providerId === undefined) return [];
      const labels = getStringMap(raw, 'metadata', 'labels');
      const zone = Object.hasOwn(labels, 'topology.kubernetes.io/zone')
        ? labels['topology.kubernetes.io/zone']
        : undefined;
      const instanceType = Object.hasOwn(labels, 'node.kubernetes.io/instance-type')
        ? labels['node.kubernetes.io/instance-type']
        : undefined;
      return [{ name, providerId, ...omitUndefined({ zone, instanceType }) }];
    });
}

function readSet(raw: unknown): readonly MachineSetFields[] {
  const object = parseClusterObject(raw);
  if (object === undefined) return [];
  const spec = getMap(raw, 'spec', 'template', 'spec', 'providerSpec', 'value');
  const groups = getList(spec, 'securityGroups').map((one) => text(one, 'id'));
  const [networkInterface] = getList(spec, 'networkInterfaces');
  return [
    {
      name: object.name,
      ...omitUndefined({
        instanceType: text(spec, 'instanceType') ?? text(spec, 'vmSize') ?? text(spec, 'machineType'),
        region: text(spec, 'placement', 'region') ?? text(spec, 'location') ?? text(spec, 'region'),
        zone: text(spec, 'placement', 'availabilityZone') ?? text(spec, 'zone'),
        project: text(spec, 'projectID'),
        subnetId: text(spec, 'subnet', 'id'),
        securityGroupIds: groups.length > 0 && groups.every((id) => id !== undefined) ? groups.slice(0, 50) : undefined,
        resourceGroup: text(spec, 'resourceGroup'),
        networkResourceGroup: text(spec, 'networkResourceGroup'),
        virtualNetwork: text(spec, 'vnet'),
        subnet: text(spec, 'subnet'),
        securityGroup: text(spec, 'securityGroup'),
        network: text(networkInterface, 'network'),
        subnetwork: text(networkInterface, 'subnetwork'),
      }),
    },
  ];
}

function text(value: unknown, ...path: readonly string[]): string | undefined {
  const found = getString(value, ...path);
  return found === undefined || found === '' || found.length > longest ? undefined : found;
}
