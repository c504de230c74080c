/** Shows the node log lines about the sandbox of a pod. */
import * as l10n from '@vscode/l10n';
import { getString } from '#core/common/json.ts';
import { getLogPreset } from '#core/logs/logPresets.ts';
import { getObjectPath, type ObjectReference } from '#core/cluster/objects/objectReference.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { showNodeLog } from '../nodeLog/showNodeLog.ts';
import { askPod } from '../podLogs/askPod.ts';
import { SandboxFollower } from '../nodeLog/followSandbox.ts';
import { noFilter } from '../view/logView.ts';
import type { LogsCommand } from '../context.ts';
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
    const pod = target?.object?.kind === 'Pod' ? target.object : await askPod(tools.notify, cluster, title());
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
