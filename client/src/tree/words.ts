/** Times of the day, as rows show them. Durations and lists are in core/live/words.ts. */

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (number: number): string => String(number).padStart(2, '0');

/** `10:41`; of another day `Nov 20, 10:41`. @param at milliseconds since 1970 */
export function timeOfDay(at: number, now: number): string {
  const date = new Date(at);
  // Not by Intl: thousands of rows are written at once.
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`;
  return date.toDateString() === new Date(now).toDateString() ? time : `${months[date.getMonth()] ?? ''} ${date.getDate()}, ${time}`;
}

/** First letter large. */
export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
