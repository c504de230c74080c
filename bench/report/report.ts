/** Formats the results as a table for the terminal and the documentation. */
import { cpus, totalmem } from 'node:os';
import process from 'node:process';
import type { Row } from './rows.ts';
import type { Samples } from './samples.ts';

/** A table row with its measured values. */
export interface Result {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  readonly ours: number;
  readonly peer?: number;
  readonly ratio?: number;
  readonly target: string;
  readonly verdict: 'pass' | 'MISS' | '';
  readonly repetitions: number;
}

/** Returns the results of the measured rows. */
export function resultsOf(rows: readonly Row[], samples: Samples): Result[] {
  return rows.flatMap((row) => {
    const ours = samples.median(row.id, 'ours');
    const peer = samples.median(row.id, 'peer');
    if (ours === undefined) return [];
    const ratio = peer === undefined ? undefined : ours / peer;
    return {
      id: row.id,
      title: row.title,
      unit: row.unit,
      ours: rounded(ours),
      ...(peer === undefined ? {} : { peer: rounded(peer) }),
      ...(ratio === undefined || peer === 0 ? {} : { ratio: rounded(ratio) }),
      target: targetOf(row),
      verdict: verdictOf(row, ours, ratio),
      repetitions: samples.count(row.id, 'ours'),
    };
  });
}

/** Returns the date and a description of the computer that ran the benchmark. */
export function machine(): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const date = new Date().toISOString().slice(0, 10);
  return `${date}, ${cpus().length} cores (${first?.model.replace(/ Processor$/, '').trim() ?? 'unknown'}), ${memory} GiB, ${process.platform}, Node ${process.versions.node}`;
}

/** Formats the rows as a Markdown table, padded so that it's also readable in a terminal. */
export function markdownTable(results: readonly Result[]): string {
  const compared = results.some(({ peer }) => peer !== undefined);
  const head = ['Measurement', 'Ours', ...(compared ? ['Peer', 'Ours / peer'] : []), 'Target', '', 'Runs'];
  const lines = results.map(({ title, unit, ours, peer, ratio, target, verdict, repetitions }) => [
    title,
    `${shown(ours)} ${unit}`,
    ...(compared ? [peer === undefined ? '' : `${shown(peer)} ${unit}`, ratio === undefined ? '' : shown(ratio)] : []),
    target,
    verdict,
    String(repetitions),
  ]);
  const widths = head.map((title, column) =>
    Math.max(3, title.length, ...lines.map((line) => line[column]?.length ?? 0)),
  );
  const print = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [print(head), print(widths.map((width) => '-'.repeat(width))), ...lines.map(print)].join('\n');
}

function targetOf({ ratio, limit, unit }: Row): string {
  if (ratio !== undefined) return `<= ${ratio} of the peer`;
  return limit === undefined ? '' : `<= ${limit} ${unit}`;
}

function verdictOf(row: Row, ours: number, ratio: number | undefined): Result['verdict'] {
  if (row.limit !== undefined) return ours <= row.limit ? 'pass' : 'MISS';
  if (row.ratio === undefined) return '';
  return ratio !== undefined && ratio <= row.ratio ? 'pass' : 'MISS';
}

/** Rounds to three significant digits. Further digits aren't reproducible. */
function rounded(value: number): number {
  return Number(value.toPrecision(3));
}

function shown(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: 3, useGrouping: false });
}
