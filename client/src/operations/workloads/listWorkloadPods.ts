/** Finds the pods of a workload. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { getList, getString, getStringMap } from '#core/common/json.ts';
import type { ClusterReader } from '#core/operations/lookups/lookup.ts';
import { readSelector, matchesSelector, type LabelSelector } from '#core/labels/labelSelector.ts';
import { getCollectionPath, type ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';

/** Maximum number of pods to return. */
const most = 100;

export interface PodsOf {
  /** Pods as the server sent them. */
  readonly pods: readonly unknown[];
  readonly cut: boolean;
}

/**
 * Returns the pods of a workload. If it fails, the error is a message for the user.
 * @param raw the workload object. For a Pod, the pod itself is returned
 */
export async function podsOf(
  reader: ClusterReader,
  { kind, namespace = '' }: ObjectReference,
  raw: unknown,
): Promise<Result<PodsOf, string>> {
  if (kind === 'Pod') return succeed({ pods: [raw], cut: false });
  const isMade = kind === 'CronJob' ? await madeByJobs(reader, namespace, raw) : bySelector(raw);
  if (typeof isMade === 'string') return fail(isMade);
  const pods = await reader.list(
    getCollectionPath({ group: '', version: 'v1', plural: 'pods', namespace }),
    most,
    isMade,
  );
  if (pods.kind === 'problem') return fail(l10n.t("Can't list {0}: {1}", 'pods', pods.problem.message));
  return pods.kind === 'absent'
    ? succeed({ pods: [], cut: false })
    : succeed({ pods: pods.value.items, cut: pods.value.cut });
}

function bySelector(raw: unknown): ((pod: unknown) => boolean) | string {
  // In ReplicationControllers and DeploymentConfigs, the selector is a plain label map.
  const plain = getStringMap(raw, 'spec', 'selector');
  const selector: LabelSelector | undefined =
    readSelector(raw, 'spec', 'selector') ??
    (Object.keys(plain).length === 0 ? undefined : { matchLabels: plain, matchExpressions: [] });
  return selector === undefined
    ? l10n.t`The workload has no selector, so its pods can't be found.`
    : (pod) => matchesSelector(selector, getStringMap(pod, 'metadata', 'labels')) === true;
}

/**
 * Returns a function that matches the pods of the Jobs that a CronJob created. Returns a message if the Jobs can't be
 * listed.
 */
async function madeByJobs(
  reader: ClusterReader,
  namespace: string,
  raw: unknown,
): Promise<((pod: unknown) => boolean) | string> {
  const uid = getString(raw, 'metadata', 'uid') ?? '';
  const jobs = await reader.list(
    getCollectionPath({ group: 'batch', version: 'v1', plural: 'jobs', namespace }),
    500,
    (job) => ownedBy(job, new Set([uid])),
  );
  if (jobs.kind === 'problem') return l10n.t("Can't list {0}: {1}", 'jobs', jobs.problem.message);
  const uids = new Set(
    jobs.kind === 'absent' ? [] : jobs.value.items.flatMap((job) => getString(job, 'metadata', 'uid') ?? []),
  );
  return (pod) => ownedBy(pod, uids);
}

function ownedBy(raw: unknown, uids: ReadonlySet<string>): boolean {
  return getList(raw, 'metadata', 'ownerReferences').some((owner) => uids.has(getString(owner, 'uid') ?? ''));
}
