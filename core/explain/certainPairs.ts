/**
 * Where a text certainly speaks of a status of edge hosting: for those whom nobody asked, as hovers. Who asks to have a
 * text explained means one. `Phase` and `Conditions` are words of many: of pods, of custom resources as `oc describe`
 * prints them, of VKE.
 */
import { findCondition, findPhase } from '../edge/table/vocabulary.ts';
import { isJsonObject, getList, getMap, getString, getValue } from '../common/json.ts';
import { isOfKubernetes } from '../edge/readEdgeItem.ts';
import { pairsInText, plainMarks, type FoundPair } from './edgePairsInText.ts';

/** Conditions that the world outside of edge hosting has as well. */
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
/** Those that nobody else writes behind a phase. */
const telling: ReadonlySet<string> = new Set([
  'ResourceCleanupFailed',
  'ClusterNotRunning',
  'InitializeFailed',
  'InitilizeFailed',
  'CreateError',
]);

/** Pairs that nobody else writes so: `{Failed, [Balance]}` in any brackets, with words as the table spells them. */
export function certainPairs(text: string): readonly FoundPair[] {
  const plain = plainMarks(text);
  return pairsInText(text).filter((pair) => isCertainPair(pair, plain));
}

function isCertainPair({ status: { phase, conditions }, start, end }: FoundPair, plain: string): boolean {
  const known = conditions.filter((word) => isCondition(word));
  if ((phase !== '*' && !isPhase(phase)) || known.length === 0) return false;
  if (known.some((word) => telling.has(word))) return true;
  // What is left must have its own brackets around it, with a comma between: a pair, no key with a list.
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
 * Whether a map is the status of a resource of edge hosting, or such a resource.
 * @param above the values around it, from the inside out
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
  // Those of Kubernetes have a status and a reason besides.
  const types = conditions.map((one) =>
    isJsonObject(one) && Object.keys(one).every((key) => key === 'Type') ? getString(one, 'Type') : undefined,
  );
  return types.every((type) => type !== undefined) && types.some((type) => type !== undefined && isCondition(type));
}

/** As the table spells it. */
function isPhase(text: string): boolean {
  const { word, known } = findPhase(text);
  return known && word === text;
}

function isCondition(text: string): boolean {
  const { word, known } = findCondition(text);
  return known && (word === text || text === 'InitilizeFailed');
}
