/** Implements the commands for clusters and their objects. */
import * as l10n from '@vscode/l10n';
import { withEllipsis } from '#client/text/withEllipsis.ts';
import { existsSync } from 'node:fs';
import process from 'node:process';
import { commands, env, Uri, window, workspace } from 'vscode';
import { findHomeFolder } from '#client/processes/homeFolder.ts';
import { copyText } from '#client/vscode/copyText.ts';
import { historyAsJson, historyAsMarkdown } from '#core/status/health/timeline.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { getConnectionState } from '#core/cluster/connectionState.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { resolveKubeconfigSetting } from '../kubernetes/kubeconfig/kubeconfigPaths.ts';
import type { KubeconfigSource } from './kubeconfig/kubeconfigSource.ts';
import type { SavedTokens } from './kubeconfig/savedTokens.ts';
import type { ClusterSession } from './sessions/clusterSession.ts';
import { connectionProblem } from './state/connectionProblem.ts';
import { consoleUrl } from './documents/consoleUrl.ts';
import type { ClusterDocuments } from './documents/clusterDocuments.ts';
import type { NodeTarget } from './state/nodeTarget.ts';
import type { TreeNode } from '../tree/model/nodeView.ts';
import type { ClusterChoiceOptions, OpenCluster } from './state/openCluster.ts';
import type { ClusterSessionStore } from './sessions/clusterSessionStore.ts';
import { pageSize } from '../tree/rows/pagedNodes.ts';
import { showGatherFile } from '../mustGather/tree/showMustGatherFile.ts';
import type { MustGatherEntry } from '../mustGather/tree/mustGatherEntry.ts';
import type { MustGatherStore } from '../mustGather/tree/mustGatherStore.ts';
import { pathInMustGather } from '../mustGather/tree/objectFilePath.ts';
import { pickEventObject } from './documents/pickEventObject.ts';
import { showDescription } from './documents/showDescription.ts';
import { openChoices } from './sessions/openClusterChoices.ts';
import type { ClusterTree } from '../tree/clusterTree.ts';
import type { ClusterActions, ClustersFeatureDeps } from './clustersFeature.ts';
import type { DetailPages } from '../details/pages/detailPages.ts';
import { podKind } from '../kubernetes/read/readableKinds.ts';
import { readTarget } from './state/readTarget.ts';
import type { Notify } from '../vscode/notify.ts';
import { showPick } from '../vscode/prompts/showPick.ts';
import { commandSolution } from '../vscode/commandSolution.ts';
import { openSetting } from '../vscode/openSetting.ts';
import { openSettingTitle } from '../vscode/settingSearch.ts';
import { SolvableError, type Solution } from '../vscode/solvableError.ts';
import { describeSearch } from './kubeconfig/kubeconfigSearch.ts';

export interface ActionParts extends ClustersFeatureDeps {
  readonly clusters: ClusterSessionStore;
  readonly gathers: MustGatherStore;
  readonly tree: ClusterTree;
  readonly documents: ClusterDocuments;
  readonly details: DetailPages;
  readonly source: KubeconfigSource;
  readonly tokens: SavedTokens;
  /** Reads the kubeconfig again. */
  readonly reload: () => Promise<void>;
  /** Selects the cluster to check files against. */
  readonly choose: (name: string) => void;
}

/** Runs the cluster commands. */
export class ClusterActionHandlers implements ClusterActions {
  readonly #parts: ActionParts;

  constructor(parts: ActionParts) {
    this.#parts = parts;
  }

  async open(given: unknown): Promise<void> {
    const name = this.#targetOf(given)?.context ?? (await pickClosed(this.#parts));
    if (name === undefined) return;
    this.#parts.clusters.open(name);
    await commands.executeCommand('osc.clusters.show');
  }

  async close(given: unknown): Promise<void> {
    const { clusters } = this.#parts;
    const title = l10n.t`Close Cluster`;
    // From the palette, asks for the cluster even if only one is open, so that the user sees its name.
    const name = this.#targetOf(given)?.context ?? (await pickOpen(clusters, title, 'always'));
    const session = name === undefined ? undefined : clusters.session(name);
    if (session !== undefined && (await agreesToClose(this.#parts, session))) clusters.close(session.context);
  }

  async refresh(given: unknown): Promise<void> {
    const { clusters, reload } = this.#parts;
    const context = this.#targetOf(given)?.context;
    if (context === undefined) void reload();
    clusters.tryNow(context);
  }

  async logIn(given: unknown): Promise<void> {
    const { clusters, source, tokens, reload } = this.#parts;
    const name = this.#targetOf(given)?.context ?? (await pickLoggedOut(clusters, l10n.t`Log In`));
    const info = clusters.contexts.find((context) => context.name === name);
    if (info === undefined) return;
    const { createLogins, logIn } = await import('./login/index.ts');
    const loggedIn = async (context: string): Promise<void> => {
      await reload();
      clusters.useLogin(context);
    };
    const filesOf = (context: string) => source.filesOf(context);
    await logIn({ ...this.#parts, logins: createLogins(source, tokens), filesOf, loggedIn }, info);
  }

  async logOut(given: unknown): Promise<void> {
    const { clusters, source, tokens } = this.#parts;
    const { createLogins, logOut } = await import('./login/index.ts');
    const close = async (context: string): Promise<boolean> => {
      const session = clusters.session(context);
      if (session !== undefined && !(await agreesToClose(this.#parts, session))) return false;
      clusters.close(context);
      return true;
    };
    const logins = createLogins(source, tokens);
    await logOut({ ...this.#parts, logins, contexts: clusters.contexts, close }, this.#targetOf(given)?.context);
  }

  async useForChecks(given: unknown): Promise<void> {
    const session = await this.#chooseSession(given, l10n.t`Validate Files Against Cluster`);
    if (session !== undefined) this.#parts.choose(session.context);
  }

  async openYaml(given: unknown): Promise<void> {
    const { gathers, documents } = this.#parts;
    const target = this.#targetOf(given);
    if (target?.object === undefined) return;
    const gather = gathers.get(target.context);
    if (gather !== undefined) return showInGather(gather, target.object);
    const document = await workspace.openTextDocument(documents.objectUri(target.context, target.object));
    await window.showTextDocument(document, { preview: true });
  }

  describe(given: unknown): Promise<void> {
    const choose = (title: string) => this.#chooseSession(given, title);
    return showDescription(this.#parts.documents, this.#targetOf(given), choose);
  }

  async copyName(given: unknown): Promise<void> {
    const node = this.#nodeOf(given);
    if (node !== undefined) await copyText(node.target?.object?.name ?? node.view.label);
  }

  async revealInConsole(given: unknown): Promise<void> {
    const target = this.#targetOf(given);
    const address = this.#parts.clusters.session(target?.context ?? '')?.consoleUrl;
    if (target?.object === undefined || address === undefined) return;
    await env.openExternal(Uri.parse(consoleUrl(address, target.object), true));
  }

  async explain(given: unknown): Promise<void> {
    const { gathers, details } = this.#parts;
    const target = this.#targetOf(given);
    const isPod = target?.object?.group === podKind.group && target.object.kind === podKind.kind;
    // The tree doesn't follow pods, so their page reads them.
    if (isPod && gathers.get(target.context) === undefined)
      await commands.executeCommand('osc.workload.isSandboxed', given);
    else details.show(target, this.#nodeOf(given));
  }

  async showTimeline(given: unknown): Promise<void> {
    const { gathers, details } = this.#parts;
    const target = this.#targetOf(given);
    if (target?.object !== undefined && gathers.get(target.context) !== undefined) {
      details.showNode(target.context, target.object.name, 'timeline');
      return;
    }
    const session = await this.#chooseSession(given, l10n.t`Show Node Timeline`);
    if (session === undefined) return;
    const name = this.#targetOf(given)?.object?.name ?? (await pickNode(session));
    if (name !== undefined) details.showNode(session.context, name, 'timeline');
  }

  async showEvents(given: unknown): Promise<void> {
    const { gathers, details } = this.#parts;
    const target = this.#targetOf(given);
    if (target?.object !== undefined && gathers.get(target.context) !== undefined)
      return details.showEvents(target.context, target.object);
    const title = l10n.t`Show Object Events`;
    const session = await this.#chooseSession(given, title);
    if (session === undefined) return;
    const object = target?.object ?? (await pickEventObject(session.seen(Date.now()), session.connection, title));
    if (object !== undefined) details.showEvents(session.context, object);
  }

  async exportHistory(given: unknown): Promise<void> {
    const title = l10n.t`Export Cluster History`;
    const session = await this.#chooseSession(given, title);
    if (session === undefined) return;
    const format = await showPick(
      [
        { label: 'Markdown', markdown: true },
        { label: 'JSON', markdown: false },
      ],
      { title: `${title} · ${session.context}` },
    );
    if (format === undefined) return;
    const { markdown } = format;
    const content = (markdown ? historyAsMarkdown : historyAsJson)(session.history, { cluster: session.context });
    await window.showTextDocument(
      await workspace.openTextDocument({ language: markdown ? 'markdown' : 'json', content }),
    );
  }

  async showMore(given: unknown): Promise<void> {
    const { clusters, gathers } = this.#parts;
    const target = this.#targetOf(given);
    if (target?.group !== undefined && gathers.get(target.context) !== undefined) {
      return gathers.show(
        target.context,
        target.group,
        (gathers.shown(target.context, target.group) ?? pageSize) + pageSize,
      );
    }
    const session = clusters.session(target?.context ?? '');
    if (session === undefined || target?.group === undefined) return;
    session.show(target.group, (session.shown(target.group) ?? pageSize) + pageSize);
  }

  #nodeOf(given: unknown): TreeNode | undefined {
    return this.#parts.tree.elementOf(given)?.node;
  }

  #targetOf(given: unknown): NodeTarget | undefined {
    return targetIn(this.#parts.tree, given);
  }

  async #chooseSession(given: unknown, title: string): Promise<ClusterSession | undefined> {
    return (await chooseSession(this.#parts, given, title))?.session;
  }
}

/**
 * Returns the clicked target and the open cluster that a command applies to. Asks the user for a cluster if nothing was
 * clicked and several clusters are open.
 */
export async function chooseSession(
  { clusters, tree }: Pick<ActionParts, 'clusters' | 'tree'>,
  what: unknown,
  title: string,
  options?: ClusterChoiceOptions,
): Promise<{ readonly session: ClusterSession; readonly target: NodeTarget | undefined } | undefined> {
  const target = targetIn(tree, what);
  const name = target?.context ?? (await pickOpen(clusters, title, 'ifSeveral', options));
  const session = name === undefined ? undefined : clusters.session(name);
  return session === undefined ? undefined : { session, target };
}

/**
 * Checks that a command can use the cluster. A cluster that is still connecting passes the check.
 * @throws SolvableError if the cluster is unreachable or requires a login
 */
export function assertConnected(
  cluster: Pick<OpenCluster, 'context' | 'snapshot'>,
  notify: Pick<Notify, 'tell'>,
): void {
  const { context } = cluster;
  const problem = connectionProblem(context, cluster.snapshot);
  if (problem === undefined) return;
  const solution =
    problem.kind === 'unauthorized'
      ? commandSolution(l10n.t`Log In`, 'osc.cluster.logIn', { context })
      : commandSolution(l10n.t`Reconnect`, 'osc.cluster.refresh', { context });
  const run = async (): Promise<void> => {
    // VS Code can't withdraw a message, so it can stay open after the cluster is connected again.
    if (connectionProblem(context, cluster.snapshot) !== undefined) await solution.run();
    else await notify.tell('info', l10n.t`${context} is connected again. Run the command again.`);
  };
  throw new SolvableError(problem.message, { title: solution.title, run });
}

export function targetIn(tree: ClusterTree, what: unknown): NodeTarget | undefined {
  return typeof what === 'string' ? { context: what } : (tree.elementOf(what)?.node.target ?? readTarget(what));
}

/** Opens the must-gather file that contains an object, and shows the line of the object. */
async function showInGather({ id, state }: MustGatherEntry, object: ObjectReference): Promise<void> {
  const place = state.kind === 'open' ? pathInMustGather(state.report.gathered, object) : undefined;
  if (place === undefined) throw new Error(l10n.t`no file in the must-gather contains ${object.kind} ${object.name}`);
  await showGatherFile(id, place.file, place.line);
}

async function pickClosed(parts: ActionParts): Promise<string | undefined> {
  const { clusters } = parts;
  return pick(
    l10n.t`Open Cluster`,
    l10n.t`Select a cluster. The extension contacts a cluster only after you select it.`,
    clusters.contexts
      .filter(({ name }) => clusters.session(name) === undefined)
      .map(({ name, server, current }) => ({
        label: name,
        description: current ? l10n.t`current context` : '',
        detail: server,
      })),
    () => noClosedCluster(parts),
  );
}

/** Reports that there is no cluster to open, lists the searched locations, and offers another kubeconfig. */
function noClosedCluster({ settings, reload }: ActionParts): SolvableError {
  const exists = (file: string): boolean => existsSync(resolveKubeconfigSetting(file, findHomeFolder()) ?? '');
  const search = { setting: settings.kubeconfig(), variable: process.env['KUBECONFIG'], exists };
  const select = async (): Promise<void> => {
    const [file] = (await window.showOpenDialog({ title: l10n.t`Select Kubeconfig`, openLabel: l10n.t`Select` })) ?? [];
    if (file === undefined) return;
    await settings.setKubeconfig(file.fsPath);
    await reload();
    await commands.executeCommand('osc.cluster.open');
  };
  return new SolvableError(
    describeSearch(search),
    { title: withEllipsis(l10n.t`Select Kubeconfig`), run: select },
    { title: openSettingTitle(), run: () => openSetting('osc.kubeconfig') },
  );
}

/** Asks for one of the clusters that require a login. */
async function pickLoggedOut(clusters: ClusterSessionStore, title: string): Promise<string | undefined> {
  const loggedOut = clusters.sessions.filter(({ snapshot }) => getConnectionState(snapshot).kind === 'unauthorized');
  return pick(
    title,
    l10n.t`Select a cluster`,
    loggedOut.map(({ context, info }) => ({ label: context, description: '', detail: info.server })),
    () => new SolvableError(l10n.t`No open cluster requires a login.`, openClusterSolution()),
  );
}

/**
 * Asks for an open cluster.
 * @param ask `always` to ask even if only one cluster is open
 */
async function pickOpen(
  { sessions }: ClusterSessionStore,
  title: string,
  ask: 'always' | 'ifSeveral' = 'ifSeveral',
  { includes, none, action }: ClusterChoiceOptions = {},
): Promise<string | undefined> {
  const included = includes === undefined ? sessions : sessions.filter((session) => includes(session));
  if (none !== undefined && included.length === 0 && sessions.length > 0) throw new Error(none);
  const open = openChoices(included, Date.now(), action);
  const [first, ...others] = open;
  return first !== undefined && others.length === 0 && ask === 'ifSeveral'
    ? first.label
    : pick(
        title,
        l10n.t`Select a cluster`,
        open,
        () =>
          new SolvableError(
            l10n.t`No cluster is open.`,
            openClusterSolution(),
            commandSolution(withEllipsis(l10n.t`Start Demo Cluster`), 'osc.demo.start'),
          ),
      );
}

function openClusterSolution(): Solution {
  return commandSolution(withEllipsis(l10n.t`Open Cluster`), 'osc.cluster.open');
}

/** Asks for confirmation before closing a cluster with a running operation. Returns whether to close it. */
async function agreesToClose({ notify }: ActionParts, { context, run }: ClusterSession): Promise<boolean> {
  if (run === undefined || run.state === 'done') return true;
  return notify.confirm(
    l10n.t`Close ${context} before the operation "${run.title}" is complete?`,
    l10n.t`The extension stops sending changes. The cluster still completes any changes it has already received. To continue later, open the cluster and run the operation's command again.`,
    l10n.t`Close Cluster`,
  );
}

async function pickNode(session: ClusterSession): Promise<string | undefined> {
  const { nodes, lists } = indexSnapshot(session.snapshot);
  const items = [...nodes.keys()]
    .toSorted()
    .map((name) => ({ label: name, description: lists.get(name) ?? '', detail: '' }));
  return pick(
    l10n.t`Show Node Timeline`,
    l10n.t`Select a node`,
    items,
    () => new Error(l10n.t`No nodes are loaded for this cluster. You might not have permission to list them.`),
  );
}

interface Choice {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
}

/**
 * Shows a quick pick and returns the selected label.
 * @param none creates the error to throw if there is nothing to select
 */
async function pick(
  title: string,
  placeHolder: string,
  choices: readonly Choice[],
  none: () => Error,
): Promise<string | undefined> {
  if (choices.length === 0) throw none();
  return (await showPick([...choices], { title, placeHolder, matchOnDescription: true, matchOnDetail: true }))?.label;
}
