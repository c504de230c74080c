/** Creates the feature for logs of nodes, sandboxes, and the image creation job. Loaded when its first command runs. */
import { realClock } from '../kubernetes/clock.ts';
import { findTemporaryFolder } from '../processes/homeFolder.ts';
import { isAlive } from '../processes/isProcessAlive.ts';
import { DetailPanels } from '../details/detailPanels.ts';
import { runEffect } from '../details/runEffect.ts';
import type { FeatureDeps } from '../features/lazyFeature.ts';
import { runFeatureCommand } from '../commands/runFeatureCommand.ts';
import { logsCommands } from '../logs/actions/index.ts';
import { ActiveLogStreams } from '../logs/activeLogStreams.ts';
import { LogTexts } from '../logs/logDocuments.ts';
import { OpenLogs } from '../logs/openLogs.ts';
import type { LogsFeature } from '../logs/logsFeature.ts';
import { openFileLog } from '../logs/sources/fileLog.ts';
import { cleanUpPrivateFolders } from '../processes/privateFolder.ts';
import { createStreamLog } from '../logs/sources/streamLog.ts';
import { StreamSlots } from '../logs/podLogs/streamSlots.ts';
import type { LogsContext } from '../logs/context.ts';

export async function createLogsFeature(parts: FeatureDeps): Promise<LogsFeature> {
  const texts = new LogTexts();
  const running = new ActiveLogStreams();
  const open = new OpenLogs();
  const details = new DetailPanels({ shipped: parts.shipped, run: runEffect(parts.notify) });
  // Removes leftover files of windows that were killed.
  const folder = findTemporaryFolder(parts.storage.fsPath);
  cleanUpPrivateFolders(folder, isAlive).catch((error: unknown) =>
    parts.log.error("Can't clean up temporary log files", error),
  );
  const tools: LogsContext = {
    ...parts,
    clusters: await parts.clusters(),
    clock: realClock,
    texts,
    details,
    running,
    podLogs: { slots: new StreamSlots(), answers: new Map() },
    open,
    fileLog: (path) => openFileLog(path, { folder }),
    growingLog: () => createStreamLog({ folder }),
  };
  return {
    run: (id, given) => runFeatureCommand(logsCommands, id, tools, given),
    shutDown: () => running.leave(),
    dispose() {
      running.stopAll();
      open.closeAll();
      details.dispose();
      texts.dispose();
    },
  };
}
