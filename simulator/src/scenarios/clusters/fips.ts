import type { Scenario } from '../engine/scenario.ts';
import { createPlatform } from '../initialObjects/platform.ts';
import { peerPods } from './peerPods.ts';

/** Scenario of a cluster in FIPS mode, in which peer pods aren't fully supported. */
export const fips: Scenario = {
  ...peerPods,
  name: 'fips',
  summary: 'AWS in FIPS mode, two workers, operator installed, peer pods configured, no KataConfig.',
  objects: (now) => createPlatform({ workers: 2, platform: 'AWS', fips: true }, now),
};
