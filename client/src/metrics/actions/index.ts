/** Every action of this room; a new one is a file here and a line. */
import type { MetricsAction } from '../metricsCommands.ts';
import type { MetricsActionHandler } from '../context.ts';
import { query } from './query.ts';
import { show } from './show.ts';

export const actions: Readonly<Record<MetricsAction, MetricsActionHandler>> = { query, show };
