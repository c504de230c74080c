/** Groups permissions by what the user wants to do. */
import * as l10n from '@vscode/l10n';
import type { Message } from '#core/text/message.ts';
import { requiredPermissions, type NamedRight, type RightPurpose } from '../lookups/permissions.ts';
import type { PermissionState, ReviewedStates } from './reviewPermissions.ts';

interface TaskText {
  /** Name on the command line and in JSON. */
  readonly id: string;
  readonly title: Message;
}

const taskTexts: Readonly<Record<RightPurpose, TaskText>> = {
  look: { id: 'view', title: () => l10n.t`View Kata status` },
  install: { id: 'install', title: () => l10n.t`Install Kata` },
  installExtension: { id: 'install-olm-v1', title: () => l10n.t`Install Kata with OLM v1` },
  configure: { id: 'configure', title: () => l10n.t`Configure Kata` },
  update: { id: 'update', title: () => l10n.t`Update Kata` },
  uninstall: { id: 'uninstall', title: () => l10n.t`Uninstall Kata` },
  uninstallExtension: { id: 'uninstall-olm-v1', title: () => l10n.t`Uninstall Kata with OLM v1` },
  metrics: { id: 'metrics', title: () => l10n.t`Show metrics` },
  logs: { id: 'logs', title: () => l10n.t`Show logs` },
  shell: { id: 'shell', title: () => l10n.t`Open a shell in a container` },
  mustGather: { id: 'must-gather', title: () => l10n.t`Collect a must-gather` },
};

/** Tasks that are reviewed by default, in display order. Most users have a Subscription, which uses OLM v0. */
export const permissionTasks = [
  'look',
  'install',
  'configure',
  'update',
  'uninstall',
  'metrics',
  'logs',
  'shell',
  'mustGather',
] as const satisfies readonly RightPurpose[];

/** All tasks in display order. */
export const allPermissionTasks: readonly RightPurpose[] = permissionTasks.flatMap((task) =>
  task === 'install' ? [task, 'installExtension'] : task === 'uninstall' ? [task, 'uninstallExtension'] : [task],
);

/** Names of the tasks on the command line, in display order. */
export const taskIds: readonly string[] = allPermissionTasks.map((task) => taskTexts[task].id);

/** Returns the task with a name from `taskIds`. */
export function taskWithId(id: string): RightPurpose | undefined {
  return allPermissionTasks.find((task) => taskTexts[task].id === id);
}

/** The permissions for one task. */
export interface TaskReview {
  readonly task: RightPurpose;
  /** Name on the command line and in JSON. */
  readonly id: string;
  readonly title: Message;
  /** The least favorable state of the permissions. */
  readonly state: PermissionState;
  readonly needed: readonly NamedRight[];
  readonly missing: readonly NamedRight[];
  readonly unknown: readonly NamedRight[];
  /** Permissions that are granted only in the namespace of the review. */
  readonly inNamespace: readonly NamedRight[];
}

/** Order of the states, with the least favorable first. */
const states = ['missing', 'unknown', 'inNamespace', 'granted'] as const satisfies readonly PermissionState[];

/**
 * Groups the result of a review by task. A permission that wasn't reviewed is unknown. A permission that is granted
 * only for some objects is replaced by one permission for each object.
 */
export function reviewTasks(
  review: ReviewedStates,
  tasks: readonly RightPurpose[] = permissionTasks,
): readonly TaskReview[] {
  return tasks.map((task) => {
    const needed = requiredPermissions
      .filter(({ purposes }) => purposes.includes(task))
      .flatMap((permission) => splitByName(permission, review));
    const stateOf = ({ id, name = '' }: NamedRight): PermissionState =>
      review.objects?.get(id)?.get(name) ?? review.states.get(id) ?? 'unknown';
    const inState = (state: PermissionState): readonly NamedRight[] => needed.filter((one) => stateOf(one) === state);
    return {
      task,
      ...taskTexts[task],
      state: states.find((state) => inState(state).length > 0) ?? 'granted',
      needed,
      missing: inState('missing'),
      unknown: inState('unknown'),
      inNamespace: inState('inNamespace'),
    };
  });
}

function splitByName(permission: NamedRight, { states, objects }: ReviewedStates): readonly NamedRight[] {
  const own = states.get(permission.id) === 'missing' ? objects?.get(permission.id) : undefined;
  return own === undefined || ![...own.values()].includes('granted')
    ? [permission]
    : [...own.keys()].map((name) => ({ ...permission, name }));
}

/** Returns the unknown permissions of several tasks, each once. */
export function listUnknown(tasks: readonly TaskReview[]): readonly NamedRight[] {
  return [...new Map(tasks.flatMap(({ unknown }) => unknown.map((one) => [permissionKey(one), one]))).values()];
}

/** Identifies a permission, and the object if the permission is for only one. */
export function permissionKey({ id, name = '' }: NamedRight): string {
  return `${id} ${name}`;
}

/** Returns the missing permissions of several tasks, each once, in the order of `requiredPermissions`. */
export function listMissing(tasks: readonly TaskReview[]): readonly NamedRight[] {
  const missing = [...new Map(tasks.flatMap((task) => task.missing.map((one) => [permissionKey(one), one]))).values()];
  return requiredPermissions.flatMap(({ id }) => missing.filter((one) => one.id === id));
}
