/** Commands of the logs feature. To add one, create a file in this folder and add it here. */
import type { LogsCommand } from '../context.ts';
import { imageJob } from './showImageJob.ts';
import { ofPod } from './showPodLog.ts';
import { openFile } from './openFile.ts';
import { show } from './show.ts';
import { showPods } from './showPods.ts';

export const logsCommands: readonly LogsCommand[] = [show, showPods, openFile, ofPod, imageJob];
