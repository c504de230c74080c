/** All that is known of an open cluster now, with facts read anew. Without VS Code. */
import type { ObjectReference } from '#core/live/reference.ts';
import type { FactId } from '#core/lifecycle/facts/index.ts';
import type { Situation } from '#core/lifecycle/situation.ts';
import type { Clock } from '../cluster/time.ts';
import type { OpenCluster } from '../tree/openCluster.ts';
import { ReadBudget } from '../cluster/readBudget.ts';
import { factReader } from './factReader.ts';
import { readFacts } from './readFacts.ts';
import { readObjects } from './readObjects.ts';

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
