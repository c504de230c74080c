/**
 * The commands of this room, by their ids, and the action that each runs. A new one: a file in actions/, a line there
 * and one here, and its title in package.json.
 */
export const mustGatherCommands = {
  'osc.mustGather.collect': 'collect',
  'osc.mustGather.sweep': 'sweep',
  'osc.mustGather.open': 'open',
  'osc.mustGather.close': 'close',
  'osc.mustGather.locate': 'locate',
  // On the row of a must-gather whose files were moved or deleted.
  'osc.mustGather.remove': 'close',
  'osc.mustGather.report': 'report',
  'osc.mustGather.compare': 'compare',
  'osc.mustGather.pack': 'pack',
  'osc.mustGather.journal': 'journal',
} as const;

export type MustGatherAction = (typeof mustGatherCommands)[keyof typeof mustGatherCommands];
