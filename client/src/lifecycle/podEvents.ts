/** The Events of pods, which show why a pod doesn't run. Without VS Code. */
import { stringAt } from '../../../core/json.ts';
import type { FactReader } from '../../../core/lifecycle/fact.ts';
import { readEvent, type LiveEvent } from '../../../core/live/event.ts';
import { collectionPath } from '../../../core/live/reference.ts';

/** Maximum number of Events that are kept. The kubelet and the scheduler count repetitions in one Event. */
const most = 500;

export interface PodEvents {
  readonly events: readonly LiveEvent[];
  /** Why they can't be listed. */
  readonly problem?: string;
}

/**
 * Lists the Events of pods of one namespace with one request. The server selects those of the only pod, or those of all pods of the namespace.
 * @param pods as the server sends them
 */
export async function podEvents(reader: FactReader, namespace: string, pods: readonly unknown[]): Promise<PodEvents> {
  const uids = new Set(pods.flatMap((pod) => stringAt(pod, 'metadata', 'uid') ?? []));
  const [only] = uids;
  if (only === undefined) return { events: [] };
  const selector = uids.size === 1 ? `involvedObject.uid=${only}` : 'involvedObject.kind=Pod';
  const path = `${collectionPath({ group: '', version: 'v1', plural: 'events', namespace })}?fieldSelector=${encodeURIComponent(selector)}`;
  const answer = await reader.list(path, most, (raw) => uids.has(stringAt(raw, 'involvedObject', 'uid') ?? ''));
  if (answer.kind === 'problem') return { events: [], problem: answer.problem.message };
  return { events: answer.kind === 'absent' ? [] : answer.value.items.flatMap((raw) => readEvent(raw) ?? []) };
}
