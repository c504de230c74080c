/** Interface of the clusters feature for commands and VS Code. The feature is loaded on first use. */
import type {
  Disposable,
  Memento,
  SecretStorage,
  TextDocumentContentProvider,
  TreeDataProvider,
  TreeView,
  Uri,
  WebviewPanel,
} from 'vscode';
import type { DemoClusters } from '../demo/demoCluster.ts';
import type { LanguageFeature } from '../language/languageFeature.ts';
import type { Log } from '../vscode/log.ts';
import type { Notify } from '../vscode/notify.ts';
import type { OcCluster } from '../oc/oc.ts';
import type { ExtensionSettings } from '../vscode/settings.ts';
import type { OtherSource } from '../vscode/prompts/askForText.ts';
import type { TreeElement } from '../tree/treeElements.ts';
import type { MustGatherTree } from '../mustGather/tree/mustGatherEntry.ts';
import type { KeptOperation, Operations } from './state/savedOperations.ts';
import type { ClusterChoiceOptions, ClusterSelection, OpenCluster } from './state/openCluster.ts';

/** Dependencies of the clusters feature. */
export interface ClustersFeatureDeps {
  readonly language: LanguageFeature;
  readonly log: Log;
  readonly notify: Notify;
  readonly settings: ExtensionSettings;
  /**
   * Demo clusters. Each one also appears in the list of clusters and opens automatically, because the user who started
   * it wants to see it.
   */
  readonly demo: DemoClusters;
  /** Persistent state for the workspace and for the user. */
  readonly kept: { readonly workspace: Memento; readonly user: Memento };
  /** Folder in which the extension can store files. */
  readonly storage: Uri;
  /** Stores the tokens that users enter. */
  readonly secrets: Pick<SecretStorage, 'get' | 'store' | 'delete' | 'onDidChange'>;
  /** Returns the URI of a file that ships with the extension. */
  readonly shipped: (...path: string[]) => Uri;
  /** Returns the views that show the tree. Only one of them is available at a time. */
  readonly views: () => readonly TreeView<TreeElement>[];
}

/**
 * Handlers for the cluster commands. `given` is the argument that VS Code passes to a command: a tree element or
 * anything else. Without a target, the handlers ask the user for one.
 */
export interface ClusterActions {
  open(given: unknown): Promise<void>;
  close(given: unknown): Promise<void>;
  refresh(given: unknown): Promise<void>;
  logIn(given: unknown): Promise<void>;
  logOut(given: unknown): Promise<void>;
  useForChecks(given: unknown): Promise<void>;
  openYaml(given: unknown): Promise<void>;
  describe(given: unknown): Promise<void>;
  copyName(given: unknown): Promise<void>;
  revealInConsole(given: unknown): Promise<void>;
  explain(given: unknown): Promise<void>;
  showTimeline(given: unknown): Promise<void>;
  showEvents(given: unknown): Promise<void>;
  exportHistory(given: unknown): Promise<void>;
  showMore(given: unknown): Promise<void>;
}

export interface ClustersFeature extends Disposable {
  readonly actions: ClusterActions;
  /** Saves the recorded history. Call it when the window closes. */
  shutDown(): Promise<void>;
  /** Returns the open clusters. */
  open(): readonly OpenCluster[];
  /** Returns the open cluster of a context. */
  cluster(context: string): OpenCluster | undefined;
  /**
   * Returns the open cluster that a command applies to. Asks the user if the argument doesn't name one and several are
   * open. Returns undefined if the user cancels. Rejects if none is open, or if the cluster is unreachable or requires
   * a login, so that a command doesn't ask for input that it can't use.
   * @param options limits the clusters that the user can select
   */
  choose(given: unknown, title: string, options?: ClusterChoiceOptions): Promise<ClusterSelection | undefined>;
  /** Same as `choose`, for commands that are useful without a connection. */
  chooseAny(given: unknown, title: string): Promise<ClusterSelection | undefined>;
  /**
   * Returns the kubeconfig files and the context for `oc`. Returns undefined if the context isn't in a file (inside a
   * pod) or no longer exists.
   */
  ocCluster(context: string): OcCluster | undefined;
  /** Paused and completed operations. */
  readonly operations: Operations;
  /** Returns the paused operations on clusters in the kubeconfig. */
  pausedOperations(): readonly KeptOperation[];
  /** Returns the statuses of open clusters that can be explained. */
  statusSources(): readonly OtherSource[];
  /** The must-gathers in the tree. */
  readonly gathered: MustGatherTree;
  readonly tree: TreeDataProvider<TreeElement>;
  /**
   * Shows a detail page again in the panel that VS Code restored.
   * @param state saved by the page
   */
  restorePage(panel: WebviewPanel, state: unknown): void;
  /** Provides the documents with the `osc-cluster:` scheme. */
  readonly documents: TextDocumentContentProvider;
}
