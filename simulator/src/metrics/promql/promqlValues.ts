/** Represents the value of an expression at each requested time. */
export type Point = number;
export type Labels = Readonly<Record<string, string>>;

export interface SeriesValues {
  readonly labels: Labels;
  /** One value per time. Undefined if there is none. */
  readonly values: readonly (Point | undefined)[];
}

export type PromqlValue =
  | { readonly kind: 'scalar'; readonly at: (index: number) => Point }
  | { readonly kind: 'vector'; readonly series: readonly SeriesValues[] };

/** Thrown for queries that a real Prometheus might support, but the simulator doesn't. */
export class UnsupportedPromqlError extends Error {
  constructor(what: string) {
    super(
      `the built-in Prometheus of the demo cluster doesn't support ${what}, only the queries of the charts and similar queries`,
    );
  }
}

/** Returns a key that is the same for equal labels. */
export function getLabelsKey(labels: Labels): string {
  return JSON.stringify(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns only the labels with the given names. */
export function only(labels: Labels, names: ReadonlySet<string>): Labels {
  return Object.fromEntries(Object.entries(labels).filter(([name]) => names.has(name)));
}

/** Returns all labels except those with the given names. */
export function omitLabels(labels: Labels, names: ReadonlySet<string>): Labels {
  return Object.fromEntries(Object.entries(labels).filter(([name]) => !names.has(name)));
}

const nameLabel = new Set(['__name__']);

/** Removes the metric name, because a calculated value no longer belongs to the original series. */
export function unnamed(labels: Labels): Labels {
  return omitLabels(labels, nameLabel);
}

/** Merges series with the same labels, if they never have values at the same time. */
export function merged(series: readonly SeriesValues[]): readonly SeriesValues[] {
  const byKey = new Map<string, { readonly labels: Labels; readonly values: (Point | undefined)[] }>();
  for (const { labels, values } of series) {
    const key = getLabelsKey(labels);
    const present = byKey.get(key);
    if (present === undefined) byKey.set(key, { labels, values: [...values] });
    else
      for (const [at, value] of values.entries()) {
        if (value === undefined) continue;
        if (present.values[at] !== undefined) throw new Error('vector cannot contain metrics with the same labelset');
        present.values[at] = value;
      }
  }
  return [...byKey.values()];
}
