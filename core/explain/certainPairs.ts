/**
 * Finds text that is definitely an edge hosting status, so that hovers appear only on such text. `Phase` and
 * `Conditions` are also used for pods, for custom resources in `oc describe` output, and for VKE. Text that the user
 * asks to explain doesn't need to be definite.
 */
import { findCondition, findPhase } from '../edge/table/vocabulary.ts';
import { isJsonObject, getList, getMap, getString, getValue } from '../common/json.ts';
import { isOfKubernetes } from '../edge/readEdgeItem.ts';
import { pairsInText, plainMarks, type FoundPair } from './edgePairsInText.ts';

/** Conditions that are also used outside of edge hosting. */
const common: ReadonlySet<string> = new Set([
  '*',
  'Ok',
  'Unknown',
  'Progressing',
  'Degraded',
  'NotReady',
  'Unschedulable',
  'CrashLoopBackOff',
  'ImagePullBackOff',
  'SchedulingFailed',
  'NameConflict',
]);
/** Conditions that appear after a phase only in edge hosting. */
const telling: ReadonlySet<string> = new Set([
  'ResourceCleanupFailed',
  'ClusterNotRunning',
  'InitializeFailed',
  'InitilizeFailed',
  'CreateError',
]);

/**
 * Returns pairs that only edge hosting writes this way: `{Failed, [Balance]}` in any brackets, with values spelled as
 * in the table.
 */
export function certainPairs(text: string): readonly FoundPair[] {
  const plain = plainMarks(text);
  return pairsInText(text).filter((pair) => isCertainPair(pair, plain));
}

function isCertainPair({ status: { phase, conditions }, start, end }: FoundPair, plain: string): boolean {
  const known = conditions.filter((word) => isCondition(word));
  if ((phase !== '*' && !isPhase(phase)) || known.length === 0) return false;
  if (known.some((word) => telling.has(word))) return true;
  // Other pairs count only with brackets around them and a comma. Otherwise, they might be a key with a list.
  const inside = plain.slice(start, end);
  if (!/^[{ ]*(?:\*|\w+) *, *\[/.test(inside)) return false;
  if (inside.startsWith('{') && inside.endsWith('}')) return phase !== '*' || known.some((word) => !common.has(word));
  return (
    /\[ {0,9}$/.test(plain.slice(0, start)) &&
    /^ {0,9}\]/.test(plain.slice(end)) &&
    known.some((word) => !common.has(word))
  );
}

/**
 * Returns whether a map is an edge hosting resource or its status.
 * @param above surrounding values, from the inside out
 */
export function isCertainStatus(value: unknown, above: readonly unknown[]): boolean {
  const status = isJsonObject(getValue(value, 'Status')) ? getMap(value, 'Status') : value;
  const phase = getString(status, 'Phase') ?? '';
  if (phase === '' || phase.length > 100) return false;
  const around = [value, ...above];
  const service = around.map((one) => getString(one, 'ResponseMetadata', 'Service')).find((name) => name !== undefined);
  if (service !== undefined) return /^veecp/i.test(service);
  if (isOfKubernetes(around)) return false;
  if (!isPhase(phase)) return false;
  const dotted = getString(status, 'Conditions.Type');
  if (dotted !== undefined) return isCondition(dotted);
  const conditions = getList(status, 'Conditions');
  // Kubernetes conditions also have a status and a reason.
  const types = conditions.map((one) =>
    isJsonObject(one) && Object.keys(one).every((key) => key === 'Type') ? getString(one, 'Type') : undefined,
  );
  return types.every((type) => type !== undefined) && types.some((type) => type !== undefined && isCondition(type));
}

/** Returns whether the phase is spelled as in the table. */
function isPhase(text: string): boolean {
  const { word, known } = findPhase(text);
  return known && word === text;
}

function isCondition(text: string): boolean {
  const { word, known } = findCondition(text);
  return known && (word === text || text === 'InitilizeFailed');
}
