/**
 * What the room of clusters offers to commands and to VS Code: all of it is behind one door, because it is loaded when
 * first needed.
 */
import type {
  Disposable,
  Memento,
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
import type { ClusterSelection, ClusterFilter, OpenCluster } from './state/openCluster.ts';

/** What the room is given. */
export interface ClusterRoomParts {
  readonly language: LanguageFeature;
  readonly log: Log;
  readonly notify: Notify;
  readonly settings: ExtensionSettings;
  /** Its cluster stands in the list as well, and is open as soon as it answers: whoever started it wants to see it. */
  readonly demo: DemoClusters;
  /** What is kept for the workspace, and for the user. */
  readonly kept: { readonly workspace: Memento; readonly user: Memento };
  /** A file that comes with the extension. */
  readonly shipped: (...path: string[]) => Uri;
  /** The views that show the tree, of which one is there at a time. */
  readonly views: () => readonly TreeView<TreeElement>[];
}

/**
 * What commands ask for. `given` is what VS Code hands to a command: an element of the tree, or anything. Without a
 * target they ask for one.
 */
export interface ClusterActions {
  open(given: unknown): Promise<void>;
  close(given: unknown): Promise<void>;
  refresh(given: unknown): Promise<void>;
  logIn(given: unknown): Promise<void>;
  useForChecks(given: unknown): Promise<void>;
  openYaml(given: unknown): Promise<void>;
  copyName(given: unknown): Promise<void>;
  revealInConsole(given: unknown): Promise<void>;
  explain(given: unknown): Promise<void>;
  showTimeline(given: unknown): Promise<void>;
  exportHistory(given: unknown): Promise<void>;
  showMore(given: unknown): Promise<void>;
}

export interface ClusterRoom extends Disposable {
  readonly actions: ClusterActions;
  /** The clusters that are open. */
  open(): readonly OpenCluster[];
  /** The open cluster of a context. */
  cluster(context: string): OpenCluster | undefined;
  /**
   * Returns the open cluster that a command is about. Asks the user if what the command was given names none and
   * several are open. Returns undefined if the user cancels. Rejects if none is open, or if the cluster is unreachable
   * or requires a login, so that a command asks no question whose answer it can't use.
   * @param only limits the clusters that the user can select
   */
  choose(given: unknown, title: string, only?: ClusterFilter): Promise<ClusterSelection | undefined>;
  /** The same for commands that are useful without a connection. */
  chooseAny(given: unknown, title: string): Promise<ClusterSelection | undefined>;
  /**
   * How `oc` is told of a context, as the window knows it. Undefined: it stands in no file (inside of a pod), or is no
   * longer there.
   */
  ocCluster(context: string): OcCluster | undefined;
  /** Paused and completed operations. */
  readonly operations: Operations;
  /** The paused operations on clusters of the kubeconfig. */
  pausedOperations(): readonly KeptOperation[];
  /** The statuses of open clusters that can be explained. */
  statusSources(): readonly OtherSource[];
  /** The must-gathers beside the clusters. */
  readonly gathered: MustGatherTree;
  readonly tree: TreeDataProvider<TreeElement>;
  /** Shows a detail page again in the panel that VS Code restored. @param state what the page kept */
  restorePage(panel: WebviewPanel, state: unknown): void;
  /** Behind `osc-cluster:`. */
  readonly documents: TextDocumentContentProvider;
}
