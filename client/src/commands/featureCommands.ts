/** The commands of features. Each loads with its feature, so only its ID is known at startup. */
import type { Services } from '../activation/services.ts';
import type { CommandFeature } from '../features/lazyFeature.ts';
import type { RunnableCommand } from './command.ts';
import { featureCommandIds } from './featureCommandIds.ts';

export const featureCommands: readonly RunnableCommand[] = [
  ...commandsOf(featureCommandIds.operations, ({ lifecycle }) => lifecycle()),
  ...commandsOf(featureCommandIds.logs, ({ logs }) => logs()),
  ...commandsOf(featureCommandIds.metrics, ({ metrics }) => metrics()),
  ...commandsOf(featureCommandIds.mustGather, ({ mustGather }) => mustGather()),
  ...commandsOf(featureCommandIds.edge, ({ edge }) => edge()),
  ...commandsOf(featureCommandIds.terminal, ({ terminal }) => terminal()),
];

function commandsOf(
  ids: readonly string[],
  load: (services: Services) => Promise<CommandFeature>,
): readonly RunnableCommand[] {
  return ids.map((id) => ({
    id,
    needs: 'nothing',
    async run(services, given) {
      await (await load(services)).run(id, given);
    },
  }));
}
