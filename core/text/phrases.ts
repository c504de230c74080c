/** Small words: durations, lists of names, texts of a cluster in one line. */
import * as l10n from '@vscode/l10n';
import { joined, listed, plural } from './grammar.ts';
import { visible } from './sanitize.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** How long, as people say it: `45 s`, `12 min`, `1 h 20 min`, `3 days`. @param milliseconds below 0 counts as 0 */
export function durationWords(milliseconds: number): string {
  const { count, unit, minutes } = roundedDuration(milliseconds);
  switch (unit) {
    case 's':
      return l10n.t`${count} s`;
    case 'min':
      return l10n.t`${count} min`;
    case 'h':
      return minutes === 0 ? l10n.t`${count} h` : l10n.t`${count} h ${minutes} min`;
    default:
      return plural(count, l10n.t`${count} day`, l10n.t`${count} days`);
  }
}

/** A span of durations: `5 to 7 min`; one when both say the same. */
export function spanWords({ from, to }: { readonly from: number; readonly to: number }): string {
  const [first, last] = [durationWords(from), durationWords(to)];
  if (first === last) return first;
  const [start, end] = [roundedDuration(from), roundedDuration(to)];
  const begin = start.unit === end.unit && end.unit !== 'h' ? start.count : first;
  return l10n.t({ message: '{0} to {1}', args: [begin, last], comment: ['A span of time: "5 to 7 min", "2 min to 1 h 20 min".'] });
}

interface RoundedDuration {
  readonly count: number;
  readonly unit: 's' | 'min' | 'h' | 'days';
  /** Of hours, what is left. */
  readonly minutes: number;
}

function roundedDuration(milliseconds: number): RoundedDuration {
  const time = Math.max(0, milliseconds);
  if (time < 90 * second) return { count: Math.round(time / second), unit: 's', minutes: 0 };
  if (time < 90 * minute) return { count: Math.round(time / minute), unit: 'min', minutes: 0 };
  if (time >= 2 * day) return { count: Math.round(time / day), unit: 'days', minutes: 0 };
  const minutes = Math.round((time % hour) / minute);
  return { count: Math.floor(time / hour) + (minutes === 60 ? 1 : 0), unit: 'h', minutes: minutes % 60 };
}

/** `a`, `a and b`, `a, b and 3 more`. @param most how many names at most */
export function namesWords(names: readonly string[], most = 3): string {
  if (names.length === 0) return l10n.t({ message: 'none', args: [], comment: ['In place of a list of names that is empty.'] });
  if (names.length <= most) return listed(names.map(visible));
  const shown = Math.max(1, most - 1);
  const first = joined(names.slice(0, shown).map(visible));
  const left = names.length - shown;
  return l10n.t({ message: '{0} and {1} more', args: [first, left], comment: ['{0} are names, {1} is a number.'] });
}

/** What is counted in sentences. Where the verb depends on the count, too, the sentence is two strings (`plural`). */
const things = {
  node: (count: number) => plural(count, l10n.t`${count} node`, l10n.t`${count} nodes`),
  pod: (count: number) => plural(count, l10n.t`${count} pod`, l10n.t`${count} pods`),
  finding: (count: number) => plural(count, l10n.t`${count} finding`, l10n.t`${count} findings`),
  file: (count: number) => plural(count, l10n.t`${count} file`, l10n.t`${count} files`),
  'virtual machine': (count: number) => plural(count, l10n.t`${count} virtual machine`, l10n.t`${count} virtual machines`),
  thing: (count: number) => plural(count, l10n.t`${count} thing`, l10n.t`${count} things`),
  resource: (count: number) => plural(count, l10n.t`${count} resource`, l10n.t`${count} resources`),
  object: (count: number) => plural(count, l10n.t`${count} object`, l10n.t`${count} objects`),
  worker: (count: number) => plural(count, l10n.t`${count} worker`, l10n.t`${count} workers`),
  replica: (count: number) => plural(count, l10n.t`${count} replica`, l10n.t`${count} replicas`),
  warning: (count: number) => plural(count, l10n.t`${count} warning`, l10n.t`${count} warnings`),
  failure: (count: number) => plural(count, l10n.t`${count} failure`, l10n.t`${count} failures`),
  'unknown result': (count: number) => plural(count, l10n.t`${count} unknown result`, l10n.t`${count} unknown results`),
  error: (count: number) => plural(count, l10n.t`${count} error`, l10n.t`${count} errors`),
  'ready address': (count: number) => plural(count, l10n.t`${count} ready address`, l10n.t`${count} ready addresses`),
  'edge cluster': (count: number) => plural(count, l10n.t`${count} edge cluster`, l10n.t`${count} edge clusters`),
  'node pool': (count: number) => plural(count, l10n.t`${count} node pool`, l10n.t`${count} node pools`),
  component: (count: number) => plural(count, l10n.t`${count} component`, l10n.t`${count} components`),
  other: (count: number) => plural(count, l10n.t`${count} other`, l10n.t`${count} others`),
  value: (count: number) => plural(count, l10n.t`${count} value`, l10n.t`${count} values`),
  type: (count: number) => plural(count, l10n.t`${count} type`, l10n.t`${count} types`),
  status: (count: number) => plural(count, l10n.t`${count} status`, l10n.t`${count} statuses`),
  right: (count: number) => plural(count, l10n.t`${count} right`, l10n.t`${count} rights`),
  processor: (count: number) => plural(count, l10n.t`${count} processor`, l10n.t`${count} processors`),
  minute: (count: number) => plural(count, l10n.t`${count} minute`, l10n.t`${count} minutes`),
  line: (count: number) => plural(count, l10n.t`${count} line`, l10n.t`${count} lines`),
  key: (count: number) => plural(count, l10n.t`${count} key`, l10n.t`${count} keys`),
  cluster: (count: number) => plural(count, l10n.t`${count} cluster`, l10n.t`${count} clusters`),
  change: (count: number) => plural(count, l10n.t`${count} change`, l10n.t`${count} changes`),
  budget: (count: number) => plural(count, l10n.t`${count} budget`, l10n.t`${count} budgets`),
  PeerPod: (count: number) => plural(count, l10n.t`${count} PeerPod`, l10n.t`${count} PeerPods`),
  InstallPlan: (count: number) => plural(count, l10n.t`${count} InstallPlan`, l10n.t`${count} InstallPlans`),
  GPU: (count: number) => plural(count, l10n.t`${count} GPU`, l10n.t`${count} GPUs`),
} satisfies Readonly<Record<string, (count: number) => string>>;

export type Thing = keyof typeof things;

/** `1 node`, `3 nodes`. */
export function countWords(count: number, thing: Thing): string {
  return things[thing](count);
}

/**
 * Formats text from a cluster as one line of limited length. Escapes control characters, bidirectional characters, and other invisible characters, so that
 * two names never look alike.
 */
export function oneLine(text: string, most = 300): string {
  // Cut first: the rest costs nothing then.
  const line = visible(text.slice(0, most * 4).replace(/[\t-\r\p{Zs}]+/gu, ' ')).trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}
