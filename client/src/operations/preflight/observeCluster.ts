/** All that is known of an open cluster now, with facts read anew. Without VS Code. */
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import type { FactId } from '#core/operations/lookupList.ts';
import type { Situation } from '#core/operations/observedCluster.ts';
import type { Clock } from '#client/kubernetes/clock.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { ReadBudget } from '#client/kubernetes/readBudget.ts';
import { factReader } from '#client/kubernetes/read/clusterReader.ts';
import { readFacts } from '#client/kubernetes/read/runLookups.ts';
import { readObjects } from '#client/kubernetes/read/readObjects.ts';

export type Readable = Pick<OpenCluster, 'context' | 'server' | 'snapshot' | 'history' | 'connection'>;

export async function readSituation(
  cluster: Readable,
  ids: readonly FactId[],
  clock: Pick<Clock, 'now'>,
  signal: AbortSignal = new AbortController().signal,
  wanted: readonly ObjectReference[] = [],
  budget = new ReadBudget(),
): Promise<Situation> {
  const now = (): number => clock.now();
  const reading = readObjects(cluster.connection, wanted, now, signal);
  const facts = await readFacts(factReader(cluster.connection, signal, budget), ids, now);
  const objects = await reading;
  const { context, server, snapshot, history } = cluster;
  return { context, server, snapshot, history, facts, objects, now: now() };
}
