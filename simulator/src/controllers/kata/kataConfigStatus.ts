/** The status of a KataConfig during a reconciliation. The operator reads it at the start and writes it at the end. */
import {
  getList,
  getMap,
  getNumber,
  getString,
  getValue,
  type JsonObject,
  type KubeObject,
} from '#simulator/store/kubeObject.ts';
import { findObjectCondition } from '../framework/conditions.ts';
import type { InProgress } from './inProgressCondition.ts';
import { listNames, type ListName } from './nodeLists.ts';

/** Node names by list. Empty lists are omitted from the status. */
type NodeLists = Readonly<Partial<Record<ListName, readonly string[]>>>;

/** A status that can still be changed. */
export interface KataConfigStatusDraft {
  condition: InProgress | undefined;
  nodeCount: number;
  readyNodeCount: number;
  lists: NodeLists;
  runtimeClasses: readonly string[];
  waitingForMcoToStart: boolean;
}

/** Reads the status from the object. */
export function draftOf(kataConfig: KubeObject): KataConfigStatusDraft {
  const kataNodes = getMap(kataConfig, 'status', 'kataNodes');
  const condition = findObjectCondition(getList(kataConfig, 'status', 'conditions'), 'InProgress');
  const status = getString(condition, 'status');
  return {
    condition:
      status === 'True' || status === 'False' || status === 'Unknown'
        ? { status, reason: getString(condition, 'reason') ?? '', message: getString(condition, 'message') ?? '' }
        : undefined,
    nodeCount: getNumber(kataNodes, 'nodeCount') ?? 0,
    readyNodeCount: getNumber(kataNodes, 'readyNodeCount') ?? 0,
    lists: Object.fromEntries(
      listNames.flatMap((name) => (kataNodes[name] === undefined ? [] : [[name, texts(kataNodes[name])]])),
    ),
    runtimeClasses: texts(getValue(kataConfig, 'status', 'runtimeClasses')),
    waitingForMcoToStart: getValue(kataConfig, 'status', 'waitingForMcoToStart') === true,
  };
}

/** Returns the status to write. The time of the condition changes when its status, reason, or message changes. */
export function statusOf(draft: KataConfigStatusDraft, old: JsonObject, now: string): JsonObject {
  const { condition, nodeCount, readyNodeCount, lists, runtimeClasses, waitingForMcoToStart } = draft;
  const present = findObjectCondition(getList(old, 'conditions'), 'InProgress');
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
