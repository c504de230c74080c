/**
 * The commands of this room, by their ids, and the action that each runs. A new one: a file in actions/, a line there
 * and one here, and its title in package.json.
 */
export const edgeCommands = {
  'osc.edge.openFiles': 'openFiles',
  'osc.edge.readService': 'readService',
  'osc.edge.refresh': 'refresh',
  'osc.edge.close': 'close',
  'osc.edge.explain': 'explain',
  'osc.edge.showMore': 'showMore',
  'osc.edge.setKeys': 'setKeys',
  'osc.edge.removeKeys': 'removeKeys',
} as const;

export type EdgeAction = (typeof edgeCommands)[keyof typeof edgeCommands];
