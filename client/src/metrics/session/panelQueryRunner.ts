/**
 * Queries one Prometheus server for the nodes and sandboxes and for the data of charts. Keeps no state. Independent of
 * VS Code.
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
import type { MetricsResponse, Prometheus, QueryRange } from '#client/kubernetes/prometheus/prometheus.ts';
import type { PanelResult } from '../view/metricsState.ts';

/** Maximum number of concurrent queries, because the server also has other clients. */
const atATime = 4;

export interface PanelQuestion {
  /** One of the panel's `readings`. If undefined, the first one is used. */
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

  /** Returns the known nodes and sandboxes. */
  async directory({ from, to }: QueryRange, signal: AbortSignal): Promise<MetricsResponse<Directory>> {
    const answer = await this.#prometheus.instant(directoryQuery((to - from) / 1000), to, signal);
    if (!answer.ok || signal.aborted)
      return answer.ok ? succeed(readDirectory(answer.value, new Map())) : fail(answer.error);
    return succeed(readDirectory(answer.value, await this.#addressesFor(answer.value, to, signal)));
  }

  /**
   * Reads the node of each address, but only if the metrics identify some nodes only by address. If the node of an
   * address is unknown, the view shows the address instead of a name.
   */
  async #addressesFor({ series }: Sampled, at: number, signal: AbortSignal): Promise<Directory['addresses']> {
    if (!series.some(({ labels }) => labels['node'] === undefined && labels['instance'] !== undefined))
      return new Map();
    const answer = await this.#prometheus.instant(addressesQuery, at, signal);
    return answer.ok ? readAddresses(answer.value) : new Map();
  }

  /** Runs all queries of a panel. If one fails, the panel fails, because incomplete data would be misleading. */
  async panel(
    panel: MetricsPanelDefinition,
    { reading, filters, range, signal }: PanelQuestion,
  ): Promise<MetricsResponse<PanelResult>> {
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

/** Runs all tasks with limited concurrency, until the signal aborts. */
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
