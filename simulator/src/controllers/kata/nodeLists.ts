/**
 * Determines the list in `status.kataNodes` for a node. Source: openshift/sandboxed-containers-operator@00ef4c71
 * controllers/openshift_controller.go, putNodeOnStatusList: the state and current configuration come from the node, and
 * the target comes from its pool (not from the node's desired configuration).
 */

/** The lists in the order of the OSC documentation. */
export const listNames = [
  'installed',
  'installing',
  'waitingToInstall',
  'failedToInstall',
  'uninstalling',
  'waitingToUninstall',
  'failedToUninstall',
] as const;

/** The name of a list. */
export type ListName = (typeof listNames)[number];

/** The state of a node that determines which list of the KataConfig status contains it. */
export interface NodeConfigState {
  readonly state: string;
  readonly current: string;
  readonly target: string;
  /** True if Kata is installed in the pool of the node. */
  readonly enabled: boolean;
}

/** Returns the list of a node. Returns undefined if the node doesn't use Kata or its state is unknown. */
export function listFor({ state, current, target, enabled }: NodeConfigState): ListName | undefined {
  switch (state) {
    case 'Done':
      if (current === target) return enabled ? 'installed' : undefined;
      return enabled ? 'waitingToInstall' : 'waitingToUninstall';
    case 'Working':
      return enabled ? 'installing' : 'uninstalling';
    case 'Degraded':
      return enabled ? 'failedToInstall' : 'failedToUninstall';
    default:
      return undefined;
  }
}
