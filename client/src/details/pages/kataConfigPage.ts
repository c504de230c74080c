/**
 * Builds the page of a KataConfig: its condition, its nodes by state, its timeline, and its events. Doesn't use VS
 * Code.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import { kataConfigs, type KataConfig, type NodeList } from '#core/cluster/watchedKinds/kataConfig.ts';
import { explainKataConfig } from '#core/status/kataConfig/explainKataConfig.ts';
import { withFailedSandboxes } from '#core/status/nodes/failedSandboxes.ts';
import { getDaemonSetMode, notReported, unreportedLists } from '#core/status/daemonSetMode/daemonSetMode.ts';
import { nodeListText } from '#core/status/nodes/nodeListText.ts';
import { listConcernedPools } from '#core/status/nodes/poolStatus.ts';
import { doneOf } from '#core/status/partText.ts';
import { isKnown, findItem } from '#core/status/snapshotIndex.ts';
import { joinList } from '#core/text/grammar.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { formatTimeOfDay } from '#client/text/timeOfDay.ts';
import type { DetailPage, DetailSection, FactView } from '../detailPage.ts';
import { eventsAction, eventsSection } from '../eventsSection.ts';
import { podLogActions } from '../podLogAction.ts';
import { poolRow, type FollowedInput } from './nodePage.ts';
import {
  clusterRow,
  commandAction,
  freshnessOf,
  describeLocation,
  referenceTo,
  stateOf,
  timelineAction,
  timelineSection,
  yamlSection,
} from '../sharedSections.ts';
import { toneWord } from '../toneWord.ts';

/** Order of the node lists: what needs attention comes first. */
const listOrder: readonly NodeList[] = [
  'failedToInstall',
  'failedToUninstall',
  'installing',
  'uninstalling',
  'waitingToInstall',
  'waitingToUninstall',
  'installed',
];

/** Maximum number of nodes that the page lists. */
const mostNodes = 100;

export function kataConfigPage(input: FollowedInput, name: string): DetailPage {
  const { context, snapshot, history, now, gathered = false, facts } = input;
  const kataConfig = findItem(snapshot, 'kataConfigs', name);
  const freshness = freshnessOf(snapshot, 'kataConfigs', now, gathered);
  const explanation =
    kataConfig === undefined
      ? {
          health: 'unknown' as const,
          headline: isKnown(snapshot, 'kataConfigs') ? l10n.t`The KataConfig doesn't exist.` : '',
          meaning: '',
        }
      : withFailedSandboxes(explainKataConfig(kataConfig, snapshot), snapshot, now);
  const { health, headline, meaning, next, todo, docs } = {
    next: undefined,
    todo: undefined,
    docs: undefined,
    ...explanation,
  };
  const target = { context, object: referenceTo('kataConfigs', { name }) };
  return {
    type: 'detail',
    kind: kataConfigs.kind,
    title: name,
    place: describeLocation(context),
    state: stateOf(health, headline, freshness),
    freshness,
    cause: meaning === '' ? [] : [meaning],
    ...omitUndefined({ next, todo, docs }),
    actions: [
      ...(gathered ? [] : podLogActions(context, todo, next)),
      timelineAction(),
      ...(gathered ? [] : [eventsAction()]),
      commandAction(l10n.t`Open as YAML`, 'osc.object.openYaml', target),
    ],
    sections: [
      timelineSection(history, { now, gathered, several: true, isMeant: () => true }),
      ...(gathered ? [] : [eventsSection(facts?.events, now)]),
      ...(kataConfig === undefined ? [] : [nodesSection(input, kataConfig), evidenceSection(input, kataConfig)]),
      ...yamlSection(facts),
    ],
  };
}

function nodesSection({ context, snapshot }: FollowedInput, { lists }: KataConfig): DetailSection {
  const all = listOrder.flatMap((list) => lists[list].map((name) => ({ list, name })));
  const rows = all.slice(0, mostNodes).map(({ list, name }): FactView => {
    const { title, health } = nodeListText[list];
    const label = l10n.t`Show Details`;
    const link = commandAction(
      label,
      'osc.object.explain',
      { context, object: referenceTo('nodes', { name }) },
      { name: `${label}: Node ${name}` },
    );
    return { label: name, value: title(), state: { tone: health, word: toneWord(health) }, links: [link] };
  });
  const left = all.length - rows.length;
  const isReported = getDaemonSetMode(snapshot) === undefined || unreportedLists.some((list) => lists[list].length > 0);
  return {
    kind: 'facts',
    id: 'nodes',
    title: l10n.t`Nodes`,
    rows: isReported ? rows : [...rows, { label: l10n.t`Failed`, value: notReported() }],
    ...omitUndefined({
      note: left > 0 ? l10n.t`And ${left} more.` : rows.length === 0 ? l10n.t`No nodes` : undefined,
    }),
  };
}

function evidenceSection(input: FollowedInput, kataConfig: KataConfig): DetailSection {
  const { context, snapshot, now } = input;
  const { inProgress, runtimeClasses, nodeCount, readyNodeCount, enablePeerPods, checkNodeEligibility, logLevel } =
    kataConfig;
  const pools = listConcernedPools(snapshot);
  const yesNo = (value: boolean): string => (value ? 'true' : 'false');
  const rows: readonly (FactView | undefined)[] = [
    clusterRow(context),
    inProgress === undefined
      ? undefined
      : {
          label: `InProgress ${sanitizeLine(inProgress.status, 20)}`,
          value: [sanitizeLine(inProgress.reason, 60), sanitizeLine(inProgress.message, 600)]
            .filter((part) => part !== '')
            .join(': '),
        },
    inProgress?.since === undefined
      ? undefined
      : { label: l10n.t`Since`, value: formatTimeOfDay(inProgress.since, now) },
    {
      label: l10n.t`Ready nodes`,
      value: doneOf(readyNodeCount, nodeCount),
    },
    ...pools.map((pool) => poolRow(input, pool)),
    {
      label: l10n.t`Runtime classes`,
      value:
        runtimeClasses.length === 0
          ? l10n.t({ message: 'none', args: [], comment: ['Shown instead of an empty list of names.'] })
          : joinList(runtimeClasses),
    },
    { label: 'enablePeerPods', value: yesNo(enablePeerPods) },
    { label: 'checkNodeEligibility', value: yesNo(checkNodeEligibility) },
    logLevel === undefined ? undefined : { label: 'logLevel', value: sanitizeLine(logLevel, 40) },
  ];
  return { kind: 'facts', id: 'evidence', title: l10n.t`Evidence`, rows: rows.filter((row) => row !== undefined) };
}
