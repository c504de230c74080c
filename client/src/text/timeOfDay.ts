/** Times of the day, as rows show them. Durations are in core/text/durations.ts, lists in core/text/phrases.ts. */
import * as l10n from '@vscode/l10n';

/**
 * The months in short. Functions, so that a row translates one name and not twelve: thousands of rows are written at
 * once.
 */
const months: readonly (() => string)[] = [
  () => l10n.t`Jan`,
  () => l10n.t`Feb`,
  () => l10n.t`Mar`,
  () => l10n.t`Apr`,
  () => l10n.t({ message: 'May', args: [], comment: ['The month, in short.'] }),
  () => l10n.t`Jun`,
  () => l10n.t`Jul`,
  () => l10n.t`Aug`,
  () => l10n.t`Sep`,
  () => l10n.t`Oct`,
  () => l10n.t`Nov`,
  () => l10n.t`Dec`,
];
const two = (number: number): string => String(number).padStart(2, '0');

/** `10:41`; of another day `Nov 20, 10:41`. @param at milliseconds since 1970 */
export function formatTimeOfDay(at: number, now: number): string {
  const date = new Date(at);
  // Not by Intl: thousands of rows are written at once.
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`;
  if (date.toDateString() === new Date(now).toDateString()) return time;
  const args = [months[date.getMonth()]?.() ?? '', date.getDate(), time];
  return l10n.t({ message: '{0} {1}, {2}', args, comment: ['A moment: the month in short, the day, the time.'] });
}

/** `10:41:07`: a moment within the next minutes. @param at milliseconds since 1970 */
export function clockTime(at: number): string {
  const date = new Date(at);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
}

/** Of what is shown of a cluster: it is as the cluster has it now. */
export function formatLiveState(): string {
  return l10n.t({
    message: 'connected',
    args: [],
    comment: ['A state, an adjective: what is shown is as the cluster has it now.'],
  });
}
