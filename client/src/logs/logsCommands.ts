/**
 * The commands of this room, by their ids, and the action that each runs. A new one: a file in actions/, a line there
 * and one here, and its title in package.json.
 */
export const logsCommands = {
  'osc.logs.show': 'show',
  'osc.logs.openFile': 'openFile',
  'osc.logs.ofPod': 'ofPod',
  'osc.logs.imageJob': 'imageJob',
} as const;

export type LogsAction = (typeof logsCommands)[keyof typeof logsCommands];
