/** The commands of this feature. A new one is a file here and a line. */
import type { MustGatherCommand } from '../context.ts';
import { close, remove } from './close.ts';
import { collect } from './collect.ts';
import { compare } from './compare.ts';
import { journal } from './journal.ts';
import { locate } from './locate.ts';
import { open } from './open.ts';
import { pack } from './createBundle.ts';
import { report } from './report.ts';
import { sweep } from './cleanUp.ts';

export const mustGatherCommands: readonly MustGatherCommand[] = [
  collect,
  sweep,
  open,
  close,
  locate,
  remove,
  report,
  compare,
  pack,
  journal,
];
