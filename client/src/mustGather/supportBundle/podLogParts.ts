/** Adds pod logs to a support bundle. Doesn't use VS Code. */
import { bundleFiles } from '#core/mustGather/supportBundle.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { readPlatformProblems } from '#core/cluster/objects/platformProblem.ts';
import { getList, getNumber, getString } from '#core/common/json.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { isKataRuntimeClass } from '#core/status/nodes/failedSandboxes.ts';
import { PageSize, readPages } from '#client/kubernetes/read/readPages.ts';
import { readText } from '#client/logs/imageJob/readLines.ts';
import { podsOfCluster } from '../collect/api/kataWorkloads.ts';
import { fileName } from '../collect/api/objectText.ts';
import type { PartOptions } from './clusterParts.ts';

/** Maximum number of lines per container. The newest are kept. */
const mostLines = 10_000;
/** Maximum number of pods of the operator namespace, and of failing Kata pods. */
const mostPods = 300;
const mostFailing = 50;

/**
 * Adds the logs of failing Kata pods.
 * @returns the namespaces of these pods
 */
export async function addFailingPodLogs(options: PartOptions, snapshot: Snapshot): Promise<readonly string[]> {
  const { folder, cluster, signal } = options;
  const isKataClass = (name: string): boolean => isKataRuntimeClass(snapshot, name);
  const { byNamespace, coverage } = await podsOfCluster({
    connection: cluster.connection,
    signal,
    isKataClass,
    onProblem: (what, { message }) => folder.miss('podLogs', `${what} (${message})`),
    onOmission: (text) => folder.miss('podLogs', text),
  });
  signal.throwIfAborted();
  if (coverage !== undefined && coverage.platform !== true)
    folder.miss(
      'podLogs',
      "you don't have permission to list pods in all namespaces, so only your projects are included",
    );
  for (const namespace of coverage?.notAllowed ?? [])
    folder.miss('podLogs', `you don't have permission to list pods in namespace ${namespace}`);
  const failing = [...byNamespace.values()]
    .flat()
    .filter((pod) => isKataClass(getString(pod, 'spec', 'runtimeClassName') ?? '') && isFailing(pod));
  for (const pod of failing.slice(0, mostFailing)) await addPodLogs(options, pod);
  if (failing.length > mostFailing)
    folder.miss('podLogs', `${failing.length - mostFailing} of ${failing.length} failing Kata pods`);
  return [...new Set(failing.slice(0, mostFailing).flatMap((pod) => fileName(pod, 'namespace') ?? []))];
}

/** Returns whether a pod fails, or has restarted. */
function isFailing(pod: unknown): boolean {
  const restarts = getList(pod, 'status', 'containerStatuses').map((status) => getNumber(status, 'restartCount') ?? 0);
  return readPlatformProblems('pods', pod).length > 0 || isPending(pod) || restarts.some((count) => count > 0);
}

function isPending(pod: unknown): boolean {
  return ['Pending', 'Failed', 'Unknown'].includes(getString(pod, 'status', 'phase') ?? '');
}

/**
 * Adds the logs of the pods in the operator namespace: the operator, cloud-api-adaptor, the webhook, and the monitor. A
 * must-gather that was collected through the API already contains them.
 */
export async function addOperatorLogs(options: PartOptions): Promise<void> {
  const { folder, cluster, signal } = options;
  const pods: unknown[] = [];
  const answer = await readPages(cluster.connection, `/api/v1/namespaces/${operatorNamespace}/pods`, {
    signal: AbortSignal.any([signal]),
    size: new PageSize(),
    onPage: (page, first) => {
      if (first) pods.length = 0;
      pods.push(...page.slice(0, Math.max(0, mostPods - pods.length)));
    },
  });
  signal.throwIfAborted();
  if (!answer.ok) return folder.miss('podLogs', answer.error.message);
  for (const pod of pods) await addPodLogs(options, pod);
}

async function addPodLogs(options: PartOptions, pod: unknown): Promise<void> {
  const [name, namespace] = [fileName(pod), fileName(pod, 'namespace')];
  if (name === undefined || namespace === undefined) return;
  const statuses = [...getList(pod, 'status', 'initContainerStatuses'), ...getList(pod, 'status', 'containerStatuses')];
  for (const status of statuses) {
    const container = getString(status, 'name') ?? '';
    if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(container)) continue;
    await addLog(options, { namespace, name, container, isPrevious: false });
    if ((getNumber(status, 'restartCount') ?? 0) > 0)
      await addLog(options, { namespace, name, container, isPrevious: true });
  }
}

interface ContainerInstance {
  readonly namespace: string;
  readonly name: string;
  readonly container: string;
  /** True for the instance before the last restart. */
  readonly isPrevious: boolean;
}

async function addLog(
  { folder, cluster, signal }: PartOptions,
  { namespace, name, container, isPrevious }: ContainerInstance,
): Promise<void> {
  const path = `/api/v1/namespaces/${namespace}/pods/${name}/log`;
  const query = { container, tailLines: mostLines, timestamps: true, ...(isPrevious ? { previous: true } : {}) };
  const answer = await readText(cluster.connection, path, {
    query,
    most: mostLines,
    signal: AbortSignal.any([signal]),
  });
  signal.throwIfAborted();
  const log = `${name}/${container}${isPrevious ? '.previous' : ''}`;
  if (!answer.ok) {
    // The kubelet might have deleted the log of the previous instance.
    if (!isPrevious) folder.miss('podLogs', `${namespace}/${log} (${answer.error.message})`);
  } else if (answer.value.lines.length > 0)
    await folder.write(`${bundleFiles.podLogs}${namespace}/${log}.log`, `${answer.value.lines.join('\n')}\n`);
}
