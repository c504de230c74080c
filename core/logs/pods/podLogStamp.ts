/**
 * Parses the time at the start of a container line with nanoseconds, which `readLine` shortens to milliseconds. The
 * kubelet writes it if the request sets `timestamps`. Source: kubernetes/cri-client pkg/logs/logs.go (timeFormatOut:
 * RFC 3339 with nine digits and the time zone of the node).
 */

import { formatTimestamp } from '#core/common/time.ts';
import { parseIsoTimestamp } from '../formats/timestamps.ts';

/** A time with nanoseconds. */
export interface PodLogStamp {
  /** Seconds since 1970. */
  readonly seconds: number;
  readonly nanoseconds: number;
}

const stamp = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)(?: |$)/;

/** A container line without its time. `stamp` is undefined for lines of the kubelet, which have no time. */
export interface StampedLine {
  readonly stamp: PodLogStamp | undefined;
  readonly message: string;
}

/** Splits a line into its time and its message. */
export function splitStamp(line: string): StampedLine {
  const found = stamp.exec(line);
  if (found === null) return { stamp: undefined, message: line };
  const [whole, time = '', fraction = '', zone = 'Z'] = found;
  const milliseconds = parseIsoTimestamp(`${time}${zone}`)?.at;
  if (milliseconds === undefined) return { stamp: undefined, message: line };
  return {
    stamp: { seconds: milliseconds / 1000, nanoseconds: Number(fraction.padEnd(9, '0')) },
    message: line.slice(whole.length),
  };
}

/** Returns a negative number if the first time is earlier, a positive number if it's later, and 0 if they're equal. */
export function compareStamps(one: PodLogStamp, other: PodLogStamp): number {
  return one.seconds - other.seconds || one.nanoseconds - other.nanoseconds;
}

/** Formats a time without its fraction, as the API expects in `sinceTime`. */
export function formatSeconds({ seconds }: PodLogStamp): string {
  return formatTimestamp(seconds * 1000);
}
