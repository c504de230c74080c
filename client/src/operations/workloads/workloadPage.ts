/**
 * Creates the page of a workload or pod: whether it runs in a sandbox, the evidence, and the events. Doesn't use VS
 * Code.
 */
import * as l10n from '@vscode/l10n';
import { configuringWorkload } from '#core/product/docSections.ts';
import { omitUndefined } from '#core/common/json.ts';
import type { ObservedPod } from '#core/status/workloads/observedPod.ts';
import type { EvidenceLine, SandboxEvidence, SandboxVerdict } from '#core/status/workloads/sandboxEvidence.ts';
import type { TemplateEvidence } from '#core/status/workloads/templateEvidence.ts';
import type { ClusterEvent } from '#core/cluster/objects/clusterEvent.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { sandboxFailure } from '#core/status/nodes/failedSandboxes.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { formatNames } from '#core/text/phrases.ts';
import { overall } from './sandboxAnswer.ts';
import { isOffered, podKind } from '#client/kubernetes/read/readableKinds.ts';
import type {
  DetailAction,
  DetailPage,
  DetailSection,
  DetailState,
  FactView,
  Tone,
} from '#client/details/detailPage.ts';
import { terminalAction } from '#client/details/podLogAction.ts';
import { eventsSection } from '#client/details/eventsSection.ts';
import type { EventsReading, Reading } from '#client/details/objectDetails.ts';
import { objectTimeline } from '#client/details/objectTimeline.ts';
import {
  commandAction,
  freshnessOfRead,
  describeLocation,
  referenceTo,
  timelineAction,
  yamlLink,
  yamlSection,
} from '#client/details/sharedSections.ts';
import { joinSentences } from '#core/text/grammar.ts';

export interface WorkloadInput {
  readonly context: string;
  readonly reference: ObjectReference;
  readonly pods: readonly WorkloadPod[];
  /** Effect of the pod template on new pods. Undefined for a pod. */
  readonly template?: TemplateEvidence;
  /** True if the workload has more pods than the page lists. */
  readonly cut: boolean;
  /** Events of the workload and its pods. */
  readonly events: EventsReading;
  readonly yaml: Reading<string>;
  /** Time of the data, in milliseconds since 1970. */
  readonly asOf: number;
  readonly now: number;
  /** Reason why the workload can't be read now. The page then shows older data. */
  readonly problem?: string;
}

export interface WorkloadPod {
  readonly pod: ObservedPod;
  readonly evidence: SandboxEvidence;
  /** The pod as the server sent it. */
  readonly raw: unknown;
}

const verdictStates = (): Readonly<Record<SandboxVerdict, DetailState>> => ({
  yes: { tone: 'ok', word: l10n.t({ message: 'Sandboxed', args: [], comment: ['The state of a pod.'] }) },
  no: { tone: 'unknown', word: l10n.t({ message: 'Not sandboxed', args: [], comment: ['The state of a pod.'] }) },
  failed: {
    tone: 'failed',
    word: l10n.t`No sandbox`,
  },
  denied: {
    tone: 'failed',
    word: l10n.t({
      message: 'Denied by policy',
      args: [],
      comment: ['The state of a pod: its agent policy denies a request.'],
    }),
  },
  unknown: { tone: 'attention', word: l10n.t`Unknown` },
});

export function workloadPage(input: WorkloadInput): DetailPage {
  const { context, reference, pods, template, events, yaml, now, asOf, problem, cut } = input;
  const [only] = pods.length === 1 ? pods : [];
  const state = pods.length === 0 ? stateWithoutPods(template) : stateOfAll(pods);
  const several = reference.kind !== 'Pod';
  return {
    type: 'detail',
    kind: reference.kind,
    title: reference.name,
    place: describeLocation(context, reference.namespace),
    state: problem === undefined ? state : { ...state, tone: state.tone === 'ok' ? 'stale' : state.tone },
    freshness: freshnessOfRead(asOf, now, problem),
    cause: [
      ...(only === undefined ? [] : [only.evidence.headline]),
      ...reasons(events.value, pods),
      ...(cut ? [l10n.t`This page doesn't list all of the workload's pods.`] : []),
    ],
    ...omitUndefined({ todo: only?.evidence.todo ?? failureTodo(pods) }),
    docs: configuringWorkload,
    actions: actionsOf(input),
    sections: [
      objectTimeline(
        pods.map(({ pod: { name }, raw }) => ({ name, raw })),
        several,
        now,
      ),
      eventsSection(events, now, several),
      ...(template === undefined ? [] : [templateSection(template)]),
      ...pods.map((pod) => podSection(pod, context, several)),
      ...yamlSection({ events, yaml }),
    ],
  };
}

/** Returns how to fix the sandbox failure, if the failure is known. */
function failureTodo(pods: readonly WorkloadPod[]): string | undefined {
  const failure = pods.flatMap(({ evidence }) => evidence.failure ?? [])[0];
  return failure === undefined ? undefined : sandboxFailure(failure).todo;
}

/** Maximum number of reasons that are shown. */
const mostReasons = 5;
/** Maximum number of pods that a reason names. */
const mostNames = 3;

/** Returns the state of a workload without pods. The template of the workload shows where new pods run. */
function stateWithoutPods(template: TemplateEvidence | undefined): DetailState {
  const tone: Tone = template?.verdict === 'rejected' ? 'attention' : 'unknown';
  return { tone, word: l10n.t`No pods`, ...omitUndefined({ headline: template?.headline }) };
}

/**
 * Returns one state for all pods. If all pods have the same state, returns that state. A pod that isn't running never
 * counts as healthy.
 */
function stateOfAll(pods: readonly WorkloadPod[]): DetailState {
  const state = stateOfEvidence(pods.map(({ evidence }) => evidence));
  const count = pods.filter(isDown).length;
  if (count === 0) return state;
  const down = l10n.t`Pods that aren't running: ${count}`;
  return {
    ...state,
    tone: state.tone === 'ok' ? 'attention' : state.tone,
    headline: joinSentences(state.headline ?? '', down),
  };
}

function isDown({ pod: { phase } }: WorkloadPod): boolean {
  return phase !== 'Running' && phase !== 'Succeeded';
}

function stateOfEvidence(all: readonly SandboxEvidence[]): DetailState {
  const verdicts = all.map(({ verdict }) => verdict);
  const [first] = verdicts;
  if (first !== undefined && verdicts.every((verdict) => verdict === first)) {
    const state = verdictStates()[first];
    if (verdicts.length > 1) return { ...state, headline: overall(verdicts) };
    return { ...state, ...omitUndefined({ headline: all[0]?.denied }) };
  }
  const word = l10n.t({ message: 'Partly sandboxed', args: [], comment: ['The state of a workload.'] });
  return { tone: 'attention', word, headline: overall(verdicts) };
}

/** Returns why pods aren't running. Pods with the same reason share one line, so that no error appears twice. */
function reasons(events: readonly ClusterEvent[], pods: readonly WorkloadPod[]): readonly string[] {
  const down = pods.filter(isDown);
  // The page of a single pod already starts with the headline of its evidence.
  if (pods.length === 1)
    return down.flatMap((pod) => reasonOf(events, pod) ?? []).filter((reason) => reason !== pods[0]?.evidence.headline);
  const names = new Map<string, string[]>();
  for (const pod of down) {
    const reason = reasonOf(events, pod);
    if (reason !== undefined) names.set(reason, [...(names.get(reason) ?? []), pod.pod.name]);
  }
  return [...names].slice(0, mostReasons).map(([reason, of]) => `${formatNames(of, mostNames)}: ${reason}`);
}

/**
 * Returns the last warning about a pod, which is usually the reason why it isn't running. Returns the text of the
 * evidence if that contains the reason.
 */
function reasonOf(events: readonly ClusterEvent[], { pod: { name }, evidence }: WorkloadPod): string | undefined {
  const warnings = events.filter((event) => event.type === 'Warning' && event.kind === 'Pod' && event.name === name);
  const last = warnings.toSorted((one, other) => (other.at ?? 0) - (one.at ?? 0))[0];
  if (last === undefined) return evidence.failure === undefined ? undefined : evidence.headline;
  return evidence.headline.includes(sanitizeLine(last.message, 60).replace(/…$/, ''))
    ? evidence.headline
    : `${sanitizeLine(last.reason, 60)}: ${sanitizeLine(last.message, 600)}`;
}

function actionsOf({ context, reference, pods, template }: WorkloadInput): readonly DetailAction[] {
  const target = { context, object: reference };
  // A pod that isn't running comes first, because its logs are the most useful. A pod without a node has no logs.
  const withLogs = [...pods.filter(isDown), ...pods].find(({ pod }) => pod.node !== undefined)?.pod;
  const label = l10n.t`Show Sandbox Logs...`;
  const logs =
    withLogs === undefined
      ? undefined
      : commandAction(
          label,
          'osc.logs.ofPod',
          { context, object: podReference(withLogs) },
          { name: `${label.replace(/\.+$/, '')}: Pod ${withLogs.name}`, primary: true },
        );
  // A pod whose sandbox fails already requests a sandbox.
  const asksForSandbox =
    pods.length === 0
      ? template?.verdict === 'yes'
      : pods.every(({ evidence }) => ['yes', 'failed', 'denied'].includes(evidence.verdict));
  const isRunningPod = reference.kind === 'Pod' && pods[0]?.pod.phase === 'Running';
  const actions: (DetailAction | undefined)[] = [
    logs,
    pods.length === 0 ? undefined : commandAction(l10n.t`Show Pod Logs...`, 'osc.logs.showPods', target),
    isRunningPod ? terminalAction(context, reference) : undefined,
    timelineAction(),
    asksForSandbox ? undefined : commandAction(l10n.t`Run Workload in Sandbox...`, 'osc.workload.sandbox', target),
    isOffered(reference) ? commandAction(l10n.t`Open as YAML`, 'osc.object.openYaml', target) : undefined,
  ];
  return actions.filter((action) => action !== undefined);
}

function podReference({ name, namespace }: ObservedPod): ObjectReference {
  return { ...podKind, name, namespace };
}

const speaksStates = (): Readonly<Record<'for' | 'against', DetailState>> => ({
  for: { tone: 'ok', word: l10n.t`Indicates a sandbox` },
  against: { tone: 'attention', word: l10n.t`Indicates no sandbox` },
});

function nodeLinks(context: string, node: string | undefined): readonly DetailAction[] {
  if (node === undefined) return [];
  const label = l10n.t`Show Details`;
  return [
    commandAction(
      label,
      'osc.object.explain',
      { context, object: referenceTo('nodes', { name: node }) },
      { name: `${label}: Node ${node}` },
    ),
  ];
}

/** Shows the pod template, which determines where new pods run. */
function templateSection({ lines }: TemplateEvidence): DetailSection {
  return { kind: 'facts', id: 'template', title: l10n.t`Pod template`, rows: lines.map((line) => evidenceRow(line)) };
}

function evidenceRow({ what, says, speaks }: EvidenceLine): FactView {
  return { label: what, value: says, ...(speaks === undefined ? {} : { state: speaksStates()[speaks] }) };
}

function podSection({ pod, evidence }: WorkloadPod, context: string, several: boolean): DetailSection {
  const rows = evidence.lines.map(({ what, says, speaks }): FactView => ({
    // If the sandbox couldn't be created, the pod's settings don't indicate anything.
    ...evidenceRow({ what, says, ...omitUndefined({ speaks: evidence.verdict === 'failed' ? undefined : speaks }) }),
    ...omitUndefined({ links: what === l10n.t`Node` ? nodeLinks(context, pod.node) : undefined }),
  }));
  // The cause at the top of the page contains the whole error.
  const value = evidence.failure === undefined ? evidence.headline : sandboxFailure(evidence.failure).cause;
  const reference = podReference(pod);
  const label = l10n.t`Show Details`;
  const links = several
    ? [
        commandAction(
          label,
          'osc.workload.isSandboxed',
          { context, object: reference },
          { name: `${label}: Pod ${pod.name}` },
        ),
        yamlLink(context, reference),
      ]
    : [];
  return {
    kind: 'facts',
    id: `pod-${pod.name}`,
    title: several ? `${l10n.t`Evidence`}: ${pod.name}` : l10n.t`Evidence`,
    rows: several ? [{ value, state: verdictStates()[evidence.verdict], links }, ...rows] : rows,
  };
}
