/** Formats the results as tables for the terminal and the documentation. */
import type { Row, Section } from './rows.ts';
import { rounded, type Measured, type Samples } from './samples.ts';

/** The measured values of a row. The JSON files contain these. */
export interface Result {
  readonly id: string;
  readonly ours: Measured;
  readonly peer?: Measured;
}

/** The results of a page and the computer that they were measured on. */
export interface Results {
  readonly machine: string;
  readonly results: readonly Result[];
}

/** Returns the results of the measured rows. */
export function resultsOf(sections: readonly Section[], samples: Samples): Result[] {
  return sections.flatMap(({ rows }) =>
    rows.flatMap(({ id }) => {
      const ours = samples.measured(id, 'ours');
      const peer = samples.measured(id, 'peer');
      if (ours === undefined) return [];
      return { id, ours, ...(peer === undefined ? {} : { peer }) };
    }),
  );
}

/** Formats the sections that have results as Markdown. */
export function markdownOf(sections: readonly Section[], results: readonly Result[]): string {
  return sections
    .flatMap(({ heading, rows }) => {
      const table = markdownTable(rows, results);
      return table === undefined ? [] : [...(heading === undefined ? [] : [`### ${heading}`]), table];
    })
    .join('\n\n');
}

/** Formats the rows as a Markdown table, padded so that it's also readable in a terminal. */
function markdownTable(rows: readonly Row[], results: readonly Result[]): string | undefined {
  const measured = rows.flatMap((row) => {
    const result = results.find(({ id }) => id === row.id);
    return result === undefined ? [] : [{ row, result }];
  });
  if (measured.length === 0) return undefined;
  const compared = measured.some(({ result }) => result.peer !== undefined);
  const head = [
    'Measurement',
    'Ours',
    'p95',
    ...(compared ? ['Peer', 'p95', 'Ours / peer'] : []),
    'Target',
    '',
    'Runs',
  ];
  const lines = measured.map(({ row, result: { ours, peer } }) => [
    row.title,
    ...valueCells(row, ours),
    ...(compared ? [...valueCells(row, peer), shown(ratioOf(ours, peer))] : []),
    targetOf(row),
    verdictOf(row, ours, peer),
    String(ours.runs),
  ]);
  const widths = head.map((title, column) =>
    Math.max(3, title.length, ...lines.map((line) => line[column]?.length ?? 0)),
  );
  const print = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [print(head), print(widths.map((width) => '-'.repeat(width))), ...lines.map(print)].join('\n');
}

function valueCells({ unit }: Row, measured: Measured | undefined): readonly [string, string] {
  if (measured === undefined) return ['', ''];
  // One value has no distribution.
  return [`${shown(measured.median)} ${unit}`, measured.runs === 1 ? '' : shown(measured.p95)];
}

function ratioOf(ours: Measured, peer: Measured | undefined): number | undefined {
  return peer === undefined || peer.median === 0 ? undefined : rounded(ours.median / peer.median);
}

function targetOf({ ratio, limit, unit }: Row): string {
  if (ratio !== undefined) return `<= ${ratio} of the peer`;
  return limit === undefined ? '' : `<= ${limit} ${unit}`;
}

/** Returns whether the row meets its target. A row without a target has no verdict. */
export function verdictOf(row: Row, ours: Measured, peer: Measured | undefined): 'OK' | 'MISS' | '' {
  if (row.limit !== undefined) return ours.median <= row.limit ? 'OK' : 'MISS';
  if (row.ratio === undefined) return '';
  const ratio = ratioOf(ours, peer);
  return ratio !== undefined && ratio <= row.ratio ? 'OK' : 'MISS';
}

function shown(value: number | undefined): string {
  return value?.toLocaleString('en', { maximumSignificantDigits: 3, useGrouping: false }) ?? '';
}
