/**
 * In which list of `status.kataNodes` a node stands. Source: openshift/sandboxed-containers-operator@00ef4c71
 * controllers/openshift_controller.go, putNodeOnStatusList: state and current configuration are the node's, the target
 * is its pool's (not the node's desired one).
 */

/** The lists, in the order of the documents. */
export const listNames = [
  'installed',
  'installing',
  'waitingToInstall',
  'failedToInstall',
  'uninstalling',
  'waitingToUninstall',
  'failedToUninstall',
] as const;

/** One of them. */
export type ListName = (typeof listNames)[number];

/** What decides. */
export interface NodeStanding {
  readonly state: string;
  readonly current: string;
  readonly target: string;
  /** Whether its pool has kata. */
  readonly enabled: boolean;
}

/** The list; undefined: none, it has nothing to do with kata, or its state is none of the three. */
export function listFor({ state, current, target, enabled }: NodeStanding): ListName | undefined {
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
