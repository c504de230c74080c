/** Formats explained statuses as text for people and as JSON for tools. */
import * as l10n from '@vscode/l10n';
import { formatConsoleText, edgeSource, describeEdgeSource, resolveEdgePair } from '../edge/table/edgePair.ts';
import { findLastIndexNotAfter } from '../common/binarySearch.ts';
import type { ExplainResult } from './explainText.ts';
import { measureTextWidth, padded } from '../text/grammar.ts';
import { severityTexts, statusSeverities, type StatusSeverity } from '../status/explainedStatus.ts';
import type { TextStatus } from './textStatus.ts';

/** An explained text with its name and content. */
export interface NamedExplainResult extends ExplainResult {
  readonly name: string;
  readonly text: string;
}

/** Returns the highest severity, or `ok` for an empty list. */
export function worstSeverity(told: readonly TextStatus[]): StatusSeverity {
  return statusSeverities.find((severity) => told.some((one) => one.severity === severity)) ?? 'ok';
}

const titles = {
  text: () => l10n.t`Text`,
  console: () =>
    l10n.t({
      message: 'Console',
      args: [],
      comment: ['A title before a colon, in an explanation: the text of the edge hosting console.'],
    }),
  means: () =>
    l10n.t({
      message: 'Meaning',
      args: [],
      comment: ['A title before a colon, in an explanation: the meaning of a status.'],
    }),
  lasts: () =>
    l10n.t({
      message: 'Duration',
      args: [],
      comment: ['A title before a colon, in an explanation: how long a state lasts.'],
    }),
  cause: () => l10n.t`Cause`,
  because: () =>
    l10n.t({
      message: 'Caused by',
      args: [],
      comment: ['A title before a colon, in an explanation: the cause of the problem in the line above.'],
    }),
  next: () =>
    l10n.t({ message: 'Next', args: [], comment: ['A title before a colon, in an explanation: what happens next.'] }),
  todo: () =>
    l10n.t({
      message: 'To do',
      args: [],
      comment: ['A title before a colon, in an explanation: what the user must do.'],
    }),
  note: () => l10n.t`Note`,
  see: () =>
    l10n.t({
      message: 'See',
      args: [],
      comment: ['A title before a colon, in an explanation: a link to the documentation.'],
    }),
} as const;
/** Returns the width of the title column: the longest title, a colon, and two spaces. */
const titleWidth = (): number => Math.max(...Object.values(titles).map((title) => measureTextWidth(title()))) + 3;

/** Formats the result as text. If there are many resources, those without problems are only counted. */
export function explainedText(all: NamedExplainResult): string {
  const lineOf = lineCounter(all.text);
  const fine = all.told.filter((one) => one.severity === 'ok');
  const quiet = all.told.length > 5 && fine.length > 1 ? new Set(fine) : new Set<TextStatus>();
  const parts = all.told
    .filter((one) => !quiet.has(one))
    .map((one) => toldText(one, `${all.name}:${lineOf(one.start).line}:${lineOf(one.start).column}`));
  if (quiet.size > 0) parts.push(`${l10n.t`${quiet.size} other statuses don't indicate a problem.`}\n`);
  if (all.left.length > 0) parts.push(all.left.map((line) => `${l10n.t`Note: ${line}`}\n`).join(''));
  if (all.told.some(({ vocabulary }) => vocabulary === 'edge')) parts.push(`${describeEdgeSource()}\n`);
  return parts.join('\n');
}

function toldText(told: TextStatus, place: string): string {
  const {
    what,
    name,
    text,
    severity,
    headline,
    meaning,
    cause = [],
    next,
    todo,
    passing,
    rows = [],
    notes,
    docs,
  } = told;
  const console = [...new Set(rows.map(formatConsoleText))].join(', ');
  const field = (title: keyof typeof titles, value: string): string =>
    value === '' ? '' : `  ${padded(`${titles[title]()}:`, titleWidth())}${value}\n`;
  return [
    `${place}: ${severityTexts[severity]()}: ${what}${name === undefined ? '' : ` ${name}`}: ${headline}\n`,
    field('text', text),
    field('console', console),
    field('means', meaning),
    field('lasts', lasts(passing, severity)),
    ...cause.map((line, index) => field(index === 0 ? 'cause' : 'because', line)),
    field('next', next ?? ''),
    field('todo', todo ?? ''),
    ...notes.map((note) => field('note', note)),
    field('see', docs === undefined ? '' : `${docs.title}: ${docs.url}`),
  ].join('');
}

function lasts(passing: boolean | undefined, severity: StatusSeverity): string {
  if (passing === true) return l10n.t`until it resolves automatically`;
  return passing === false && (severity === 'error' || severity === 'warning')
    ? l10n.t`until the problem is fixed`
    : '';
}

/** Formats the result as JSON. Lines and columns start at 1. Columns count UTF-16 code units. */
export function explainedJson(all: NamedExplainResult): unknown {
  const lineOf = lineCounter(all.text);
  const place = (offset: number): unknown => lineOf(offset);
  return {
    file: all.name,
    severity: worstSeverity(all.told),
    statuses: all.told.map(({ start, end, rows, ...told }) => ({
      ...told,
      start: place(start),
      end: place(end),
      ...(rows === undefined ? {} : { rows: rows.map(resolveEdgePair) }),
    })),
    notLookedAt: all.left,
    ...(all.told.some(({ vocabulary }) => vocabulary === 'edge')
      ? { edgeTable: { ...edgeSource, title: edgeSource.title() } }
      : {}),
  };
}

/** Finds the line starts of a text once. Returns a function that converts an offset to a position. */
function lineCounter(text: string): (offset: number) => { readonly line: number; readonly column: number } {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    const line = findLastIndexNotAfter(starts, offset);
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  };
}
