/** Dependencies of the edge hosting commands. */
import type { SecretStorage } from 'vscode';
import type { Clock } from '../kubernetes/clock.ts';
import type { FeatureDeps } from '../features/lazyFeature.ts';
import type { ReadOnlyDocuments } from '../vscode/documents/readOnlyDocuments.ts';
import type { ClusterTree } from '../tree/clusterTree.ts';
import type { OpenSources } from './tree/openSources.ts';
import type { FeatureCommand } from '../commands/commandContribution.ts';

/** Dependencies that the feature receives when it is loaded. */
export interface EdgeParts extends Pick<FeatureDeps, 'log' | 'notify' | 'settings' | 'restored'> {
  readonly secrets: Pick<SecretStorage, 'get' | 'store' | 'delete'>;
}

export interface EdgeViewContext extends EdgeParts {
  readonly clock: Clock;
  readonly sources: OpenSources;
  readonly tree: Pick<ClusterTree, 'elementOf'>;
  readonly texts: Pick<ReadOnlyDocuments, 'markdown'>;
  /** Shows the view. */
  readonly reveal: () => Promise<void>;
  /** Hosts and regions that the user allowed the extension to query in this window. */
  readonly agreed: Set<string>;
}

/**
 * A command of this feature. Each one is a file in actions/. VS Code shows the user the error that `run` rejects with.
 */
export type EdgeCommand = FeatureCommand<EdgeViewContext>;
