/** Collects the current state of an open cluster and runs lookups on it. Doesn't use VS Code. */
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import type { LookupId } from '#core/operations/lookupList.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import type { Clock } from '#client/kubernetes/clock.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { ReadBudget } from '#client/kubernetes/readBudget.ts';
import { createClusterReader } from '#client/kubernetes/read/clusterReader.ts';
import { runLookups } from '#client/kubernetes/read/runLookups.ts';
import { readObjects } from '#client/kubernetes/read/readObjects.ts';

export type Readable = Pick<OpenCluster, 'context' | 'server' | 'snapshot' | 'history' | 'connection'>;

export async function observeCluster(
  cluster: Readable,
  ids: readonly LookupId[],
  clock: Pick<Clock, 'now'>,
  signal: AbortSignal = new AbortController().signal,
  wanted: readonly ObjectReference[] = [],
  budget = new ReadBudget(),
): Promise<ObservedCluster> {
  const now = (): number => clock.now();
  const reading = readObjects(cluster.connection, wanted, now, signal);
  const facts = await runLookups(createClusterReader(cluster.connection, signal, budget), ids, now);
  const objects = await reading;
  const { context, server, snapshot, history } = cluster;
  return { context, server, snapshot, history, facts, objects, now: now() };
}
