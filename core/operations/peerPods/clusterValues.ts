/**
 * Derives values of peer-pods-cm and peer-pods-secret from the cluster's own data. cloudCommands.ts reads the values
 * that are available only from the cloud provider. Sources: OSC 1.12 §3.2; OSC 1.10 §4.4, §5.4;
 * openshift/sandboxed-containers-operator@1dce171a scripts/cm-helpers/pp-cm-helper.sh (names that the installer uses);
 * openshift/api@master config/v1 Infrastructure, machine/v1beta1; kubernetes/cloud-provider-* (form of providerID).
 */
import * as l10n from '@vscode/l10n';
import type { Infrastructure } from '../lookups/cluster/infrastructure.ts';
import type { MachineSetFields, WorkerMachines } from '../lookups/cluster/workerMachines.ts';
import type { Provider } from '#core/peerPods/configKey.ts';

/** A value and its source. */
export interface Candidate {
  readonly value: string;
  /** Source object, such as `Infrastructure cluster` or `MachineSet demo-worker-a`. */
  readonly from: string;
  /** False if the value is only a common default that the user must verify. */
  readonly sure: boolean;
}

/** Values by key. A key has several values if the cluster has several. */
export type ClusterValues = Readonly<Record<string, readonly Candidate[]>>;

/** The cloud instance of a worker node. */
export interface Machine {
  readonly node: string;
  /** Instance ID such as `i-0123456789abcdef0`. On Azure and Google Cloud, the instance name. */
  readonly instance: string;
  readonly zone?: string;
  readonly project?: string;
  readonly subscription?: string;
  readonly resourceGroup?: string;
}

const platforms: Readonly<Record<string, Provider>> = { AWS: 'aws', Azure: 'azure', GCP: 'gcp', IBMCloud: 'ibmcloud' };

/** Returns the cloud provider for the platform of a cluster, or undefined if the platform doesn't imply one. */
export function providerOfPlatform(platform: string | undefined): Provider | undefined {
  return platform !== undefined && Object.hasOwn(platforms, platform) ? platforms[platform] : undefined;
}

/**
 * Returns the values of the cluster.
 * @param machines undefined if they couldn't be read
 */
export function collectClusterValues(
  provider: Provider,
  infrastructure: Infrastructure,
  machines: WorkerMachines | undefined,
): ClusterValues {
  const sets = machines?.sets ?? [];
  const found = machinesOf(provider, machines);
  switch (provider) {
    case 'aws':
      return awsValues(infrastructure, sets, found);
    case 'azure':
      return azureValues(infrastructure, sets, found);
    case 'gcp':
      return gcpValues(infrastructure, sets, found);
    default:
      return {};
  }
}

/** Returns the cloud instances of the worker nodes, from their provider IDs. */
export function machinesOf(provider: Provider, machines: WorkerMachines | undefined): readonly Machine[] {
  return (machines?.nodes ?? []).flatMap(({ name, providerId }) => {
    const machine = readMachine(provider, providerId);
    return machine === undefined ? [] : [{ node: name, ...machine }];
  });
}

function readMachine(provider: Provider, providerId: string): Omit<Machine, 'node'> | undefined {
  switch (provider) {
    case 'aws': {
      const [, zone, instance] = /^aws:\/\/\/([a-z0-9-]{1,40})\/(i-[0-9a-f]{8,17})$/.exec(providerId) ?? [];
      return zone === undefined || instance === undefined ? undefined : { zone, instance };
    }
    case 'azure': {
      const form =
        /^azure:\/\/\/subscriptions\/([0-9a-f-]{36})\/resourceGroups\/([\w.()-]{1,90})\/providers\/Microsoft\.Compute\/virtualMachines\/([\w.-]{1,80})$/i;
      const [, subscription, resourceGroup, instance] = form.exec(providerId) ?? [];
      return subscription === undefined || resourceGroup === undefined || instance === undefined
        ? undefined
        : { subscription, resourceGroup, instance };
    }
    case 'gcp': {
      const [, project, zone, instance] =
        /^gce:\/\/([a-z0-9:.-]{1,100})\/([a-z0-9-]{1,40})\/([a-z0-9-]{1,63})$/.exec(providerId) ?? [];
      return project === undefined || zone === undefined || instance === undefined
        ? undefined
        : { project, zone, instance };
    }
    default:
      return undefined;
  }
}

function awsValues(
  { region }: Infrastructure,
  sets: readonly MachineSetFields[],
  machines: readonly Machine[],
): ClusterValues {
  return values({
    AWS_REGION: [...fromInfrastructure(region), ...fromNodes(machines, ({ zone }) => zone?.replace(/[a-z]$/, ''))],
    AWS_SUBNET_ID: fromSets(sets, ({ subnetId }) => subnetId),
    AWS_SG_IDS: fromSets(sets, ({ securityGroupIds }) => securityGroupIds?.join(',')),
  });
}

function azureValues(
  infrastructure: Infrastructure,
  sets: readonly MachineSetFields[],
  machines: readonly Machine[],
): ClusterValues {
  const { name, resourceGroup } = infrastructure;
  const subscriptions = fromNodes(machines, ({ subscription }) => subscription);
  const subscription = subscriptions.length === 1 ? subscriptions[0]?.value : undefined;
  const inNetwork = (group: string | undefined, rest: string): string | undefined =>
    subscription === undefined || group === undefined
      ? undefined
      : `/subscriptions/${subscription}/resourceGroups/${group}/providers/Microsoft.Network/${rest}`;
  const networkGroup = (set: MachineSetFields): string | undefined =>
    set.networkResourceGroup ?? infrastructure.networkResourceGroup ?? resourceGroup;
  const usualGroup = name === undefined ? undefined : inNetwork(resourceGroup, `networkSecurityGroups/${name}-nsg`);
  return values({
    AZURE_RESOURCE_GROUP: [
      ...fromInfrastructure(resourceGroup),
      ...fromNodes(machines, (machine) => machine.resourceGroup),
    ],
    AZURE_REGION: fromSets(sets, ({ region }) => region),
    AZURE_SUBNET_ID: fromSets(sets, (set) =>
      set.virtualNetwork === undefined || set.subnet === undefined
        ? undefined
        : inNetwork(networkGroup(set), `virtualNetworks/${set.virtualNetwork}/subnets/${set.subnet}`),
    ),
    AZURE_NSG_ID: [
      ...fromSets(sets, (set) =>
        set.securityGroup === undefined
          ? undefined
          : inNetwork(set.resourceGroup ?? resourceGroup, `networkSecurityGroups/${set.securityGroup}`),
      ),
      ...(usualGroup === undefined
        ? []
        : [{ value: usualGroup, from: l10n.t`the installer's default name`, sure: false }]),
    ],
    AZURE_SUBSCRIPTION_ID: subscriptions,
  });
}

function gcpValues(
  { project, region }: Infrastructure,
  sets: readonly MachineSetFields[],
  machines: readonly Machine[],
): ClusterValues {
  const subnetworks = fromSets(sets, (set) => {
    const [of, where] = [set.project ?? project, set.region ?? region];
    return set.subnetwork === undefined || of === undefined || where === undefined
      ? undefined
      : `projects/${of}/regions/${where}/subnetworks/${set.subnetwork}`;
  });
  return values({
    GCP_PROJECT_ID: [...fromInfrastructure(project), ...fromNodes(machines, (machine) => machine.project)],
    GCP_ZONE: [...fromNodes(machines, ({ zone }) => zone), ...fromSets(sets, ({ zone }) => zone)],
    GCP_NETWORK: fromSets(sets, ({ network }) => (network === undefined ? undefined : networkPath(network))),
    // It's unverified which format cloud-api-adaptor accepts.
    GCP_SUBNETWORK: subnetworks.map((candidate) => ({ ...candidate, sure: false })),
  });
}

/** Returns the network in the format of the documented samples: `global/networks/default`. */
export function networkPath(network: string): string {
  return network.includes('/') ? network : `global/networks/${network}`;
}

function fromInfrastructure(value: string | undefined): readonly Candidate[] {
  return value === undefined ? [] : [{ value, from: 'Infrastructure cluster', sure: true }];
}

function fromNodes(machines: readonly Machine[], read: (machine: Machine) => string | undefined): readonly Candidate[] {
  return machines.flatMap((machine) => {
    const value = read(machine);
    return value === undefined ? [] : [{ value, from: `Node ${machine.node}`, sure: true }];
  });
}

function fromSets(
  sets: readonly MachineSetFields[],
  read: (set: MachineSetFields) => string | undefined,
): readonly Candidate[] {
  return sets.flatMap((set) => {
    const value = read(set);
    return value === undefined ? [] : [{ value, from: `MachineSet ${set.name}`, sure: true }];
  });
}

/** Removes duplicate values and keys without values. Of duplicates, keeps the first source. */
function values(all: Readonly<Record<string, readonly Candidate[]>>): ClusterValues {
  const each = Object.entries(all).map(([key, candidates]) => {
    const first = new Map<string, Candidate>();
    for (const candidate of candidates) if (!first.has(candidate.value)) first.set(candidate.value, candidate);
    return [key, [...first.values()].slice(0, 50)] as const;
  });
  return Object.fromEntries(each.filter(([, candidates]) => candidates.length > 0));
}
