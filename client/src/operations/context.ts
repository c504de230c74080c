/** What actions work with. */
import type { Uri } from 'vscode';
import type { LookupId } from '#core/operations/lookupList.ts';
import type { Procedure } from '#core/operations/procedure.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import type { StepResults } from '#core/operations/stepResults.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import type { Clock } from '../kubernetes/clock.ts';
import type { DetailPanels } from '../details/detailPanels.ts';
import type { LanguageFeature } from '../language/languageFeature.ts';
import type { Log } from '../vscode/log.ts';
import type { Notify } from '../vscode/notify.ts';
import type { ExtensionSettings } from '../vscode/settings.ts';
import type { OpenCluster } from '../clusters/state/openCluster.ts';
import type { ClusterRoom } from '../clusters/clustersFeature.ts';
import type { Previews } from './manifests/preview.ts';
import type { ReadOnlyDocuments } from '../vscode/documents/readOnlyDocuments.ts';
import type { FeatureCommand } from '../commands/commandContribution.ts';

export interface OperationContext {
  readonly log: Log;
  readonly notify: Notify;
  readonly settings: ExtensionSettings;
  readonly language: LanguageFeature;
  readonly clusters: ClusterRoom;
  readonly clock: Clock;
  readonly shipped: (...path: string[]) => Uri;
  /**
   * All that is known of the cluster now, with these facts and objects read anew. Rejects never: what cannot be read is
   * an unknown fact.
   */
  situation(
    cluster: OpenCluster,
    facts: readonly LookupId[],
    objects?: readonly ObjectReference[],
  ): Promise<ObservedCluster>;
  /**
   * Does a procedure from where the cluster stands: asks what its gates want, sends what is ready, follows what the
   * cluster does, shows both in the tree. Resolves when it is over or somebody stopped it.
   */
  perform<Choices>(
    cluster: OpenCluster,
    procedure: Procedure<Choices>,
    choices: Choices,
    how?: PerformOptions,
  ): Promise<OperationOutcome>;
  /** Sends nothing more on this cluster; what was sent goes on. */
  stop(context: string): void;
  /** Marks a manual step as done while the tree shows the operation. @param headline the current state */
  settle(cluster: OpenCluster, step: string, headline: string): void;
  /**
   * Continues the operation on this cluster after its problem is fixed, by asking its question, or after a pause.
   * @returns false if there is none
   */
  goOn(context: string): boolean;
  /** Abandons the paused operation on this cluster after a confirmation. Its changes stay. */
  abandon(context: string): Promise<void>;
  /** Hides the completed operation on this cluster. */
  dismiss(cluster: OpenCluster): void;
  /** Objects that somebody reviews before something is done with them. */
  readonly previews: Previews;
  /** The detail pages of workloads and of checks. */
  readonly details: Pick<DetailPanels, 'open'>;
  /** Reports and comparisons, to be read. */
  readonly texts: Pick<ReadOnlyDocuments, 'markdown' | 'compare'>;
}

export interface PerformOptions {
  /** Called once, when somebody agreed: until then nothing is sent, and what was prepared must not be lost. */
  readonly begins?: () => Promise<void>;
  /** Whoever asked for it says that it is done. */
  readonly told?: 'byCaller';
  /** The step results of a paused operation. */
  readonly results?: StepResults;
}

/**
 * How it ended. `declined`: somebody said no; `blocked`: the tree says what is to be done; `stopped`: somebody stopped
 * it, or the cluster was closed.
 */
export type OperationOutcome = 'done' | 'declined' | 'blocked' | 'stopped';

/** A command of this feature. Each is one file in actions/. The user sees the error that it rejects with. */
export type OperationCommand = FeatureCommand<OperationContext>;
