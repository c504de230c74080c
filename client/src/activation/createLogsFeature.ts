/** The room of the logs of nodes, sandboxes and the pod VM image job. Loaded with the first command. */
import { tmpdir } from 'node:os';
import { realClock } from '../kubernetes/clock.ts';
import { isAlive } from '../processes/isProcessAlive.ts';
import { DetailPanels } from '../details/detailPanels.ts';
import { runEffect } from '../details/runEffect.ts';
import type { RoomParts } from '../features/lazyFeature.ts';
import { actions } from '../logs/actions/index.ts';
import { Running } from '../logs/activeLogStreams.ts';
import { LogTexts } from '../logs/logDocuments.ts';
import { OpenLogs } from '../logs/openLogs.ts';
import type { LogsRoom } from '../logs/logsFeature.ts';
import { fileLog } from '../logs/sources/fileLog.ts';
import { sweepOwnFolders } from '../logs/sources/privateFolder.ts';
import { streamLog } from '../logs/sources/streamLog.ts';
import type { Tools } from '../logs/context.ts';

export async function createLogsRoom(parts: RoomParts): Promise<LogsRoom> {
  const texts = new LogTexts();
  const running = new Running();
  const open = new OpenLogs();
  const details = new DetailPanels({ shipped: parts.shipped, run: runEffect(parts.notify) });
  // What a window that was killed has left.
  sweepOwnFolders(tmpdir(), isAlive).catch((error: unknown) => parts.log.error('temporary files of logs cannot be looked for', error));
  const tools: Tools = {
    ...parts,
    clusters: await parts.clusters(),
    clock: realClock,
    texts,
    details,
    running,
    open,
    fileLog: (path) => fileLog(path),
    growingLog: () => streamLog(),
  };
  return {
    run: async (action, given) => actions[action](tools, given),
    leave: () => running.leave(),
    dispose() {
      running.stopAll();
      open.closeAll();
      details.dispose();
      texts.dispose();
    },
  };
}
