/** Computes the tiles at the start of the metrics page from the state. All functions are pure. */
import * as l10n from '@vscode/l10n';
import { failuresTile, installationTile, type HealthTile, type TileInput } from '#core/metrics/healthTiles.ts';
import { failureAlert } from '#core/metrics/alerts.ts';
import { omitUndefined } from '#core/common/json.ts';
import { panels } from '#core/metrics/panels/panels.ts';
import type { SampledSeries } from '#core/metrics/samples.ts';
import { chartData } from './chartData.ts';
import { problemView } from './problemView.ts';
import type { MetricsFrame, MetricsState, PanelResult } from './metricsState.ts';
import type { TileChart, TileView } from './metricsView.ts';

/** Returns the tiles. The range ends at the last read of the panels, because an older result isn't current. */
export function tilesView(state: MetricsState, { facts, time }: MetricsFrame): readonly TileView[] {
  const answerOf = (panel: string): PanelResult | undefined => state.panels.get(panel)?.answer;
  const seriesOf = (panel: string, query: string): readonly SampledSeries[] | undefined =>
    answerOf(panel)?.sampled.get(query)?.series;
  const [all, failed] = [seriesOf('remotePods', 'all'), seriesOf('remotePods', 'failed')];
  const input = (panel: string): TileInput => ({
    window: answerOf(panel) ?? { to: 0, step: 0 },
    // Alerts that couldn't be refreshed can have ended.
    alerts: state.alerts.problem === undefined ? (state.alerts.read?.alerts ?? []) : [],
    facts,
    time,
    ...omitUndefined({
      installation: seriesOf('installation', 'installed'),
      failures: seriesOf('failures', 'ratio'),
      pods: all === undefined || failed === undefined ? undefined : { all, failed },
    }),
  });
  const tiles = [
    { title: l10n.t`Installation`, tile: installationTile(input('installation')), panel: 'installation' },
    { title: l10n.t`Peer pod failures`, tile: failuresTile(input('failures')), panel: 'failures' },
  ];
  return tiles.map(({ title, tile, panel }) => ({
    id: tile.id,
    title,
    state: tile.state,
    value: tile.state === 'unread' && isLoading(state, panel) ? l10n.t`Querying...` : tile.value,
    lines: [...tile.lines, ...notesOf(state, panel, tile, time)],
    threshold: tile.threshold,
    ...omitUndefined({ chart: chartOf(tile, answerOf(panel)) }),
  }));
}

function isLoading(state: MetricsState, panel: string): boolean {
  return state.panels.get(panel)?.loading ?? state.loading;
}

/** Returns why there is no value, and the time of a value that couldn't be refreshed. */
function notesOf(state: MetricsState, panel: string, tile: HealthTile, time: MetricsFrame['time']): readonly string[] {
  if (tile.state === 'missing') return [panels.find(({ id }) => id === panel)?.empty() ?? ''];
  const known = state.panels.get(panel);
  // A problem that affects all queries is shown at the top of the page.
  const problem = known?.problem === undefined || state.problem !== undefined ? [] : [problemView(known.problem).text];
  const isOld = known?.answer !== undefined && (known.problem !== undefined || state.problem !== undefined);
  return [...problem, ...(isOld ? [l10n.t`Last updated ${time(known.answer.asOf)}`] : [])];
}

function chartOf({ series, id }: HealthTile, answer: PanelResult | undefined): TileChart | undefined {
  if (series === undefined || answer === undefined) return undefined;
  const unit = id === 'failures' ? 'percent' : 'yesNo';
  const { from, to, at, series: lines } = chartData([{ ...series, name: id }], unit, answer);
  const threshold = id === 'failures' ? failureAlert.percentage : undefined;
  const values = lines[0]?.values ?? [];
  const largest = values.reduce<number>((most, value) => Math.max(most, value ?? 0), threshold ?? 1);
  return { from, to, at, values, most: largest * 1.1, ...omitUndefined({ threshold }) };
}
