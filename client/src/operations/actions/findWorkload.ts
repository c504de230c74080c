/** Finds a Kata pod by name, namespace, owner, runtime class, or node, and shows its page. */
import * as l10n from '@vscode/l10n';
import { commands } from 'vscode';
import type { KataPod } from '#core/cluster/objects/kataPod.ts';
import { listKataClassNames } from '#core/status/kataRuntimeClasses.ts';
import { sanitizePickText } from '#core/text/sanitize.ts';
import { describeNoKataPods } from '#client/clusters/state/namespaceScope.ts';
import { clusterRow } from '#client/commands/menuPlaces.ts';
import { podKind } from '#client/kubernetes/read/readableKinds.ts';
import { listPodsInNamespaces } from '#client/kubernetes/read/listPodsInPages.ts';
import { withEllipsis } from '#client/text/withEllipsis.ts';
import { showPick } from '#client/vscode/prompts/showPick.ts';
import { showProgress } from '#client/vscode/prompts/showInput.ts';
import type { OperationCommand } from '../context.ts';

const title = () => l10n.t`Find Kata Workload`;

export const findWorkload: OperationCommand = {
  id: 'osc.workload.find',
  title: 'Find Kata Workload...',
  palette: 'osc.clusterOpen',
  menus: [clusterRow('1_osc@2', 'workloads')],
  async run({ clusters, notify }, given) {
    const chosen = await clusters.choose(given, title());
    if (chosen === undefined) return;
    const { connection, context, snapshot, namespaces = [] } = chosen.cluster;
    const { signal } = new AbortController();
    const answer = await showProgress(l10n.t`Listing workloads on ${context}...`, () =>
      listPodsInNamespaces(connection, namespaces, { signal, classes: listKataClassNames(snapshot) }),
    );
    if (!answer.ok) throw new Error(answer.error.message);
    const { pods, rest } = answer.value;
    if (pods.length === 0) {
      void notify.tell('info', describeNoKataPods(context, namespaces));
      return;
    }
    const picked = await showPick(pods.map(itemOf), {
      title: withEllipsis(title()),
      placeHolder: rest ?? l10n.t`Type a name, namespace, owner, runtime class, or node`,
      matchOnDescription: true,
      matchOnDetail: true,
    });
    if (picked === undefined) return;
    const { name, namespace } = picked.pod;
    await commands.executeCommand('osc.workload.isSandboxed', { context, object: { ...podKind, name, namespace } });
  },
};

function itemOf(pod: KataPod): { readonly label: string; readonly description: string; readonly pod: KataPod } {
  const { name, namespace, phase, runtimeClass, node, controller } = pod;
  const parts = [
    namespace,
    phase,
    runtimeClass,
    node ?? '',
    controller === undefined ? '' : `${controller.kind} ${controller.name}`,
  ];
  return {
    label: sanitizePickText(name),
    description: sanitizePickText(parts.filter((part) => part !== '').join(' · ')),
    pod,
  };
}
