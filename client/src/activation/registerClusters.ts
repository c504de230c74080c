/**
 * Loads the clusters feature on demand from views and documents. Part of the startup bundle, so it only registers them
 * and loads the feature.
 */
import { commands, Disposable, EventEmitter, extensions, TreeItem, window, workspace } from 'vscode';
import { sanitizeLabel } from '#core/text/sanitize.ts';
import type { TextDocumentContentProvider, TreeDataProvider, TreeView, Uri } from 'vscode';
import type { DemoClusters } from '../demo/demoCluster.ts';
import { clusterScheme } from '../language/documents/schemes.ts';
import type { Log } from '../vscode/log.ts';
import type { OtherSource } from '../vscode/prompts/askForText.ts';
import type { TreeElement } from '../tree/treeElements.ts';
import type { ClustersFeature, ClustersFeatureDeps } from '../clusters/clustersFeature.ts';
import { hasPausedOperation, operationsKey } from '../clusters/state/operationsKey.ts';
import { kubernetesExtension, viewIds } from '../tree/viewIds.ts';

export interface LazyClusterFeature extends Disposable {
  readonly load: () => Promise<ClustersFeature>;
  /** Saves the recorded history. Call it when the window closes. */
  readonly shutDown: () => Promise<void>;
  /** Returns the statuses of open clusters. Doesn't load the feature, because no cluster is open without it. */
  readonly statusSources: () => Promise<readonly OtherSource[]>;
}

/** Registers the views and documents that load the clusters feature on first use. */
export function registerClusters(parts: Omit<ClustersFeatureDeps, 'views'>): LazyClusterFeature {
  let views: readonly TreeView<TreeElement>[] = [];
  let feature: Promise<ClustersFeature> | undefined;
  const load = () => {
    feature ??= import('./createClustersFeature.ts').then(({ createClustersFeature }) =>
      createClustersFeature({ ...parts, views: () => views }),
    );
    return feature;
  };
  const tree = registerTree(load);
  views = Object.values(viewIds).map((id) =>
    window.createTreeView(id, { treeDataProvider: tree, showCollapseAll: true }),
  );
  // The status bar also shows paused operations while the view is hidden. This contacts no cluster.
  if (hasPausedOperation(parts.kept.workspace.get<unknown>(operationsKey)))
    load().catch((error: unknown) => parts.log.error("Can't load paused operations", error));
  const others: readonly Disposable[] = [
    tree,
    registerDocuments(load),
    registerPages(load, parts.log),
    followKubernetesExtension(),
    registerDemo(parts.demo),
  ];
  return {
    load,
    statusSources: async () => (await feature)?.statusSources() ?? [],
    shutDown: async () => (await feature)?.shutDown(),
    dispose() {
      for (const each of [...views, ...others]) each.dispose();
      feature?.then((loaded) => loaded.dispose()).catch(() => undefined);
    },
  };
}

/**
 * Returns a tree data provider that loads the feature when VS Code first requests children, that is, when the view is
 * first shown.
 */
function registerTree(load: () => Promise<ClustersFeature>): TreeDataProvider<TreeElement> & Disposable {
  const changed = new EventEmitter<TreeElement | TreeElement[] | undefined | null | void>();
  let passing: Promise<TreeDataProvider<TreeElement>> | undefined;
  let passed: TreeDataProvider<TreeElement> | undefined;
  const tree = () => {
    passing ??= load().then((feature) => {
      passed = feature.tree;
      feature.tree.onDidChangeTreeData?.((element) => changed.fire(element));
      return feature.tree;
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

function registerDocuments(load: () => Promise<ClustersFeature>): Disposable {
  const changed = new EventEmitter<Uri>();
  let passing: Promise<TextDocumentContentProvider> | undefined;
  const documents = () => {
    passing ??= load().then((feature) => {
      feature.documents.onDidChange?.((uri) => changed.fire(uri));
      return feature.documents;
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
function registerPages(load: () => Promise<ClustersFeature>, log: Pick<Log, 'error'>): Disposable {
  return window.registerWebviewPanelSerializer('osc.details', {
    async deserializeWebviewPanel(panel, state) {
      const [feature] = await Promise.allSettled([load()]);
      if (feature.status === 'fulfilled') feature.value.restorePage(panel, state);
      else {
        log.error("Can't restore a detail page", feature.reason);
        panel.dispose();
      }
    },
  });
}

/** Shows the Clusters view when a demo cluster is running, because the user who started it wants to see it. */
function registerDemo(demo: DemoClusters): Disposable {
  return demo.onDidChange(() => {
    if (demo.running().length > 0) commands.executeCommand('osc.clusters.show').then(undefined, () => undefined);
  });
}

/**
 * Updates the context key `osc.kubernetesExtension`. If the Kubernetes extension is installed, the tree appears in that
 * extension's view container instead of this extension's.
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
