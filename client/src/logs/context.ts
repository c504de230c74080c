/** What actions work with. */
import type { Result } from '#core/common/result.ts';
import type { Clock } from '../kubernetes/clock.ts';
import type { DetailPanels } from '../details/detailPanels.ts';
import type { RoomParts } from '../features/lazyFeature.ts';
import type { ClusterRoom } from '../clusters/clustersFeature.ts';
import type { GrowingLog, WholeLog } from './sources/logSource.ts';
import type { Running } from './activeLogStreams.ts';
import type { LogTexts } from './logDocuments.ts';
import type { OpenLogs } from './openLogs.ts';

export interface Tools extends Omit<RoomParts, 'clusters'> {
  readonly clusters: ClusterRoom;
  readonly clock: Clock;
  /** Lines as documents. */
  readonly texts: Pick<LogTexts, 'plain'>;
  /** The detail page of the job that creates the pod VM image. */
  readonly details: Pick<DetailPanels, 'open'>;
  /** What writes logs now. */
  readonly running: Running;
  /** What is shown now. */
  readonly open: OpenLogs;
  /** A file as a log, plain or compressed. The error is a sentence. */
  readonly fileLog: (path: string) => Promise<Result<WholeLog, string>>;
  /** A log for lines that come in. */
  readonly growingLog: () => GrowingLog;
}

/** One action is one file in actions/. What it rejects with is shown. @param given what VS Code hands to a command */
export type Action = (tools: Tools, given: unknown) => Promise<void>;
