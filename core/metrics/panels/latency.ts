/** Creates the queries for latencies from the Kata histograms, including the alternative views. */
import * as l10n from '@vscode/l10n';
import type { Message } from '#core/text/message.ts';
import { createSelector, type FilterName } from '../filters.ts';
import type { MetricsPanelDefinition, PanelQuery, PanelReading } from './panel.ts';

const percentiles = [50, 95, 99] as const;

/**
 * Returns the queries for a histogram: three percentiles of all requests, or one percentile for each type of request.
 * @param series name that ends in `_bucket`
 * @param own matchers as written between braces
 * @param known filters that the series supports
 */
export function latencies(
  series: string,
  own: string,
  known: readonly FilterName[],
): Required<Pick<MetricsPanelDefinition, 'queries' | 'readings'>> {
  const query = (percentile: number, by: string, legend: Message): PanelQuery => ({
    id: `p${percentile}`,
    promql: (filters) =>
      `histogram_quantile(${percentile / 100}, sum by (${by}) (rate(${createSelector(series, own, filters, known)}[5m])))`,
    legend,
  });
  const together = percentiles.map((percentile) => query(percentile, 'le', () => l10n.t`${percentile}th percentile`));
  const apart = percentiles.map((percentile): PanelReading => ({
    id: `p${percentile}`,
    title: () => l10n.t`${percentile}th percentile by request`,
    queries: [query(percentile, 'le, action', () => '{{action}}')],
  }));
  return {
    queries: together,
    readings: [{ id: 'all', title: () => l10n.t`50th, 95th, and 99th percentiles`, queries: together }, ...apart],
  };
}
