/** Dependencies of the must-gather commands. */
import type { Clock } from '../kubernetes/clock.ts';
import type { FeatureDeps } from '../features/lazyFeature.ts';
import type { ReadOnlyDocuments } from '../vscode/documents/readOnlyDocuments.ts';
import type { ClustersFeature } from '../clusters/clustersFeature.ts';
import type { Collections } from './collect/run/collectedMustGathers.ts';
import type { CollectRunRegistry } from './collect/run/collectRunRegistry.ts';
import type { GatherDocuments } from './reader/mustGatherDocuments.ts';
import type { GatherReader } from './reader/mustGatherReader.ts';
import type { ReportPanels } from './report/reportPanels.ts';
import type { Packer } from './supportArchive/packer.ts';
import type { FeatureCommand } from '../commands/commandContribution.ts';

export interface MustGatherContext extends Omit<FeatureDeps, 'clusters'> {
  readonly clusters: ClustersFeature;
  readonly clock: Clock;
  /** Must-gathers that are being collected, and the resources that earlier ones created. */
  readonly gatherings: CollectRunRegistry;
  /** Must-gathers that were collected on this computer. */
  readonly collections: Collections;
  /** Shows the text that the user reviews before a must-gather starts. */
  readonly texts: Pick<ReadOnlyDocuments, 'markdown'>;
  /** Reads must-gathers in separate processes. */
  readonly reader: GatherReader;
  /** Creates support archives in separate processes. */
  readonly pack: Packer;
  readonly documents: GatherDocuments;
  readonly reports: ReportPanels;
}

/** A command of this feature. Each command has its own file in actions/. If it rejects, the user sees the error. */
export type MustGatherCommand = FeatureCommand<MustGatherContext>;
