/** Asks which logs of a target to show, then shows them as one log. */
import * as l10n from '@vscode/l10n';
import { formatCount } from '#core/text/counts.ts';
import type { PodLogTarget } from '#core/logs/pods/podLogTarget.ts';
import { ocLogsArguments, type PodLogChoice } from '#core/logs/pods/podLogChoice.ts';
import type { LogPod } from '#core/logs/pods/logPod.ts';
import { quoteShellCommand } from '#core/oc/shellText.ts';
import { createOcArguments } from '#client/oc/ocEnv.ts';
import { askNamed } from '#client/vscode/prompts/askSteps.ts';
import { showProgress } from '#client/vscode/prompts/showInput.ts';
import { showPickMany } from '#client/vscode/prompts/showPick.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { showLog } from '../view/logPanel.ts';
import type { StoredLogSource } from '../sources/logSource.ts';
import type { LogsContext } from '../context.ts';
import { listLogPods, type PodQuery } from './podFeed.ts';
import { choiceOf, podLogStep, selectPods, type PodLogAnswers } from './podLogSteps.ts';
import { resolvePods, type ResolvedPods } from './resolvePods.ts';
import { writePodLogs, describeEnd } from './writePodLogs.ts';

/** Asks the user and shows the logs. Resolves when the log is shown or the user cancels. */
export async function showPodLogs(
  tools: LogsContext,
  cluster: OpenCluster,
  target: PodLogTarget,
  title: string,
): Promise<void> {
  const found = await findPods(cluster, target);
  if (found === undefined) return;
  const { resolved, pods } = found;
  if (tools.podLogs.slots.free === 0)
    throw new Error(l10n.t`Too many pod logs are being followed. Close a log, and retry.`);
  const key = JSON.stringify([cluster.context, target.namespace, target.title]);
  const asked = await askChoice(tools, { title, pods, query: resolved.query, key });
  if (asked === undefined) return;
  open(tools, cluster, target, { resolved, choice: asked });
}

interface FoundPods {
  readonly resolved: ResolvedPods;
  readonly pods: readonly LogPod[];
}

async function findPods(cluster: OpenCluster, target: PodLogTarget): Promise<FoundPods | undefined> {
  const gone = new AbortController();
  const found = await showProgress(
    l10n.t`Reading ${cluster.context}...`,
    async (cancelled) => {
      cancelled.onCancellationRequested(() => gone.abort());
      const resolved = await resolvePods(cluster.connection, target, gone.signal);
      if (!resolved.ok) return resolved;
      const pods = await listLogPods(cluster.connection, resolved.value.query, gone.signal);
      return { ok: true, value: { resolved: resolved.value, pods } } as const;
    },
    true,
  );
  if (gone.signal.aborted) return undefined;
  if (!found.ok) throw new Error(found.error);
  const { resolved, pods } = found.value;
  if (!pods.ok) {
    // Logs can be readable without the permission to read pods.
    if (resolved.query.name !== undefined && pods.error.kind === 'forbidden') return { resolved, pods: [] };
    throw new Error(describeEnd({ problem: pods.error, opened: 0 }, resolved.query));
  }
  if (pods.value.length === 0)
    throw new Error(
      target.node === undefined
        ? l10n.t`${target.title} has no pods in namespace ${target.namespace}.`
        : l10n.t`${target.title} has no pod on ${target.node}.`,
    );
  return { resolved, pods: pods.value };
}

interface ChoiceQuestion {
  readonly title: string;
  readonly pods: readonly LogPod[];
  readonly query: PodQuery;
  /** Identifies the target, to remember the answers. */
  readonly key: string;
}

async function askChoice(
  { podLogs: { slots, answers: remembered }, clock }: LogsContext,
  { title, pods, query, key }: ChoiceQuestion,
): Promise<PodLogChoice | undefined> {
  const now = clock.now();
  const ask = (given: PodLogAnswers | undefined) =>
    askNamed(title, (answers) =>
      podLogStep(new Map([...(given ?? []), ...answers]), {
        pods,
        free: slots.free,
        before: remembered.get(key) ?? new Map(),
        now,
        ...(query.name === undefined ? {} : { only: query.name }),
      }),
    );
  if (pods.length === 0) {
    const answers = await ask(new Map([['containers', '']]));
    return answers === undefined ? undefined : { ...choiceOf(answers, now), containers: [''] };
  }
  const answers = await ask(undefined);
  if (answers === undefined) return undefined;
  if (answers.get('containers') !== selectPods) {
    remembered.set(key, answers);
    return choiceOf(answers, now);
  }
  const items = pods.map(({ name, phase, node = '' }) => ({ label: name, description: phase, detail: node }));
  const chosen = await showPickMany(items, { title, placeHolder: l10n.t`Select up to ${slots.free} pods` });
  if (chosen === undefined || chosen.length === 0) return undefined;
  const range = await ask(new Map([['containers', '']]));
  return range === undefined ? undefined : { ...choiceOf(range, now), pods: chosen.map(({ label }) => label) };
}

interface OpenedLogs {
  readonly resolved: ResolvedPods;
  readonly choice: PodLogChoice;
}

function open(tools: LogsContext, cluster: OpenCluster, target: PodLogTarget, { resolved, choice }: OpenedLogs): void {
  const { query, endsWithPods } = resolved;
  const writing = writePodLogs({
    connection: cluster.connection,
    clock: tools.clock,
    chance: Math.random,
    log: (message) => tools.log.error(message),
    query,
    choice,
    endsWithPods,
    slots: tools.podLogs.slots,
  });
  let stop: (() => void) | undefined;
  const begin = (): StoredLogSource => {
    stop?.();
    const source = tools.growingLog();
    const begun = writing(source);
    stop = tools.running.add(begun);
    begun.ended.catch((error: unknown) => tools.log.error(`Can't continue to read the logs of ${target.title}`, error));
    return source;
  };
  const ocCluster = tools.clusters.ocCluster(cluster.context);
  const args = ocLogsArguments(choice, target.namespace, ocTarget(target, query));
  showLog(tools, {
    title: l10n.t`Logs: ${target.title}`,
    from: [cluster.context, target.namespace, describeChoice(choice)].filter((part) => part !== '').join(' · '),
    command: quoteShellCommand(['oc', ...(ocCluster === undefined ? args : createOcArguments(ocCluster, args))]),
    source: begin(),
    retry: begin,
    onClose: () => stop?.(),
  });
}

function describeChoice({ containers = [], pods = [], previous }: PodLogChoice): string {
  return [
    containers.filter((name) => name !== '').join(', '),
    pods.length > 1 ? formatCount(pods.length, 'pod') : pods.join(''),
    previous === true ? l10n.t`Instance before the last restart` : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

/** Returns the arguments of `oc logs` that select the pods. */
function ocTarget({ pods, title }: PodLogTarget, { labelSelector }: PodQuery): readonly string[] {
  if (pods.kind === 'pod') return [pods.name];
  const [owner] = pods.kind === 'owner' ? pods.owners : [];
  if (owner !== undefined && labelSelector === undefined) return [`${owner.kind.toLowerCase()}/${owner.name}`];
  return labelSelector === undefined ? [title] : ['-l', labelSelector];
}
