/** The commands of this feature. A new one is a file here and a line. */
import type { LogsCommand } from '../context.ts';
import { imageJob } from './showImageJob.ts';
import { ofPod } from './showPodLog.ts';
import { openFile } from './openFile.ts';
import { show } from './show.ts';

export const logsCommands: readonly LogsCommand[] = [show, openFile, ofPod, imageJob];
