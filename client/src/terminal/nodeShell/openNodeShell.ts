/** Opens a shell on a node with `oc debug` in a VS Code terminal, and cleans up debug pods that remain. */
import * as l10n from '@vscode/l10n';
import path from 'node:path';
import { window, type Terminal } from 'vscode';
import { formatCount } from '#core/text/counts.ts';
import { sanitizeLabel, sanitizeLine } from '#core/text/sanitize.ts';
import { isNodeName } from '#core/mustGather/collectChoices.ts';
import { formatLeftover } from '#core/mustGather/leftoverObjects.ts';
import type { DebugPod } from '#core/operations/debugPods.ts';
import { quoteShellCommand } from '#core/oc/shellText.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { deleteLeft } from '#client/mustGather/collect/leftovers/leftovers.ts';
import type { OcCluster } from '#client/oc/oc.ts';
import { createOcArguments } from '#client/oc/ocEnv.ts';
import { usableOc } from '#client/oc/usableOc.ts';
import { findWorkingFolder } from '#client/processes/homeFolder.ts';
import { copyText } from '#client/vscode/copyText.ts';
import { showProgress } from '#client/vscode/prompts/showInput.ts';
import type { TerminalContext } from '../context.ts';
import { findDebugImage, listDebugPods } from './debugPods.ts';

/** Time limit for reading the cluster before the shell starts, in milliseconds. */
const patience = 15_000;
/** Time in which oc deletes its pod after the terminal closes, in milliseconds. */
const timeToCleanUp = 10_000;

/** Opens the shell. Resolves when the terminal is open or the user cancels. */
export async function openNodeShell(tools: TerminalContext, cluster: OpenCluster, node: string): Promise<void> {
  if (!isNodeName(node))
    throw new Error(l10n.t`Invalid node name "${sanitizeLine(node, 100)}". No command was created.`);
  const { notify, settings, clusters } = tools;
  const ocCluster = clusters.ocCluster(cluster.context);
  const args = ['debug', `node/${node}`];
  const command = quoteShellCommand(['oc', ...(ocCluster === undefined ? args : createOcArguments(ocCluster, args))]);
  const oc = await usableOc(tools);
  const refused = settings.readOnly()
    ? l10n.t`oc debug creates a pod on the cluster, but the osc.readOnly setting is enabled.`
    : ocCluster === undefined
      ? l10n.t`This cluster isn't in a kubeconfig file that oc can use.`
      : oc.ok
        ? undefined
        : oc.error.message;
  if (refused !== undefined || !oc.ok || ocCluster === undefined) return offerCopy(tools, refused ?? '', command);
  const { image, before } = await readCluster(cluster, node);
  if (before.length > 0 && !(await offerDeletion(tools, cluster, node, before))) return;
  const isConfirmed = await notify.confirm(
    l10n.t`Open a debug shell on node ${node} of ${cluster.context}?`,
    [
      l10n.t`The command creates a privileged pod on ${node} with access to its file system, processes, and network.`,
      l10n.t`Image: ${image}`,
      l10n.t`When the shell ends, oc deletes the pod.`,
      command,
    ].join('\n\n'),
    l10n.t`Open Shell`,
  );
  if (!isConfirmed) return;
  // `osc.readOnly` might have been enabled while the confirmation was open.
  if (settings.readOnly()) return openNodeShell(tools, cluster, node);
  const terminal = createTerminal(node, oc.value.path, ocCluster, args);
  cleanUpAfter(tools, cluster, { node, terminal, before });
}

async function offerCopy({ notify }: TerminalContext, message: string, command: string): Promise<void> {
  const copy = l10n.t`Copy Command`;
  if ((await notify.tell('warning', message, copy)) === copy) await copyText(command);
}

interface NodeFacts {
  readonly image: string;
  readonly before: readonly DebugPod[];
}

/** Reads the image and the debug pods that exist. Without the permission to list pods, no pods are known. */
async function readCluster({ connection, context }: OpenCluster, node: string): Promise<NodeFacts> {
  return showProgress(l10n.t`Reading ${context}...`, async () => {
    const signal = AbortSignal.timeout(patience);
    const [image, pods] = await Promise.all([
      findDebugImage(connection, signal),
      listDebugPods(connection, node, signal),
    ]);
    return { image, before: pods.ok ? pods.value : [] };
  });
}

/**
 * Offers to delete debug pods. Another user might still use them.
 * @returns false if the user cancels
 */
async function offerDeletion(
  { notify }: TerminalContext,
  { connection, context }: OpenCluster,
  node: string,
  pods: readonly DebugPod[],
): Promise<boolean> {
  const [remove, keep] = [l10n.t`Delete Debug Pods`, l10n.t`Keep Debug Pods`];
  const chosen = await notify.choose(
    l10n.t`Debug pods of node ${node} exist on ${context}: ${formatCount(pods.length, 'pod')}.`,
    [
      ...pods.map(formatLeftover),
      l10n.t`Debug pods remain if oc is killed. If another user has a debug shell on this node, deleting the pod ends the shell.`,
    ].join('\n'),
    remove,
    keep,
  );
  if (chosen !== remove) return chosen === keep;
  const problems = await deleteLeft(connection, pods);
  if (problems.length > 0) notify.error(problems.join(' '));
  else void notify.tell('info', l10n.t`Deleted on ${context}: ${pods.map(formatLeftover).join(', ')}.`);
  return true;
}

function createTerminal(node: string, shellPath: string, cluster: OcCluster, args: readonly string[]): Terminal {
  const { kubeconfig } = cluster;
  const terminal = window.createTerminal({
    name: sanitizeLabel(l10n.t`Debug: ${node}`),
    shellPath,
    shellArgs: [...createOcArguments(cluster, args)],
    cwd: findWorkingFolder(),
    // A single file is an argument. Nothing else may decide which cluster oc uses.
    env: { KUBECONFIG: kubeconfig.length > 1 ? kubeconfig.join(path.delimiter) : null },
    isTransient: true,
  });
  terminal.show();
  return terminal;
}

interface OpenShell {
  readonly node: string;
  readonly terminal: Terminal;
  /** Debug pods that existed before the shell. */
  readonly before: readonly DebugPod[];
}

/** Checks for a remaining debug pod when the terminal is closed. */
function cleanUpAfter(tools: TerminalContext, cluster: OpenCluster, { node, terminal, before }: OpenShell): void {
  const known = new Set(before.map(({ uid }) => uid));
  const check = async (): Promise<void> => {
    if (!cluster.isOpen) return;
    const pods = await listDebugPods(cluster.connection, node, AbortSignal.timeout(patience));
    const left = pods.ok ? pods.value.filter(({ uid }) => !known.has(uid)) : [];
    if (left.length > 0) await offerDeletion(tools, cluster, node, left);
  };
  const closing = window.onDidCloseTerminal((closed) => {
    if (closed !== terminal) return;
    closing.dispose();
    tools.clock.after(timeToCleanUp, () => {
      check().catch((error: unknown) => tools.log.error(`Can't check for debug pods of ${node}`, error));
    });
  });
}
