/** All that is known of a cluster when something is judged or planned. */
import type { History } from '../cluster/history.ts';
import type { Snapshot } from '../cluster/snapshot.ts';
import { apiPath, type ObjectReference } from '../cluster/objects/objectReference.ts';
import { notAsked, type Fact, type Manifest } from './lookups/lookup.ts';
import type { FactId, Facts, FactValue } from './lookupList.ts';

export interface Situation {
  /** The context of the kubeconfig: how the cluster is named to people. */
  readonly context: string;
  /** The address of its API server. */
  readonly server: string;
  readonly snapshot: Snapshot;
  readonly history: History;
  readonly facts: Facts;
  /** Objects that a procedure asks for (Procedure.objects). */
  readonly objects?: ObjectsSeen;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Objects by their paths; undefined in place of those that are not there. */
export type ObjectsSeen = ReadonlyMap<string, Fact<Manifest | undefined>>;

/** What is known of an object that a procedure asked for. */
export function objectOf({ objects }: Pick<Situation, 'objects'>, reference: ObjectReference): Fact<Manifest | undefined> {
  return objects?.get(apiPath(reference)) ?? notAsked;
}

export function factOf<Id extends FactId>({ facts }: Pick<Situation, 'facts'>, id: Id): Fact<FactValue<Id>> {
  return facts[id] ?? notAsked;
}

/** Its value; undefined when it is not known. */
export function knownFact<Id extends FactId>(situation: Pick<Situation, 'facts'>, id: Id): FactValue<Id> | undefined {
  const fact = factOf(situation, id);
  return fact.kind === 'known' ? fact.value : undefined;
}
