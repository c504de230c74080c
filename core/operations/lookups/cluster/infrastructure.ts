/** What the cluster runs on. Source: openshift/api config/v1 Infrastructure. */
import * as l10n from '@vscode/l10n';
import { omitUndefined, getString } from '#core/common/json.ts';
import { truncateWord } from '#core/cluster/objects/clusterObject.ts';
import { getObjectPath } from '#core/cluster/objects/objectReference.ts';
import { defineLookup, mapReadResult } from '../lookup.ts';

export interface Infrastructure {
  /** The name that resources of the cluster in the cloud begin with: `demo-x7k2p`. */
  readonly name?: string;
  /** `AWS`, `Azure`, `GCP`, `BareMetal`, `None`, `VSphere`, … */
  readonly platform?: string;
  /** Where the cloud says it: AWS, GCP, IBM Cloud, Power VS. */
  readonly region?: string;
  /** Azure and IBM Cloud. */
  readonly resourceGroup?: string;
  /** Azure: of the network, where it is another. */
  readonly networkResourceGroup?: string;
  /** GCP. */
  readonly project?: string;
  /**
   * `HighlyAvailable`, `SingleReplica`, `External`: then the control plane is elsewhere (hosted), and there are no
   * MachineConfigPools.
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

/** Whether the control plane is elsewhere. Undefined: the cluster does not say. */
export function isHosted({ controlPlaneTopology }: Infrastructure): boolean | undefined {
  return controlPlaneTopology === undefined ? undefined : controlPlaneTopology === 'External';
}
