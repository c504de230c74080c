import { defaultBehaviour } from '#simulator/controllers/framework/behaviour.ts';
import { createKataConfig, installOperator, untilDone } from '../engine/commonSteps.ts';
import { preparePeerPodsOn } from '../initialObjects/peerPodsObjects.ts';
import { createPlatform } from '../initialObjects/platform.ts';
import { administrator, type Scenario } from '../engine/scenario.ts';

/**
 * Creates a scenario on a cloud with the operator installed, but without any peer pods configuration.
 * @param cloud the provider, as in CLOUD_PROVIDER
 */
function unprepared(cloud: 'aws' | 'azure' | 'gcp', type: string, region: string): Scenario {
  return {
    name: cloud,
    summary: `${type}, ${region}, two workers, operator installed, peer pods not configured, no KataConfig.`,
    behaviour: { ...defaultBehaviour, wording: 'documents' },
    user: administrator,
    objects: (now) => createPlatform({ workers: 2, platform: type }, now),
    prelude: installOperator,
    steps: [...preparePeerPodsOn(cloud), createKataConfig({ enablePeerPods: true }), untilDone],
  };
}

/** AWS cluster on which peer pods must still be configured. */
export const aws = unprepared('aws', 'AWS', 'us-east-2');
/** Azure cluster on which peer pods must still be configured. */
export const azure = unprepared('azure', 'Azure', 'eastus');
/** GCP cluster on which peer pods must still be configured. */
export const gcp = unprepared('gcp', 'GCP', 'us-central1');
