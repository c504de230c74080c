/** Provides series as if Prometheus had collected them every 30 seconds. */
import type { Family, SimulatedSeries } from '../series/simulatedSeries.ts';
import { isThere } from '../series/exposition.ts';
import { matchesLabelSet, type LabelMatcher } from './matchers.ts';
import type { Labels, SeriesValues } from './promqlValues.ts';

/** Time between two collections, in milliseconds. */
export const interval = 30_000;
/** How long a value remains valid without a newer one, in milliseconds. */
const lookback = 300_000;

/** Collected samples of a series between two times, oldest first. Times are in milliseconds since 1970. */
export interface Collected {
  readonly labels: Labels;
  readonly between: (after: number, until: number) => readonly { readonly at: number; readonly value: number }[];
}

export class SampleHistory {
  readonly #families: readonly Family[];
  readonly #now: number;

  constructor(families: readonly Family[], now: number) {
    this.#families = families;
    this.#now = now;
  }

  /** Returns the newest value at each time. Ended series have no values, because Prometheus marks their end. */
  select(matchers: readonly LabelMatcher[], times: readonly number[], offset: number): readonly SeriesValues[] {
    return this.#sources(matchers).map((source) => {
      const known = this.#remembered(source);
      return {
        labels: source.labels,
        values: times.map((time) => {
          const at = Math.floor(Math.min(time - offset, this.#now) / interval) * interval;
          return time - offset - at > lookback ? undefined : known(at);
        }),
      };
    });
  }

  /** Returns all collected samples. */
  collected(matchers: readonly LabelMatcher[]): readonly Collected[] {
    return this.#sources(matchers).map((source) => {
      const known = this.#remembered(source);
      return {
        labels: source.labels,
        between: (after, until) => {
          const found: { at: number; value: number }[] = [];
          const last = Math.min(until, this.#now, source.until ?? Infinity);
          const first = Math.max(after, source.since - interval);
          for (let at = (Math.floor(first / interval) + 1) * interval; at <= last; at += interval) {
            const value = known(at);
            if (value !== undefined) found.push({ at, value });
          }
          return found;
        },
      };
    });
  }

  #sources(matchers: readonly LabelMatcher[]): readonly SimulatedSeries[] {
    return this.#families.flatMap(({ sources }) => sources.filter(({ labels }) => matchesLabelSet(labels, matchers)));
  }

  /** Returns a function that calculates each value only once. */
  #remembered(source: SimulatedSeries): (at: number) => number | undefined {
    const known = new Map<number, number | undefined>();
    return (at) => {
      if (!known.has(at)) known.set(at, isThere(source, at) ? source.value(at) : undefined);
      return known.get(at);
    };
  }
}
