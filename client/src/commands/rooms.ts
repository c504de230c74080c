/** The commands of the rooms that have nothing but actions: one command for each. */
import type { ActionRoom } from '../door.ts';
import { edgeCommands } from '../edge/commandNames.ts';
import { lifecycleCommands } from '../lifecycle/commandNames.ts';
import { logsCommands } from '../logs/commandNames.ts';
import { metricsCommands } from '../metrics/commandNames.ts';
import { mustGatherCommands } from '../mustGather/commandNames.ts';
import type { Services } from '../services.ts';
import type { Command } from './command.ts';

export const roomCommands: readonly Command[] = [
  ...commandsOf(lifecycleCommands, ({ lifecycle }) => lifecycle),
  ...commandsOf(logsCommands, ({ logs }) => logs),
  ...commandsOf(metricsCommands, ({ metrics }) => metrics),
  ...commandsOf(mustGatherCommands, ({ mustGather }) => mustGather),
  ...commandsOf(edgeCommands, ({ edge }) => edge),
];

function commandsOf<Name extends string>(
  names: Readonly<Record<string, Name>>,
  room: (services: Services) => () => Promise<ActionRoom<Name>>,
): readonly Command[] {
  return Object.entries(names).map(([id, action]) => ({
    id,
    needs: 'nothing',
    async run(services, given) {
      await (await room(services)()).run(action, given);
    },
  }));
}
