/**
 * The commands of this room, by their ids, and the action that each runs. A new one: a file in actions/, a line there
 * and one here, and its title in package.json.
 */
export const metricsCommands = {
  'osc.metrics.show': 'show',
  'osc.metrics.query': 'query',
} as const;

export type MetricsAction = (typeof metricsCommands)[keyof typeof metricsCommands];
