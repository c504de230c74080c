/** Keeps the computer busy, as an editor does before it starts a server. */

/** Duration in milliseconds. */
const duration = 1000;
const values = Array.from({ length: 2000 }, (_, index) => ({ name: `key${index}`, value: index }));

/** Parses and formats JSON once. Takes a few milliseconds. */
export function work(): void {
  JSON.stringify(JSON.parse(JSON.stringify(values)));
}

/**
 * Works for a second. On some virtual machines, the same code takes many times as long after a rest, so that a server
 * that starts after a rest would mainly show how long the computer rested.
 */
export function warmUp(): void {
  const end = performance.now() + duration;
  while (performance.now() < end) work();
}
