/** Lists the commands of this feature. To add a command, create a file in this folder and add it to the list. */
import type { MetricsCommand } from '../context.ts';
import { query } from './query.ts';
import { show } from './show.ts';

export const metricsCommands: readonly MetricsCommand[] = [show, query];
