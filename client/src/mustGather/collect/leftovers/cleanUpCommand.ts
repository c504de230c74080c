/**
 * Finds and deletes must-gather leftovers on a cluster, for `osc-tools must-gather clean-up`. Loaded on demand.
 * Doesn't use VS Code. The connection rejects all changes until the user confirms the deletion.
 */
import { fail, succeed, type Result } from '#core/common/result.ts';
import type { CreatedResources, LeftoverObject } from '#core/mustGather/leftoverObjects.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import { useCluster, type CheckOrder, type ClusterReading } from '#client/operations/preflight/checkCluster.ts';
import { isAlive } from '#client/processes/isProcessAlive.ts';
import { openCommandStorage, type CommandStorage } from '../run/commandStorage.ts';
import { deleteLeft, findTemporaryObjects, lookForLeft } from './leftovers.ts';

export { listContexts } from '#client/operations/preflight/checkCluster.ts';

export interface CleanUpOptions {
  /**
   * True to also delete the objects that no record on this computer names. Other users might still use them.
   */
  readonly includesUnrecorded: boolean;
  readonly stop: AbortSignal;
  /** Returns whether to delete the objects. Called only if there are any. */
  readonly confirm: (leftovers: readonly LeftoverObject[]) => Promise<boolean>;
}

export interface CleanUpReport {
  readonly context: string;
  readonly server: string;
  /** Leftovers that the user can delete. */
  readonly leftovers: readonly LeftoverObject[];
  /** Objects that no record on this computer names. They aren't leftovers while a must-gather or a shell uses them. */
  readonly unrecorded: readonly LeftoverObject[];
  readonly deleted: readonly LeftoverObject[];
  /** One sentence for each object that couldn't be deleted, and for what couldn't be listed. */
  readonly problems: readonly string[];
  /** Other contexts with recorded leftovers. */
  readonly otherContexts: readonly string[];
}

/** Cleans up a cluster. The error is one readable line without secrets. */
export async function cleanUpForCommand(
  order: CheckOrder,
  options: CleanUpOptions,
): Promise<Result<CleanUpReport, string>> {
  const storage = openCommandStorage(order.env);
  const runs = await storage.created.all();
  let isReadOnly = true;
  const read = await useCluster(
    { ...order, signal: options.stop, isReadOnly: () => isReadOnly },
    async ({ connection, head, signal, withoutLimit }): Promise<ClusterReading<Result<CleanUpReport, string>>> => {
      const own = runs.filter(({ context, server }) => context === head.cluster && server === head.server);
      const found = await findLeftovers(connection, storage, { runs: own, ...options }, signal);
      if (!found.ok) return { problems: [], answer: () => found };
      const { leftovers } = found.value;
      const isConfirmed = leftovers.length > 0 && (await withoutLimit(() => options.confirm(leftovers)));
      isReadOnly = !isConfirmed;
      const { deleted, problems } = isConfirmed
        ? await withoutLimit(() => deleteLeftovers(connection, storage, leftovers, options.stop))
        : { deleted: [], problems: [] };
      const report: CleanUpReport = {
        context: head.cluster,
        server: head.server,
        ...found.value,
        deleted,
        problems: [...found.value.problems, ...problems],
        otherContexts: [
          ...new Set(runs.filter((run) => !own.includes(run) && isOrphaned(run)).map((run) => run.context)),
        ],
      };
      return { problems: [], answer: () => succeed(report) };
    },
  );
  return read.ok ? read.value : read;
}

/** Returns whether nothing else cleans up the resources of a run. */
function isOrphaned({ process: owner }: CreatedResources): boolean {
  return owner === process.pid || !isAlive(owner);
}

interface Search extends Pick<CleanUpOptions, 'includesUnrecorded'> {
  /** Runs on the cluster. */
  readonly runs: readonly CreatedResources[];
}

async function findLeftovers(
  connection: Connection,
  { created }: CommandStorage,
  { runs, includesUnrecorded }: Search,
  signal: AbortSignal,
): Promise<Result<Pick<CleanUpReport, 'leftovers' | 'unrecorded' | 'problems'>, string>> {
  const recorded = new Map<string, LeftoverObject>();
  for (const run of runs.filter(isOrphaned)) {
    const left = await lookForLeft(connection, run, signal);
    if (!left.ok) return left;
    for (const object of left.value) recorded.set(object.uid, object);
    if (left.value.length === 0) await created.forget(run);
  }
  const all = await findTemporaryObjects(connection, signal);
  if (!all.ok && includesUnrecorded) return fail(all.error);
  const running = new Set(
    runs
      .filter((run) => !isOrphaned(run))
      .flatMap(({ namespace, binding, pod }) => (pod === undefined ? [namespace, binding] : [pod])),
  );
  const unrecorded = (all.ok ? all.value : []).filter(({ uid, name }) => !recorded.has(uid) && !running.has(name));
  return succeed({
    leftovers: [...recorded.values(), ...(includesUnrecorded ? unrecorded : [])],
    unrecorded,
    problems: all.ok ? [] : [all.error],
  });
}

/** Deletes the objects, permissions first, and removes their records. */
async function deleteLeftovers(
  connection: Connection,
  { created }: CommandStorage,
  leftovers: readonly LeftoverObject[],
  stop: AbortSignal,
): Promise<Pick<CleanUpReport, 'deleted' | 'problems'>> {
  const [deleted, problems]: [LeftoverObject[], string[]] = [[], []];
  for (const object of leftovers.toSorted((one, other) => (one.kind < other.kind ? -1 : 1))) {
    if (stop.aborted) break;
    const [problem] = await deleteLeft(connection, [object]);
    if (problem !== undefined) problems.push(problem);
    else deleted.push(object);
  }
  if (deleted.length < leftovers.length) return { deleted, problems };
  for (const { kind, name, namespace } of deleted) {
    if (kind === 'Namespace') await created.forget({ namespace: name });
    else if (kind === 'Pod' && namespace !== undefined) await created.forget({ namespace, pod: name });
  }
  return { deleted, problems };
}
