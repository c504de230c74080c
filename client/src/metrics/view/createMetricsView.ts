/** Computes the contents of the metrics page from the state. All functions are pure. */
import * as l10n from '@vscode/l10n';
import { findAlert } from '#core/metrics/alerts.ts';
import { emptyDirectory, type Directory } from '#core/metrics/sandboxDirectory.ts';
import { unheeded, type MetricsFilters } from '#core/metrics/filters.ts';
import { formatLabels, legendText } from '#core/metrics/panels/legend.ts';
import { listPanelQueries, type MetricsPanelDefinition, type PanelAnswers } from '#core/metrics/panels/panel.ts';
import { panels } from '#core/metrics/panels/panels.ts';
import type { RaisedAlert } from '#core/metrics/samples.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { chartData, type NamedSeries } from './chartData.ts';
import { autos, choicesOf, namespaceChoices, nodeChoices, ranges, sandboxChoices } from './choices.ts';
import { isLinkedAlert } from '../consoleLinks.ts';
import { problemView } from './problemView.ts';
import { tilesView } from './tilesView.ts';
import type { AlertsState, MetricsFrame, MetricsState, PanelResult, PanelState } from './metricsState.ts';
import type { AlertsView, MetricsView, PanelView } from './metricsView.ts';

/** ID of the panel with the result of a user's query. */
export const userQueryPanel = 'ask';

export function metricsView(state: MetricsState, frame: MetricsFrame): MetricsView {
  const { filters, directory, ask } = state;
  const view = (panel: MetricsPanelDefinition, known: PanelState | undefined) =>
    panelView(panel, known ?? { version: 0, loading: state.loading }, { state, frame });
  return {
    type: 'metrics',
    title: frame.title,
    where: frame.host === undefined ? '' : l10n.t`Source: ${frame.host}`,
    asOf: state.asOf === undefined ? l10n.t`Not read yet` : l10n.t`Last updated ${frame.time(state.asOf)}`,
    loading: state.loading,
    ranges: choicesOf(ranges, state.range),
    autos: choicesOf(autos, state.auto),
    nodes: nodeChoices(directory, filters),
    namespaces: namespaceChoices(directory, filters),
    sandboxes: sandboxChoices(directory, filters),
    ...(state.problem === undefined ? {} : { problem: problemView(state.problem) }),
    tiles: tilesView(state, frame),
    panels: panels.map((panel) => view(panel, state.panels.get(panel.id))),
    alerts: alertsView(state.alerts, state, frame),
    ask: {
      text: ask.text,
      focus: frame.focusQuery,
      history: ask.history,
      ...(ask.panel === undefined ? {} : { answer: view(panelFor(ask.text), ask.panel) }),
    },
  };
}

/** Returns a panel for a user's query, whose meaning is unknown. */
export function panelFor(text: string): MetricsPanelDefinition {
  return {
    id: userQueryPanel,
    title: () => l10n.t`Result`,
    answers: () => text,
    queries: [{ id: userQueryPanel, promql: () => text, legend: () => '' }],
    unit: 'plain',
    filters: ['node', 'sandbox', 'namespace'],
    empty: () =>
      l10n.t`No data. Prometheus collected no matching series in this time range. An empty result doesn't mean zero.`,
    source: '',
  };
}

interface Around {
  readonly state: MetricsState;
  readonly frame: MetricsFrame;
}

function panelView(panel: MetricsPanelDefinition, known: PanelState, { state, frame }: Around): PanelView {
  const { id, title, answers } = panel;
  const { readings = [] } = panel;
  const chosen = state.readings.get(id) ?? readings[0]?.id;
  const choices = readings.map((one) => ({ id: one.id, title: one.title(), chosen: one.id === chosen }));
  const alone = {
    id,
    title: title(),
    answers: answers(),
    version: known.version,
    console: frame.hasConsole && state.problem === undefined,
    ...(choices.length === 0 ? {} : { readings: choices }),
  };
  const { answer } = known;
  // A problem that affects all panels is shown once, at the top.
  const problem = known.problem === undefined || state.problem !== undefined ? undefined : problemView(known.problem);
  if (answer === undefined) {
    if (problem !== undefined) return { ...alone, state: 'problem', problem, remarks: [], notes: [] };
    if (state.problem !== undefined)
      return { ...alone, state: 'empty', text: l10n.t`Not loaded.`, remarks: [], notes: [] };
    return known.loading
      ? { ...alone, state: 'loading', text: l10n.t`Querying...`, remarks: [], notes: [] }
      : { ...alone, state: 'empty', text: l10n.t`Not loaded.`, remarks: [], notes: [] };
  }
  const old = problem === undefined ? [] : [l10n.t`Last updated ${frame.time(answer.asOf)}`];
  const shown = answerView(panel, answer, state, frame);
  return { ...alone, ...shown, notes: [...old, ...shown.notes], ...(problem === undefined ? {} : { problem }) };
}

function answerView(
  panel: MetricsPanelDefinition,
  answer: PanelResult,
  { filters, directory, readings }: MetricsState,
  frame: MetricsFrame,
): Pick<PanelView, 'state' | 'text' | 'remarks' | 'notes' | 'chart'> {
  const queries = listPanelQueries(panel, readings.get(panel.id));
  const series = seriesOf({ ...panel, queries }, answer, directory);
  const notes = notesOf(panel, answer, filters);
  if (series.length === 0)
    return {
      state: 'empty',
      text: filtered(panel, filters)
        ? `${panel.empty()}${getSentenceSeparator()}${l10n.t`It's also possible that no series match the selected filters.`}`
        : panel.empty(),
      remarks: [],
      notes,
    };
  const { noNumbers, ...data } = chartData(series, panel.unit, answer);
  if (noNumbers > 0)
    notes.push(
      l10n.t`Number of values shown as gaps: ${noNumbers}. These values aren't numbers, for example because of a division by zero.`,
    );
  if (data.more > 0)
    notes.push(
      l10n.t`The chart shows only the series with the highest current values. Series not shown: ${data.more}.`,
    );
  const judged: PanelAnswers = new Map([...answer.sampled].map(([id, sampled]) => [id, sampled.series]));
  return {
    state: 'chart',
    remarks: panel.judge?.(judged, frame.facts, answer) ?? [],
    notes,
    chart: { ...data, references: panel.references?.(frame.facts) ?? [] },
  };
}

function seriesOf(
  { queries, id: panel }: MetricsPanelDefinition,
  { sampled }: PanelResult,
  directory: Directory,
): readonly NamedSeries[] {
  const all = queries.flatMap(({ id, legend }) =>
    (sampled.get(id)?.series ?? []).map((one) => ({
      ...one,
      name: panel === userQueryPanel ? formatLabels(one.labels) : legendText(legend(), one.labels, directory),
    })),
  );
  // Series can have the same name, such as two sandboxes of one pod. Their labels then distinguish them.
  const counts = new Map<string, number>();
  for (const { name } of all) counts.set(name, (counts.get(name) ?? 0) + 1);
  return all.map((one) =>
    (counts.get(one.name) ?? 0) > 1
      ? { ...one, name: `${one.name} ${legendText('', one.labels, emptyDirectory)}` }
      : one,
  );
}

function notesOf(panel: MetricsPanelDefinition, { sampled }: PanelResult, filters: MetricsFilters): string[] {
  const warnings = new Set([...sampled.values()].flatMap((one) => one.warnings));
  const left = new Set([...sampled.values()].flatMap((one) => one.notes ?? []));
  const narrower =
    panel.id === userQueryPanel
      ? l10n.t`Too many series to read. Narrow the query.`
      : l10n.t`Too many series to read. Select a node, namespace, or sandbox.`;
  const cut = [...sampled.values()].some((one) => one.cut === true) ? [narrower] : [];
  const names = { node: l10n.t`Node`, sandbox: l10n.t`Sandbox`, namespace: l10n.t`Namespace` } as const;
  const ignored = unheeded(filters, panel.filters)
    .map((name) => names[name])
    .reduce((all, name) => (all === '' ? name : l10n.t`${all} or ${name}`), '');
  return [
    ...[...warnings].map((warning) => l10n.t`Server message: ${warning}`),
    ...left,
    ...cut,
    ...(ignored === ''
      ? []
      : [
          l10n.t`The ${ignored} filter doesn't affect this chart because the chart's series don't contain that information.`,
        ]),
  ];
}

function filtered(panel: MetricsPanelDefinition, filters: MetricsFilters): boolean {
  return panel.filters.some((name) => filters[name] !== undefined) && panel.id !== userQueryPanel;
}

function alertsView(
  { read, problem, loading }: AlertsState,
  { problem: whole }: MetricsState,
  frame: MetricsFrame,
): AlertsView {
  if (read === undefined) {
    if (problem !== undefined && whole === undefined)
      return { state: 'problem', text: problemView(problem).text, alerts: [] };
    return loading && whole === undefined
      ? { state: 'loading', text: l10n.t`Querying...`, alerts: [] }
      : { state: 'problem', text: l10n.t`Not loaded.`, alerts: [] };
  }
  // This alert always fires because it's used to count installations.
  const raised = read.alerts.filter(({ name }) => name !== 'kata_active_instance');
  const old = problem === undefined || whole !== undefined ? [] : [l10n.t`Can't refresh: ${problemView(problem).text}`];
  // If there are warnings, some stores might not have responded.
  const said = [...old, ...read.warnings.map((warning) => l10n.t`Server message: ${warning}`)].join(
    getSentenceSeparator(),
  );
  if (raised.length > 0)
    return {
      state: 'shown',
      ...(said === '' ? {} : { text: said }),
      alerts: raised.map((alert) => alertView(alert, frame)),
    };
  const none =
    read.warnings.length === 0
      ? l10n.t`No OpenShift sandboxed containers alerts are pending or firing.`
      : l10n.t`No OpenShift sandboxed containers alerts are pending or firing, but the response might be incomplete.`;
  return {
    state: 'shown',
    text: old.length > 0 ? said : [none, said].filter((text) => text !== '').join(getSentenceSeparator()),
    alerts: [],
  };
}

function pendingWords(since: number | undefined, time: MetricsFrame['time']): string {
  return since === undefined ? l10n.t`pending (not firing yet)` : l10n.t`pending since ${time(since)} (not firing yet)`;
}

function firingWords(since: number | undefined, time: MetricsFrame['time']): string {
  return since === undefined
    ? l10n.t({ message: 'firing', args: [], comment: ['The state of an alert.'] })
    : l10n.t`firing since ${time(since)}`;
}

function alertView(
  { name, state, since, annotations }: RaisedAlert,
  { time, hasConsole }: MetricsFrame,
): AlertsView['alerts'][number] {
  const known = findAlert(name);
  const said = annotations['description'] ?? annotations['message'] ?? annotations['summary'];
  return {
    name,
    state: state === 'pending' ? pendingWords(since, time) : firingWords(since, time),
    text: known?.means?.() ?? said ?? l10n.t`The alert rule has no description.`,
    ...(known?.todo === undefined ? {} : { todo: known.todo() }),
    console: hasConsole && isLinkedAlert(name),
  };
}
