/** Services that the commands of this feature use. */
import type { Clock } from '../kubernetes/clock.ts';
import type { FeatureDeps } from '../features/lazyFeature.ts';
import type { ClustersFeature } from '../clusters/clustersFeature.ts';
import type { FeatureCommand } from '../commands/commandContribution.ts';
import type { ReadOnlyDocuments } from '../vscode/documents/readOnlyDocuments.ts';
import type { ContainerTerminals } from './pty/containerTerminals.ts';

export interface TerminalContext extends Omit<FeatureDeps, 'clusters'> {
  readonly clusters: ClustersFeature;
  readonly clock: Clock;
  /** The open terminals in containers. */
  readonly terminals: ContainerTerminals;
  /** Shows the policies of pods. */
  readonly texts: Pick<ReadOnlyDocuments, 'open'>;
}

/** A command of this feature. Each command has its own file in actions/. If it rejects, the user sees the error. */
export type TerminalCommand = FeatureCommand<TerminalContext>;
