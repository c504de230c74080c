/** Interface of the logs feature for commands: logs of nodes, sandboxes, and the image creation job. */
import type { CommandFeature } from '../features/lazyFeature.ts';

export type LogsFeature = CommandFeature;
