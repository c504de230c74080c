/** What actions work with. */
import type { Result } from '#core/common/result.ts';
import type { Clock } from '../kubernetes/clock.ts';
import type { DetailPanels } from '../details/detailPanels.ts';
import type { FeatureDeps } from '../features/lazyFeature.ts';
import type { ClusterRoom } from '../clusters/clustersFeature.ts';
import type { AppendableLog, StoredLogSource } from './sources/logSource.ts';
import type { ActiveLogStreams } from './activeLogStreams.ts';
import type { LogTexts } from './logDocuments.ts';
import type { OpenLogs } from './openLogs.ts';
import type { FeatureCommand } from '../commands/commandContribution.ts';

export interface LogsContext extends Omit<FeatureDeps, 'clusters'> {
  readonly clusters: ClusterRoom;
  readonly clock: Clock;
  /** Lines as documents. */
  readonly texts: Pick<LogTexts, 'plain'>;
  /** The detail page of the job that creates the pod VM image. */
  readonly details: Pick<DetailPanels, 'open'>;
  /** What writes logs now. */
  readonly running: ActiveLogStreams;
  /** What is shown now. */
  readonly open: OpenLogs;
  /** A file as a log, plain or compressed. The error is a sentence. */
  readonly fileLog: (path: string) => Promise<Result<StoredLogSource, string>>;
  /** A log for lines that come in. */
  readonly growingLog: () => AppendableLog;
}

/** A command of this feature. Each is one file in actions/. The user sees the error that it rejects with. */
export type LogsCommand = FeatureCommand<LogsContext>;
