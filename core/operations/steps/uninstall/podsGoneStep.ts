/**
 * Creates the step that waits until no pod uses Kata. The operator waits for every such pod, in any phase. The step
 * scales down the owners after confirmation but deletes nothing. Sources: OSC 1.12 §5.1; notes/cluster.md 5.2.
 */
import * as l10n from '@vscode/l10n';
import { deletingWorkloadPods } from '#core/product/docSections.ts';
import { omitUndefined } from '#core/common/json.ts';
import { quoteShellCommand } from '#core/oc/shellText.ts';
import { knownRuntimeClasses } from '#core/product/runtimeClasses.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { formatCount } from '#core/text/counts.ts';
import { formatNames } from '#core/text/phrases.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { joinSentences, selectPlural } from '#core/text/grammar.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import type { OwnedKataPod } from '#core/operations/lookups/kata/kataPods.ts';
import { describeGitOpsConsequences } from '#core/operations/changes/gitOpsNotice.ts';
import type { ConfirmationGate, ProcedureStep } from '#core/operations/procedure.ts';
import { getLookupResult, type ObservedCluster } from '#core/operations/observedCluster.ts';
import {
  isListKnown,
  createStep,
  describeFailedLookup,
  describeUnreadableKind,
  type StepStatus,
} from '../stepStatus.ts';

/**
 * Maximum number of workloads that are scaled down with one confirmation, because the question names all of them. The
 * others follow later.
 */
const mostAtOnce = 20;

/** A workload whose replicas use Kata. @property replicas current number of replicas, at least 1 */
interface Scalable {
  readonly reference: ObjectReference;
  readonly replicas: number;
  readonly resourceVersion?: string;
  readonly managedBy?: string;
}

export function podsGoneStep(situation: ObservedCluster): ProcedureStep {
  const scalable = scalableOf(blockingPods(situation));
  const pods = { group: '', version: 'v1', plural: 'pods', kind: 'Pod' };
  const shape = {
    id: 'pods',
    removes: true,
    title: l10n.t`Stop sandboxed workloads`,
    docs: deletingWorkloadPods,
    // The resource version makes the change fail if the workload was scaled in the meantime.
    changes: scalable.map(
      (one) =>
        ({
          how: 'merge',
          target: one.reference,
          patch: { spec: { replicas: 0 } },
          revert: scaleUpCommand(one),
          ...omitUndefined({ resourceVersion: one.resourceVersion }),
        }) as const,
    ),
    until: classesOf(situation).map((name) => ({
      object: pods,
      jsonpath: `{.items[?(@.spec.runtimeClassName=="${name}")].metadata.name}`,
      is: '',
      minutes: 30,
    })),
  };
  return createStep(shape, tell(situation));
}

/** Returns the known runtime classes and those that the operator reports. */
function classesOf({ snapshot }: ObservedCluster): readonly string[] {
  const made = indexSnapshot(snapshot).kataConfig?.runtimeClasses ?? [];
  // The names become part of a JSONPath expression. Kubernetes names contain no quotation marks.
  return [
    ...new Set([
      ...knownRuntimeClasses.map(({ name }) => name),
      ...made.filter((name) => /^[a-z0-9][a-z0-9.-]*$/.test(name)),
    ]),
  ];
}

/** Returns the pods that the operator waits for: those with runtime classes that it created. */
function blockingPods(situation: ObservedCluster): readonly OwnedKataPod[] {
  const fact = getLookupResult(situation, 'kataPods');
  const { kataConfig } = indexSnapshot(situation.snapshot);
  if (fact.kind === 'unknown' || kataConfig === undefined) return [];
  return fact.value.pods.filter(({ runtimeClass }) => kataConfig.runtimeClasses.includes(runtimeClass));
}

function scalableOf(pods: readonly OwnedKataPod[]): readonly Scalable[] {
  const found = new Map<string, Scalable>();
  for (const { owner } of pods) {
    const { reference, replicas = 0, resourceVersion, managedBy } = owner ?? {};
    if (reference !== undefined && replicas > 0 && owner?.unsure !== true)
      found.set(keyOf(reference), { reference, replicas, ...omitUndefined({ resourceVersion, managedBy }) });
  }
  return [...found.values()].slice(0, mostAtOnce);
}

/**
 * Returns whether a pod remains after its owner is scaled down. Completed pods remain, because controllers count and
 * remove only active pods. Source: kubernetes/kubernetes pkg/controller (FilterActivePods).
 */
function isLeft({ deleting, phase, owner }: OwnedKataPod): boolean {
  if (deleting !== undefined) return false;
  return owner?.replicas !== 0 || phase === 'Succeeded' || phase === 'Failed';
}

function keyOf({ kind, namespace = '', name }: Pick<ObjectReference, 'kind' | 'namespace' | 'name'>): string {
  return `${kind} ${namespace}/${name}`;
}

function tell(situation: ObservedCluster): StepStatus {
  const { snapshot } = situation;
  if (!isListKnown(snapshot, 'kataConfigs')) return describeUnreadableKind(snapshot, 'kataConfigs');
  if (indexSnapshot(snapshot).kataConfig === undefined) return { state: 'done', headline: l10n.t`Nothing left to do` };
  const fact = getLookupResult(situation, 'kataPods');
  if (fact.kind === 'unknown') return describeFailedLookup(l10n.t`the pods that use Kata`, fact.problem);
  const pods = blockingPods(situation);
  if (pods.length === 0 && fact.value.cut) {
    return {
      state: 'unknown',
      headline: l10n.t`Too many pods to check`,
      meaning: l10n.t`Not all pods could be checked. Some might use Kata.`,
    };
  }
  if (pods.length === 0)
    return fact.value.pods.length === 0
      ? { state: 'done', headline: l10n.t`Nothing left to do`, evidence: [l10n.t`No pods use Kata.`] }
      : {
          state: 'done',
          headline: l10n.t`No pods block the uninstall`,
          evidence: evidenceOf(fact.value.pods, fact.value.cut),
          meaning: otherClasses(),
        };
  const evidence = evidenceOf(pods, fact.value.cut);
  const scalable = scalableOf(pods);
  const headline = formatCount(pods.length, 'pod');
  if (scalable.length > 0)
    return { state: 'ready', headline, evidence, meaning: meaning(), gate: gateOf(situation, scalable) };
  const byHand = pods.filter(isLeft);
  if (byHand.length === 0)
    return {
      state: 'waiting',
      headline: selectPlural(
        pods.length,
        l10n.t`${pods.length} pod is terminating`,
        l10n.t`${pods.length} pods are terminating`,
      ),
      evidence,
    };
  return { state: 'blocked', headline, evidence, meaning: meaning(), todo: todoFor(byHand) };
}

const otherClasses = () =>
  l10n.t`These pods use Kata through runtime classes that aren't listed in the KataConfig. The operator doesn't wait for them, and they might not start again after the uninstall.`;

const meaning = () =>
  l10n.t`The operator doesn't uninstall Kata from any node while pods use Kata, including completed pods.`;

function gateOf({ context }: ObservedCluster, scalable: readonly Scalable[]): ConfirmationGate {
  const names = scalable.map(({ reference: { kind, name } }) => `${kind} ${name}`);
  return {
    question: l10n.t`Scale down ${sanitizeLine(formatNames(names, 3), 300)} on ${context}?`,
    consequences: [
      ...scalable.map((one) => {
        const { kind, name, namespace = '' } = one.reference;
        return l10n.t(
          '{0} {1}/{2} is scaled from {3} to 0, which stops it. To restore it, run `{4}`.',
          kind,
          namespace,
          name,
          formatCount(one.replicas, 'replica'),
          scaleUpCommand(one),
        );
      }),
      ...describeGitOpsConsequences(
        scalable.map(({ reference: { kind, name }, managedBy }) => ({ kind, name, ...omitUndefined({ managedBy }) })),
      ),
    ],
    typed: context,
  };
}

/** Returns the command that restores the replicas of a workload. */
function scaleUpCommand({ reference: { kind, name, namespace = '' }, replicas }: Scalable): string {
  return quoteShellCommand(['oc', 'scale', `${kind.toLowerCase()}/${name}`, '-n', namespace, `--replicas=${replicas}`]);
}

/** Returns the command that deletes an object, as code. */
function deleteCommand(kind: string, name: string, namespace: string): string {
  return `\`${quoteShellCommand(['oc', 'delete', kind, name, '-n', namespace])}\``;
}

/** Maximum number of pods that are listed. */
const mostLines = 12;

function evidenceOf(pods: readonly OwnedKataPod[], cut: boolean): readonly string[] {
  const lines = pods.slice(0, mostLines).map(({ namespace, name, runtimeClass, phase, owner }) => {
    const pod = `${namespace}/${name} (${sanitizeLine(runtimeClass, 60)}, ${sanitizeLine(phase, 20)})`;
    if (owner === undefined) return l10n.t`${pod} has no owner to recreate it.`;
    const of = `${sanitizeLine(owner.kind, 60)} ${sanitizeLine(owner.name, 253)}`;
    return owner.replicas === undefined
      ? l10n.t`${pod} is owned by ${of}.`
      : l10n.t`${pod} is owned by ${of} (${formatCount(owner.replicas, 'replica')}).`;
  });
  const rest = pods.length - lines.length;
  return [...lines, ...(rest > 0 || cut ? [restWords(rest, cut)] : [])];
}

function restWords(rest: number, cut: boolean): string {
  if (rest <= 0) return l10n.t`More pods exist. Not all pods were checked.`;
  return cut ? l10n.t`Pods not listed: ${rest}. Not all pods were checked.` : l10n.t`Pods not listed: ${rest}.`;
}

/**
 * Returns instructions for pods that can't be removed by scaling down their owner: standalone pods, and pods of Jobs,
 * DaemonSets, and workloads of other operators. If the owner couldn't be read, the instructions contain no command for
 * it, because its name isn't verified.
 */
function todoFor(pods: readonly OwnedKataPod[]): string {
  const commands = new Set(
    pods.map(({ namespace, name, owner }) =>
      owner === undefined || owner.replicas === 0
        ? deleteCommand('pod', name, namespace)
        : owner.reference === undefined || owner.unsure === true
          ? l10n.t`the owner of ${sanitizeLine(owner.kind, 60)} ${sanitizeLine(owner.name, 80)} in ${namespace}`
          : deleteCommand(owner.kind.toLowerCase(), owner.name, namespace),
    ),
  );
  return joinSentences(
    l10n.t`The operation doesn't delete these pods. When you no longer need them, delete them manually: ${formatNames([...commands], 4)}.`,
    pods.some(({ owner }) => owner?.kind === 'DaemonSet')
      ? l10n.t`To keep a DaemonSet, change its node selector, so that it has no pods.`
      : '',
    pods.some(({ owner }) => owner === undefined)
      ? l10n.t`To delete a pod in VS Code, select ${l10n.t`Delete Pod...`} in its menu.`
      : '',
  );
}
