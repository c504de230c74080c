/** Queries one Prometheus server for the displayed data and stores the results. Independent of VS Code. */
import { emptyDirectory } from '#core/metrics/sandboxDirectory.ts';
import type { MetricsFilters } from '#core/metrics/filters.ts';
import { omitUndefined } from '#core/common/json.ts';
import type { MetricsPanelDefinition } from '#core/metrics/panels/panel.ts';
import { panels } from '#core/metrics/panels/panels.ts';
import type {
  MetricsResponse,
  MetricsProblem,
  Prometheus,
  QueryRange,
} from '#client/kubernetes/prometheus/prometheus.ts';
import type { Clock } from '#client/kubernetes/clock.ts';
import type { SandboxCountHistory } from '#client/clusters/state/sandboxCountHistory.ts';
import { autos, nodeFilter, ranges } from '../view/choices.ts';
import { panelFor } from '../view/createMetricsView.ts';
import { isOfTheWay } from '../view/problemView.ts';
import { inTurns, PanelQueryRunner } from './panelQueryRunner.ts';
import { runningIn } from './countRunningSandboxes.ts';
import type { MetricsState, PanelResult, PanelState } from '../view/metricsState.ts';

export interface MetricsSessionParts {
  readonly prometheus: Prometheus;
  readonly clock: Clock;
  /** Called when the state changes. */
  readonly changed: () => void;
  /**
   * Called with the number of running sandboxes per node after each read. Not called while a node is selected, because
   * other nodes are then missing.
   */
  readonly running?: (running: SandboxCountHistory) => void;
}

const historyLength = 50;
const runningPanel = 'sandboxes';
const startRange = '1h';
/** Minimum time between two automatic refreshes, in milliseconds, even if the server is slow. */
const shortest = 1000;

const nothing: PanelState = { version: 0, loading: false };

export class MetricsSession {
  readonly #parts: MetricsSessionParts;
  readonly #questions: PanelQueryRunner;
  #state: MetricsState = {
    range: startRange,
    auto: 'off',
    filters: {},
    readings: new Map(),
    directory: emptyDirectory,
    loading: false,
    panels: new Map(),
    alerts: { loading: false },
    ask: { text: '', history: [] },
  };
  /** The current refresh. Results of earlier ones are ignored. */
  #round: AbortController | undefined;
  #asking: AbortController | undefined;
  #timer: (() => void) | undefined;
  #visible = true;
  #ended = false;
  #versions = 0;

  constructor(parts: MetricsSessionParts) {
    this.#parts = parts;
    this.#questions = new PanelQueryRunner(parts.prometheus);
  }

  get state(): MetricsState {
    return this.#state;
  }

  /** Reads all data again. Cancels a refresh that is in progress. */
  async refresh(): Promise<void> {
    if (this.#ended) return;
    this.#stopTimer();
    this.#round?.abort();
    const round = new AbortController();
    this.#round = round;
    const { signal } = round;
    const range = this.#stretch();
    this.#set({ loading: true, alerts: { ...this.#state.alerts, loading: true }, panels: this.#allLoading() });
    const problem = await this.#readDirectory(range, signal);
    if (signal.aborted) return;
    this.#setProblem(problem);
    if (problem === undefined) await this.#readAll(range, signal);
    if (signal.aborted) return;
    // A problem that affects all panels is shown once, so no panel has it.
    this.#set({
      loading: false,
      alerts: { ...this.#state.alerts, loading: false },
      panels: this.#noneLoading(),
      ...(problem === undefined ? { asOf: range.to } : {}),
    });
    this.#startTimer();
  }

  /**
   * Selects a time range.
   * @param id one of `ranges`; other values are ignored
   */
  setRange(id: string): Promise<void> {
    return ranges.some((range) => range.id === id) ? this.#choose({ range: id }) : Promise.resolve();
  }

  /**
   * Selects a node.
   * @param id ID of a choice, or `` for all nodes
   */
  setNode(id: string): Promise<void> {
    return this.#choose({ filters: withFilter(this.#state.filters, { node: nodeFilter(id) }) });
  }

  setSandbox(id: string): Promise<void> {
    return this.#choose({ filters: withFilter(this.#state.filters, { sandbox: id === '' ? undefined : id }) });
  }

  /** Selects a namespace. Clears a selected sandbox of another namespace. */
  setNamespace(id: string): Promise<void> {
    const { filters, directory } = this.#state;
    const namespace = id === '' ? undefined : id;
    const other =
      namespace !== undefined && directory.sandboxes.find((one) => one.id === filters.sandbox)?.namespace !== namespace;
    return this.#choose({ filters: withFilter(filters, { namespace, ...(other ? { sandbox: undefined } : {}) }) });
  }

  /**
   * Selects another display option of a panel.
   * @param id one of the panel's `readings`; other values are ignored
   */
  setReading(panel: string, id: string): Promise<void> {
    if (panels.find((one) => one.id === panel)?.readings?.some((one) => one.id === id) !== true)
      return Promise.resolve();
    const others = [...this.#state.panels].filter(([known]) => known !== panel);
    this.#set({ readings: new Map([...this.#state.readings, [panel, id]]), panels: new Map(others) });
    return this.refresh();
  }

  /**
   * Sets the interval of automatic refreshes.
   * @param id one of `autos`; other values are ignored
   */
  setAuto(id: string): void {
    if (!autos.some((auto) => auto.id === id)) return;
    this.#set({ auto: id });
    this.#stopTimer();
    this.#startTimer();
  }

  /**
   * Pauses automatic refreshes while the view is hidden. A refresh in progress continues. A refresh that became due
   * meanwhile starts when the view is visible again.
   */
  setVisible(visible: boolean): void {
    if (this.#visible === visible) return;
    this.#visible = visible;
    this.#stopTimer();
    if (visible) this.#startTimer();
  }

  /** Allows a short-lived token, because the user agreed. */
  allowToken(): Promise<void> {
    this.#parts.prometheus.allowTokenRequest();
    return this.refresh();
  }

  /** Runs a query of the user. */
  async ask(text: string): Promise<void> {
    const query = text.trim();
    if (query === '' || this.#ended) return;
    const history = [query, ...this.#state.ask.history.filter((one) => one !== query)].slice(0, historyLength);
    // The previous result doesn't belong to a different query.
    const same = query === this.#state.ask.text ? this.#state.ask.panel : undefined;
    this.#set({ ask: { text: query, history, panel: { ...(same ?? nothing), loading: true } } });
    await this.#readAsked(this.#stretch());
  }

  end(): void {
    this.#ended = true;
    this.#stopTimer();
    this.#round?.abort();
    this.#asking?.abort();
    this.#parts.prometheus.close();
  }

  /** Applies a selection. Clears results that were read for another selection. */
  #choose(chosen: Partial<Pick<MetricsState, 'range' | 'filters'>>): Promise<void> {
    const { ask } = this.#state;
    this.#set({
      ...chosen,
      panels: new Map(),
      ask: {
        text: ask.text,
        history: ask.history,
        ...(ask.panel === undefined ? {} : { panel: { ...nothing, loading: true } }),
      },
    });
    return this.refresh();
  }

  #stretch(): QueryRange {
    const to = this.#parts.clock.now();
    const length = ranges.find(({ id }) => id === this.#state.range)?.milliseconds ?? 0;
    return { from: to - length, to };
  }

  /**
   * Reads the nodes and sandboxes.
   * @returns the problem if no query can succeed
   */
  async #readDirectory(range: QueryRange, signal: AbortSignal): Promise<MetricsProblem | undefined> {
    const directory = await this.#questions.directory(range, signal);
    if (signal.aborted) return undefined;
    // Charts don't require the directory. Only the selection lists are empty without it.
    if (!directory.ok) return isOfTheWay(directory.error) ? directory.error : undefined;
    this.#set({ directory: directory.value });
    return undefined;
  }

  async #readAll(range: QueryRange, signal: AbortSignal): Promise<void> {
    const work: (() => Promise<void>)[] = [
      ...panels.map((panel) => () => this.#readPanel(panel, range, signal)),
      () => this.#readAlerts(signal),
      ...(this.#state.ask.text === '' ? [] : [() => this.#readAsked(range)]),
    ];
    await inTurns(work, signal);
  }

  async #readPanel(panel: MetricsPanelDefinition, range: QueryRange, signal: AbortSignal): Promise<void> {
    const answer = await this.#answerTo(panel, range, signal);
    if (signal.aborted) return;
    if (panel.id === runningPanel && answer.ok && this.#state.filters.node === undefined)
      this.#parts.running?.(runningIn(answer.value, this.#state.directory));
    const before = this.#state.panels.get(panel.id) ?? nothing;
    this.#set({ panels: new Map([...this.#state.panels, [panel.id, this.#after(before, answer)]]) });
  }

  async #readAsked(range: QueryRange): Promise<void> {
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    const { text } = this.#state.ask;
    const answer = await this.#answerTo(panelFor(text), range, asking.signal);
    if (asking.signal.aborted) return;
    const { ask } = this.#state;
    this.#set({ ask: { ...ask, panel: this.#after(ask.panel ?? nothing, answer) } });
  }

  async #readAlerts(signal: AbortSignal): Promise<void> {
    const answer = await this.#parts.prometheus.alerts(signal);
    if (signal.aborted) return;
    const { alerts } = this.#state;
    this.#set({
      alerts: answer.ok
        ? { loading: false, read: answer.value }
        : { loading: false, ...omitUndefined({ read: alerts.read }), problem: answer.error },
    });
  }

  #answerTo(
    panel: MetricsPanelDefinition,
    range: QueryRange,
    signal: AbortSignal,
  ): Promise<MetricsResponse<PanelResult>> {
    const { readings, filters } = this.#state;
    return this.#questions.panel(panel, { reading: readings.get(panel.id), filters, range, signal });
  }

  #after(before: PanelState, answer: MetricsResponse<PanelResult>): PanelState {
    this.#versions++;
    if (answer.ok) return { version: this.#versions, loading: false, answer: answer.value };
    return {
      version: this.#versions,
      loading: false,
      ...omitUndefined({ answer: before.answer }),
      problem: answer.error,
    };
  }

  #allLoading(): MetricsState['panels'] {
    return new Map(panels.map(({ id }) => [id, { ...(this.#state.panels.get(id) ?? nothing), loading: true }]));
  }

  #noneLoading(): MetricsState['panels'] {
    return new Map([...this.#state.panels].map(([id, panel]) => [id, { ...panel, loading: false }]));
  }

  #startTimer(): void {
    const every = autos.find(({ id }) => id === this.#state.auto)?.milliseconds ?? 0;
    if (every === 0 || !this.#visible || this.#ended || this.#state.loading) return;
    const due = (this.#state.asOf ?? 0) + every - this.#parts.clock.now();
    // After a failure, `asOf` is old, so the full interval applies. Otherwise, the server would immediately be queried
    // again.
    const wait = this.#state.problem === undefined ? Math.max(shortest, due) : every;
    this.#timer = this.#parts.clock.after(wait, () => void this.refresh());
  }

  #stopTimer(): void {
    this.#timer?.();
    this.#timer = undefined;
  }

  #set(changes: Partial<MetricsState>): void {
    if (this.#ended) return;
    this.#state = { ...this.#state, ...changes };
    this.#parts.changed();
  }

  #setProblem(problem: MetricsProblem | undefined): void {
    const { problem: _before, ...rest } = this.#state;
    this.#state = { ...rest, ...omitUndefined({ problem }) };
    this.#parts.changed();
  }
}

function withFilter(
  filters: MetricsFilters,
  change: { readonly [Name in keyof MetricsFilters]?: MetricsFilters[Name] | undefined },
): MetricsFilters {
  return omitUndefined({ ...filters, ...change });
}
