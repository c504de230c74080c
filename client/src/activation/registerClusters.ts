/**
 * Loads the clusters feature on demand from views and documents. Part of the startup bundle, so it only registers and
 * loads.
 */
import { commands, Disposable, EventEmitter, extensions, TreeItem, window, workspace } from 'vscode';
import { sanitizeLabel } from '#core/text/sanitize.ts';
import type { TextDocumentContentProvider, TreeDataProvider, TreeView, Uri } from 'vscode';
import type { DemoClusters } from '../demo/demoCluster.ts';
import { clusterScheme } from '../language/documents/schemes.ts';
import type { Log } from '../vscode/log.ts';
import type { OtherSource } from '../vscode/prompts/askForText.ts';
import type { TreeElement } from '../tree/treeElements.ts';
import type { ClusterRoom, ClusterRoomParts } from '../clusters/clustersFeature.ts';
import { hasPausedOperation, operationsKey } from '../clusters/state/operationsKey.ts';
import { kubernetesExtension, viewIds } from '../tree/viewIds.ts';

export interface LazyClusterFeature extends Disposable {
  readonly enter: () => Promise<ClusterRoom>;
  /** Returns the statuses of open clusters. Doesn't load the feature, because no cluster is open without it. */
  readonly statusSources: () => Promise<readonly OtherSource[]>;
}

/** Registers the views and documents that load the clusters feature on first use. */
export function openClusterDoor(parts: Omit<ClusterRoomParts, 'views'>): LazyClusterFeature {
  let views: readonly TreeView<TreeElement>[] = [];
  let room: Promise<ClusterRoom> | undefined;
  const enter = () => {
    room ??= import('./createClustersFeature.ts').then(({ createClusterRoom }) =>
      createClusterRoom({ ...parts, views: () => views }),
    );
    return room;
  };
  const tree = treeDoor(enter);
  views = Object.values(viewIds).map((id) =>
    window.createTreeView(id, { treeDataProvider: tree, showCollapseAll: true }),
  );
  // The status bar also shows paused operations while the view is hidden. This contacts no cluster.
  if (hasPausedOperation(parts.kept.workspace.get<unknown>(operationsKey)))
    enter().catch((error: unknown) => parts.log.error("Can't load paused operations", error));
  const others: readonly Disposable[] = [
    tree,
    documentDoor(enter),
    pageDoor(enter, parts.log),
    followKubernetesExtension(),
    demoDoor(parts.demo),
  ];
  return {
    enter,
    statusSources: async () => (await room)?.statusSources() ?? [],
    dispose() {
      for (const each of [...views, ...others]) each.dispose();
      room?.then((entered) => entered.dispose()).catch(() => undefined);
    },
  };
}

/**
 * Returns a tree data provider that loads the feature when VS Code first requests children, that is, when the view is
 * first shown.
 */
function treeDoor(enter: () => Promise<ClusterRoom>): TreeDataProvider<TreeElement> & Disposable {
  const changed = new EventEmitter<TreeElement | TreeElement[] | undefined | null | void>();
  let passing: Promise<TreeDataProvider<TreeElement>> | undefined;
  let passed: TreeDataProvider<TreeElement> | undefined;
  const tree = () => {
    passing ??= enter().then((room) => {
      passed = room.tree;
      room.tree.onDidChangeTreeData?.((element) => changed.fire(element));
      return room.tree;
    });
    return passing;
  };
  return {
    onDidChangeTreeData: changed.event,
    getChildren: async (element) => (await tree()).getChildren(element),
    // The feature created the element, so it's already loaded.
    getTreeItem: (element) => passed?.getTreeItem(element) ?? new TreeItem(sanitizeLabel(element.node.view.label)),
    resolveTreeItem: (item, element, token) => passed?.resolveTreeItem?.(item, element, token) ?? item,
    getParent: (element) => element.parent,
    dispose: () => changed.dispose(),
  };
}

function documentDoor(enter: () => Promise<ClusterRoom>): Disposable {
  const changed = new EventEmitter<Uri>();
  let passing: Promise<TextDocumentContentProvider> | undefined;
  const documents = () => {
    passing ??= enter().then((room) => {
      room.documents.onDidChange?.((uri) => changed.fire(uri));
      return room.documents;
    });
    return passing;
  };
  const provider: TextDocumentContentProvider = {
    onDidChange: changed.event,
    provideTextDocumentContent: async (uri, token) => (await documents()).provideTextDocumentContent(uri, token),
  };
  return Disposable.from(changed, workspace.registerTextDocumentContentProvider(clusterScheme, provider));
}

/**
 * Restores detail pages that were open when the window was reloaded. The panel type matches details/detailPanels.ts,
 * which isn't loaded yet.
 */
function pageDoor(enter: () => Promise<ClusterRoom>, log: Pick<Log, 'error'>): Disposable {
  return window.registerWebviewPanelSerializer('osc.details', {
    async deserializeWebviewPanel(panel, state) {
      const [room] = await Promise.allSettled([enter()]);
      if (room.status === 'fulfilled') room.value.restorePage(panel, state);
      else {
        log.error("Can't restore a detail page", room.reason);
        panel.dispose();
      }
    },
  });
}

/** Shows the Clusters view when a demo cluster is running, because its user wants to see it. */
function demoDoor(demo: DemoClusters): Disposable {
  return demo.onDidChange(() => {
    if (demo.running().length > 0) commands.executeCommand('osc.clusters.show').then(undefined, () => undefined);
  });
}

/**
 * Updates the context key `osc.kubernetesExtension`. If that extension is installed, the tree appears in its view
 * container instead of ours.
 */
function followKubernetesExtension(): Disposable {
  let said: boolean | undefined;
  const say = () => {
    const there = extensions.getExtension(kubernetesExtension) !== undefined;
    if (there === said) return;
    said = there;
    commands.executeCommand('setContext', 'osc.kubernetesExtension', there).then(undefined, () => undefined);
  };
  say();
  return extensions.onDidChange(say);
}
