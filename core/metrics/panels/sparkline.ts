/** A series as a line of text, for where there is no room for a chart. */
import * as l10n from '@vscode/l10n';
import { isCurrentSample, type QueryWindow } from './panel.ts';
import type { Sample } from '../samples.ts';

const blocks = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/** Nothing was collected: not the lowest block, which would read as a value. */
const gap = '·';

export interface SparklineRange {
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
}

/**
 * So many signs, each the newest value of its part of the time, from zero up to the largest. Only numbers from 0 count.
 */
export function sparkline(samples: readonly Sample[], { from, to }: SparklineRange, signs = 24): string {
  const parts = Array.from({ length: signs }, (): number | undefined => undefined);
  const length = Math.max(1, to - from);
  for (const { at, value } of samples) {
    if (!Number.isFinite(value) || value < 0 || at < from || at > to) continue;
    parts[Math.min(signs - 1, Math.floor(((at - from) / length) * signs))] = value;
  }
  const most = Math.max(0, ...parts.filter((value) => value !== undefined));
  return parts
    .map((value) =>
      value === undefined ? gap : (blocks[most === 0 ? 0 : Math.round((value / most) * (blocks.length - 1))] ?? gap),
    )
    .join('');
}

/**
 * The same in words: `4 at the end, 1 to 4 in this time`; undefined where there is no number. What has ended before is
 * not told as of the end.
 */
export function sparklineWords(samples: readonly Sample[], asked: QueryWindow): string | undefined {
  const numbers = samples.filter(({ value }) => Number.isFinite(value));
  const values = numbers.map(({ value }) => value);
  const newest = numbers.at(-1);
  if (newest === undefined) return undefined;
  const [least, most] = [
    values.reduce((one, other) => Math.min(one, other)),
    values.reduce((one, other) => Math.max(one, other)),
  ];
  const { value } = newest;
  if (isCurrentSample(newest, asked))
    return least === most
      ? l10n.t`${value} at the end, always ${most} in this time range`
      : l10n.t`${value} at the end, ${least} to ${most} in this time range`;
  return least === most
    ? l10n.t`${value} when last collected, no data since, always ${most} in this time range`
    : l10n.t`${value} when last collected, no data since, ${least} to ${most} in this time range`;
}
