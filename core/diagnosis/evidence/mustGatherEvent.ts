/** Events of a must-gather, as far as a timeline shows them: those of nodes, pools and KataConfigs. */
import { readEvent } from '#core/cluster/objects/clusterEvent.ts';
import type { Transition } from '#core/cluster/history.ts';

export interface GatheredEvent {
  /** When it last happened. Milliseconds since 1970. */
  readonly at: number;
  readonly about: Transition['about'];
  readonly name: string;
  readonly reason: string;
  readonly message: string;
  /** How often it has happened. */
  readonly count: number;
}

const kinds: Readonly<Record<string, Transition['about']>> = {
  Node: 'node',
  MachineConfigPool: 'pool',
  KataConfig: 'kataConfig',
};

/** Undefined for others, and for what cannot be read. */
export function readGatheredEvent(raw: unknown): GatheredEvent | undefined {
  const event = readEvent(raw);
  if (event?.name === undefined || event.at === undefined) return undefined;
  const { at, kind, name, reason, message, count } = event;
  const about = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  return about === undefined ? undefined : { at, about, name, reason, message, count };
}
