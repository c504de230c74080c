/**
 * Builds the page of a cluster or of an entire must-gather. Shows the same health as the tree row, the status bar, and
 * reports, with the reasons. Doesn't use VS Code.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import { kataConfigs } from '#core/cluster/watchedKinds/kataConfig.ts';
import type { Health } from '#core/status/explanation.ts';
import { healthOf, type ClusterHealth, type HealthSeverity } from '#core/status/health/clusterHealth.ts';
import { describeKataHealth } from '#core/status/health/healthSummary.ts';
import { getOperatorVersion } from '#core/status/operator/operatorParts.ts';
import { listItems } from '#core/status/snapshotIndex.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { troubleMarkdown } from '#client/clusters/state/connectionText.ts';
import { permissionWord } from '#client/clusters/state/permissionWord.ts';
import { healthOfSeverity } from '#client/tree/model/health.ts';
import { withEllipsis } from '#client/text/withEllipsis.ts';
import { plainParagraphs } from '#client/text/markdown.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import { describeStatus } from '#client/clusters/notices/statusItem.ts';
import type { DetailAction, DetailPage, DetailSection, DetailState, FactView } from '../detailPage.ts';
import type { RowInput } from './rowInput.ts';
import { clusterFreshness, partsSection } from './rowSections.ts';
import { toneWord } from '../toneWord.ts';
import { commandAction, referenceTo, timelineAction, timelineSection, yamlLink } from '../sharedSections.ts';

export function clusterPage(input: RowInput, snapshot: Snapshot): DetailPage {
  const { node, history, now, gathered = false } = input;
  const health = healthOf(snapshot);
  const { connection, findings } = health;
  return {
    type: 'detail',
    kind: gathered ? l10n.t`Must-gather` : l10n.t`Cluster`,
    title: node.view.label,
    place: '',
    state: stateOfCluster(health, now, gathered),
    freshness: clusterFreshness(snapshot, now, gathered),
    cause: [
      ...(gathered ? [] : plainParagraphs(troubleMarkdown(connection, now) ?? '')),
      ...findings.map(({ about, headline }) => `${about}: ${sanitizeLine(headline, 300)}`),
    ],
    ...omitUndefined({ todo: todoOf(node) }),
    actions: gathered ? [timelineAction()] : actionsOf(input, health),
    sections: [
      ...(history === undefined
        ? []
        : [timelineSection(history, { now, gathered, several: true, isMeant: () => true })]),
      ...partsSection(node),
      evidenceSection(input, snapshot),
    ],
  };
}

/**
 * Returns the recommended action of the first row that failed or, if none failed, of the first row that needs
 * attention.
 */
function todoOf({ children }: TreeNode): string | undefined {
  const explained = (children?.() ?? []).flatMap(({ about }) => about?.explanation ?? []);
  return worstFirst.flatMap((health) => explained.find((one) => one.health === health)?.todo ?? [])[0];
}

const worstFirst: readonly Health[] = ['failed', 'attention'];

/**
 * Returns the state by severity, as in the tree. A must-gather has no connection, so only the health of Kata applies.
 */
function stateOfCluster(health: ClusterHealth, now: number, gathered: boolean): DetailState {
  const { severity, kata } = health;
  const counts: HealthSeverity = gathered ? kata.severity : severity;
  const tone = counts === 'stale' ? 'stale' : healthOfSeverity(counts);
  const isAbsent = tone === 'unknown' && kata.progress.phase === 'none';
  const words = gathered ? describeKataHealth(health) : describeStatus(health, now);
  return { tone, word: isAbsent ? l10n.t`Not installed` : toneWord(tone), headline: words };
}

function actionsOf({ node }: RowInput, { connection: { severity, isFresh } }: ClusterHealth): readonly DetailAction[] {
  const target = { context: node.view.id };
  const words = (node.view.contextValue ?? '').split(' ');
  const actions: (DetailAction | undefined)[] = [
    severity === 'signedOut'
      ? commandAction(l10n.t`Log In`, 'osc.cluster.logIn', target, { primary: true })
      : undefined,
    isFresh ? undefined : commandAction(l10n.t`Retry`, 'osc.cluster.refresh', target),
    isFresh && words.includes('osc-installable')
      ? commandAction(withEllipsis(l10n.t`Install Kata`), 'osc.kata.install', target, { primary: true })
      : undefined,
    isFresh ? commandAction(l10n.t`Check Cluster Readiness...`, 'osc.cluster.check', target) : undefined,
    timelineAction(),
    words.includes(permissionWord('showMetrics'))
      ? commandAction(l10n.t`Show Metrics`, 'osc.metrics.show', target)
      : undefined,
  ];
  return actions.filter((action) => action !== undefined);
}

function evidenceSection({ node, info }: RowInput, snapshot: Snapshot): DetailSection {
  const context = node.view.id;
  const [version] = listItems(snapshot, 'clusterVersions');
  const openShift = version?.version ?? version?.desired;
  const operator = getOperatorVersion(snapshot);
  const label = l10n.t`Show Details`;
  const rows: readonly (FactView | undefined)[] = [
    info === undefined || info.server === ''
      ? undefined
      : { label: l10n.t`API server`, value: sanitizeLine(info.server, 300) },
    info === undefined || info.user === '' ? undefined : { label: l10n.t`User`, value: sanitizeLine(info.user, 300) },
    info?.unverified === true
      ? {
          value: l10n.t`The server certificate isn't verified (insecure-skip-tls-verify). Another server might impersonate the cluster.`,
        }
      : undefined,
    openShift === undefined || version === undefined
      ? undefined
      : {
          label: 'OpenShift',
          value: sanitizeLine(openShift, 60),
          links: [yamlLink(context, referenceTo('clusterVersions', version))],
        },
    operator === undefined ? undefined : { label: l10n.t`Operator`, value: `OSC ${sanitizeLine(operator, 60)}` },
    ...listItems(snapshot, 'kataConfigs').map((kataConfig): FactView => {
      const object = referenceTo('kataConfigs', kataConfig);
      const name = `${label}: ${kataConfigs.kind} ${kataConfig.name}`;
      return {
        label: kataConfigs.kind,
        value: kataConfig.name,
        links: [commandAction(label, 'osc.object.explain', { context, object }, { name })],
      };
    }),
  ];
  return { kind: 'facts', id: 'evidence', title: l10n.t`Evidence`, rows: rows.filter((row) => row !== undefined) };
}
