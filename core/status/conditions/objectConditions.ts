/**
 * Reads the conditions of any object, and determines whether each one indicates a problem. Sources: Kubernetes API
 * conventions, "Typical status properties"; openshift/api config/v1 (ClusterOperator and ClusterVersion conditions) and
 * machineconfiguration/v1 (MachineConfigPool conditions); operator-framework/api pkg/operators/v1alpha1 (Subscription
 * conditions).
 */
import {
  getList,
  getMap,
  getString,
  getValue,
  isJsonObject,
  omitUndefined,
  type JsonObject,
} from '#core/common/json.ts';
import { parseTimestamp } from '#core/common/time.ts';
import { truncateMessage, truncateWord, type StatusCondition } from '#core/cluster/objects/clusterObject.ts';
import type { StatusSeverity } from '../explainedStatus.ts';

/** A condition of any object. */
export interface ObjectCondition extends StatusCondition {
  readonly severity: StatusSeverity;
  /** True if the object has other conditions of the same type. */
  readonly isDuplicate: boolean;
}

/**
 * Meaning of a condition type. `positive`: `True` is the expected status. `negative`: `True` requires attention.
 * `neutral`: the type is unknown, or neither status is a problem.
 */
export type ConditionPolarity = 'positive' | 'negative' | 'neutral';

/** Maximum number of conditions that are read. */
const most = 100;

/** Types whose expected status is `True`. */
const positive: ReadonlySet<string> = new Set([
  'Accepted',
  'Applied',
  'Available',
  'Complete',
  'ContainersReady',
  'Established',
  'Healthy',
  'Initialized',
  'Installed',
  'NamesAccepted',
  'PodReadyToStartContainers',
  'PodScheduled',
  'Ready',
  'ReleaseAccepted',
  'Reconciled',
  'RetrievedUpdates',
  'Succeeded',
  'Updated',
  'Upgradeable',
]);
/** Types that require attention if their status is `True`. */
const negative: ReadonlySet<string> = new Set([
  'BundleUnpacking',
  'CatalogSourcesUnhealthy',
  'Degraded',
  'Deprecated',
  'Failed',
  'Failing',
  'InstallPlanMissing',
  'InstallPlanPending',
  'NetworkUnavailable',
  'NonStructuralSchema',
  'Progressing',
  'ReplicaFailure',
  'Stalled',
  'Terminating',
  'Updating',
]);
const negativeEnd = /(?:Pressure|Failed|Failure|Degraded|Unhealthy|Unavailable)$/;

/** Returns the meaning of a condition type. */
export function conditionPolarity(type: string): ConditionPolarity {
  if (positive.has(type)) return 'positive';
  return negative.has(type) || negativeEnd.test(type) ? 'negative' : 'neutral';
}

/**
 * Returns the conditions of an object, in their order. They can be a list, a single condition, or a map by type.
 * Returns an empty list if the object has none.
 */
export function readObjectConditions(raw: unknown): readonly ObjectCondition[] {
  const conditions = conditionsOf(getValue(raw, 'status', 'conditions'))
    .slice(0, most)
    .flatMap(readCondition);
  return conditions.map((condition) => ({
    ...condition,
    severity: severityOf(condition),
    isDuplicate: conditions.some((other) => other !== condition && other.type === condition.type),
  }));
}

/** Returns the conditions as a list of maps with a type. */
function conditionsOf(conditions: unknown): readonly JsonObject[] {
  if (Array.isArray(conditions)) return (conditions as readonly unknown[]).filter(isJsonObject);
  if (!isJsonObject(conditions)) return [];
  if (typeof conditions['type'] === 'string') return [conditions];
  return Object.entries(conditions).flatMap(([type, condition]) => {
    if (isJsonObject(condition)) return [{ type, ...condition }];
    return typeof condition === 'string' || typeof condition === 'boolean' ? [{ type, status: condition }] : [];
  });
}

function readCondition(raw: JsonObject): readonly StatusCondition[] {
  const type = getString(raw, 'type') ?? '';
  if (type === '') return [];
  const since = ['lastTransitionTime', 'lastUpdateTime', 'lastUpdated']
    .map((field) => parseTimestamp(getString(raw, field)))
    .find((time) => time !== undefined);
  return [
    {
      type: truncateWord(type),
      status: truncateWord(statusOf(raw['status'])),
      reason: truncateWord(getString(raw, 'reason') ?? ''),
      message: truncateMessage(getString(raw, 'message') ?? ''),
      ...omitUndefined({ since }),
    },
  ];
}

/** Returns the status as text. Without quotation marks, YAML parses `True` as a boolean. */
function statusOf(status: unknown): string {
  return typeof status === 'boolean' ? (status ? 'True' : 'False') : typeof status === 'string' ? status : '';
}

function severityOf({ type, status, reason }: StatusCondition): StatusSeverity {
  const polarity = conditionPolarity(type);
  if (polarity === 'neutral') return 'info';
  if (status !== 'True' && status !== 'False') return 'unknown';
  // A Deployment keeps this condition after its rollout is complete.
  if (type === 'Progressing' && reason === 'NewReplicaSetAvailable') return 'ok';
  return (status === 'True') === (polarity === 'positive') ? 'ok' : 'warning';
}

/** Returns whether a value is an API object with conditions. */
export function hasConditions(value: unknown): value is JsonObject {
  return (
    isJsonObject(value) &&
    getString(value, 'apiVersion') !== undefined &&
    getString(value, 'kind') !== undefined &&
    getString(value, 'metadata', 'name') !== undefined &&
    (getList(value, 'status', 'conditions').length > 0 || Object.keys(getMap(value, 'status', 'conditions')).length > 0)
  );
}
