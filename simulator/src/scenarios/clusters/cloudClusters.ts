import { defaultBehaviour } from '#simulator/controllers/framework/behaviour.ts';
import { createKataConfig, installOperator, untilDone } from '../engine/commonSteps.ts';
import { preparePeerPodsOn, type SimulatedProvider } from '../initialObjects/peerPodsObjects.ts';
import { createPlatform } from '../initialObjects/platform.ts';
import { administrator, type Scenario } from '../engine/scenario.ts';

/**
 * Creates a scenario on a cloud with the operator installed, but without any peer pods configuration.
 * @param cloud the provider, as in CLOUD_PROVIDER
 * @param type the type of the platform in the Infrastructure
 * @param place the platform and the region, for the summary
 */
function unprepared(cloud: SimulatedProvider, type: string, place: string): Scenario {
  return {
    name: cloud,
    summary: `${place}, two workers, operator installed, peer pods not configured, no KataConfig.`,
    behaviour: { ...defaultBehaviour, wording: 'documents' },
    user: administrator,
    objects: (now) => createPlatform({ workers: 2, platform: type }, now),
    prelude: installOperator,
    steps: [...preparePeerPodsOn(cloud), createKataConfig({ enablePeerPods: true }), untilDone],
  };
}

/** Time in milliseconds in which Kata is installed on both workers. */
const installation = 3_600_000;

/** AWS cluster on which peer pods must still be configured. */
export const aws = unprepared('aws', 'AWS', 'AWS, us-east-2');
/** Azure cluster on which peer pods must still be configured. */
export const azure = unprepared('azure', 'Azure', 'Azure, eastus');
/** GCP cluster on which peer pods must still be configured. */
export const gcp = unprepared('gcp', 'GCP', 'GCP, us-central1');
/**
 * IBM Cloud cluster on which peer pods must still be configured. The operator creates no pod VM image there, so the
 * KataConfig stays in progress.
 */
export const ibmcloud: Scenario = {
  ...unprepared('ibmcloud', 'IBMCloud', 'IBM Cloud, eu-de'),
  steps: [...preparePeerPodsOn('ibmcloud'), createKataConfig({ enablePeerPods: true }), { wait: installation }],
};
/** Cluster without a cloud, whose peer pods run on a libvirt host and must still be configured. */
export const libvirt = unprepared('libvirt', 'None', 'Bare metal with a libvirt host');
