/** What this room offers to commands: the logs of nodes, sandboxes and the pod VM image job. */
import type { CommandFeature } from '../features/lazyFeature.ts';

export type LogsRoom = CommandFeature;
