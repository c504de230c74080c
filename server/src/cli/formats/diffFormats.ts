/** Formats the comparison of files with a cluster. */
import {
  countVerdicts,
  verdicts,
  type ObjectComparison,
  type Verdict,
} from '#core/operations/comparison/objectComparison.ts';
import { formatCount } from '#core/text/formatCount.ts';
import { findLineChanges } from '#core/text/lineChanges.ts';
import {
  formatSanitizedJson,
  sanitizeFileText,
  sanitizeMarkdown,
  sanitizeTerminalLine,
  sanitizeTerminalLines,
} from '#core/text/sanitize.ts';
import { formatUnifiedDiff } from '#core/text/unifiedDiff.ts';
import type { Result } from 'sarif';
import { createSarifLog, sarifArtifact } from './sarif.ts';

export type DiffFormat = 'text' | 'json' | 'markdown' | 'sarif';

/** What to format. */
interface FormattedDiff {
  readonly cluster: string;
  readonly objects: readonly ObjectComparison[];
  readonly notes: readonly string[];
}

/** Formats the comparison. */
export function formatDiff(format: DiffFormat, diff: FormattedDiff): string {
  return { text: asText, json: asJson, markdown: asMarkdown, sarif: asSarif }[format](diff);
}

const titles: Readonly<Record<Verdict, string>> = {
  different: 'different',
  onlyInFolder: 'only in the files',
  onlyInCluster: 'only in the cluster',
  notComparable: 'not comparable',
  same: 'same',
};

/** Returns the unified diff from the cluster (a) to the state after an apply (b). Empty if there is none. */
function diffOf({ kind, namespace, name, texts }: ObjectComparison): string {
  if (texts === undefined) return '';
  const { before, after } = texts;
  const title = [kind, ...(namespace === undefined ? [] : [namespace]), name].join('.');
  return formatUnifiedDiff(title, before, findLineChanges(before, after));
}

function placed({ kind, namespace, name }: ObjectComparison): string {
  return `${kind} ${name}${namespace === undefined ? '' : ` in ${namespace}`}`;
}

/** Returns what to know about an object, in addition to its verdict. */
function remarkOf({ verdict, reason, managers, texts }: ObjectComparison): string | undefined {
  if (reason !== undefined) return reason;
  if (managers !== undefined) return `applying it conflicts with field managers: ${managers.join(', ')}`;
  return verdict === 'different' && texts?.before === texts?.after ? 'only redacted values differ' : undefined;
}

function byVerdict(objects: readonly ObjectComparison[]): readonly ObjectComparison[] {
  return verdicts.flatMap((verdict) => objects.filter((one) => one.verdict === verdict));
}

function summaryOf({ objects, cluster }: FormattedDiff): string {
  const counts = countVerdicts(objects);
  const parts = verdicts.filter((verdict) => counts[verdict] > 0);
  return `${cluster}: ${formatCount(objects.length, 'object')} (${parts.map((verdict) => `${counts[verdict]} ${titles[verdict]}`).join(', ')})`;
}

function asText(diff: FormattedDiff): string {
  const { objects } = diff;
  const diffs = objects.map((one) => sanitizeTerminalLines(diffOf(one))).join('');
  const lines = byVerdict(objects.filter(({ verdict }) => verdict !== 'same')).map((one) => {
    const [file, remark] = [one.file === undefined ? '' : ` (${one.file})`, remarkOf(one)];
    return sanitizeTerminalLine(
      `${titles[one.verdict]}: ${placed(one)}${file}${remark === undefined ? '' : `: ${remark}`}`,
    );
  });
  const separator = diffs === '' ? [] : [''];
  return `${diffs}${[...separator, ...lines, sanitizeTerminalLine(summaryOf(diff))].join('\n')}\n`;
}

function asJson({ cluster, objects, notes }: FormattedDiff): string {
  const counts = countVerdicts(objects);
  const listed = objects.map((object) => {
    const { texts: _, ...fields } = object;
    const diff = diffOf(object);
    return { ...fields, ...(diff === '' ? {} : { diff }) };
  });
  return `${formatSanitizedJson({ cluster, counts, objects: listed, notes })}\n`;
}

function asMarkdown(diff: FormattedDiff): string {
  const { cluster, objects, notes } = diff;
  const rows = byVerdict(objects).map((one) =>
    [titles[one.verdict], placed(one), one.file ?? '', remarkOf(one) ?? '']
      .map((cell) => sanitizeMarkdown(cell).replaceAll('|', '\\|'))
      .join(' | '),
  );
  const diffs = objects.flatMap((one) => {
    const text = sanitizeFileText(diffOf(one));
    if (text === '') return [];
    const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
    const fence = '`'.repeat(longest + 1);
    return [`## ${sanitizeMarkdown(placed(one))}\n\n${fence}diff\n${text}${fence}`];
  });
  return `${[
    `# Comparison with ${sanitizeMarkdown(cluster)}`,
    sanitizeMarkdown(`${summaryOf(diff)}.`),
    ['| state | object | file | remark |', '| --- | --- | --- | --- |', ...rows.map((row) => `| ${row} |`)].join('\n'),
    ...(notes.length === 0 ? [] : [notes.map((note) => `- ${sanitizeMarkdown(note)}`).join('\n')]),
    ...diffs,
  ].join('\n\n')}\n`;
}

/** IDs of the SARIF results. */
const sarifRules: Readonly<Record<Exclude<Verdict, 'same'>, { readonly id: string; readonly text: string }>> = {
  different: { id: 'diff/different', text: 'The object differs from the object on the cluster.' },
  onlyInFolder: { id: 'diff/only-in-files', text: "The object doesn't exist on the cluster." },
  onlyInCluster: {
    id: 'diff/only-in-cluster',
    text: "The object exists on the cluster, but the files don't contain it.",
  },
  notComparable: { id: 'diff/not-comparable', text: "The object can't be compared." },
};

function asSarif({ objects }: FormattedDiff): string {
  const used = Object.values(sarifRules);
  const results = byVerdict(objects).flatMap((one): Result[] => {
    if (one.verdict === 'same') return [];
    const rule = sarifRules[one.verdict];
    const remark = remarkOf(one);
    const text = `${placed(one)}: ${rule.text}${remark === undefined ? '' : ` (${remark})`}`;
    return [
      {
        ruleId: rule.id,
        ruleIndex: used.indexOf(rule),
        level: one.verdict === 'notComparable' ? 'error' : 'warning',
        // In a SARIF message, `[text](target)` is a link.
        message: { text: text.replaceAll(/[[\]\\]/g, String.raw`\$&`) },
        ...(one.file === undefined
          ? {}
          : { locations: [{ physicalLocation: { artifactLocation: sarifArtifact(one.file) } }] }),
      },
    ];
  });
  const rules = used.map(({ id, text }) => ({ id, shortDescription: { text } }));
  return `${formatSanitizedJson(createSarifLog(rules, results))}\n`;
}
