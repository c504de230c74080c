/**
 * Finds CronJobs whose pods use Kata, in all namespaces. A CronJob usually has no pods, so the pods don't show that it
 * uses Kata. Source: Kubernetes API, batch/v1 CronJob.
 */
import * as l10n from '@vscode/l10n';
import { getBoolean, getString } from '#core/common/json.ts';
import { parseClusterObject } from '#core/cluster/objects/clusterObject.ts';
import { getCollectionPath } from '#core/cluster/objects/objectReference.ts';
import { defineLookup, type ReadResult } from '../lookup.ts';
import { kataClassNames } from './kataPods.ts';

interface KataCronJob {
  readonly namespace: string;
  readonly name: string;
  /** True if the CronJob creates no pods until it's resumed. */
  readonly isSuspended: boolean;
}

export interface KataCronJobs {
  readonly cronJobs: readonly KataCronJob[];
  /** True if there are more CronJobs. */
  readonly cut: boolean;
}

/** Maximum number of CronJobs to keep. */
const most = 2000;
const template = ['spec', 'jobTemplate', 'spec', 'template', 'spec', 'runtimeClassName'] as const;

export const kataCronJobsFact = defineLookup<KataCronJobs>({
  neededFor: () => l10n.t`which CronJobs use Kata`,
  isCostly: true,
  async read(reader): Promise<ReadResult<KataCronJobs>> {
    const classes = await kataClassNames(reader);
    const isOne = (raw: unknown): boolean => classes.has(getString(raw, ...template) ?? '');
    const path = getCollectionPath({ group: 'batch', version: 'v1', plural: 'cronjobs' });
    const answer = await reader.list(path, most, isOne);
    if (answer.kind === 'problem') return answer;
    const { items, cut } = answer.kind === 'absent' ? { items: [], cut: false } : answer.value;
    const cronJobs = items.filter(isOne).flatMap((raw) => {
      const { namespace, name } = parseClusterObject(raw) ?? {};
      return namespace === undefined || name === undefined
        ? []
        : [{ namespace, name, isSuspended: getBoolean(raw, 'spec', 'suspend') === true }];
    });
    return { kind: 'value', value: { cronJobs, cut } };
  },
});
