/** Formats a comparison as Markdown and as JSON. */
import * as l10n from '@vscode/l10n';
import { differs, type Compared, type StateComparison } from '#core/diagnosis/comparison/compareStates.ts';
import type { SnapshotChange } from '#core/diagnosis/comparison/snapshotChanges.ts';
import type { DiagnosisFinding } from '#core/diagnosis/diagnoses/diagnosis.ts';
import { sanitizeMarkdown, sanitizeLiteral } from '#core/text/sanitize.ts';
import { formatTimestamp } from '#core/common/time.ts';
import { formatDuration } from '#core/text/durations.ts';
import { formatNames } from '#core/text/phrases.ts';
import type { Message } from '#core/text/message.ts';

const comparisonFormats = ['md', 'json'] as const;
export type ComparisonFormat = (typeof comparisonFormats)[number];

/** Maximum number of rows per table. If a thousand nodes differ, the first rows are sufficient. */
const mostRows = 200;
const groupTitles: Readonly<Record<SnapshotChange['group'], Message>> = {
  version: () => l10n.t`Versions`,
  kataConfig: () => 'Kata',
  node: () => l10n.t`Nodes`,
  operator: () => l10n.t`Operator`,
  peerPods: () => l10n.t`Peer pods`,
};

/** Returns text, or a value to write as JSON. */
export function formatComparison(
  comparison: StateComparison,
  format: ComparisonFormat,
): { readonly text: string } | { readonly value: unknown } {
  return format === 'md' ? { text: comparisonMarkdown(comparison) } : { value: comparisonJson(comparison) };
}

/** Returns the headings of the two columns for the must-gathers. */
function columnHeadings(): string {
  return l10n.t({
    message: 'First | Second',
    args: [],
    comment: [
      'Two column headings of a table that compares two must-gathers. Keep the bar, which separates the columns.',
    ],
  });
}

export function comparisonMarkdown(comparison: StateComparison): string {
  const { before, after, changes, findings, onlyBefore, onlyAfter } = comparison;
  const lines = [`# ${l10n.t`Differences`}`, '', clusterWords(comparison), ...timeWords(before, after), ''];
  lines.push(`| | ${columnHeadings()} |`, '| --- | --- | --- |');
  lines.push(
    `| ${l10n.t({ message: 'Source', args: [], comment: ['The label of the row with the names of the two must-gathers that a table compares.'] })} | ${sanitizeMarkdown(sanitizeLiteral(before.name))} | ${sanitizeMarkdown(sanitizeLiteral(after.name))} |`,
    `| ${l10n.t`Collected at`} | ${takenWords(before)} | ${takenWords(after)} |`,
  );
  if (!differs(comparison)) lines.push('', l10n.t`No differences in the data that both must-gathers contain.`);
  for (const [group, title] of Object.entries(groupTitles)) {
    const rows = changes.filter((change) => change.group === group);
    if (rows.length === 0) continue;
    lines.push(
      '',
      `## ${title()}`,
      '',
      `| ${l10n.t({ message: 'Item', args: [], comment: ['A column heading of a table that compares two must-gathers: what differs, such as a setting.'] })} | ${columnHeadings()} |`,
      '| --- | --- | --- |',
    );
    for (const { what, before: was, after: is } of rows.slice(0, mostRows))
      lines.push(`| ${sanitizeMarkdown(what)} | ${sanitizeMarkdown(was)} | ${sanitizeMarkdown(is)} |`);
    if (rows.length > mostRows) lines.push('', l10n.t`${rows.length - mostRows} more not shown.`);
  }
  lines.push(...findingLines(l10n.t`New findings`, findings.come));
  lines.push(
    ...findingLines(
      l10n.t({
        message: 'Findings no longer present',
        args: [],
        comment: ['The heading of the findings that only the older of two must-gathers has.'],
      }),
      findings.gone,
    ),
  );
  lines.push(...findingLines(l10n.t`Findings still present`, findings.stayed, before.findings));
  lines.push(
    ...findingLines(
      l10n.t`Findings only in the first must-gather (the second might lack the required data)`,
      findings.notShownAfter,
    ),
  );
  lines.push(
    ...findingLines(
      l10n.t`Findings only in the second must-gather (the first might lack the required data)`,
      findings.notShownBefore,
    ),
  );
  const untold = [
    ...(onlyBefore.length === 0 ? [] : [`- ${l10n.t`Only in the first must-gather: ${formatNames(onlyBefore, 20)}.`}`]),
    ...(onlyAfter.length === 0 ? [] : [`- ${l10n.t`Only in the second must-gather: ${formatNames(onlyAfter, 20)}.`}`]),
  ];
  if (untold.length > 0) lines.push('', `## ${l10n.t`Not compared`}`, '', ...untold);
  return `${lines.join('\n')}\n`;
}

/** Returns the comparison for JSON output. Fields can be added, but not removed without a new `version`. */
export function comparisonJson(comparison: StateComparison): unknown {
  const { before, after, cluster, changes, findings, onlyBefore, onlyAfter } = comparison;
  const side = ({ name, at }: Compared) => ({ name, takenAt: at === undefined ? null : formatTimestamp(at) });
  const told = (all: readonly DiagnosisFinding[]) =>
    all.map(({ id, about, headline, health }) => ({ id, about, headline, health }));
  return {
    version: 1,
    first: side(before),
    second: side(after),
    cluster,
    changes,
    findings: {
      new: told(findings.come),
      gone: told(findings.gone),
      stayed: told(findings.stayed),
      notShownBySecond: told(findings.notShownAfter),
      notShownByFirst: told(findings.notShownBefore),
    },
    notCompared: { onlyInFirst: onlyBefore, onlyInSecond: onlyAfter },
  };
}

function clusterWords({ cluster }: StateComparison): string {
  if (cluster === 'other')
    return l10n.t`**The must-gathers are from different clusters.** Differences aren't necessarily changes.`;
  return cluster === 'same'
    ? l10n.t`Both must-gathers are from the same cluster.`
    : l10n.t`Can't determine whether both must-gathers are from the same cluster.`;
}

function timeWords(before: Compared, after: Compared): readonly string[] {
  if (before.at === undefined || after.at === undefined || before.at === after.at) return [];
  const between = formatDuration(Math.abs(after.at - before.at));
  return [
    after.at > before.at
      ? l10n.t`The second must-gather was collected ${between} later.`
      : l10n.t`The second must-gather was collected ${between} earlier.`,
  ];
}

function takenWords({ at }: Compared): string {
  return at === undefined ? l10n.t`Unknown` : formatTimestamp(at);
}

/**
 * Lists findings.
 * @param before earlier findings; a finding whose headline changed shows both, because the reason of a problem can
 * change
 */
function findingLines(
  title: string,
  findings: readonly DiagnosisFinding[],
  before: readonly DiagnosisFinding[] = [],
): readonly string[] {
  if (findings.length === 0) return [];
  const lines = findings.map(({ about, headline, id }) => {
    const was = before.find((one) => one.id === id && one.about === about);
    const now = sanitizeMarkdown(headline);
    const words =
      was === undefined || was.headline === headline
        ? now
        : l10n.t`${now} (in the first must-gather: ${sanitizeMarkdown(was.headline)})`;
    return `- ${sanitizeMarkdown(about)}: ${words} <!-- ${id} -->`;
  });
  return ['', `## ${title}`, '', ...lines];
}
