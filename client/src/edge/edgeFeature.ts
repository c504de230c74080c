/**
 * What this room offers to commands: clusters of edge hosting, from saved answers or from the service. They are none of
 * kata, and have a view of their own.
 */
import type { CommandFeature } from '../features/lazyFeature.ts';

export type EdgeRoom = CommandFeature;
