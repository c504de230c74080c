/** Small words: durations, lists of names, texts of a cluster in one line. */

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** How long, as people say it: `45 s`, `12 min`, `1 h 20 min`, `3 days`. @param milliseconds below 0 counts as 0 */
export function durationWords(milliseconds: number): string {
  const time = Math.max(0, milliseconds);
  if (time < 90 * second) return `${Math.round(time / second)} s`;
  if (time < 90 * minute) return `${Math.round(time / minute)} min`;
  if (time < 2 * day) {
    const minutes = Math.round((time % hour) / minute);
    const hours = Math.floor(time / hour) + (minutes === 60 ? 1 : 0);
    return minutes === 0 || minutes === 60 ? `${hours} h` : `${hours} h ${minutes} min`;
  }
  return `${Math.round(time / day)} days`;
}

/** A span of durations: `5 to 7 min`; one when both say the same. */
export function spanWords({ from, to }: { readonly from: number; readonly to: number }): string {
  const [first, last] = [durationWords(from), durationWords(to)];
  if (first === last) return first;
  const unit = / (?:s|min|days)$/.exec(last)?.[0];
  return unit !== undefined && first.endsWith(unit) && !first.includes('h') && !last.includes('h')
    ? `${first.slice(0, -unit.length)} to ${last}`
    : `${first} to ${last}`;
}

/** `a`, `a and b`, `a, b and 3 more`. @param most how many names at most */
export function namesWords(names: readonly string[], most = 3): string {
  if (names.length <= 1) return names[0] ?? 'none';
  if (names.length <= most) return `${names.slice(0, -1).join(', ')} and ${names[names.length - 1] ?? ''}`;
  const shown = Math.max(1, most - 1);
  return `${names.slice(0, shown).join(', ')} and ${names.length - shown} more`;
}

/** `1 node`, `3 nodes`. */
export function countWords(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

/**
 * What a cluster wrote, in one line of bounded length: it may hold anything. Control characters, marks that turn the direction of writing and others
 * that nobody sees have no business in a message.
 */
export function oneLine(text: string, most = 300): string {
  // Cut first: the rest costs nothing then.
  const line = text
    .slice(0, most * 4)
    .replace(/[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu, ' ')
    .trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}
