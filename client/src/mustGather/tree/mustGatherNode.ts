/**
 * Builds the tree rows of a must-gather. They are the same as for a cluster at the time of the collection, without
 * commands that contact or change a cluster.
 */
import * as l10n from '@vscode/l10n';
import { hasKataPods, hasNodeJournals, verdictOf } from '#core/diagnosis/mustGatherVerdict.ts';
import { omitUndefined } from '#core/common/json.ts';
import { noPodOwners } from '#core/status/workloads/ownedPods.ts';
import { emptyHistory } from '#core/cluster/history.ts';
import { formatTimestamp } from '#core/common/time.ts';
import { sanitizeMarkdownCode, sanitizeLiteral, sanitizeLine, sanitizeTooltip } from '#core/text/sanitize.ts';
import { formatCount } from '#core/text/counts.ts';
import type { MustGatherReport } from '#gather/reports/mustGatherReport.ts';
import { formatReportHeadline } from '#gather/reports/summaryRows.ts';
import type { MustGatherEntry } from './mustGatherEntry.ts';
import { pathInMustGather } from './objectFilePath.ts';
import { describeCollectionTime } from './mustGatherTitle.ts';
import { getHealthIcon } from '#client/tree/model/health.ts';
import { joinParagraphs } from '#client/text/markdown.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import { describeScope, explainScope, type NamespaceScope } from '#client/clusters/state/namespaceScope.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';
import { withoutClusterActions, type CollectedParts } from './withoutClusterActions.ts';
import { clusterRows } from '#client/tree/rows/cluster/clusterRows.ts';
import { eventNamespaces } from '#client/kubernetes/events/readObjectEvents.ts';
import { messageNode } from '#client/tree/rows/messageNode.ts';

/**
 * Builds the row of a must-gather.
 * @param shown number of visible rows per long group, by group ID
 */
export function mustGatherNode(
  { name, path, state, namespaces }: MustGatherEntry,
  label: string,
  shown: ReadonlyMap<string, number>,
): TreeNode {
  if (state.kind === 'open') return openNode({ name, path, label, report: state.report, namespaces }, shown);
  if (state.kind === 'missing') return missingNode(name, path, label);
  const { problem } = state.kind === 'closed' ? state : {};
  const words =
    state.kind === 'reading'
      ? l10n.t`Reading...`
      : problem === undefined
        ? l10n.t`Not read (click to read)`
        : sanitizeLine(problem, 120);
  return {
    view: {
      // Differs from the ID of an open must-gather. With the same ID, VS Code would keep the row collapsed when it gets
      // children.
      id: `${name}/closed`,
      label,
      description: words,
      tooltip: joinParagraphs(
        `**${sanitizeTooltip(label)}**: ${sanitizeTooltip(words)}`,
        l10n.t`**From:** ${sanitizeMarkdownCode(sanitizeLiteral(path))}`,
      ),
      icon: state.kind === 'reading' ? 'loading~spin' : problem === undefined ? 'archive' : 'warning',
      contextValue: 'osc-gatheredClosed osc-named',
      accessibility: `${label}, ${words}${problem === undefined ? '' : `, ${getHealthIcon('attention').word()}`}`,
      collapsible: 'none',
      ...omitUndefined({
        color: problem === undefined ? undefined : 'problemsWarningIcon.foreground',
        command: state.kind === 'reading' ? undefined : { id: 'osc.mustGather.open', title: 'Open Must-Gather' },
      }),
    },
    target: { context: name },
  };
}

/** Builds the row of a must-gather whose files were moved or deleted. */
function missingNode(name: string, path: string, label: string): TreeNode {
  const words = l10n.t`Not found`;
  const { icon, color, word } = getHealthIcon('attention');
  return {
    view: {
      id: `${name}/missing`,
      label,
      description: words,
      tooltip: joinParagraphs(
        `**${sanitizeTooltip(label)}**: ${sanitizeTooltip(words)}`,
        l10n.t`**From:** ${sanitizeMarkdownCode(sanitizeLiteral(path))}`,
        l10n.t`**To do:** locate the must-gather, or remove it from the Clusters view.`,
      ),
      icon,
      ...omitUndefined({ color }),
      contextValue: 'osc-gatheredMissing osc-named',
      accessibility: `${label}, ${words}, ${word()}`,
      collapsible: 'none',
      command: { id: 'osc.mustGather.open', title: 'Open Must-Gather' },
    },
    target: { context: name },
  };
}

interface OpenRow {
  readonly name: string;
  readonly path: string;
  readonly label: string;
  readonly report: MustGatherReport;
  readonly namespaces: readonly string[];
}

function openNode({ name, path, label, report, namespaces }: OpenRow, shown: ReadonlyMap<string, number>): TreeNode {
  const { summary, findings, gathered } = report;
  const versions = [
    summary.openShift === undefined ? undefined : `OpenShift ${summary.openShift}`,
    summary.operator === undefined ? undefined : `OSC ${summary.operator}`,
  ].filter((part) => part !== undefined);
  const scope: NamespaceScope = { namespaces, isSelected: true };
  const version = versions.length === 0 ? name : versions.join(', ');
  const description = [version, describeScope(scope)].filter((part) => part !== undefined).join(' · ');
  return {
    view: {
      id: name,
      label,
      description,
      tooltip: joinParagraphs(
        `**${sanitizeTooltip(name)}** ${sanitizeTooltip(describeCollectionTime(report))}${versions.length === 0 ? '' : `: ${sanitizeTooltip(version)}`}`,
        summary.at === undefined
          ? l10n.t`The collection time is unknown, so the checks can't determine how long an operation has taken.`
          : l10n.t`Shows data collected at ${sanitizeTooltip(formatTimestamp(summary.at))}. The data isn't updated from the cluster.`,
        sanitizeTooltip(explainScope(scope) ?? ''),
        l10n.t`**From:** ${sanitizeMarkdownCode(sanitizeLiteral(path))}`,
        l10n.t`**Files:** ${gathered.files} (${gathered.read} read)`,
      ),
      // While the row is collapsed, the icon of its Diagnosis row isn't visible.
      ...(findings.length === 0 ? { icon: 'archive' } : iconOf(report)),
      contextValue: 'osc-gathered osc-named',
      accessibility: `${label}, ${description}, ${formatCount(findings.length, 'finding')}`,
      collapsible: 'expanded',
    },
    target: { context: name },
    children: () => rows(name, report, scope, shown),
  };
}

function rows(
  context: string,
  report: MustGatherReport,
  scope: NamespaceScope,
  shown: ReadonlyMap<string, number>,
): readonly TreeNode[] {
  const { gathered } = report;
  const { snapshot, at } = gathered;
  const seen: ClusterTreeInput = {
    context,
    snapshot,
    // Evaluates durations at the time of the collection. If that time is unknown, no duration exceeds its limit.
    now: at ?? 0,
    history: emptyHistory,
    workloads: workloadsOf(gathered, scope),
    ...relatedOf(gathered),
    scope,
    shown,
    console: false,
    gathered: true,
  };
  const info = { name: context, server: '', user: '', current: false };
  const parts: CollectedParts = {
    hasObject: (object) => pathInMustGather(gathered, object) !== undefined,
    hasEvents: (object) => eventNamespaces(object).some((namespace) => gathered.eventFiles?.has(namespace) === true),
  };
  const found = clusterRows(seen, info, { kind: 'live' });
  const nothing = messageNode(context, {
    id: `${context}/nothing`,
    label: l10n.t`No Kata data found`,
    icon: 'info',
  });
  return [
    diagnosisNode(context, report),
    ...(found.length === 0 ? [nothing] : found.map((node) => withoutClusterActions(node, parts))),
  ];
}

/** Returns the related objects. Without any, it's unknown whether the cluster had some. */
function relatedOf({ related, at = 0 }: MustGatherReport['gathered']): Pick<ClusterTreeInput, 'related'> {
  return related === undefined ? {} : { related: { kind: 'loaded', objects: related, problems: [], asOf: at } };
}

/**
 * Returns the Kata pods and the workloads. Reports that there are none only if the pods of all namespaces were
 * collected.
 */
function workloadsOf(
  gathered: MustGatherReport['gathered'],
  { namespaces }: NamespaceScope,
): ClusterTreeInput['workloads'] {
  const { pods = [], workloads = [], at = 0, coverage } = gathered;
  if (!hasKataPods(gathered)) return { kind: 'notCollected' };
  const isShown = ({ namespace }: { readonly namespace: string }): boolean =>
    namespaces.length === 0 || namespaces.includes(namespace);
  return {
    kind: 'loaded',
    pods: pods.filter(isShown),
    owners: {
      ...noPodOwners,
      workloads: new Map(workloads.filter(isShown).map((workload) => [workload.uid, workload])),
    },
    asOf: at,
    ...(namespaces.length === 0 ? {} : { namespaces }),
    ...(coverage?.namespaces === 'some' ? { note: l10n.t`Only pods in some namespaces were collected` } : {}),
  };
}

function diagnosisNode(context: string, report: MustGatherReport): TreeNode {
  const { findings, gathered } = report;
  const [first] = findings;
  const verdict = verdictOf({ findings, gathered });
  const none = {
    findings: '',
    noKata: l10n.t`No Kata data found`,
    unknown: l10n.t`Unknown: pods and node journals weren't collected`,
    partial: hasNodeJournals(gathered)
      ? l10n.t`No problems found (pods weren't collected)`
      : l10n.t`No problems found (node journals weren't collected)`,
    clean: formatCount(0, 'finding'),
  }[verdict];
  const said = first === undefined ? none : `${first.about}: ${first.headline}`;
  return messageNode(context, {
    id: `${context}/diagnosis`,
    label: l10n.t`Diagnosis`,
    description: sanitizeLine(findings.length < 2 ? said : l10n.t`${said}, and ${findings.length - 1} more`, 160),
    ...iconOf(report),
    tooltip: joinParagraphs(
      findings.length === 0
        ? formatReportHeadline(report)
        : l10n.t`${formatCount(findings.length, 'finding')}, most likely cause first:`,
      findings
        .slice(0, 10)
        .map(({ about, headline }) => `- ${sanitizeTooltip(about)}: ${sanitizeTooltip(headline)}`)
        .join('\n'),
      l10n.t`Click to open the report with evidence.`,
    ),
    command: { id: 'osc.mustGather.report', title: 'Report' },
  });
}

/** Returns the icon of the first finding, which is the most likely cause. */
function iconOf({ findings, gathered }: MustGatherReport): { readonly icon: string; readonly color?: string } {
  const isClean = verdictOf({ findings, gathered }) === 'clean';
  const { icon, color } = getHealthIcon(findings[0]?.health ?? (isClean ? 'ok' : 'unknown'));
  return { icon, ...omitUndefined({ color }) };
}
