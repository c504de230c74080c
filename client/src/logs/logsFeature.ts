/** What this room offers to commands: the logs of nodes, sandboxes and the pod VM image job. */
import type { ActionFeature } from '../features/lazyFeature.ts';
import type { LogsAction } from './logsCommands.ts';

export type LogsRoom = ActionFeature<LogsAction>;
