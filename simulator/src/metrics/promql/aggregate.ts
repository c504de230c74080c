/**
 * Implements aggregation operators. Source: prometheus/prometheus@v2.53.0 docs/querying/operators.md, section
 * "Aggregation operators".
 */
import {
  getLabelsKey,
  UnsupportedPromqlError,
  only,
  omitLabels,
  type Labels,
  type SeriesValues,
} from './promqlValues.ts';

const operators: Readonly<Record<string, (values: readonly number[]) => number>> = {
  sum: (values) => values.reduce((all, value) => all + value, 0),
  avg: (values) => values.reduce((all, value) => all + value, 0) / values.length,
  count: (values) => values.length,
  group: () => 1,
  min: (values) => values.reduce((least, value) => (value < least || Number.isNaN(least) ? value : least)),
  max: (values) => values.reduce((most, value) => (value > most || Number.isNaN(most) ? value : most)),
};

export interface LabelGrouping {
  readonly isWithout: boolean;
  readonly names: readonly string[];
}

export function aggregate(
  operator: string,
  { isWithout, names }: LabelGrouping,
  series: readonly SeriesValues[],
): readonly SeriesValues[] {
  const of = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
  if (of === undefined) throw new UnsupportedPromqlError(operator);
  const wanted = new Set(isWithout ? [...names, '__name__'] : names);
  const groups = new Map<string, { readonly labels: Labels; readonly members: SeriesValues[] }>();
  for (const one of series) {
    const labels = isWithout ? omitLabels(one.labels, wanted) : only(one.labels, wanted);
    const key = getLabelsKey(labels);
    const group = groups.get(key) ?? { labels, members: [] };
    group.members.push(one);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ labels, members }) => ({
    labels,
    values: Array.from({ length: members[0]?.values.length ?? 0 }, (_, at) => {
      const values = members.map((member) => member.values[at]).filter((value) => value !== undefined);
      return values.length === 0 ? undefined : of(values);
    }),
  }));
}
