/** The services that operation commands use. */
import type { Uri } from 'vscode';
import type { LookupId } from '#core/operations/lookupList.ts';
import type { Procedure } from '#core/operations/procedure.ts';
import type { ClusterAction } from '#core/operations/permissions/permittedActions.ts';
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
import type { ClustersFeature } from '../clusters/clustersFeature.ts';
import type { FolderView } from './folder/folderView.ts';
import type { Previews } from './manifests/preview.ts';
import type { ReadOnlyDocuments } from '../vscode/documents/readOnlyDocuments.ts';
import type { FeatureCommand } from '../commands/commandContribution.ts';

export interface OperationContext {
  readonly log: Log;
  readonly notify: Notify;
  readonly settings: ExtensionSettings;
  readonly language: LanguageFeature;
  readonly clusters: ClustersFeature;
  readonly clock: Clock;
  readonly shipped: (...path: string[]) => Uri;
  /**
   * Reads these facts and objects again and returns the state of the cluster. Never rejects. Data that can't be read is
   * unknown.
   */
  situation(
    cluster: OpenCluster,
    facts: readonly LookupId[],
    objects?: readonly ObjectReference[],
  ): Promise<ObservedCluster>;
  /**
   * Asks whether to replace another operation that is in progress or paused on this cluster. Commands call it before
   * their own questions, so that no answer is lost. The next `perform` on the cluster then doesn't ask again.
   * @returns false if the command must not continue, because the user keeps the other operation
   */
  askToReplace(cluster: OpenCluster, procedure: OperationIdentity): Promise<boolean>;
  /**
   * Returns whether the user can have the permissions for a command. Otherwise, names the missing ones and offers a
   * runbook. Commands call it before their own questions.
   */
  isPermitted(cluster: OpenCluster, title: string, action: ClusterAction): Promise<boolean>;
  /**
   * Runs a procedure from the current state of the cluster. Asks for confirmation, sends changes that are ready, and
   * shows the progress in the tree. Resolves when the operation ends or is stopped.
   */
  perform<Choices>(
    cluster: OpenCluster,
    procedure: Procedure<Choices>,
    choices: Choices,
    how?: RunOperationOptions,
  ): Promise<OperationOutcome>;
  /**
   * Runs a procedure with a single change, such as the deletion of a pod. Asks for confirmation and reports the result.
   * An operation on the same cluster continues, because it can be waiting for this change.
   */
  performAction<Choices>(
    cluster: OpenCluster,
    procedure: Procedure<Choices>,
    choices: Choices,
  ): Promise<OperationOutcome>;
  /**
   * Stops the operation on this cluster, so that no further changes are sent. Changes that were already sent take
   * effect.
   */
  stop(context: string): void;
  /**
   * Marks a manual step as done while the tree shows the operation.
   * @param headline the current state
   */
  settle(cluster: OpenCluster, step: string, headline: string): void;
  /**
   * Continues the operation on this cluster: retries after a problem is fixed, asks its open question, or resumes it
   * after a pause.
   * @returns false if there is none
   */
  goOn(context: string): boolean;
  /** Abandons the paused operation on this cluster after a confirmation. Changes that it already made are kept. */
  abandon(context: string): Promise<void>;
  /** Hides the completed operation on this cluster. */
  dismiss(cluster: OpenCluster): void;
  /** Editable manifests that the user reviews before they are used. */
  readonly previews: Previews;
  /** The detail pages of workloads and preflight checks. */
  readonly details: Pick<DetailPanels, 'open'>;
  /** Read-only documents for reports and comparisons. */
  readonly texts: Pick<ReadOnlyDocuments, 'markdown' | 'compare'>;
  /** The view with the comparison of a folder. */
  readonly folderView: Pick<FolderView, 'comparison' | 'show' | 'close' | 'showObject' | 'showDifferences'>;
}

/** The part of a procedure that tells operations apart. */
export type OperationIdentity = Pick<Procedure<never>, 'id' | 'title'>;

export interface RunOperationOptions {
  /** Called once when the user agrees. Until then, nothing is sent, and the caller must keep what the user prepared. */
  readonly begins?: () => Promise<void>;
  /** Set if the caller reports the completion, so that no message is shown. */
  readonly told?: 'byCaller';
  /** The step results of a paused operation. */
  readonly results?: StepResults;
}

/**
 * The outcome of an operation. `declined`: the user declined a confirmation; `blocked`: the tree shows the required
 * action; `stopped`: the user stopped it, or the cluster was closed.
 */
export type OperationOutcome = 'done' | 'declined' | 'blocked' | 'stopped';

/** A command of this feature. Each command has its own file in actions/. If it rejects, the user sees the error. */
export type OperationCommand = FeatureCommand<OperationContext>;
