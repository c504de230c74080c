/** Reads must-gather events of nodes, pools, and KataConfigs for timelines. */
import { readEvent } from '#core/cluster/objects/clusterEvent.ts';
import type { Transition } from '#core/cluster/history.ts';

export interface MustGatherEvent {
  /** Time of the last occurrence, in milliseconds since 1970. */
  readonly at: number;
  readonly about: Transition['about'];
  readonly name: string;
  readonly reason: string;
  readonly message: string;
  /** Number of occurrences. */
  readonly count: number;
}

const kinds: Readonly<Record<string, Transition['about']>> = {
  Node: 'node',
  MachineConfigPool: 'pool',
  KataConfig: 'kataConfig',
};

/** Reads an event. Returns undefined for other objects and invalid events. */
export function readMustGatherEvent(raw: unknown): MustGatherEvent | undefined {
  const event = readEvent(raw);
  if (event?.name === undefined || event.at === undefined) return undefined;
  const { at, kind, name, reason, message, count } = event;
  const about = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  return about === undefined ? undefined : { at, about, name, reason, message, count };
}
