/** What this room offers to commands: clusters of edge hosting, from saved answers or from the service. They are none of kata, and have a view of their own. */
import type { ActionRoom } from '../door.ts';
import type { EdgeAction } from './commandNames.ts';

export type EdgeRoom = ActionRoom<EdgeAction>;
