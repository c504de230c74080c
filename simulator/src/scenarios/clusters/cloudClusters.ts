import { defaultBehaviour } from '#simulator/controllers/framework/behaviour.ts';
import { createKataConfig, installOperator, untilDone } from '../engine/commonSteps.ts';
import { preparePeerPodsOn } from '../initialObjects/peerPodsObjects.ts';
import { createPlatform } from '../initialObjects/platform.ts';
import { administrator, type Scenario } from '../engine/scenario.ts';

/** A cloud with the operator, and nothing of peer pods yet. @param cloud as CLOUD_PROVIDER names it */
function unprepared(cloud: 'aws' | 'azure' | 'gcp', type: string, region: string): Scenario {
  return {
    name: cloud,
    summary: `${type}, ${region}, two workers, the operator installed; peer pods are not configured, no KataConfig yet`,
    behaviour: { ...defaultBehaviour, wording: 'documents' },
    user: administrator,
    objects: (now) => createPlatform({ workers: 2, platform: type }, now),
    prelude: installOperator,
    steps: [...preparePeerPodsOn(cloud), createKataConfig({ enablePeerPods: true }), untilDone],
  };
}

/** Where peer pods are to be configured. */
export const aws = unprepared('aws', 'AWS', 'us-east-2');
/** The same. */
export const azure = unprepared('azure', 'Azure', 'eastus');
/** The same. */
export const gcp = unprepared('gcp', 'GCP', 'us-central1');
