/** What was told, as text for people and as a value for programs. */
import { edgeSource } from '../edge/pair.ts';
import { lastNotAfter } from '../halves.ts';
import type { Explained } from './explain.ts';
import { toldSeverities, type Told, type ToldSeverity } from './told.ts';

/** A text that was explained, and how it is called. */
export interface ExplainedText extends Explained {
  readonly name: string;
  readonly text: string;
}

/** The worst of all; `ok` for none. */
export function worstTold(told: readonly Told[]): ToldSeverity {
  return toldSeverities.find((severity) => told.some((one) => one.severity === severity)) ?? 'ok';
}

const words: Readonly<Record<ToldSeverity, string>> = { error: 'error', warning: 'warning', unknown: 'not known', info: 'info', ok: 'ok' };

/** For people. Resources of which nothing is to be said but that they run are counted, when there are many. */
export function explainedText(all: ExplainedText): string {
  const lineOf = lineCounter(all.text);
  const fine = all.told.filter((one) => one.severity === 'ok');
  const quiet = all.told.length > 5 && fine.length > 1 ? new Set(fine) : new Set<Told>();
  const parts = all.told.filter((one) => !quiet.has(one)).map((one) => toldText(one, `${all.name}:${lineOf(one.start).line}:${lineOf(one.start).column}`));
  if (quiet.size > 0) parts.push(`${quiet.size} others are as they should be.\n`);
  if (all.left.length > 0) parts.push(all.left.map((line) => `Note: ${line}\n`).join(''));
  if (all.told.some(({ vocabulary }) => vocabulary === 'edge'))
    parts.push(
      `Edge hosting: from the public table of ${edgeSource.date} (${edgeSource.url}); never compared with a live account. Closed to new users since ${edgeSource.closedSince}.\n`,
    );
  return parts.join('\n');
}

function toldText(told: Told, place: string): string {
  const { what, name, text, severity, headline, meaning, cause = [], next, todo, passing, rows = [], notes, docs } = told;
  const console = [...new Set(rows.map((row) => `${row.console.zh} (${row.console.en})`))].join(', ');
  const field = (title: string, value: string): string => (value === '' ? '' : `  ${`${title}:`.padEnd(10)}${value}\n`);
  return [
    `${place}: ${words[severity]}: ${what}${name === undefined ? '' : ` ${name}`}: ${headline}\n`,
    field('Text', text),
    field('Console', console),
    field('Means', meaning),
    field('Lasts', lasts(passing, severity)),
    ...cause.map((line, index) => field(index === 0 ? 'Cause' : 'Because', line)),
    field('Next', next ?? ''),
    field('Do', todo ?? ''),
    ...notes.map((note) => field('Note', note)),
    field('See', docs === undefined ? '' : `${docs.title}: ${docs.url}`),
  ].join('');
}

function lasts(passing: boolean | undefined, severity: ToldSeverity): string {
  if (passing === true) return 'it goes over by itself';
  return passing === false && (severity === 'error' || severity === 'warning') ? 'until something is done' : '';
}

/** For programs. Lines and columns count from 1, columns in UTF-16 units. */
export function explainedJson(all: ExplainedText): unknown {
  const lineOf = lineCounter(all.text);
  const place = (offset: number): unknown => lineOf(offset);
  return {
    file: all.name,
    severity: worstTold(all.told),
    statuses: all.told.map(({ start, end, rows, ...told }) => ({ ...told, start: place(start), end: place(end), ...(rows === undefined ? {} : { rows }) })),
    notLookedAt: all.left,
    ...(all.told.some(({ vocabulary }) => vocabulary === 'edge') ? { edgeTable: edgeSource } : {}),
  };
}

/** Lines are counted once for a whole text. */
function lineCounter(text: string): (offset: number) => { readonly line: number; readonly column: number } {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    const line = lastNotAfter(starts, offset);
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  };
}
