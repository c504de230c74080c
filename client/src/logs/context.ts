/** Services that the commands of this feature use. */
import type { Result } from '#core/common/result.ts';
import type { Clock } from '../kubernetes/clock.ts';
import type { DetailPanels } from '../details/detailPanels.ts';
import type { FeatureDeps } from '../features/lazyFeature.ts';
import type { ClustersFeature } from '../clusters/clustersFeature.ts';
import type { AppendableLog, StoredLogSource } from './sources/logSource.ts';
import type { ActiveLogStreams } from './activeLogStreams.ts';
import type { LogTexts } from './logDocuments.ts';
import type { PodLogAnswers } from './podLogs/podLogSteps.ts';
import type { StreamSlots } from './podLogs/streamSlots.ts';
import type { OpenLogs } from './openLogs.ts';
import type { FeatureCommand } from '../commands/commandContribution.ts';

export interface LogsContext extends Omit<FeatureDeps, 'clusters'> {
  readonly clusters: ClustersFeature;
  readonly clock: Clock;
  /** Opens log lines as documents. */
  readonly texts: Pick<LogTexts, 'plain'>;
  /** Opens the detail page of the image creation job. */
  readonly details: Pick<DetailPanels, 'open'>;
  /** The active log streams. */
  readonly running: ActiveLogStreams;
  /** The slots for logs of pods, and the last answers by target. */
  readonly podLogs: { readonly slots: StreamSlots; readonly answers: Map<string, PodLogAnswers> };
  /** The logs that are open in panels. */
  readonly open: OpenLogs;
  /** Opens a log file, plain or compressed. If it fails, the error is a message for the user. */
  readonly fileLog: (path: string) => Promise<Result<StoredLogSource, string>>;
  /** Creates a log that lines can be appended to. */
  readonly growingLog: () => AppendableLog;
}

/** A command of this feature. Each command has its own file in actions/. If it rejects, the user sees the error. */
export type LogsCommand = FeatureCommand<LogsContext>;
