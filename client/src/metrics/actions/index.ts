/** The commands of this feature. A new one is a file here and a line. */
import type { MetricsCommand } from '../context.ts';
import { query } from './query.ts';
import { show } from './show.ts';

export const metricsCommands: readonly MetricsCommand[] = [show, query];
