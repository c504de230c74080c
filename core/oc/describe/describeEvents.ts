/** Describes events. Source: kubernetes/kubectl pkg/describe/describe.go (DescribeEvents). */
import type { ClusterEvent } from '#core/cluster/objects/clusterEvent.ts';
import { humanDuration } from '#core/text/humanDuration.ts';
import { shortenValue, type DescribeWriter } from './describeWriter.ts';

/**
 * Adds the events, the oldest first.
 * @param now time in milliseconds since 1970
 */
export function describeEvents(writer: DescribeWriter, events: readonly ClusterEvent[], now: number): void {
  if (events.length === 0) {
    writer.line(0, 'Events:\t<none>');
    return;
  }
  writer.line(0, 'Events:');
  writer.line(1, 'Type\tReason\tAge\tFrom\tMessage');
  writer.line(1, '----\t------\t----\t----\t-------');
  for (const event of events.toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0))) {
    const { type, reason, source = '', message } = event;
    writer.line(1, [type, reason, ageOf(event, now), source, shortenValue(message.trim())].join('\t'));
  }
}

function ageOf({ at, first, count }: ClusterEvent, now: number): string {
  const since = formatAge(first, now);
  return count > 1 ? `${formatAge(at, now)} (x${count} over ${since})` : since;
}

/**
 * Formats the time since a time, such as `5d3h`.
 * @param time milliseconds since 1970
 */
export function formatAge(time: number | undefined, now: number): string {
  return time === undefined ? '<unknown>' : humanDuration(now - time);
}
