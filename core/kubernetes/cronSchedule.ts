/**
 * Validates the schedule of a CronJob as the API server does. Source: robfig/cron@004a5153 parser.go. The newer version
 * 3 in Kubernetes differs in the time zone. Verified with 60 schedules on kube-apiserver 1.20.2.
 */
import * as l10n from '@vscode/l10n';
import { sanitizeQuote } from '../text/sanitize.ts';

interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly names?: readonly string[];
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** Minute, hour, day of the month, month, and day of the week. */
const fields: readonly Bounds[] = [
  { least: 0, most: 59 },
  { least: 0, most: 23 },
  { least: 1, most: 31 },
  { least: 1, most: 12, names: months },
  { least: 0, most: 6, names: days },
];

const duration = /^[-+]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/;

/** Returns why a schedule isn't valid, as a clause after "because". Returns undefined if it's valid. */
export function findScheduleProblem(text: string): string | undefined {
  // The validation of the time zone depends on the Kubernetes version.
  const schedule = text.replace(/^(?:CRON_)?TZ=\S*\s+/, '');
  if (schedule.startsWith('@')) {
    const [, every] = /^@every (.*)$/.exec(schedule) ?? [];
    const isKnown =
      every === undefined
        ? /^@(?:yearly|annually|monthly|weekly|daily|midnight|hourly)$/.test(schedule)
        : duration.test(every);
    return isKnown ? undefined : l10n.t`no schedule has this name`;
  }
  const parts = schedule.trim().split(/\s+/);
  if (parts.length !== fields.length) return l10n.t`a schedule has five fields`;
  for (const [index, part] of parts.entries()) {
    const bounds = fields[index];
    if (bounds !== undefined && !part.split(',').every((range) => range === '' || isRange(range, bounds)))
      return l10n.t`field ${index + 1} can't be "${sanitizeQuote(part, 20)}"`;
  }
  return undefined;
}

/** Returns whether a range is valid, such as `5`, `1-5`, `*`, or one of them with a step, such as `1-5/2`. */
function isRange(text: string, bounds: Bounds): boolean {
  const [range = '', step, ...others] = text.split('/');
  if (others.length > 0) return false;
  if (step !== undefined && !(/^\+?\d+$/.test(step) && Number(step) > 0)) return false;
  const [low = '', high, ...more] = range.split('-');
  if (low === '*' || low === '?') return true;
  const first = readNumber(low, bounds);
  const last = high === undefined ? (step === undefined ? first : bounds.most) : readNumber(high, bounds);
  if (more.length > 0 || first === undefined || last === undefined) return false;
  return first >= bounds.least && last <= bounds.most && first <= last;
}

function readNumber(text: string, { least, names = [] }: Bounds): number | undefined {
  const named = names.indexOf(text.toLowerCase());
  if (named !== -1) return named + least;
  return /^\+?\d+$/.test(text) ? Number(text) : undefined;
}
