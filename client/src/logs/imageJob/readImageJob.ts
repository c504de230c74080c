/**
 * Reads what remains of the image creation job. The operator deletes a failed job but not its pods and events. Source:
 * openshift/sandboxed-containers-operator@0bbc7c7f controllers/image_generator.go. Doesn't use VS Code.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined, getList, getNumber, getString } from '#core/common/json.ts';
import { readEvent, type ClusterEvent } from '#core/cluster/objects/clusterEvent.ts';
import { findStatusCondition, readConditions } from '#core/cluster/objects/clusterObject.ts';
import { parseTimestamp } from '#core/common/time.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import type { ApiResult, ApiProblem, Connection } from '#client/kubernetes/connection.ts';
import { succeed } from '#core/common/result.ts';
import { redactText } from '#core/redaction/index.ts';
import { readText } from './readLines.ts';

export const imageJobName = 'osc-podvm-image-creation';

export interface ImageJobSnapshot {
  /** The job's conditions as text, and the job as the server sent it. Undefined if the job doesn't exist anymore. */
  readonly job?: { readonly words: string; readonly raw: unknown };
  /** True if the job couldn't be read. It might exist. */
  readonly isJobUnread?: true;
  /** The most recent events, in chronological order. */
  readonly events: readonly ClusterEvent[];
  /** The pods of the job, newest first. */
  readonly pods: readonly ImagePod[];
  /** What couldn't be read, as sentences. */
  readonly problems: readonly string[];
}

export interface ImagePod {
  readonly name: string;
  readonly phase: string;
  /** The pod as the server sent it. */
  readonly raw: unknown;
  readonly containers: readonly {
    readonly name: string;
    readonly ended?: string;
    readonly lines: readonly string[];
    readonly cut: boolean;
    readonly problem?: string;
  }[];
}

/** Maximum number of log lines per container, of pods, and of events. */
const mostLines = 400;
const mostPods = 3;
const mostEvents = 40;
const inNamespace = `/api/v1/namespaces/${operatorNamespace}`;

export async function readImageJob(
  connection: Pick<Connection, 'ask' | 'stream'>,
  signal: AbortSignal,
): Promise<ImageJobSnapshot> {
  const problems: string[] = [];
  const tell = (problem: string): void => void problems.push(problem);
  const cannotList = (what: string, { message }: ApiProblem): void => tell(l10n.t`Can't list ${what}: ${message}`);
  const [job, pods, ofJob] = await Promise.all([
    connection.ask(`/apis/batch/v1/namespaces/${operatorNamespace}/jobs/${imageJobName}`, { signal }),
    connection.ask(`${inNamespace}/pods`, { signal, query: { limit: 500 } }),
    askEvents(connection, imageJobName, signal),
  ]);
  if (!job.ok && job.error.kind !== 'notFound') tell(l10n.t`Can't read ${imageJobName}: ${job.error.message}`);
  if (!pods.ok) cannotList('pods', pods.error);
  const own = (pods.ok ? getList(pods.value, 'items') : [])
    .filter(isOfJob)
    .sort((one, other) => (createdAt(other) ?? 0) - (createdAt(one) ?? 0))
    .slice(0, mostPods);
  const jobEvents = ofJob.ok ? ofJob.value.toSorted(byTime) : [];
  // Deleted pods still have events. The job's events name the pods that it created.
  const made = jobEvents.toReversed().flatMap(({ message }) => /^Created pod: (\S{1,253})$/.exec(message)?.[1] ?? []);
  const names = new Set(
    [...own.flatMap((pod) => getString(pod, 'metadata', 'name') ?? []), ...made].slice(0, mostPods),
  );
  const ofPods = await Promise.all([...names].map((name) => askEvents(connection, name, signal)));
  const refused = [ofJob, ...ofPods].find((answer) => !answer.ok);
  if (refused?.ok === false) cannotList('events', refused.error);
  const events = [...jobEvents, ...ofPods.flatMap((answer) => (answer.ok ? answer.value : []))]
    .toSorted(byTime)
    .slice(-mostEvents);
  return {
    ...omitUndefined({
      job: job.ok ? { words: jobWords(job.value), raw: job.value } : undefined,
      isJobUnread: job.ok || job.error.kind === 'notFound' ? undefined : (true as const),
    }),
    events: events.map(shownEvent),
    pods: await Promise.all(own.map((pod) => readPod(connection, pod, signal))),
    problems,
  };
}

/**
 * Returns the events of one object, with the same selector as `oc describe`. A repeated event is one object, so one
 * page is enough.
 */
async function askEvents(
  connection: Pick<Connection, 'ask'>,
  name: string,
  signal: AbortSignal,
): Promise<ApiResult<readonly ClusterEvent[]>> {
  const answer = await connection.ask(`${inNamespace}/events`, {
    signal,
    query: { limit: 500, fieldSelector: `involvedObject.name=${name}` },
  });
  return answer.ok ? succeed(getList(answer.value, 'items').flatMap((raw) => readEvent(raw) ?? [])) : answer;
}

function byTime(one: ClusterEvent, other: ClusterEvent): number {
  return (one.at ?? 0) - (other.at ?? 0);
}

/** Returns whether a pod belongs to the job: by its label, or by its name if the label is missing. */
function isOfJob(pod: unknown): boolean {
  const name = getString(pod, 'metadata', 'name') ?? '';
  return getString(pod, 'metadata', 'labels', 'job-name') === imageJobName || name.startsWith(`${imageJobName}-`);
}

function createdAt(raw: unknown): number | undefined {
  return parseTimestamp(getString(raw, 'metadata', 'creationTimestamp'));
}

function jobWords(raw: unknown): string {
  const conditions = readConditions(raw);
  const condition = ['Failed', 'Complete']
    .map((type) => findStatusCondition(conditions, type))
    .find((one) => one?.status === 'True');
  if (condition !== undefined)
    return `${condition.type}: ${[condition.reason, condition.message].filter((part) => part !== '').join(', ')}`;
  const running = getNumber(raw, 'status', 'active') ?? 0;
  const ended = getNumber(raw, 'status', 'failed') ?? 0;
  return l10n.t({
    message: '{0} running, {1} failed',
    args: [running, ended],
    comment: ['{0} and {1} are numbers of pods.'],
  });
}

function shownEvent(event: ClusterEvent): ClusterEvent {
  const text = (words: string): string => cleaned(sanitizeLine(words, 400));
  return { ...event, type: text(event.type), reason: text(event.reason), message: text(event.message) };
}

/** Redacts text. The job's scripts receive the cloud provider credentials and might print their commands. */
function cleaned(text: string): string {
  return redactText(text);
}

async function readPod(connection: Pick<Connection, 'stream'>, pod: unknown, signal: AbortSignal): Promise<ImagePod> {
  const name = getString(pod, 'metadata', 'name') ?? '';
  const statuses = [...getList(pod, 'status', 'initContainerStatuses'), ...getList(pod, 'status', 'containerStatuses')];
  const names = [...getList(pod, 'spec', 'initContainers'), ...getList(pod, 'spec', 'containers')]
    .flatMap((one) => getString(one, 'name') ?? [])
    .slice(0, 10);
  const containers = names.map(async (container) => {
    const path = `/api/v1/namespaces/${operatorNamespace}/pods/${encodeURIComponent(name)}/log`;
    const answer = await readText(connection, path, {
      query: { container, tailLines: mostLines, limitBytes: 2_000_000 },
      most: mostLines,
      signal,
    });
    const ended = endedWords(statuses.find((status) => getString(status, 'name') === container));
    if (!answer.ok)
      return { name: container, lines: [], cut: false, problem: answer.error.message, ...omitUndefined({ ended }) };
    const { lines, cut } = answer.value;
    return {
      name: container,
      lines: lines.length === 0 ? [] : cleaned(lines.join('\n')).split('\n'),
      cut: cut || lines.length === mostLines,
      ...omitUndefined({ ended }),
    };
  });
  return {
    name,
    phase: getString(pod, 'status', 'phase') ?? 'Unknown',
    raw: pod,
    containers: await Promise.all(containers),
  };
}

function endedWords(status: unknown): string | undefined {
  const code = getNumber(status, 'state', 'terminated', 'exitCode');
  const waiting = getString(status, 'state', 'waiting', 'reason');
  if (code === undefined) return waiting === undefined ? undefined : sanitizeLine(l10n.t`waiting: ${waiting}`, 100);
  const reason = getString(status, 'state', 'terminated', 'reason') ?? '';
  return sanitizeLine(
    reason === '' ? l10n.t`exited with code ${code}` : l10n.t`exited with code ${code}, ${reason}`,
    100,
  );
}
