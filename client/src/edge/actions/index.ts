/** The commands of this feature. A new one is a file here and a line. */
import type { EdgeCommand } from '../context.ts';
import { close } from './close.ts';
import { explain } from './explain.ts';
import { openFiles } from './openFiles.ts';
import { readService } from './readService.ts';
import { refresh } from './refresh.ts';
import { removeKeys } from './removeKeys.ts';
import { setKeys } from './setKeys.ts';
import { showMore } from './showMore.ts';

export const edgeCommands: readonly EdgeCommand[] = [
  openFiles,
  readService,
  refresh,
  close,
  explain,
  showMore,
  setKeys,
  removeKeys,
];
