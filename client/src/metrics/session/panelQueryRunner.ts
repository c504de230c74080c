/**
 * What one Prometheus is asked for the view: which nodes and sandboxes there are, and what a chart shows. Keeps
 * nothing. Without VS Code.
 */
import {
  addressesQuery,
  directoryQuery,
  readAddresses,
  readDirectory,
  type Directory,
} from '#core/metrics/sandboxDirectory.ts';
import type { MetricsFilters } from '#core/metrics/filters.ts';
import { listPanelQueries, type MetricsPanelDefinition } from '#core/metrics/panels/panel.ts';
import type { Sampled } from '#core/metrics/samples.ts';
import { fail, succeed } from '#core/common/result.ts';
import type { MetricsAnswer, Prometheus, QueryRange } from '#client/kubernetes/prometheus/prometheus.ts';
import type { PanelAnswer } from '../view/metricsState.ts';

/** So many questions at a time: the server has others to answer. */
const atATime = 4;

export interface PanelQuestion {
  /** Which of its `readings`; undefined: the first. */
  readonly reading: string | undefined;
  readonly filters: MetricsFilters;
  readonly range: QueryRange;
  readonly signal: AbortSignal;
}

export class PanelQueryRunner {
  readonly #prometheus: Prometheus;

  constructor(prometheus: Prometheus) {
    this.#prometheus = prometheus;
  }

  /** Which nodes and sandboxes there are. */
  async directory({ from, to }: QueryRange, signal: AbortSignal): Promise<MetricsAnswer<Directory>> {
    const answer = await this.#prometheus.instant(directoryQuery((to - from) / 1000), to, signal);
    if (!answer.ok || signal.aborted)
      return answer.ok ? succeed(readDirectory(answer.value, new Map())) : fail(answer.error);
    return succeed(readDirectory(answer.value, await this.#addressesFor(answer.value, to, signal)));
  }

  /** Only where nodes have no other name; where nobody knows the addresses, they are shown. */
  async #addressesFor({ series }: Sampled, at: number, signal: AbortSignal): Promise<Directory['addresses']> {
    if (!series.some(({ labels }) => labels['node'] === undefined && labels['instance'] !== undefined))
      return new Map();
    const answer = await this.#prometheus.instant(addressesQuery, at, signal);
    return answer.ok ? readAddresses(answer.value) : new Map();
  }

  /** All queries of a panel; one that fails is a failure of the panel: half of it would mislead. */
  async panel(
    panel: MetricsPanelDefinition,
    { reading, filters, range, signal }: PanelQuestion,
  ): Promise<MetricsAnswer<PanelAnswer>> {
    const sampled = new Map<string, Sampled>();
    let step = 0;
    const answers = await Promise.all(
      listPanelQueries(panel, reading).map(async ({ id, promql }) => ({
        id,
        answer: await this.#prometheus.range(promql(filters), range, signal),
      })),
    );
    for (const { id, answer } of answers) {
      if (!answer.ok) return fail(answer.error);
      sampled.set(id, answer.value);
      step = Math.max(step, answer.value.step);
    }
    return succeed({ asOf: range.to, ...range, step, sampled });
  }
}

/** All of the work, some of it at a time, until the signal says so. */
export async function inTurns(work: readonly (() => Promise<void>)[], signal: AbortSignal): Promise<void> {
  const waiting = [...work];
  const next = async (): Promise<void> => {
    const task = waiting.shift();
    if (task === undefined || signal.aborted) return;
    await task();
    await next();
  };
  await Promise.all(Array.from({ length: atATime }, next));
}
