/** Formats chart values with their units. */
import * as l10n from '@vscode/l10n';
import { selectPlural } from '#core/text/grammar.ts';

/**
 * Unit of a chart. `latency` is milliseconds from the Kata histograms. `msPerSecond` is CPU time, displayed in CPUs.
 */
export type MetricUnit = 'count' | 'bytes' | 'milliseconds' | 'latency' | 'percent' | 'msPerSecond' | 'yesNo' | 'plain';

/**
 * Upper bound of the last bucket in the Kata histograms, in milliseconds. If a percentile equals this bound, the actual
 * value can be any larger number.
 */
const largestBound = 512;

const steps: readonly (readonly [name: string, bytes: number])[] = [
  ['TiB', 1024 ** 4],
  ['GiB', 1024 ** 3],
  ['MiB', 1024 ** 2],
  ['KiB', 1024],
];

/** Formats a value with its unit, such as `1.5 GiB`, `12 ms`, or `yes`. Describes NaN and infinity in words. */
export function formatMetricValue(value: number, unit: MetricUnit): string {
  if (Number.isNaN(value)) return l10n.t`not a number`;
  if (!Number.isFinite(value)) return value > 0 ? l10n.t`infinity` : l10n.t`negative infinity`;
  switch (unit) {
    case 'bytes': {
      const [name, size] = steps.find(([, bytes]) => Math.abs(value) >= bytes) ?? ['B', 1];
      return `${short(value / size)} ${name}`;
    }
    case 'latency':
      return value >= largestBound ? `≥ ${largestBound} ms` : formatMetricValue(value, 'milliseconds');
    case 'milliseconds':
      return Math.abs(value) >= 10_000 ? `${short(value / 1000)} s` : `${short(value)} ms`;
    case 'percent':
      return l10n.t`${short(value)}%`;
    case 'msPerSecond':
      return cpuWords(value / 1000);
    case 'yesNo':
      return value === 1 ? l10n.t`yes` : value === 0 ? l10n.t`no` : short(value);
    default:
      return short(value);
  }
}

/**
 * Formats a value for the axis of a chart. Doesn't add the `≥` that `formatMetricValue` adds to latencies from the last
 * bucket, because axis labels aren't measurements.
 */
export function formatAxisValue(value: number, unit: MetricUnit): string {
  return formatMetricValue(value, unit === 'latency' ? 'milliseconds' : unit);
}

/** Formats CPU time per second, such as `0.16 CPUs`. */
function cpuWords(cpus: number): string {
  const number = Math.abs(cpus) < 1 ? short(Number(cpus.toPrecision(2))) : short(cpus);
  return selectPlural(Number(number), l10n.t`${number} CPU`, l10n.t`${number} CPUs`);
}

/** Returns the unit name for the axis of a chart. Empty for counts. */
export function unitName(unit: MetricUnit): string {
  const names: Readonly<Record<MetricUnit, string>> = {
    count: '',
    plain: '',
    bytes: l10n.t`bytes`,
    milliseconds: l10n.t`milliseconds`,
    latency: l10n.t`milliseconds`,
    percent: l10n.t`percent`,
    msPerSecond: 'CPUs',
    yesNo: l10n.t`1: yes, 0: no`,
  };
  return names[unit];
}

/** Formats a number with three significant digits. Uses an exponent only for very large or small values. */
function short(value: number): string {
  const size = Math.abs(value);
  if (size === 0) return '0';
  if (size >= 1e15 || size < 1e-4) return value.toExponential(2);
  if (size >= 100) return groups(Math.round(value));
  return String(Number(value.toPrecision(3)));
}

function groups(whole: number): string {
  return String(whole).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}
