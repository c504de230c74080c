/**
 * What this room offers to commands: clusters of edge hosting, from saved answers or from the service. They are none of
 * kata, and have a view of their own.
 */
import type { ActionFeature } from '../features/lazyFeature.ts';
import type { EdgeAction } from './edgeCommands.ts';

export type EdgeRoom = ActionFeature<EdgeAction>;
