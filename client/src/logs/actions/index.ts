/** Every action of this room; a new one is a file here and a line. */
import type { LogsAction } from '../logsCommands.ts';
import type { LogsActionHandler } from '../context.ts';
import { imageJob } from './showImageJob.ts';
import { ofPod } from './showPodLog.ts';
import { openFile } from './openFile.ts';
import { show } from './show.ts';

export const actions: Readonly<Record<LogsAction, LogsActionHandler>> = { imageJob, ofPod, openFile, show };
