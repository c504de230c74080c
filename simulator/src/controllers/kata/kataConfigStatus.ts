/** The status of a KataConfig while the operator works on it: read at the beginning of a pass, written at its end. */
import { listAt, mapAt, numberAt, stringAt, valueAt, type JsonObject, type KubeObject } from '#simulator/store/kubeObject.ts';
import { conditionOf } from '../framework/conditions.ts';
import type { InProgress } from './inProgressCondition.ts';
import { listNames, type ListName } from './nodeLists.ts';

/** The lists of node names. Those that are empty are left out of the status. */
type NodeLists = Readonly<Partial<Record<ListName, readonly string[]>>>;

/** A status that may still be changed. */
export interface Draft {
  condition: InProgress | undefined;
  nodeCount: number;
  readyNodeCount: number;
  lists: NodeLists;
  runtimeClasses: readonly string[];
  waitingForMcoToStart: boolean;
}

/** As it stands in the object. */
export function draftOf(kataConfig: KubeObject): Draft {
  const kataNodes = mapAt(kataConfig, 'status', 'kataNodes');
  const condition = conditionOf(listAt(kataConfig, 'status', 'conditions'), 'InProgress');
  const status = stringAt(condition, 'status');
  return {
    condition:
      status === 'True' || status === 'False' || status === 'Unknown'
        ? { status, reason: stringAt(condition, 'reason') ?? '', message: stringAt(condition, 'message') ?? '' }
        : undefined,
    nodeCount: numberAt(kataNodes, 'nodeCount') ?? 0,
    readyNodeCount: numberAt(kataNodes, 'readyNodeCount') ?? 0,
    lists: Object.fromEntries(listNames.flatMap((name) => (kataNodes[name] === undefined ? [] : [[name, texts(kataNodes[name])]]))),
    runtimeClasses: texts(valueAt(kataConfig, 'status', 'runtimeClasses')),
    waitingForMcoToStart: valueAt(kataConfig, 'status', 'waitingForMcoToStart') === true,
  };
}

/** As it is written. The time of the condition is that of its last change in any word. */
export function statusOf(draft: Draft, old: JsonObject, now: string): JsonObject {
  const { condition, nodeCount, readyNodeCount, lists, runtimeClasses, waitingForMcoToStart } = draft;
  const present = conditionOf(listAt(old, 'conditions'), 'InProgress');
  const same =
    condition !== undefined &&
    present !== undefined &&
    present['status'] === condition.status &&
    present['reason'] === condition.reason &&
    present['message'] === condition.message;
  const written = same ? present : { ...condition, type: 'InProgress', lastTransitionTime: now };
  return {
    ...(condition === undefined ? {} : { conditions: [written] }),
    kataNodes: { ...filled(lists), nodeCount, readyNodeCount },
    ...(runtimeClasses.length === 0 ? {} : { runtimeClasses }),
    waitingForMcoToStart,
  };
}

function filled(lists: NodeLists): NodeLists {
  return Object.fromEntries(Object.entries(lists).filter(([, names]) => names.length > 0));
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}
