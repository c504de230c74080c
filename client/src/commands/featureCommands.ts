/** The commands of the rooms that have nothing but actions: one command for each. */
import type { ActionFeature } from '../features/lazyFeature.ts';
import { edgeCommands } from '../edge/edgeCommands.ts';
import { lifecycleCommands } from '../operations/operationCommands.ts';
import { logsCommands } from '../logs/logsCommands.ts';
import { metricsCommands } from '../metrics/metricsCommands.ts';
import { mustGatherCommands } from '../mustGather/mustGatherCommands.ts';
import type { Services } from '../activation/services.ts';
import type { ExtensionCommand } from './command.ts';

export const roomCommands: readonly ExtensionCommand[] = [
  ...commandsOf(lifecycleCommands, ({ lifecycle }) => lifecycle),
  ...commandsOf(logsCommands, ({ logs }) => logs),
  ...commandsOf(metricsCommands, ({ metrics }) => metrics),
  ...commandsOf(mustGatherCommands, ({ mustGather }) => mustGather),
  ...commandsOf(edgeCommands, ({ edge }) => edge),
];

function commandsOf<Name extends string>(
  names: Readonly<Record<string, Name>>,
  room: (services: Services) => () => Promise<ActionFeature<Name>>,
): readonly ExtensionCommand[] {
  return Object.entries(names).map(([id, action]) => ({
    id,
    needs: 'nothing',
    async run(services, given) {
      await (await room(services)()).run(action, given);
    },
  }));
}
