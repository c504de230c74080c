/** Lists the commands of this feature. To add a command, create a file in this folder and add it to the list. */
import type { MustGatherCommand } from '../context.ts';
import { bundle } from './createSupportBundle.ts';
import { close, remove } from './close.ts';
import { collect } from './collect.ts';
import { compare } from './compare.ts';
import { journal } from './journal.ts';
import { locate } from './locate.ts';
import { open } from './open.ts';
import { pack } from './createSupportArchive.ts';
import { report } from './report.ts';
import { cleanUpLeftovers } from './cleanUp.ts';

export const mustGatherCommands: readonly MustGatherCommand[] = [
  collect,
  cleanUpLeftovers,
  open,
  close,
  locate,
  remove,
  report,
  compare,
  pack,
  bundle,
  journal,
];
