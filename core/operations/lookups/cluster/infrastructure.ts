/** Infrastructure that the cluster runs on. Source: openshift/api config/v1 Infrastructure. */
import * as l10n from '@vscode/l10n';
import { omitUndefined, getString } from '#core/common/json.ts';
import { truncateWord } from '#core/cluster/objects/clusterObject.ts';
import { getObjectPath } from '#core/cluster/objects/objectReference.ts';
import { defineLookup, mapReadResult } from '../lookup.ts';

export interface Infrastructure {
  /** Prefix of the names of the cluster's cloud resources, such as `demo-x7k2p`. */
  readonly name?: string;
  /** `AWS`, `Azure`, `GCP`, `BareMetal`, `None`, `VSphere`, ... */
  readonly platform?: string;
  /** Available for AWS, GCP, IBM Cloud, and Power VS. */
  readonly region?: string;
  /** Available for Azure and IBM Cloud. */
  readonly resourceGroup?: string;
  /** Azure only: resource group of the network, if different. */
  readonly networkResourceGroup?: string;
  /** GCP only. */
  readonly project?: string;
  /**
   * `HighlyAvailable`, `SingleReplica`, or `External`. With `External`, the control plane is hosted elsewhere and the
   * cluster has no MachineConfigPools.
   */
  readonly controlPlaneTopology?: string;
  readonly infrastructureTopology?: string;
}

const infrastructureReference = {
  group: 'config.openshift.io',
  version: 'v1',
  plural: 'infrastructures',
  kind: 'Infrastructure',
  name: 'cluster',
} as const;

export const infrastructureFact = defineLookup<Infrastructure>({
  neededFor: () => l10n.t`the cluster infrastructure`,
  read: async (reader) =>
    mapReadResult(await reader.get(getObjectPath(infrastructureReference)), readInfrastructure, {}),
});

function readInfrastructure(raw: unknown): Infrastructure {
  const at = (...path: readonly string[]): string | undefined => {
    const text = getString(raw, 'status', ...path);
    return text === undefined || text === '' ? undefined : truncateWord(text);
  };
  const of = (cloud: string, field: string): string | undefined => at('platformStatus', cloud, field);
  return omitUndefined({
    name: at('infrastructureName'),
    platform: at('platformStatus', 'type') ?? at('platform'),
    region: of('aws', 'region') ?? of('gcp', 'region') ?? of('ibmcloud', 'location') ?? of('powervs', 'region'),
    resourceGroup: of('azure', 'resourceGroupName') ?? of('ibmcloud', 'resourceGroupName'),
    networkResourceGroup: of('azure', 'networkResourceGroupName'),
    project: of('gcp', 'projectID'),
    controlPlaneTopology: at('controlPlaneTopology'),
    infrastructureTopology: at('infrastructureTopology'),
  });
}

/** Returns whether the control plane is hosted elsewhere, or undefined if unknown. */
export function isHosted({ controlPlaneTopology }: Infrastructure): boolean | undefined {
  return controlPlaneTopology === undefined ? undefined : controlPlaneTopology === 'External';
}
