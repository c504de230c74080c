/** Jobs of the operator's namespace: those that make and remove the image of pod VMs. Source: k8s.io/api batch/v1; OSC 1.12 §3.4. */
import * as l10n from '@vscode/l10n';
import { given, numberAt, stringAt } from '#core/common/json.ts';
import { defineLiveKind } from '../objects/watchedKind.ts';
import { readConditions, type Condition, type LiveObject } from '../objects/clusterObject.ts';
import { millisecondsOf } from '#core/common/time.ts';

export interface Job extends LiveObject {
  /** How many of its pods run, ended well, failed. */
  readonly active: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Milliseconds since 1970. */
  readonly started?: number;
  readonly completed?: number;
  readonly conditions: readonly Condition[];
}

export const jobs = defineLiveKind<Job>({
  group: 'batch',
  version: 'v1',
  plural: 'jobs',
  kind: 'Job',
  scope: 'operator',
  neededFor: l10n.t`how the pod VM image comes along`,
  read(raw, object) {
    const count = (field: string): number => numberAt(raw, 'status', field) ?? 0;
    return {
      ...object,
      active: count('active'),
      succeeded: count('succeeded'),
      failed: count('failed'),
      ...given({
        started: millisecondsOf(stringAt(raw, 'status', 'startTime')),
        completed: millisecondsOf(stringAt(raw, 'status', 'completionTime')),
      }),
      conditions: readConditions(raw),
    };
  },
});
