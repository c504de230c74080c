/** Every action of this room; a new one is a file here and a line. */
import type { MustGatherAction } from '../mustGatherCommands.ts';
import type { MustGatherActionHandler } from '../context.ts';
import { close } from './close.ts';
import { collect } from './collect.ts';
import { compare } from './compare.ts';
import { journal } from './journal.ts';
import { locate } from './locate.ts';
import { open } from './open.ts';
import { pack } from './createBundle.ts';
import { report } from './report.ts';
import { sweep } from './cleanUp.ts';

export const actions: Readonly<Record<MustGatherAction, MustGatherActionHandler>> = {
  close,
  collect,
  compare,
  journal,
  locate,
  open,
  pack,
  report,
  sweep,
};
