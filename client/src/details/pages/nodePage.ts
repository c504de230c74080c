/** Builds the page of a node: its state, the cause, its timeline, and its events. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import type { ClusterHistory } from '#core/cluster/history.ts';
import { kataConfigs } from '#core/cluster/watchedKinds/kataConfig.ts';
import type { MachineConfigPool } from '#core/cluster/watchedKinds/machineConfigPool.ts';
import type { ClusterNode } from '#core/cluster/watchedKinds/node.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { explainEligibility, hasNfdLabels } from '#core/status/nodes/eligibility.ts';
import { describeNodeFeatures } from '#core/status/nodes/nodeFeatureText.ts';
import { getNodeListText } from '#core/status/daemonSetMode/daemonSetListText.ts';
import { contextOf } from '#core/status/nodes/nodeContext.ts';
import { getNodeStatus, type NodeStatus } from '#core/status/nodes/nodeStatus.ts';
import { getPoolStatus } from '#core/status/nodes/poolStatus.ts';
import { isWorkerNode } from '#core/status/nodes/nodeSelection.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { formatDuration } from '#core/text/durations.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { sparklineText } from '#core/metrics/panels/sparkline.ts';
import type { SandboxCountHistory } from '#client/clusters/state/sandboxCountHistory.ts';
import { formatTimeOfDay } from '#client/text/timeOfDay.ts';
import type { DetailAction, DetailPage, DetailSection, FactView } from '../detailPage.ts';
import { eventsAction, eventsSection } from '../eventsSection.ts';
import type { ObjectFacts } from '../objectDetails.ts';
import {
  commandAction,
  freshnessOf,
  describeLocation,
  referenceTo,
  stateOf,
  timelineAction,
  clusterRow,
  timelineSection,
  yamlLink,
  yamlSection,
} from '../sharedSections.ts';
import { toneWord } from '../toneWord.ts';

/** Input for the page of an object that the extension watches. */
export interface FollowedInput {
  readonly context: string;
  readonly snapshot: Snapshot;
  readonly history: ClusterHistory;
  /** Current time, in milliseconds since 1970. */
  readonly now: number;
  /** Events and YAML. Undefined if they aren't read yet or come from a must-gather. */
  readonly facts?: ObjectFacts;
  /** True if the objects are from a must-gather, so that no cluster is contacted. */
  readonly gathered?: boolean;
}

export interface NodeInput extends FollowedInput {
  /** Number of sandboxes over time, as the metrics page last read it. */
  readonly running?: SandboxCountHistory;
}

export function nodePage(input: NodeInput, name: string): DetailPage {
  const { context, snapshot, history, now, gathered = false } = input;
  const story = getNodeStatus(snapshot, name, now, history);
  const node = indexSnapshot(snapshot).nodes.get(name);
  const freshness = freshnessOf(snapshot, 'nodes', now, gathered);
  const health = story.stuck !== undefined && story.health === 'busy' ? 'attention' : story.health;
  const cause = story.stuck ?? (story.list === undefined ? undefined : getNodeListText(story.list, snapshot).meaning());
  return {
    type: 'detail',
    kind: 'Node',
    title: name,
    place: describeLocation(context),
    // A truncated headline repeats the cause.
    state: stateOf(health, story.headline.endsWith('…') && cause !== undefined ? '' : story.headline, freshness),
    freshness,
    cause: cause === undefined ? [] : [cause],
    ...omitUndefined({ next: story.next, todo: story.todo }),
    actions: actionsOf(input, name),
    sections: [
      timelineSection(history, {
        now,
        gathered,
        isMeant: ({ about, name: whose }) => about === 'node' && whose === name,
      }),
      ...(gathered ? [] : [eventsSection(input.facts?.events, now)]),
      evidenceSection(input, story, name, node),
      ...yamlSection(input.facts),
    ],
  };
}

function actionsOf({ context, gathered }: NodeInput, name: string): readonly DetailAction[] {
  const object = referenceTo('nodes', { name });
  const target = { context, object };
  const yaml = commandAction(l10n.t`Open as YAML`, 'osc.object.openYaml', target);
  if (gathered === true) return [timelineAction(), yaml];
  return [
    commandAction(l10n.t`Show Node Logs...`, 'osc.logs.show', target, { primary: true }),
    commandAction(l10n.t`Show Pod Logs...`, 'osc.logs.showPods', target),
    commandAction(l10n.t`Open Node Debug Shell...`, 'osc.terminal.nodeShell', target),
    timelineAction(),
    eventsAction(),
    commandAction(l10n.t`Show Metrics`, 'osc.metrics.show', { context }),
    yaml,
  ];
}

function evidenceSection(
  input: NodeInput,
  story: NodeStatus,
  name: string,
  node: ClusterNode | undefined,
): DetailSection {
  const { now } = input;
  const rows: readonly (FactView | undefined)[] = [
    ...story.evidence.map((value) => ({ value })),
    story.since === undefined
      ? undefined
      : { label: l10n.t`Since`, value: `${formatTimeOfDay(story.since, now)} (${formatDuration(now - story.since)})` },
    expectedRow(story, now),
    ...linkRows(input, node),
    runningRow(input, name),
    ...eligibilityRows(input, node),
    ...(node === undefined ? [] : machineRows(node)),
  ];
  return { kind: 'facts', id: 'evidence', title: l10n.t`Evidence`, rows: rows.filter((row) => row !== undefined) };
}

/**
 * Returns when the operation is expected to finish. If the expected time has passed, shows the current time instead.
 */
function expectedRow({ expected, health }: NodeStatus, now: number): FactView | undefined {
  if (expected === undefined || health !== 'busy') return undefined;
  const [first, last] = [expected.from, expected.to].map((at) => formatTimeOfDay(Math.max(at, now), now));
  const value = first === last ? (first ?? '') : l10n.t`${first ?? ''} to ${last ?? ''}`;
  return { label: l10n.t`Expected to finish`, value };
}

function linkRows(input: NodeInput, node: ClusterNode | undefined): readonly FactView[] {
  const { context, snapshot, history, now } = input;
  const { kataConfig } = indexSnapshot(snapshot);
  const rows: FactView[] = [clusterRow(context)];
  if (kataConfig !== undefined) {
    const object = referenceTo('kataConfigs', kataConfig);
    const label = l10n.t`Show Details`;
    const link = commandAction(
      label,
      'osc.object.explain',
      { context, object },
      { name: `${label}: ${kataConfigs.kind} ${kataConfig.name}` },
    );
    rows.push({ label: 'KataConfig', value: kataConfig.name, links: [link] });
  }
  if (node === undefined) return rows;
  const { poolName, pool } = contextOf(snapshot, node, now, history);
  rows.push(pool === undefined ? { label: 'MachineConfigPool', value: poolName, links: [] } : poolRow(input, pool));
  return rows;
}

/** Returns the state of a machine config pool, with links. */
export function poolRow(input: FollowedInput, pool: MachineConfigPool): FactView {
  const { snapshot, now, history } = input;
  const { headline, health } = getPoolStatus(snapshot, pool, now, history);
  return {
    label: 'MachineConfigPool',
    value: `${pool.name} · ${headline}`,
    state: { tone: health, word: toneWord(health) },
    links: poolLinks(input, pool),
  };
}

/** Returns links to the YAML and to the events of a machine config pool. A must-gather has no such events. */
function poolLinks(
  { context, gathered = false }: Pick<FollowedInput, 'context' | 'gathered'>,
  pool: { readonly name: string },
): readonly DetailAction[] {
  const object = referenceTo('machineConfigPools', pool);
  const label = l10n.t`Show Events`;
  const events = commandAction(label, 'osc.object.events', { context, object }, { name: `${label}: ${pool.name}` });
  return [yamlLink(context, object), ...(gathered ? [] : [events])];
}

/** Returns the number of running sandboxes. Uses only data that the metrics page already read and sends no request. */
function runningRow({ context, running, now }: NodeInput, name: string): FactView | undefined {
  if (running === undefined) return undefined;
  const words = sparklineText(running.byNode.get(name) ?? [], running);
  if (words === undefined) return undefined;
  const label = l10n.t`Show Metrics`;
  const what = l10n.t`Running sandboxes`;
  const link = commandAction(label, 'osc.metrics.show', { context }, { name: `${label}: ${what}` });
  return {
    label: what,
    value: `${words} (${formatTimeOfDay(running.from, now)} – ${formatTimeOfDay(running.to, now)})`,
    links: [link],
  };
}

/**
 * Returns the eligibility of a worker node and its features. Returns nothing if Node Feature Discovery hasn't labeled
 * any node, because every node would then show the same result.
 */
function eligibilityRows({ snapshot }: NodeInput, node: ClusterNode | undefined): readonly FactView[] {
  if (node === undefined || !isWorkerNode(node) || hasNfdLabels(snapshot) !== true) return [];
  const { headline, meaning, todo } = explainEligibility(snapshot, node.name);
  return [
    {
      label: l10n.t`Node eligibility`,
      value: [`${headline}.`, meaning, todo].filter((part) => part !== undefined).join(getSentenceSeparator()),
    },
    ...describeNodeFeatures(snapshot, node).map((line) => ({ value: sanitizeLine(line, 400) })),
  ];
}

function machineRows({ kubelet, osImage, architecture }: ClusterNode): readonly FactView[] {
  const rows: readonly FactView[] = [
    { label: 'kubelet', value: sanitizeLine(kubelet, 100) },
    { label: l10n.t`Operating system`, value: sanitizeLine(osImage, 200) },
    { label: l10n.t`Architecture`, value: sanitizeLine(architecture, 40) },
  ];
  return rows.filter(({ value }) => value !== '');
}
