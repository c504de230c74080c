/**
 * Reads a cluster once and creates a runbook that changes a setting on it, for the CLI. Loaded on demand. Doesn't use
 * VS Code. The connection rejects all changes. Messages of this module are always in English.
 */
import { emptyHistory } from '#core/cluster/history.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import type { Runbook } from '#core/operations/runbook/runbook.ts';
import { createSettingRunbook, listSettingLookups, type Setting } from '#core/operations/runbook/settingRunbook.ts';
import { createPortsInput, type PortsInput } from '#core/operations/peerPods/portsScript.ts';
import { createInEnglish } from '#core/text/language.ts';
import { joinSentences } from '#core/text/grammar.ts';
import { ReadBudget } from '#client/kubernetes/readBudget.ts';
import { createClusterReader } from '#client/kubernetes/read/clusterReader.ts';
import { readObjects } from '#client/kubernetes/read/readObjects.ts';
import { readSnapshot } from '#client/kubernetes/read/readSnapshot.ts';
import { runLookups } from '#client/kubernetes/read/runLookups.ts';
import { readFirstWorker } from '../peerPods/readFirstWorker.ts';
import { useCluster, type CheckOrder } from '../preflight/checkCluster.ts';

export { listContexts } from '../preflight/checkCluster.ts';

/** A runbook, or why the setting can't be changed on this cluster. */
export type ClusterRunbook = { readonly runbook: Runbook } | { readonly refused: string };

/** Returns the setting for a cluster, or why there is none, as one line. */
export type ChooseSetting = (snapshot: Snapshot) => Result<Setting, string>;

/**
 * Creates the runbook. Rejects only if there is a bug. The error in the result is one readable line without secrets.
 */
export async function createClusterRunbook(
  order: Omit<CheckOrder, 'target'>,
  choose: ChooseSetting,
): Promise<Result<ClusterRunbook, string>> {
  return useCluster<ClusterRunbook>(order, async ({ connection, now, signal }) => {
    const budget = new ReadBudget();
    const { snapshot, ...read } = await readSnapshot(connection, now, signal, budget);
    const chosen = createInEnglish(() => choose(snapshot));
    if (!chosen.ok) return { ...read, answer: () => ({ refused: chosen.error }) };
    const { facts: ids, objects: wanted } = listSettingLookups(chosen.value);
    const [facts, objects] = await Promise.all([
      runLookups(createClusterReader(connection, signal, budget), ids, now),
      readObjects(connection, wanted, now, signal),
    ]);
    return {
      ...read,
      answer: ({ cluster: context, server, at }) => {
        const observed = { context, server, snapshot, history: emptyHistory, facts, objects, now: at };
        const runbook = createInEnglish(() => createSettingRunbook(chosen.value, observed));
        const reason = createInEnglish(() => whyNothingChanges(runbook));
        return reason.ok ? { refused: reason.value } : { runbook };
      },
    };
  });
}

/** Returns why a runbook changes nothing. Fails if it changes something. */
function whyNothingChanges({ title, steps }: Runbook): Result<string, undefined> {
  if (steps.some(({ changes, found = [] }) => changes.length + found.length > 0)) return fail(undefined);
  const why = steps.find(({ state }) => state === 'blocked' || state === 'unknown');
  if (why === undefined) return succeed(`${title}: no runbook was generated, because there are no changes to record.`);
  return succeed(joinSentences(`${title}: no runbook was generated.`, why.meaning ?? '', why.todo ?? ''));
}

/**
 * Reads the values of the script that opens the ports of peer pods. Errors are the same as for `createClusterRunbook`.
 */
export async function readPortsInput(order: Omit<CheckOrder, 'target'>): Promise<Result<PortsInput, string>> {
  return useCluster(order, async ({ connection, now, signal }) => {
    const budget = new ReadBudget();
    const { snapshot, ...read } = await readSnapshot(connection, now, signal, budget);
    const [facts, worker] = await Promise.all([
      runLookups(createClusterReader(connection, signal, budget), ['infrastructure'], now),
      readFirstWorker(connection),
    ]);
    return {
      ...read,
      answer: ({ cluster: context, at }) => createPortsInput({ context, snapshot, facts, now: at }, worker),
    };
  });
}
