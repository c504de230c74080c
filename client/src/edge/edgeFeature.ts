/**
 * Interface of the edge hosting feature, which shows edge clusters from saved responses or from the service. Edge
 * clusters don't run Kata and have a separate view.
 */
import type { CommandFeature } from '../features/lazyFeature.ts';

export type EdgeFeature = CommandFeature;
