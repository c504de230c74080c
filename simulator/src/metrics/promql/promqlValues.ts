/** What an expression comes to, at each of the times that are asked for. */
export type Point = number;
export type Labels = Readonly<Record<string, string>>;

export interface SeriesValues {
  readonly labels: Labels;
  /** One for each time; undefined: nothing is there. */
  readonly values: readonly (Point | undefined)[];
}

export type PromqlValue =
  | { readonly kind: 'scalar'; readonly at: (index: number) => Point }
  | { readonly kind: 'vector'; readonly series: readonly SeriesValues[] };

/** What a real Prometheus may answer, and this one cannot. */
export class UnsupportedPromqlError extends Error {
  constructor(what: string) {
    super(
      `the built-in Prometheus of the demo cluster does not know ${what}: it answers the queries of the charts and what is like them`,
    );
  }
}

/** The same for the same labels. */
export function getLabelsKey(labels: Labels): string {
  return JSON.stringify(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Those alone. */
export function only(labels: Labels, names: ReadonlySet<string>): Labels {
  return Object.fromEntries(Object.entries(labels).filter(([name]) => names.has(name)));
}

/** All but those. */
export function omitLabels(labels: Labels, names: ReadonlySet<string>): Labels {
  return Object.fromEntries(Object.entries(labels).filter(([name]) => !names.has(name)));
}

const nameLabel = new Set(['__name__']);

/** What was worked out is no longer that series. */
export function unnamed(labels: Labels): Labels {
  return omitLabels(labels, nameLabel);
}

/** Series that have come to have the same labels are one, if they are never there at the same time. */
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
