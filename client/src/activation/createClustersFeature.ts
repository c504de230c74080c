/**
 * Creates the clusters feature: tree, status bar item, documents, notifications, and the data that files are checked
 * against. Loaded when the view is first shown or the first of its commands runs.
 */
import * as l10n from '@vscode/l10n';
import { Disposable, window, workspace, type WebviewPanel } from 'vscode';
import { omitUndefined } from '#core/common/json.ts';
import { healthOf } from '#core/status/health/clusterHealth.ts';
import { isManifestVisible } from '../language/documents/isManifestVisible.ts';
import { realClock } from '../kubernetes/clock.ts';
import { chooseSession, ClusterActionHandlers, assertConnected } from '../clusters/clusterActions.ts';
import { KubernetesVersionReader } from '../clusters/sessions/kubernetesVersionReader.ts';
import { VisibilityController } from '../clusters/sessions/visibility.ts';
import { ContextKeyUpdater } from '../clusters/state/contextKeyUpdater.ts';
import { RedrawScheduler } from '../clusters/sessions/redrawScheduler.ts';
import type { OcCluster } from '../oc/oc.ts';
import type { OtherSource } from '../vscode/prompts/askForText.ts';
import { DetailPages } from '../details/pages/detailPages.ts';
import { ClusterDocuments } from '../clusters/documents/clusterDocuments.ts';
import { nodeWithId, type TreeNode } from '../tree/model/nodeView.ts';
import { ClusterInfoSender } from '../clusters/sessions/clusterInfoSender.ts';
import type { RunningDemo } from '../demo/runningDemo.ts';
import { readFileStamp } from '#gather/sources/fileStamp.ts';
import { MustGatherStore } from '../mustGather/tree/mustGatherStore.ts';
import { followKubernetesExtension } from '../clusters/kubeconfig/kubernetesExtension.ts';
import type { KubeconfigSource } from '../clusters/kubeconfig/kubeconfigSource.ts';
import type { SavedTokens } from '../clusters/kubeconfig/savedTokens.ts';
import { Notices } from '../clusters/notices/notices.ts';
import { createOperations, type KeptOperation, type Operations } from '../clusters/state/savedOperations.ts';
import type { ClusterSessionStore } from '../clusters/sessions/clusterSessionStore.ts';
import { createSessionStore } from '../clusters/createSessionStore.ts';
import type { ClusterSelection, ClusterChoiceOptions, OpenCluster } from '../clusters/state/openCluster.ts';
import { openClusterOf } from '../clusters/sessions/openClusterOf.ts';
import { ClusterTree } from '../tree/clusterTree.ts';
import type { MustGatherTree } from '../mustGather/tree/mustGatherEntry.ts';
import type { ClusterActions, ClustersFeature, ClustersFeatureDeps } from '../clusters/clustersFeature.ts';
import { operationsKey } from '../clusters/state/operationsKey.ts';
import { createKubeconfigSource } from './createKubeconfigSource.ts';
import { createSchemaSender } from './createSchemaSender.ts';
import { registerRebootHover } from './registerRebootHover.ts';
import { createMustGatherTree, readOpenMustGather } from './createMustGatherTree.ts';
import { createStatusBar } from '../clusters/notices/statusBar.ts';
import { statusSources } from '../clusters/statusSources.ts';
import { editorCommandOptions } from '../text/editorCommands.ts';
import { isInProgress, createStatusItem, listedPodsOf } from '../clusters/notices/statusItem.ts';

/** Workspace state keys: the cluster to check files against, and the open must-gathers. */
const checksKey = 'osc.clusterForChecks';
const gathersKey = 'osc.openMustGathers';
/** Interval in milliseconds at which values that depend only on the current time, such as durations, are updated. */
const tick = 30_000;

/**
 * Creates the clusters feature and reads the kubeconfig. Contacts a cluster only if the view is visible and clusters
 * were open in the last session.
 */
export async function createClustersFeature(parts: ClustersFeatureDeps): Promise<ClustersFeature> {
  const feature = new LoadedClustersFeature(parts);
  await feature.start();
  return feature;
}

class LoadedClustersFeature implements ClustersFeature {
  readonly tree: ClusterTree;
  readonly documents: ClusterDocuments;
  readonly operations: Operations;
  readonly gathered: MustGatherTree;
  readonly actions: ClusterActions;
  readonly #parts: ClustersFeatureDeps;
  readonly #clock = realClock;
  readonly #editorCommands = (context: string) =>
    editorCommandOptions(this.#clusters.session(context)?.snapshot, this.#parts.settings.readOnly());
  readonly #awake = new VisibilityController(realClock);
  readonly #statusBar = createStatusBar();
  readonly #redraws = new RedrawScheduler(realClock, () => this.#redraw());
  readonly #changed = (): void => this.#redraws.request();
  readonly #contextKeys = new ContextKeyUpdater();
  readonly #kubernetes = followKubernetesExtension(() => void this.#reload());
  readonly #source: KubeconfigSource;
  readonly #tokens: SavedTokens;
  readonly #clusters: ClusterSessionStore;
  readonly #gathers: MustGatherStore;
  readonly #details: DetailPages;
  readonly #notices: Notices;
  readonly #facts: ClusterInfoSender;
  readonly #schemas: { update(): void; dispose(): void };
  /** The demo clusters that were running at the last check. */
  #lastDemos: readonly RunningDemo[] = [];
  #cancelTick: (() => void) | undefined;
  #listening: Disposable | undefined;

  constructor(parts: ClustersFeatureDeps) {
    const { language, notify, settings, kept } = parts;
    this.#parts = parts;
    const { source, tokens } = createKubeconfigSource(parts, this.#kubernetes, () => this.#reloaded());
    this.#source = source;
    this.#tokens = tokens;
    this.operations = createOperations({
      read: () => kept.workspace.get<unknown>(operationsKey),
      write: (all) => void kept.workspace.update(operationsKey, all),
      changed: this.#changed,
    });
    this.#clusters = createSessionStore(parts, {
      operation: (cluster) => this.operations.of(cluster),
      source: this.#source,
      clock: this.#clock,
      awake: this.#awake,
      changed: this.#changed,
    });
    this.#gathers = new MustGatherStore({
      changed: this.#changed,
      keep: (open) => void kept.workspace.update(gathersKey, open),
      taken: () => this.#clusters.contexts.map(({ name }) => name),
      stampOf: readFileStamp,
    });
    this.documents = new ClusterDocuments({
      session: (context) => this.#clusters.session(context),
      gathered: (name) => this.#gathers.get(name),
      now: () => this.#clock.now(),
    });
    this.#details = this.#createDetails();
    this.tree = new ClusterTree({
      model: () => this.#model(),
      demanded: (node) => this.#clusters.expanded(node, true),
      clock: this.#clock,
      editorCommands: this.#editorCommands,
    });
    this.#notices = new Notices({ notify, settings });
    const versions = new KubernetesVersionReader({ clock: this.#clock, changed: this.#changed });
    this.#facts = new ClusterInfoSender({
      clock: this.#clock,
      send: (sent) => language.sendFacts(sent),
      chosen: () => versions.describe(this.#clusters.forChecks),
    });
    this.#schemas = createSchemaSender(parts, this.#clock, () => this.#clusters.forChecks);
    this.gathered = createMustGatherTree(this.#gathers, this.tree);
    this.actions = this.#createActions();
  }

  /** Reads the kubeconfig and opens what was open in the last session. */
  async start(): Promise<void> {
    const { kept, demo } = this.#parts;
    await this.#source.load();
    this.#updateContexts();
    this.#redraws.request();
    this.#openDemos(demo.running());
    this.#clusters.choose(kept.workspace.get<string>(checksKey));
    this.#lookAtViews();
    await this.#gathers.restore(kept.workspace.get<unknown>(gathersKey));
    this.#tick();
    this.#listening = this.#listen();
    // The view might have become visible before the listener was added.
    this.#lookAtViews();
  }

  open(): readonly OpenCluster[] {
    return this.#clusters.sessions.flatMap((session) => openClusterOf(session) ?? []);
  }

  statusSources(): readonly OtherSource[] {
    return statusSources(this.open());
  }

  restorePage(panel: WebviewPanel, state: unknown): void {
    this.#details.restore(panel, state);
  }

  cluster(context: string): OpenCluster | undefined {
    return openClusterOf(this.#clusters.session(context));
  }

  ocCluster(context: string): OcCluster | undefined {
    const kubeconfig = this.#source.filesOf(context);
    return kubeconfig.length === 0 ? undefined : { kubeconfig, context };
  }

  async choose(what: unknown, title: string, options?: ClusterChoiceOptions): Promise<ClusterSelection | undefined> {
    const chosen = await this.#choose(what, title, options);
    if (chosen !== undefined) assertConnected(chosen.cluster, this.#parts.notify);
    return chosen;
  }

  chooseAny(what: unknown, title: string): Promise<ClusterSelection | undefined> {
    return this.#choose(what, title);
  }

  /**
   * Returns the paused operations on clusters in the kubeconfig. Compares the servers, because a context of the same
   * name might now refer to another cluster.
   */
  pausedOperations(): readonly KeptOperation[] {
    return this.operations.paused.filter((one) =>
      this.#clusters.contexts.some(({ name, server }) => name === one.context && server === one.server),
    );
  }

  async #choose(what: unknown, title: string, options?: ClusterChoiceOptions): Promise<ClusterSelection | undefined> {
    const chosen = await chooseSession({ clusters: this.#clusters, tree: this.tree }, what, title, options);
    const cluster = openClusterOf(chosen?.session);
    chosen?.session.checkNamespaces();
    return chosen === undefined || cluster === undefined
      ? undefined
      : { cluster, ...omitUndefined({ target: chosen.target }) };
  }

  shutDown(): Promise<void> {
    return this.#clusters.shutDown();
  }

  dispose(): void {
    this.#redraws.dispose();
    this.#cancelTick?.();
    this.#listening?.dispose();
    for (const each of [
      this.#kubernetes,
      this.#source,
      this.#clusters,
      this.documents,
      this.#details,
      this.tree,
      this.#statusBar,
      this.#facts,
      this.#schemas,
      this.#awake,
    ])
      each.dispose();
  }

  #createDetails(): DetailPages {
    const { shipped, notify } = this.#parts;
    return new DetailPages({
      session: (context) => this.#clusters.session(context),
      gathered: (name) => readOpenMustGather(this.#gathers.get(name)),
      // Rows that were never expanded exist only in the model.
      node: (id) => this.tree.find(id)?.node ?? nodeWithId(this.#model(), id),
      clock: this.#clock,
      editorCommands: this.#editorCommands,
      shipped,
      notify,
    });
  }

  #createActions(): ClusterActions {
    return new ClusterActionHandlers({
      ...this.#parts,
      clusters: this.#clusters,
      gathers: this.#gathers,
      tree: this.tree,
      documents: this.documents,
      details: this.#details,
      source: this.#source,
      tokens: this.#tokens,
      reload: () => this.#reload(),
      choose: (name) => {
        this.#clusters.choose(name);
        void this.#parts.kept.workspace.update(checksKey, name);
      },
    });
  }

  #model(): readonly TreeNode[] {
    return [...this.#clusters.roots(this.#clock.now()), ...this.#gathers.roots()];
  }

  async #reload(): Promise<void> {
    const { notify, demo } = this.#parts;
    const running = demo.running();
    try {
      await this.#source.load();
    } catch (error) {
      notify.error(l10n.t`Can't read the kubeconfig`, error);
      return;
    }
    this.#reloaded();
    // A user who has just started a demo cluster wants to see it.
    this.#openDemos(running);
  }

  #reloaded(): void {
    this.#clusters.kubeconfigChanged();
    this.#lookAtViews();
    this.#updateContexts();
  }

  #updateContexts(): void {
    this.#contextKeys.setContexts(this.#source.list().contexts.length > 0);
  }

  #openDemos(running: readonly RunningDemo[]): void {
    for (const { pid, context, url } of running)
      if (!this.#lastDemos.some((one) => one.pid === pid)) this.#clusters.openAt(context, url);
    this.#lastDemos = running;
  }

  /** Updates the visibility. Opens the clusters of the last session if a view is visible. */
  #lookAtViews(): void {
    const isVisible = this.#parts.views().some((view) => view.visible);
    this.#awake.looking(isVisible);
    if (isVisible) this.#clusters.reopen();
  }

  #tick(): void {
    this.#cancelTick = this.#clock.after(tick, () => {
      if (this.#clusters.sessions.length > 0) this.#redraw();
      this.#tick();
    });
  }

  #listen(): Disposable {
    const { settings, views, demo, secrets } = this.#parts;
    const reload = () => void this.#reload();
    return Disposable.from(
      ...views().flatMap((view) => [
        view.onDidChangeVisibility(() => this.#lookAtViews()),
        view.onDidExpandElement(({ element }) => this.#clusters.expanded(element.node, true)),
        view.onDidCollapseElement(({ element }) => this.#clusters.expanded(element.node, false)),
      ]),
      settings.onChange('kubeconfig', reload),
      settings.onChange('readOnly', this.#changed),
      demo.onDidChange(reload),
      // The user logged in or out in another window.
      secrets.onDidChange(reload),
      workspace.onDidGrantWorkspaceTrust(() => {
        this.#source.forgetPrograms();
        reload();
      }),
      registerRebootHover(() => openClusterOf(this.#clusters.forChecks), this.#clock),
      window.onDidChangeVisibleTextEditors(this.#changed),
      workspace.onDidOpenTextDocument(this.#changed),
      workspace.onDidCloseTextDocument(this.#changed),
    );
  }

  /** Updates everything that is displayed. */
  #redraw(): void {
    const now = this.#clock.now();
    const clusters = this.#clusters;
    const read = new Set([...this.documents.contexts, ...this.#details.contexts]);
    this.#updateKeys(now);
    const open = clusters.sessions.map((session) => ({
      session,
      context: session.context,
      health: healthOf(session.snapshot),
    }));
    this.tree.update();
    this.#statusBar.show(
      createStatusItem(
        open.map(({ session, context, health }) => ({
          context,
          health,
          ...omitUndefined({ run: session.run, pods: listedPodsOf(session.seen(now).workloads) }),
        })),
        now,
        this.pausedOperations().filter(({ context }) => clusters.session(context) === undefined),
      ),
    );
    for (const { session, health } of open) {
      this.#awake.busy(
        session,
        isInProgress(health.kata.progress) ||
          session.isBusy ||
          read.has(session.context) ||
          (session === clusters.forChecks && isManifestVisible()),
      );
      this.#notices.look(session, health, now);
    }
    this.documents.update();
    this.#details.update();
    this.#facts.update();
    this.#schemas.update();
    this.#updatePaused();
  }

  #updateKeys(now: number): void {
    const clusters = this.#clusters.sessions.map((session) => ({
      snapshot: session.snapshot,
      isDemo: this.#parts.demo.isDemo(session.info.server),
      mayHaveWorkloads: session.mayHaveWorkloads(now),
    }));
    this.#contextKeys.update({ clusters, mustGathers: this.#gathers.all.length });
  }

  #updatePaused(): void {
    // Also stores a running operation, in case the window closes.
    const isPaused = this.pausedOperations().some(({ context }) => {
      const session = this.#clusters.session(context);
      return session === undefined || session.run?.state === 'paused';
    });
    this.#contextKeys.setPaused(isPaused);
  }
}
