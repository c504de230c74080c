/**
 * Simulates when the pods of the installer DaemonSets start to change their node, by form of the installer.
 *
 * - Older form: each pod starts as soon as it runs. Source: openshift/sandboxed-containers-operator@d4773e1f
 *   scripts/kata-install/osc-kata-install.sh.
 * - Newer form: the operator decides when a pod may start. If it isn't changing another node, it selects the first
 *   pending node of the KataConfig. Source: openshift/sandboxed-containers-operator#1349 (scheduleInstallation). The
 *   stored controllers of later commits contain no such schedule, although their script requires one.
 */
import type { KubeObject } from '#simulator/store/kubeObject.ts';
import type { DaemonSetInstallation } from '../framework/behaviour.ts';
import type { InstallerAction } from './installerObjects.ts';

type Form = DaemonSetInstallation['form'];

/** Labels of a pending node, and of a node that is being changed. */
const labels = {
  install: { waiting: 'waiting_to_install', changing: 'installing' },
  uninstall: { waiting: 'waiting_to_uninstall', changing: 'uninstalling' },
} as const satisfies Readonly<Record<InstallerAction, unknown>>;

/** A node that the operator allows to continue, with the label that signals this to its pod. */
export interface ScheduledNode {
  readonly node: KubeObject;
  readonly label: string;
}

/**
 * Returns the node that the operator allows to continue. Returns undefined if there is none, or if the pods don't wait.
 * @param getLabel returns the label of a node with the progress of the installation
 */
export function scheduleNode(
  form: Form,
  action: InstallerAction,
  nodes: readonly KubeObject[],
  getLabel: (node: KubeObject) => string | undefined,
): ScheduledNode | undefined {
  if (form === 'older') return undefined;
  const { waiting, changing } = labels[action];
  if (nodes.some((node) => getLabel(node) === changing)) return undefined;
  const [next] = nodes
    .filter((node) => getLabel(node) === waiting)
    .toSorted((one, other) => (one.metadata.name < other.metadata.name ? -1 : 1));
  return next === undefined ? undefined : { node: next, label: changing };
}

/** Returns the label that a pod sets when it starts. Returns undefined if the operator sets the label later. */
export function labelAtStart(form: Form, action: InstallerAction): string | undefined {
  return form === 'older' ? labels[action].changing : undefined;
}
