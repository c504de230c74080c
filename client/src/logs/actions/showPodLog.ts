/** Shows the node log lines about the sandbox of a pod. */
import * as l10n from '@vscode/l10n';
import { getString } from '#core/common/json.ts';
import { getLogPreset } from '#core/logs/logPresets.ts';
import { getObjectPath, type ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { listPodsInPages } from '#client/kubernetes/read/listPodsInPages.ts';
import type { Notify } from '#client/vscode/notify.ts';
import { showProgress } from '#client/vscode/prompts/showInput.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { showNodeLog } from '../nodeLog/showNodeLog.ts';
import { SandboxFollower } from '../nodeLog/followSandbox.ts';
import { noFilter } from '../view/logView.ts';
import type { LogsCommand } from '../context.ts';
import { showPick } from '#client/vscode/prompts/showPick.ts';
import { clusterRow } from '#client/commands/menuPlaces.ts';

const title = () => l10n.t`Show Sandbox Logs`;

export const ofPod: LogsCommand = {
  id: 'osc.logs.ofPod',
  title: 'Show Sandbox Logs...',
  icon: 'output',
  palette: 'osc.clusterOpen',
  menus: [clusterRow('1_osc@2', 'pod')],
  async run(tools, given) {
    const chosen = await tools.clusters.choose(given, title());
    if (chosen === undefined) return;
    const { cluster, target } = chosen;
    const pod = target?.object?.kind === 'Pod' ? target.object : await askPod(tools.notify, cluster);
    if (pod === undefined) return;
    const node = await nodeOf(cluster, pod);
    // CRI-O starts the runtime and QEMU, so their output is in the CRI-O unit.
    const preset = getLogPreset('crio');
    const text = pod.name;
    const notes = [
      l10n.t`Searching the CRI-O log to find the sandbox ID for ${pod.name}. Until the ID is found, all lines that contain the pod name are shown.`,
    ];
    await showNodeLog(tools, cluster, {
      title: title(),
      node,
      preset,
      name: l10n.t`Sandbox for ${pod.name}`,
      filter: { ...noFilter, text },
      notes,
      onOpen: (model) =>
        new SandboxFollower({
          namespace: pod.namespace ?? '',
          name: pod.name,
          model,
          failed: (error) => tools.log.error(`Can't find the sandbox of pod ${pod.name}`, error),
        }),
    });
  },
};

async function askPod(
  notify: Notify,
  { connection, context, snapshot }: OpenCluster,
): Promise<ObjectReference | undefined> {
  const classes = [...snapshot.runtimeClasses.items.values()]
    .map(({ name }) => name)
    .filter((name) => name.startsWith('kata'));
  const gone = new AbortController();
  const found = await showProgress(
    l10n.t`Searching ${context} for sandboxed pods...`,
    (cancelled) => {
      cancelled.onCancellationRequested(() => gone.abort());
      return listPodsInPages(connection, { signal: gone.signal, ...(classes.length === 0 ? {} : { classes }) });
    },
    true,
  );
  if (gone.signal.aborted) return undefined;
  if (!found.ok) throw new Error(l10n.t("Can't list {0}: {1}", 'pods', found.error.message));
  const { pods } = found.value;
  if (pods.length === 0) {
    void notify.tell(
      'info',
      l10n.t`No pods with a Kata runtime class found on ${context}. Pods that you don't have permission to list aren't included. To run a workload with Kata, use "Run Workload in Sandbox...".`,
    );
    return undefined;
  }
  // Pods that aren't running come first, because a user who needs logs usually looks for these.
  const items = pods
    .map((pod) => ({
      label: pod.name,
      description: `${pod.namespace} · ${pod.phase}`,
      detail: pod.node ?? l10n.t`Not scheduled yet`,
      pod,
    }))
    .sort((one, other) => Number(one.pod.phase === 'Running') - Number(other.pod.phase === 'Running'));
  const chosen = await showPick(items, { title: title(), placeHolder: l10n.t`Select a pod`, matchOnDescription: true });
  return chosen === undefined
    ? undefined
    : { group: '', version: 'v1', plural: 'pods', kind: 'Pod', name: chosen.pod.name, namespace: chosen.pod.namespace };
}

/** Returns the node of a pod. Rejects with a message that includes the next step. */
async function nodeOf({ connection, context }: OpenCluster, pod: ObjectReference): Promise<string> {
  const answer = await connection.ask(getObjectPath(pod));
  if (!answer.ok)
    throw new Error(
      answer.error.kind === 'notFound'
        ? l10n.t("{0} doesn't exist on {1}.", `Pod ${pod.name}`, context)
        : l10n.t("Can't read {0}: {1}", `Pod ${pod.name}`, answer.error.message),
    );
  const node = getString(answer.value, 'spec', 'nodeName');
  if (node === undefined || node === '')
    throw new Error(
      l10n.t`Pod ${pod.name} isn't scheduled to a node yet, so it has no sandbox. Check its events for the reason.`,
    );
  return node;
}
