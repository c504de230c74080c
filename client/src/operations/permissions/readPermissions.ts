/** Reads the permissions of the user on an open cluster. Doesn't use VS Code. */
import { omitUndefined } from '#core/common/json.ts';
import { taskWithId, reviewTasks } from '#core/operations/permissions/permissionTasks.ts';
import type { PermissionReport } from '#core/operations/permissions/permissionReport.ts';
import type { PermissionReview } from '#core/operations/permissions/reviewPermissions.ts';
import type { Clock } from '#client/kubernetes/clock.ts';
import { readUserName } from '#client/kubernetes/read/readUserName.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { formatTimeOfDay } from '#client/text/timeOfDay.ts';

export interface ReadPermissions {
  /** Undefined if the cluster didn't report any permission. */
  readonly review: PermissionReview | undefined;
  /** Name of the user in the cluster. Undefined if the cluster didn't report it. */
  readonly userName: string | undefined;
  /** Time of the review in milliseconds since 1970. */
  readonly asOf: number;
}

type Reviewable = Pick<OpenCluster, 'connection' | 'reviewPermissions'>;

/** Maximum time in milliseconds to read the user name. */
const nameTimeout = 10_000;

/** Reviews the permissions again and reads the user name. */
export async function readPermissions(
  { connection, reviewPermissions }: Reviewable,
  clock: Pick<Clock, 'now'>,
  signal?: AbortSignal,
): Promise<ReadPermissions> {
  const limit = AbortSignal.timeout(nameTimeout);
  const [review, userName] = await Promise.all([
    reviewPermissions?.(0),
    readUserName(connection, signal === undefined ? limit : AbortSignal.any([limit, signal])),
  ]);
  return { review, userName, asOf: clock.now() };
}

/**
 * Reads the permissions for a report.
 * @param task a task of `taskIds`, or undefined for all
 */
export async function readPermissionReport(
  cluster: Reviewable & Pick<OpenCluster, 'context' | 'server' | 'user' | 'unverified'>,
  task: string | undefined,
  clock: Pick<Clock, 'now'>,
  signal: AbortSignal,
): Promise<PermissionReport> {
  const { review, userName, asOf } = await readPermissions(cluster, clock, signal);
  const { context, server, user, unverified } = cluster;
  const chosen = task === undefined ? undefined : taskWithId(task);
  return {
    head: {
      cluster: context,
      server,
      user,
      at: asOf,
      clock: formatTimeOfDay(asOf, asOf),
      ...omitUndefined({ unverified }),
    },
    tasks: reviewTasks(review ?? { states: new Map() }, chosen === undefined ? undefined : [chosen]),
    ...omitUndefined({ namespace: review?.namespace, userName }),
  };
}
