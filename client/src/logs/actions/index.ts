/** Every action of this room; a new one is a file here and a line. */
import type { LogsAction } from '../commandNames.ts';
import type { Action } from '../tools.ts';
import { imageJob } from './imageJob.ts';
import { ofPod } from './ofPod.ts';
import { openFile } from './openFile.ts';
import { show } from './show.ts';

export const actions: Readonly<Record<LogsAction, Action>> = { imageJob, ofPod, openFile, show };
