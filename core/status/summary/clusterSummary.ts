/**
 * Summarizes a cluster: versions, KataConfig, nodes, pools, runtime classes, peer pods, pods without a sandbox, and the
 * next step. `osc-tools status` and the assistant tools show it. It uses the health of the Clusters view. All functions
 * are pure.
 */
import * as l10n from '@vscode/l10n';
import { requiredKindIds } from '#core/cluster/optionalKinds.ts';
import { watchedKinds } from '#core/cluster/watchedKinds/index.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { sanitizeLabel } from '#core/text/sanitize.ts';
import { evidenceOf } from '../evidence.ts';
import type { Explanation, Health, Part } from '../explanation.ts';
import { combined, healthOf, severityOf, type HealthSeverity } from '../health/clusterHealth.ts';
import { describeKataHealth } from '../health/healthSummary.ts';
import { listKataProblems, missingRuntimeClass } from '../health/kataProblems.ts';
import { explainAbsence } from '../kataConfig/explainAbsence.ts';
import { explainKataConfig } from '../kataConfig/explainKataConfig.ts';
import { kataRuntimeClasses } from '../kataRuntimeClasses.ts';
import { summarizeDrain, type NodeDrain } from '../nodes/blockingPods.ts';
import { failedSandboxesOf, sandboxFailure, withFailedSandboxes } from '../nodes/failedSandboxes.ts';
import { getOpenShiftVersion } from '../nodes/ineffectiveRule.ts';
import { getOperatorState, getOperatorVersion } from '../operator/operatorParts.ts';
import { missingWord } from '../partText.ts';
import { listPeerPodsParts, usesPeerPods } from '../peerPods/peerPodsParts.ts';
import { explainClassDeletion } from '../runtimeClassDeletion.ts';
import { indexSnapshot, isKnown } from '../snapshotIndex.ts';
import { summarizeNodes, summarizePools } from './nodeSummary.ts';

/** `unreadable`: whether Kata is installed can't be determined. */
export type SummaryOutcome = 'healthy' | 'attention' | 'inProgress' | 'unreadable';

export interface SummaryEntry {
  readonly label: string;
  /** One line each. The first one is next to the label. */
  readonly values: readonly string[];
}

export interface ClusterSummary {
  readonly outcome: SummaryOutcome;
  readonly severity: HealthSeverity;
  /** Kata state of the cluster, such as `Kata 1/2, worker-1 installing`. */
  readonly state: string;
  /** Reason why the data isn't current, if the connection was lost. */
  readonly connectionProblem?: string;
  readonly entries: readonly SummaryEntry[];
  /** What happens next automatically. */
  readonly next?: string;
  /** What the user can do, with commands in backticks. */
  readonly todo?: string;
  /** Plural names of the kinds that couldn't be read. */
  readonly unreadKinds: readonly string[];
}

/** Maximum number of parts, and of pods, to list. */
const mostParts = 2;
const mostPods = 2;

/**
 * Summarizes a cluster.
 * @param now milliseconds since 1970
 * @param drains pods that block the drain of nodes, if they were read
 */
export function summarizeCluster(snapshot: Snapshot, now: number, drains: readonly NodeDrain[] = []): ClusterSummary {
  const operator = getOperatorState(snapshot);
  const peerPods = usesPeerPods(snapshot) ? listPeerPodsParts(snapshot) : [];
  const kata = explainKata(snapshot, now);
  const problems = listKataProblems(snapshot, now);
  const deletions = listClassDeletions(snapshot, now);
  const { connection, kata: kataHealth, findings } = healthOf(snapshot);
  const severity = combined([
    connection.severity,
    kataHealth.severity,
    // Peer pods without their configuration can't start, although Kata is installed.
    ...peerPods.map(({ health }) => severityOfPart[health]),
    // The KataConfig status doesn't contain these problems.
    ...[...problems, ...deletions].map(({ health }) => severityOf(health, kataHealth.progress.phase !== 'installed')),
  ]);
  const main = worstOf([kata, ...operator.parts, ...peerPods, ...problems, ...deletions]) ?? kata;
  const entries: readonly SummaryEntry[] = [
    { label: 'OpenShift', values: [getOpenShiftVersion(snapshot) ?? l10n.t`Unknown`] },
    { label: l10n.t`Operator`, values: operatorLines(snapshot) },
    { label: 'KataConfig', values: kataConfigLines(snapshot, kata) },
    { label: l10n.t`Nodes`, values: [...summarizeNodes(snapshot, now), ...drains.flatMap(summarizeDrain)] },
    { label: 'MachineConfigPools', values: summarizePools(snapshot, now) },
    { label: l10n.t`Runtime classes`, values: runtimeClassLines(snapshot, deletions) },
    { label: l10n.t`Peer pods`, values: peerPodsLines(snapshot, peerPods) },
    { label: l10n.t`Pods without a sandbox`, values: podLines(snapshot) },
  ];
  const { next, todo } = main;
  return {
    outcome: outcomeOf(snapshot, severity),
    severity,
    state: describeKataHealth({ kata: kataHealth, findings }),
    ...(connection.reason === undefined ? {} : { connectionProblem: connection.reason }),
    entries: entries.filter(({ values }) => values.length > 0),
    ...(next === undefined ? {} : { next }),
    ...(todo === undefined ? {} : { todo }),
    unreadKinds: listUnreadKinds(snapshot),
  };
}

/** Returns the plural names of the kinds that couldn't be read. */
export function listUnreadKinds(snapshot: Snapshot): readonly string[] {
  const kinds = requiredKindIds.filter((id) => !isKnown(snapshot, id) && snapshot[id].state.kind !== 'absent');
  return [
    ...kinds.map((id) => watchedKinds[id].plural),
    ...(failedSandboxesOf(snapshot).knowledge === 'followed' ? [] : ['events']),
  ];
}

const severityOfPart: Readonly<Record<Health, HealthSeverity>> = {
  failed: 'failed',
  attention: 'warning',
  busy: 'inProgress',
  ok: 'healthy',
  // Peer pods that can't be read prove nothing about Kata on the nodes.
  unknown: 'healthy',
};

const order: readonly Health[] = ['failed', 'attention', 'busy', 'unknown'];

/** Returns the explanation that needs attention first, or undefined if all are healthy. */
function worstOf(all: readonly Explanation[]): Explanation | undefined {
  return order.flatMap((health) => all.find((one) => one.health === health) ?? [])[0];
}

function explainKata(snapshot: Snapshot, now: number): Explanation {
  const { kataConfig } = indexSnapshot(snapshot);
  return kataConfig === undefined
    ? explainAbsence(snapshot)
    : withFailedSandboxes(explainKataConfig(kataConfig, snapshot), snapshot, now);
}

function outcomeOf(snapshot: Snapshot, severity: HealthSeverity): SummaryOutcome {
  switch (severity) {
    case 'healthy':
      return 'healthy';
    case 'failed':
    case 'blocked':
    case 'warning':
      return 'attention';
    case 'inProgress':
      return 'inProgress';
    case 'unknown':
      return outcomeOfUnknown(snapshot);
    default:
      return 'unreadable';
  }
}

/** Returns the outcome if there is no KataConfig, or if its state is unknown. */
function outcomeOfUnknown(snapshot: Snapshot): SummaryOutcome {
  const evidence = evidenceOf(snapshot, 'kataConfigs');
  // Pods can be readable in a namespace although the KataConfig isn't.
  if (evidence === 'notAllowed' || evidence === 'notCollected' || evidence === 'unknown')
    return failedSandboxesOf(snapshot).pods.length > 0 ? 'attention' : 'unreadable';
  const { kataConfig } = indexSnapshot(snapshot);
  // The operator hasn't reported a status yet, or OLM is installing the operator.
  if (kataConfig === undefined ? getOperatorState(snapshot).health === 'busy' : kataConfig.inProgress === undefined)
    return 'inProgress';
  return 'attention';
}

function operatorLines(snapshot: Snapshot): readonly string[] {
  const { health, headline, parts } = getOperatorState(snapshot);
  const version = getOperatorVersion(snapshot);
  const known = version === undefined ? undefined : `OSC ${version}`;
  const first = known === undefined || known === headline ? headline : `${known}, ${headline}`;
  const worst = parts.find((part) => part.health === health);
  return health === 'ok' || worst === undefined ? [first] : [first, worst.meaning];
}

function kataConfigLines(snapshot: Snapshot, { health, headline, meaning }: Explanation): readonly string[] {
  const { kataConfig } = indexSnapshot(snapshot);
  const first = kataConfig === undefined ? headline : `${sanitizeLabel(kataConfig.name)}: ${headline}`;
  return health === 'ok' ? [first] : [first, meaning];
}

/** Explains the runtime classes whose deletion is blocked. A summary doesn't read the pods that use them. */
function listClassDeletions(snapshot: Snapshot, now: number): readonly (Explanation & { readonly name: string })[] {
  return kataRuntimeClasses(snapshot).flatMap((runtimeClass) => {
    const explanation = explainClassDeletion(runtimeClass, snapshot, { kind: 'notRead' }, now);
    return explanation === undefined ? [] : [{ ...explanation, name: sanitizeLabel(runtimeClass.name) }];
  });
}

function runtimeClassLines(snapshot: Snapshot, deletions: ReturnType<typeof listClassDeletions>): readonly string[] {
  const names = kataRuntimeClasses(snapshot).map(({ name }) => sanitizeLabel(name));
  const missing = missingRuntimeClass(snapshot);
  const problem = [
    ...deletions.map(({ name, headline, meaning }) => `${name}: ${headline}. ${meaning}`),
    ...(missing === undefined ? [] : [missing.meaning]),
  ];
  if (names.length > 0) return [names.join(', '), ...problem];
  return isKnown(snapshot, 'runtimeClasses') ? [missingWord('none'), ...problem] : [];
}

function peerPodsLines(snapshot: Snapshot, parts: readonly Part[]): readonly string[] {
  if (parts.length === 0)
    return isKnown(snapshot, 'kataConfigs') || snapshot.kataConfigs.state.kind === 'absent'
      ? [missingWord('none')]
      : [];
  const unfinished = order.flatMap((health) => parts.filter((part) => part.health === health));
  // If there are no VMs, their number doesn't show that pods can't start.
  if (unfinished.length === 0)
    return parts
      .filter(({ id }) => id === 'peerPods')
      .map(({ headline, missing }) => (missing === 'none' ? l10n.t`Ready` : headline));
  return unfinished.slice(0, mostParts).map(({ name, headline }) => `${name}: ${headline}`);
}

function podLines(snapshot: Snapshot): readonly string[] {
  const { pods, knowledge } = failedSandboxesOf(snapshot);
  if (knowledge === 'notAllowed') return [missingWord('notAllowed')];
  if (knowledge === 'unknown') return [];
  if (pods.length === 0) return [missingWord('none')];
  const lines = pods.slice(0, mostPods).map(({ namespace, name, node, message }) => {
    const place = node === undefined ? '' : ` (${sanitizeLabel(node)})`;
    return `${sanitizeLabel(namespace)}/${sanitizeLabel(name)}${place}: ${sandboxFailure(message).cause}`;
  });
  return pods.length > mostPods ? [String(pods.length), ...lines] : lines;
}
