/** Commands of this feature. To add a command, create a file in this folder and list it here. */
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
