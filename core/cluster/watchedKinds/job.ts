/**
 * Jobs in the operator namespace that create and delete the pod VM image. Source: k8s.io/api batch/v1; OSC 1.12 §3.4.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined, getNumber, getString } from '#core/common/json.ts';
import { defineWatchedKind } from '../objects/watchedKind.ts';
import { readConditions, type StatusCondition, type ClusterObject } from '../objects/clusterObject.ts';
import { parseTimestamp } from '#core/common/time.ts';

export interface Job extends ClusterObject {
  /** Number of active, succeeded, and failed pods. */
  readonly active: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Milliseconds since 1970. */
  readonly started?: number;
  readonly completed?: number;
  readonly conditions: readonly StatusCondition[];
}

export const jobs = defineWatchedKind<Job>({
  group: 'batch',
  version: 'v1',
  plural: 'jobs',
  kind: 'Job',
  scope: 'operator',
  neededFor: () => l10n.t`the progress of the image creation job`,
  read(raw, object) {
    const count = (field: string): number => getNumber(raw, 'status', field) ?? 0;
    return {
      ...object,
      active: count('active'),
      succeeded: count('succeeded'),
      failed: count('failed'),
      ...omitUndefined({
        started: parseTimestamp(getString(raw, 'status', 'startTime')),
        completed: parseTimestamp(getString(raw, 'status', 'completionTime')),
      }),
      conditions: readConditions(raw),
    };
  },
});
