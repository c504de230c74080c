/** What this room offers to commands: the logs of nodes, sandboxes and the pod VM image job. */
import type { ActionRoom } from '../door.ts';
import type { LogsAction } from './commandNames.ts';

export type LogsRoom = ActionRoom<LogsAction>;
