/** What commands do with clusters and their objects. */
import * as l10n from '@vscode/l10n';
import { homedir } from 'node:os';
import { commands, env, Uri, window, workspace } from 'vscode';
import { historyAsJson, historyAsMarkdown } from '../../../core/live/timeline.ts';
import type { ObjectReference } from '../../../core/live/reference.ts';
import { surroundingsOf } from '../../../core/live/status/surroundings.ts';
import { explicitFile } from '../cluster/kubeconfig/places.ts';
import type { ClusterSession } from './clusterSession.ts';
import { consoleUrl } from './consoleUrl.ts';
import type { ClusterDocuments } from './documents.ts';
import type { TreeElement } from './elements.ts';
import { logInLine } from './logInLine.ts';
import type { NodeTarget, TreeNode } from './nodeView.ts';
import type { OpenClusters } from './openClusters.ts';
import { pageSize } from './paging.ts';
import { showGatherFile } from './gathered/showFile.ts';
import type { Gather } from './gathered/gather.ts';
import type { OpenGathers } from './gathered/openGathers.ts';
import { placeInGather } from './gathered/place.ts';
import type { ClusterTree } from './provider.ts';
import type { ClusterActions, ClusterRoomParts } from './room.ts';
import type { DetailPages } from './detailPages.ts';
import { podKind } from './offered.ts';
import { readTarget } from './targetOf.ts';
import { showPick } from '../showPick.ts';

export interface ActionParts extends ClusterRoomParts {
  readonly clusters: OpenClusters;
  readonly gathers: OpenGathers;
  readonly tree: ClusterTree;
  readonly documents: ClusterDocuments;
  readonly details: DetailPages;
  /** Reads the kubeconfig anew. */
  readonly reload: () => void;
  /** Files are checked against this cluster from now on. */
  readonly choose: (name: string) => void;
}

export function createActions(parts: ActionParts): ClusterActions {
  const { clusters, gathers, documents, details, settings, reload, choose, notify } = parts;
  const nodeOf = (given: unknown): TreeNode | undefined => elementOf(parts.tree, given)?.node;
  const targetOf = (given: unknown): NodeTarget | undefined => targetIn(parts.tree, given);
  const sessionOf = async (given: unknown, title: string): Promise<ClusterSession | undefined> => (await chooseSession(parts, given, title))?.session;
  return {
    async open(given) {
      const name = targetOf(given)?.context ?? (await pickClosed(clusters));
      if (name === undefined) return;
      clusters.open(name);
      await commands.executeCommand('osc.clusters.show');
    },
    async close(given) {
      const session = await sessionOf(given, l10n.t`Close Cluster`);
      if (session !== undefined) clusters.close(session.context);
    },
    async refresh(given) {
      const context = targetOf(given)?.context;
      if (context === undefined) reload();
      clusters.tryNow(context);
    },
    async logIn(given) {
      const name = targetOf(given)?.context ?? (await pickAny(clusters, l10n.t`Log In to a Cluster`));
      const info = clusters.contexts.find((context) => context.name === name);
      const line = info === undefined ? undefined : logInLine(info.server, explicitFile(settings.kubeconfig(), homedir()));
      if (info === undefined) return;
      if (line === undefined) throw new Error(l10n.t`the kubeconfig has no address for the cluster of ${info.name}`);
      await env.clipboard.writeText(line);
      const terminal = l10n.t`Open Terminal`;
      const chosen = await notify.tell(
        'info',
        l10n.t`Copied: ${line} - run it in a terminal to log in to ${info.name}. The kubeconfig is followed; the view goes on by itself.`,
        terminal,
      );
      if (chosen !== terminal) return;
      const opened = window.createTerminal({ name: 'oc login' });
      opened.show();
      // Not run: whoever logs in presses Enter.
      opened.sendText(line, false);
    },
    async useForChecks(given) {
      const session = await sessionOf(given, l10n.t`Check Files Against a Cluster`);
      if (session !== undefined) choose(session.context);
    },
    async openYaml(given) {
      const target = targetOf(given);
      if (target?.object === undefined) return;
      const gather = gathers.get(target.context);
      if (gather !== undefined) return showInGather(gather, target.object);
      const document = await workspace.openTextDocument(documents.objectUri(target.context, target.object));
      await window.showTextDocument(document, { preview: true });
    },
    async copyName(given) {
      const node = nodeOf(given);
      if (node !== undefined) await env.clipboard.writeText(node.target?.object?.name ?? node.view.label);
    },
    async revealInConsole(given) {
      const target = targetOf(given);
      const address = clusters.session(target?.context ?? '')?.consoleUrl;
      if (target?.object === undefined || address === undefined) return;
      await env.openExternal(Uri.parse(consoleUrl(address, target.object), true));
    },
    async explain(given) {
      const target = targetOf(given);
      const isPod = target?.object?.group === podKind.group && target.object.kind === podKind.kind;
      // Pods aren't followed: their page reads them itself.
      if (isPod && gathers.get(target.context) === undefined) await commands.executeCommand('osc.workload.isSandboxed', given);
      else details.show(target, nodeOf(given));
    },
    async showTimeline(given) {
      const target = targetOf(given);
      if (target?.object !== undefined && gathers.get(target.context) !== undefined) {
        details.showNode(target.context, target.object.name, 'timeline');
        return;
      }
      const session = await sessionOf(given, l10n.t`Show Timeline of a Node`);
      if (session === undefined) return;
      const name = targetOf(given)?.object?.name ?? (await pickNode(session));
      if (name !== undefined) details.showNode(session.context, name, 'timeline');
    },
    async exportHistory(given) {
      const session = await sessionOf(given, l10n.t`Export What Was Seen of a Cluster`);
      if (session === undefined) return;
      const format = await showPick(
        [
          { label: 'Markdown', description: l10n.t`to read`, markdown: true },
          { label: 'JSON', description: l10n.t`for programs`, markdown: false },
        ],
        {
          title: l10n.t`Export What Was Seen of ${session.context}`,
        },
      );
      if (format === undefined) return;
      const { markdown } = format;
      const scope = { cluster: session.context };
      const content = markdown ? historyAsMarkdown(session.history, scope) : historyAsJson(session.history, scope);
      await window.showTextDocument(await workspace.openTextDocument({ language: markdown ? 'markdown' : 'json', content }));
    },
    async showMore(given) {
      const target = targetOf(given);
      if (target?.group !== undefined && gathers.get(target.context) !== undefined) {
        return gathers.show(target.context, target.group, (gathers.shown(target.context, target.group) ?? pageSize) + pageSize);
      }
      const session = clusters.session(target?.context ?? '');
      if (session === undefined || target?.group === undefined) return;
      session.show(target.group, (session.shown(target.group) ?? pageSize) + pageSize);
    },
  };
}

/** The open cluster that a command is about, and what was clicked of it; where nothing was, the user is asked. */
export async function chooseSession(
  { clusters, tree }: Pick<ActionParts, 'clusters' | 'tree'>,
  what: unknown,
  title: string,
): Promise<{ readonly session: ClusterSession; readonly target: NodeTarget | undefined } | undefined> {
  const target = targetIn(tree, what);
  const name = target?.context ?? (await pickOpen(clusters, title));
  const session = name === undefined ? undefined : clusters.session(name);
  return session === undefined ? undefined : { session, target };
}

export function targetIn(tree: ClusterTree, what: unknown): NodeTarget | undefined {
  return typeof what === 'string' ? { context: what } : (elementOf(tree, what)?.node.target ?? readTarget(what));
}

/** The file in which an object stands, at its line. */
async function showInGather({ id, state }: Gather, object: ObjectReference): Promise<void> {
  const place = state.kind === 'open' ? placeInGather(state.report.gathered, object) : undefined;
  if (place === undefined) throw new Error(l10n.t`${object.kind} ${object.name} stands in no file of the must-gather`);
  await showGatherFile(id, place.file, place.line);
}

/** VS Code hands commands the element that was clicked; anything else counts only when it names one. */
function elementOf(tree: ClusterTree, given: unknown): TreeElement | undefined {
  return typeof given === 'object' && given !== null && 'id' in given && typeof given.id === 'string' ? tree.find(given.id) : undefined;
}

async function pickClosed(clusters: OpenClusters): Promise<string | undefined> {
  return pick(
    l10n.t`Open Cluster`,
    l10n.t`Which cluster? Nothing is contacted before you choose.`,
    clusters.contexts
      .filter(({ name }) => clusters.session(name) === undefined)
      .map(({ name, server, current }) => ({ label: name, description: current ? l10n.t`current context` : '', detail: server })),
    l10n.t`The kubeconfig has no context that is not open.`,
  );
}

async function pickAny(clusters: OpenClusters, title: string): Promise<string | undefined> {
  return pick(
    title,
    l10n.t`Which cluster?`,
    clusters.contexts.map(({ name, server }) => ({ label: name, description: '', detail: server })),
    l10n.t`The kubeconfig has no contexts.`,
  );
}

async function pickOpen(clusters: OpenClusters, title: string): Promise<string | undefined> {
  const open = clusters.sessions.map(({ context, info }) => ({ label: context, description: '', detail: info.server }));
  const [only, ...others] = open;
  return only !== undefined && others.length === 0
    ? only.label
    : pick(title, l10n.t`Which cluster?`, open, l10n.t`No cluster is open. Open one in the view Clusters first.`);
}

async function pickNode(session: ClusterSession): Promise<string | undefined> {
  const { nodes, lists } = surroundingsOf(session.snapshot);
  const items = [...nodes.keys()].toSorted().map((name) => ({ label: name, description: lists.get(name) ?? '', detail: '' }));
  return pick(l10n.t`Show Timeline of a Node`, l10n.t`Which node?`, items, l10n.t`No nodes can be seen.`);
}

interface Choice {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
}

/** @param none said where there is nothing to choose from */
async function pick(title: string, placeHolder: string, choices: readonly Choice[], none: string): Promise<string | undefined> {
  if (choices.length === 0) throw new Error(none);
  return (await showPick([...choices], { title, placeHolder, matchOnDescription: true, matchOnDetail: true }))?.label;
}
