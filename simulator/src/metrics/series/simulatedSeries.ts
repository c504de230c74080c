/** A series as the simulator has it: a function of time, from when it began until it ended. */
export interface SimulatedSeries {
  readonly labels: Readonly<Record<string, string>>;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly until?: number;
  /** At a time between them; the same each time it is asked. */
  readonly value: (at: number) => number;
}

/** All series of one name; of a histogram under the name that its buckets, sum and count have in common. */
export interface Family {
  readonly name: string;
  readonly type: 'gauge' | 'counter' | 'histogram';
  readonly help: string;
  /** With `__name__` among their labels. */
  readonly sources: readonly SimulatedSeries[];
}

/** From 0 to 1, always the same for the same text. */
export function chance(text: string): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619);
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_519);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}

/** Goes up and down around a middle, by so much of it, over some minutes: different for each text. */
export function swaying(text: string, middle: number, part: number): (at: number) => number {
  const period = (4 + 11 * chance(`${text} period`)) * 60_000;
  const phase = chance(`${text} phase`) * 2 * Math.PI;
  return (at) => middle * (1 + part * Math.sin((at / period) * 2 * Math.PI + phase));
}

/** What adds up at about so much a second, never falling. */
export function adding(text: string, perSecond: number, since: number): (at: number) => number {
  const period = (4 + 11 * chance(`${text} period`)) * 60;
  return (at) => {
    const seconds = Math.max(0, at - since) / 1000;
    return perSecond * (seconds + 0.6 * (period / (2 * Math.PI)) * (1 - Math.cos((seconds / period) * 2 * Math.PI)));
  };
}
