/** The room of clusters: the tree, the status item, documents, messages, facts. Bundled apart (dist/clusters.js): loaded when the view is shown, or with the first command. */
import * as l10n from '@vscode/l10n';
import { homedir } from 'node:os';
import { commands, Disposable, window, workspace } from 'vscode';
import { given } from '#core/common/json.ts';
import { healthOf } from '#core/status/health/clusterHealth.ts';
import { clusterScheme } from '../language/documents/schemes.ts';
import { realClock } from '../kubernetes/clock.ts';
import { chooseSession, createActions, assertConnected, targetIn } from '../clusters/clusterActions.ts';
import { Awake } from '../clusters/sessions/visibility.ts';
import { changedKeys, contextKeys, type ContextKeys } from '../clusters/state/contextKeys.ts';
import { DetailPages, type Gathered } from '../details/pages/detailPages.ts';
import { ClusterDocuments } from '../clusters/documents/clusterDocuments.ts';
import { nodeWithId, type TreeNode } from '../tree/model/nodeView.ts';
import { FactsSender } from '../clusters/sessions/clusterInfoSender.ts';
import type { RunningDemo } from '../demo/runningDemo.ts';
import { stampOf } from '#gather/sources/fileStamp.ts';
import { OpenGathers } from '../mustGather/tree/mustGatherStore.ts';
import { followKubernetesExtension } from '../clusters/kubeconfig/kubernetesExtension.ts';
import { KubeconfigSource } from '../clusters/kubeconfig/kubeconfigSource.ts';
import { createMayRun } from '../clusters/kubeconfig/confirmExecProgram.ts';
import { Notices } from '../clusters/notices/notices.ts';
import { createOperations, shownRun } from '../clusters/state/savedOperations.ts';
import { OpenClusters } from '../clusters/sessions/clusterSessionStore.ts';
import type { ChosenCluster, ClusterFilter } from '../clusters/state/openCluster.ts';
import { openClusterOf } from '../clusters/sessions/openClusterOf.ts';
import { ClusterTree } from '../tree/clusterTree.ts';
import type { Gather, GatheredRoom } from '../mustGather/tree/mustGatherEntry.ts';
import type { ClusterRoom, ClusterRoomParts } from '../clusters/clustersFeature.ts';
import { operationsKey } from '../clusters/state/operationsKey.ts';
import { createStatusBar } from '../clusters/notices/statusBar.ts';
import { statusSources } from '../clusters/statusSources.ts';
import { isMoving, statusOf } from '../clusters/notices/statusItem.ts';

/** Which clusters were open in this workspace, and against which its files are checked. */
const openKey = 'osc.openClusters';
const checksKey = 'osc.clusterForChecks';
const gathersKey = 'osc.openMustGathers';
/** Milliseconds between two looks at what changes with time alone: durations, and what takes too long. */
const tick = 30_000;
/** The longest that a change waits to be shown, in milliseconds. */
const slowest = 2000;

/** Resolves when the kubeconfig was read. Contacts nobody, unless the view is shown and clusters were left open. */
export async function createClusterRoom(parts: ClusterRoomParts): Promise<ClusterRoom> {
  const { language, log, notify, settings, kept, views, demo } = parts;
  const clock = realClock;
  const awake = new Awake(clock);
  const statusBar = createStatusBar();
  let changing: (() => void) | undefined;
  /** The demo clusters that were running at the last check. */
  let lastDemos: readonly RunningDemo[] = [];
  let cost = 0;
  // What comes together is shown together; and however large the clusters are, most of the time is left to others.
  const changed = () => {
    changing ??= clock.after(Math.min(cost * 4, slowest), () => {
      changing = undefined;
      const begun = performance.now();
      showAll();
      cost = performance.now() - begun;
    });
  };
  const reloaded = () => {
    clusters.kubeconfigChanged();
    look();
    sayContexts();
  };
  const openDemos = (running: readonly RunningDemo[]) => {
    for (const { pid, context, url } of running) if (!lastDemos.some((one) => one.pid === pid)) clusters.openAt(context, url);
    lastDemos = running;
  };
  const reloadNow = (): Promise<void> => {
    const shown = demo.running();
    return source.load().then(
      () => {
        reloaded();
        // Whoever has just started it wants to see it.
        openDemos(shown);
      },
      (error: unknown) => notify.error(l10n.t`The kubeconfig cannot be read`, error),
    );
  };
  const reload = () => void reloadNow();
  const kubernetes = followKubernetesExtension(reload);
  const source = new KubeconfigSource({
    clock,
    surroundings: async () => {
      const explicit = settings.kubeconfig() || (await kubernetes.kubeconfig());
      return { env: process.env, home: homedir(), besides: demo.running().map(({ kubeconfig }) => kubeconfig), ...given({ explicit }) };
    },
    mayRun: createMayRun(kept.user, notify),
    isReadOnly: () => settings.readOnly(),
    changed: reloaded,
    tell: (line) => log.warn(line),
  });
  const operations = createOperations({
    read: () => kept.workspace.get<unknown>(operationsKey),
    write: (all) => void kept.workspace.update(operationsKey, all),
    changed,
  });
  // The kubeconfig might have another cluster of the same name now.
  const pausedOperations = () => operations.paused.filter((one) => clusters.contexts.some(({ name, server }) => name === one.context && server === one.server));
  let saidPaused = false;
  const sayPaused = () => {
    // Also stores a running operation, in case the window closes.
    const isPaused = pausedOperations().some(({ context }) => {
      const session = clusters.session(context);
      return session === undefined || session.run?.state === 'paused';
    });
    if (isPaused === saidPaused) return;
    saidPaused = isPaused;
    commands.executeCommand('setContext', 'osc.operationPaused', isPaused).then(undefined, () => undefined);
  };
  const clusters = new OpenClusters({
    operation(cluster) {
      const operation = operations.of(cluster);
      return operation === undefined ? undefined : shownRun(operation);
    },
    source,
    clock,
    chance: Math.random,
    awake,
    log: (message) => log.error(message),
    changed,
    leftOpen: kept.workspace.get<unknown>(openKey),
    keep: (open) => void kept.workspace.update(openKey, open),
  });
  const gathers = new OpenGathers({
    changed,
    keep: (open) => void kept.workspace.update(gathersKey, open),
    taken: () => clusters.contexts.map(({ name }) => name),
    stampOf,
  });
  const documents = new ClusterDocuments({
    session: (context) => clusters.session(context),
    now: () => clock.now(),
  });
  const model = (): readonly TreeNode[] => [...clusters.roots(clock.now()), ...gathers.roots()];
  const details = new DetailPages({
    session: (context) => clusters.session(context),
    gathered: (name) => gatheredIn(gathers.get(name)),
    // Rows that were never expanded exist only in the model.
    node: (id) => tree.find(id)?.node ?? nodeWithId(model(), id),
    clock,
    shipped: parts.shipped,
    notify,
  });
  const tree = new ClusterTree({
    model,
    demanded: ({ target }) => clusters.session(target?.context ?? '')?.wantWorkloads(),
    clock,
  });
  const notices = new Notices({ notify, settings });
  const facts = new FactsSender({ clock, send: (sent) => language.sendFacts(sent), chosen: () => clusters.forChecks });

  const showAll = () => {
    const now = clock.now();
    const read = new Set([...documents.contexts, ...details.contexts]);
    setKeys(now);
    const open = clusters.sessions.map((session) => ({ session, context: session.context, health: healthOf(session.snapshot) }));
    tree.update();
    statusBar.show(
      statusOf(
        open.map(({ session, context, health }) => ({ context, health, ...given({ run: session.run }) })),
        now,
        pausedOperations().filter(({ context }) => clusters.session(context) === undefined),
      ),
    );
    for (const { session, health } of open) {
      awake.busy(
        session,
        isMoving(health.kata.progress) || session.isBusy || read.has(session.context) || (session === clusters.forChecks && showsManifests()),
      );
      notices.look(session, health, now);
    }
    documents.update();
    details.update();
    facts.update();
    sayPaused();
  };
  const sayContexts = () => setContext('osc.contexts', source.list().contexts.length > 0 ? 'some' : 'none');
  let keys: ContextKeys | undefined;
  const setKeys = (now: number) => {
    const sessions = clusters.sessions.map((session) => ({
      snapshot: session.snapshot,
      isDemo: demo.isDemo(session.info.server),
      mayHaveWorkloads: session.mayHaveWorkloads(now),
    }));
    const next = contextKeys({ clusters: sessions, mustGathers: gathers.all.length });
    for (const [key, value] of changedKeys(keys, next)) setContext(key, value);
    keys = next;
  };

  const open = () => clusters.sessions.flatMap((session) => openClusterOf(session) ?? []);
  const gathered: GatheredRoom = {
    get all() {
      return gathers.all;
    },
    find: (what) => gathers.get(typeof what === 'string' ? what : (targetIn(tree, what)?.context ?? '')),
    ofId: (id) => gathers.ofId(id),
    begin: (path, stamp) => gathers.begin(path, stamp),
    finish: (name, report) => gathers.finish(name, report),
    fail: (name, problem) => gathers.fail(name, problem),
    lose: (path) => gathers.lose(path),
    close: (name) => gathers.close(name),
  };

  const look = () => {
    const looking = views().some((view) => view.visible);
    awake.looking(looking);
    if (looking) clusters.reopen();
  };

  await source.load();
  sayContexts();
  changed();
  openDemos(demo.running());
  clusters.choose(kept.workspace.get<string>(checksKey));
  look();
  await gathers.restore(kept.workspace.get<unknown>(gathersKey));
  let ticking: (() => void) | undefined;
  const ticks = () => {
    ticking = clock.after(tick, () => {
      if (clusters.sessions.length > 0) showAll();
      ticks();
    });
  };
  ticks();
  const listening = Disposable.from(
    ...views().map((view) => view.onDidChangeVisibility(look)),
    settings.onChange('kubeconfig', reload),
    demo.onDidChange(reload),
    workspace.onDidGrantWorkspaceTrust(() => {
      source.forgetPrograms();
      reload();
    }),
    window.onDidChangeVisibleTextEditors(changed),
    workspace.onDidOpenTextDocument(changed),
    workspace.onDidCloseTextDocument(changed),
  );
  // The view might have become visible before the listener was added.
  look();
  const chooseAny = async (what: unknown, title: string, only?: ClusterFilter): Promise<ChosenCluster | undefined> => {
    const chosen = await chooseSession({ clusters, tree }, what, title, only);
    const cluster = openClusterOf(chosen?.session);
    return chosen === undefined || cluster === undefined ? undefined : { cluster, ...given({ target: chosen.target }) };
  };
  return {
    tree,
    documents,
    operations,
    pausedOperations,
    gathered,
    open,
    statusSources: () => statusSources(open()),
    restorePage: (panel, state) => details.restore(panel, state),
    cluster: (context) => openClusterOf(clusters.session(context)),
    ocCluster(context) {
      const kubeconfig = source.filesOf(context);
      return kubeconfig.length === 0 ? undefined : { kubeconfig, context };
    },
    async choose(what, title, only) {
      const chosen = await chooseAny(what, title, only);
      if (chosen !== undefined) assertConnected(chosen.cluster, notify);
      return chosen;
    },
    chooseAny: (what, title) => chooseAny(what, title),
    actions: createActions({
      ...parts,
      clusters,
      gathers,
      tree,
      documents,
      details,
      reload: reloadNow,
      choose(name) {
        clusters.choose(name);
        void kept.workspace.update(checksKey, name);
      },
    }),
    dispose() {
      changing?.();
      ticking?.();
      for (const each of [listening, kubernetes, source, clusters, documents, details, tree, statusBar, facts, awake]) each.dispose();
    },
  };
}

function setContext(key: string, value: unknown): void {
  commands.executeCommand('setContext', key, value).then(undefined, () => undefined);
}

/** Somebody looks at a file that is checked against a cluster: what is said beside it must be so. */
function showsManifests(): boolean {
  return window.visibleTextEditors.some(({ document }) => document.languageId === 'yaml' && document.uri.scheme !== clusterScheme);
}

function gatheredIn(gather: Gather | undefined): Gathered | undefined {
  if (gather?.state.kind !== 'open') return undefined;
  const { history, report } = gather.state;
  return { history, snapshot: report.gathered.snapshot, at: report.gathered.at ?? 0 };
}
