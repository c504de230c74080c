/** Asks the user whose logs to show: a component, a Kata pod, or any pod or workload. */
import * as l10n from '@vscode/l10n';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { getDaemonSetMode } from '#core/status/daemonSetMode/daemonSetMode.ts';
import { usesPeerPods } from '#core/status/peerPods/peerPodsParts.ts';
import { componentTarget, objectTarget, parseTarget, type PodLogTarget } from '#core/logs/pods/podLogTarget.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import type { Notify } from '#client/vscode/notify.ts';
import { showInput } from '#client/vscode/prompts/showInput.ts';
import { showPick } from '#client/vscode/prompts/showPick.ts';
import { askPod } from './askPod.ts';

interface TargetItem {
  readonly label: string;
  readonly description?: string;
  /** A target, or a way to select one. */
  readonly value: PodLogTarget | 'sandboxed' | 'other';
}

/**
 * Asks for a target. Returns undefined if the user cancels.
 * @param node lists only the components that run on this node
 */
export async function askTarget(
  notify: Notify,
  cluster: OpenCluster,
  title: string,
  node?: string,
): Promise<PodLogTarget | undefined> {
  const items = node === undefined ? clusterItems(cluster) : nodeItems(cluster, node);
  const chosen = await showPick(items, { title, placeHolder: l10n.t`Select a log source` });
  if (chosen === undefined) return undefined;
  if (chosen.value === 'other') return askOther(title, cluster);
  if (chosen.value !== 'sandboxed') return chosen.value;
  const pod = await askPod(notify, cluster, title);
  return pod === undefined ? undefined : objectTarget(pod);
}

function item(target: PodLogTarget, label: string): TargetItem {
  return { label, description: target.title, value: target };
}

function nodeItems({ snapshot }: OpenCluster, node: string): readonly TargetItem[] {
  return [
    item(componentTarget('mcd', node), 'Machine Config Daemon'),
    item(componentTarget('monitor', node), l10n.t`Kata monitor`),
    ...(usesPeerPods(snapshot) ? [item(componentTarget('caa', node), 'cloud-api-adaptor')] : []),
    ...installerItems(snapshot, node),
  ];
}

function clusterItems({ snapshot }: OpenCluster): readonly TargetItem[] {
  const peerPods = usesPeerPods(snapshot)
    ? [
        item(componentTarget('caa'), 'cloud-api-adaptor'),
        item(componentTarget('webhook'), l10n.t`Peer pods webhook`),
        item(componentTarget('image-job'), l10n.t`Image creation job`),
      ]
    : [];
  return [
    item(componentTarget('operator'), l10n.t`Operator`),
    item(componentTarget('monitor'), l10n.t`Kata monitor`),
    ...peerPods,
    ...installerItems(snapshot),
    item(componentTarget('mcd'), 'Machine Config Daemon'),
    { label: l10n.t`Kata pod...`, value: 'sandboxed' },
    { label: l10n.t`Other pod or workload...`, value: 'other' },
  ];
}

/** Returns the pods that install Kata, on clusters on which a DaemonSet does so. */
function installerItems(snapshot: Snapshot, node?: string): readonly TargetItem[] {
  return getDaemonSetMode(snapshot) === undefined ? [] : [item(componentTarget('installer', node), l10n.t`Installer`)];
}

/** Asks for a namespace with a pod or a workload. */
async function askOther(title: string, { namespaces = [] }: OpenCluster): Promise<PodLogTarget | undefined> {
  const example = 'shop/web-7d4b9c6f5d-x2x4x, shop/deploy/web';
  const text = await showInput({
    title,
    prompt: l10n.t`Pod or workload with its namespace. Examples: ${example}`,
    placeHolder: example,
    ...(namespaces.length === 1 ? { value: `${namespaces[0] ?? ''}/` } : {}),
    validateInput: (typed) =>
      typed.trim() === '' || readOther(typed) !== undefined
        ? undefined
        : l10n.t`Expected NAMESPACE/POD or NAMESPACE/KIND/NAME. Examples: ${example}`,
  });
  return text === undefined ? undefined : readOther(text);
}

/** Parses `NAMESPACE/POD` or `NAMESPACE/KIND/NAME`. */
function readOther(text: string): PodLogTarget | undefined {
  const [namespace = '', ...rest] = text.trim().split('/');
  return /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/.test(namespace) && rest.length > 0
    ? parseTarget(`${rest.length === 1 ? 'pod/' : ''}${rest.join('/')}`, namespace)
    : undefined;
}
