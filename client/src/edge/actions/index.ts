/** Every action of this room; a new one is a file here and a line. */
import type { EdgeAction } from '../edgeCommands.ts';
import type { EdgeActionHandler } from '../context.ts';
import { close } from './close.ts';
import { explain } from './explain.ts';
import { openFiles } from './openFiles.ts';
import { readService } from './readService.ts';
import { refresh } from './refresh.ts';
import { removeKeys } from './removeKeys.ts';
import { setKeys } from './setKeys.ts';
import { showMore } from './showMore.ts';

export const actions: Readonly<Record<EdgeAction, EdgeActionHandler>> = {
  close,
  explain,
  openFiles,
  readService,
  refresh,
  removeKeys,
  setKeys,
  showMore,
};
