import { lifecycleCommands } from '../lifecycle/commandNames.ts';
import type { Command } from './command.ts';

/** What is done on clusters: one command for each action of that room. */
export const lifecycle: readonly Command[] = Object.entries(lifecycleCommands).map(([id, action]) => ({
  id,
  needs: 'nothing',
  async run(services, given) {
    await (await services.lifecycle()).run(action, given);
  },
}));
