/** A simulated series, which is a function of time between its start and end. */
export interface SimulatedSeries {
  readonly labels: Readonly<Record<string, string>>;
  /** Start time in milliseconds since 1970. */
  readonly since: number;
  readonly until?: number;
  /** Returns the value at a time. Always returns the same value for the same time. */
  readonly value: (at: number) => number;
}

/** All series with the same metric name. For a histogram, the common name of its buckets, sum, and count. */
export interface Family {
  readonly name: string;
  readonly type: 'gauge' | 'counter' | 'histogram';
  readonly help: string;
  /** Series whose labels include `__name__`. */
  readonly sources: readonly SimulatedSeries[];
}

/** Returns a pseudorandom number from 0 to 1 that depends only on the text. */
export function chance(text: string): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619);
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_519);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}

/**
 * Returns a function that oscillates around a middle value within a few minutes, with a different period for each text.
 * @param part amplitude relative to the middle value
 */
export function swaying(text: string, middle: number, part: number): (at: number) => number {
  const period = (4 + 11 * chance(`${text} period`)) * 60_000;
  const phase = chance(`${text} phase`) * 2 * Math.PI;
  return (at) => middle * (1 + part * Math.sin((at / period) * 2 * Math.PI + phase));
}

/** Returns a function that increases by about the given amount per second and never decreases. */
export function adding(text: string, perSecond: number, since: number): (at: number) => number {
  const period = (4 + 11 * chance(`${text} period`)) * 60;
  return (at) => {
    const seconds = Math.max(0, at - since) / 1000;
    return perSecond * (seconds + 0.6 * (period / (2 * Math.PI)) * (1 - Math.cos((seconds / period) * 2 * Math.PI)));
  };
}
