/** Keeps the computer busy, as an editor does before it starts a server. */

/** Duration in milliseconds. */
const duration = 1000;
const values = Array.from({ length: 2000 }, (_, index) => ({ name: `key${index}`, value: index }));

/** Parses and formats JSON once. Takes less than a millisecond when V8 has optimized the code. */
export function work(): void {
  JSON.stringify(JSON.parse(JSON.stringify(values)));
}

/**
 * Uses a CPU for 1 second. On some VMs, the same code takes many times as long after a rest. The measured start of a
 * server would then depend on how long the computer rested.
 */
export function warmUp(): void {
  const end = performance.now() + duration;
  while (performance.now() < end) work();
}
