/** Renders a series as a line of text where there is no room for a chart. */
import * as l10n from '@vscode/l10n';
import { isCurrentSample, type QueryWindow } from './panel.ts';
import type { Sample } from '../samples.ts';

const blocks = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/** Marks missing data. The lowest block would look like a value. */
const gap = '·';

export interface SparklineRange {
  /** Start of the range, in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
}

/**
 * Renders a sparkline. Each character shows the newest value in its part of the range, scaled from 0 to the maximum.
 * Ignores negative and non-finite values.
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
 * Describes a series in words, such as `4 at the end, 1 to 4 in this time range`. Returns undefined if there are no
 * values. If the series ended before the end of the range, the text doesn't present its last value as current.
 */
export function sparklineText(samples: readonly Sample[], asked: QueryWindow): string | undefined {
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
      ? l10n.t`Constant at ${value} in this time range`
      : l10n.t`${value} at the end, ${least} to ${most} in this time range`;
  return least === most
    ? l10n.t`Last value ${value} (no data since then). Constant in this time range`
    : l10n.t`Last value ${value} (no data since then). In this time range: ${least} to ${most}`;
}
