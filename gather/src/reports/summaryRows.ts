/** Formats text that several report formats share. */
import * as l10n from '@vscode/l10n';
import { formatTimestamp } from '#core/common/time.ts';
import { formatCount } from '#core/text/counts.ts';
import { formatNames } from '#core/text/phrases.ts';
import { selectPlural } from '#core/text/grammar.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { getDaemonSetMode, notReported, unreportedLists } from '#core/status/daemonSetMode/daemonSetMode.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { hasNodeJournals, verdictOf } from '#core/diagnosis/mustGatherVerdict.ts';
import { describePackage } from '../read/kataPackages.ts';
import type { MustGatherReport } from './mustGatherReport.ts';

/** Returns names and values in display order. */
export function listSummaryRows({ summary, gathered }: MustGatherReport): readonly (readonly [string, string])[] {
  const told = (value: string | undefined): string => value ?? l10n.t`Unknown`;
  return [
    [l10n.t`Collected at`, summary.at === undefined ? l10n.t`Unknown` : formatTimestamp(summary.at)],
    ['OpenShift', told(summary.openShift)],
    [l10n.t`OpenShift sandboxed containers`, summary.operator ?? summary.operatorState],
    [
      l10n.t({
        message: 'State',
        args: [],
        comment: ['The label of the row with the state of OpenShift sandboxed containers, in a report.'],
      }),
      summary.kata,
    ],
    [l10n.t`Nodes`, summary.nodes === undefined ? l10n.t`Unknown` : String(summary.nodes)],
    ...unreportedRow(gathered.snapshot),
    ...packageFacts(gathered.packages),
    [l10n.t`Files`, l10n.t`${gathered.files} (${gathered.read} read)`],
  ];
}

/** Returns a row instead of the number of failed nodes if the operator doesn't report them. */
function unreportedRow(snapshot: Snapshot): readonly (readonly [string, string])[] {
  const lists = indexSnapshot(snapshot).kataConfig?.lists;
  if (lists === undefined || getDaemonSetMode(snapshot) === undefined) return [];
  return unreportedLists.some((list) => lists[list].length > 0) ? [] : [[l10n.t`Failed nodes`, notReported()]];
}

function packageFacts(packages: MustGatherReport['gathered']['packages']): readonly (readonly [string, string])[] {
  const words = describePackage(packages);
  return words === undefined ? [] : [[l10n.t`Packages`, words]];
}

/** Returns the headline, such as `2 findings, most likely cause first.` */
export function formatReportHeadline({ findings, gathered }: Pick<MustGatherReport, 'findings' | 'gathered'>): string {
  switch (verdictOf({ findings, gathered })) {
    case 'findings':
      return l10n.t`${formatCount(findings.length, 'finding')}, most likely cause first.`;
    case 'noKata':
      return l10n.t`No diagnosis possible: the must-gather has no OpenShift sandboxed containers data.`;
    case 'unknown':
      return l10n.t`Unknown: pods and node journals weren't collected.`;
    case 'partial':
      return hasNodeJournals(gathered)
        ? l10n.t`No problems found, but pods weren't collected.`
        : l10n.t`No problems found, but node journals weren't collected.`;
    default:
      return l10n.t`No problems found in the collected data.`;
  }
}

/** Refers to findings by number, such as `Probably caused by finding 1.` IDs are only for machine-readable output. */
export function describeCauses({ findings }: MustGatherReport, follows: readonly string[]): string {
  const numbers = findings.flatMap(({ id }, index) => (follows.includes(id) ? [index + 1] : []));
  const names = formatNames(numbers.map(String), 20);
  return selectPlural(
    numbers.length,
    l10n.t`Probably caused by finding ${names}.`,
    l10n.t`Probably caused by findings ${names}.`,
  );
}
