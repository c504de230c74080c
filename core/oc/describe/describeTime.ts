/** Formats times in descriptions. */
import { formatRfc1123, parseTimestamp } from '#core/common/time.ts';

/** The time that Go prints for a missing time. */
const zeroTime = 'Mon, 01 Jan 0001 00:00:00 +0000';

/** Formats a timestamp of an object in UTC. Formats a missing timestamp in the same way as kubectl does. */
export function describeTime(timestamp: unknown): string {
  const time = typeof timestamp === 'string' ? parseTimestamp(timestamp) : undefined;
  return time === undefined ? zeroTime : formatRfc1123(time);
}
