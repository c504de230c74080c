/**
 * Determines when a must-gather was collected. Source: openshift/oc pkg/cli/admin/mustgather (timestamp: start and end
 * time in Go format).
 */

/** Returns the time in the last line that contains one, in milliseconds since 1970. */
export function takenAt(text: string): number | undefined {
  const times = text
    .slice(0, 2000)
    .split('\n')
    .flatMap((line) => {
      const found = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3})\d*)? ([+-]\d\d)(\d\d)/.exec(line.trim());
      if (found === null) return [];
      const [, day = '', time = '', fraction = '0', hours = '', minutes = ''] = found;
      const value = Date.parse(`${day}T${time}.${fraction.padEnd(3, '0')}${hours}:${minutes}`);
      return Number.isNaN(value) ? [] : [value];
    });
  return times.at(-1);
}
