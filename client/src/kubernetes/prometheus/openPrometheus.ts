/** Opens the Prometheus of a cluster, or the one in the settings. Doesn't connect until the first query. */
import * as l10n from '@vscode/l10n';
import type { RaisedAlerts, Sampled } from '#core/metrics/samples.ts';
import { fail, succeed } from '#core/common/result.ts';
import type { Connection, HostResponse } from '../connection.ts';
import type { Clock } from '../clock.ts';
import { readAlerts, readSampled, readSuccess } from './parseResponse.ts';
import { RoutePrometheusTransport } from './routePrometheusTransport.ts';
import { notPrometheus } from './prometheusErrors.ts';
import { isAlertOfProduct } from './isAlertOfProduct.ts';
import type { MetricsResponse, Prometheus, QueryRange } from './prometheus.ts';
import { UrlPrometheusTransport } from './urlPrometheusTransport.ts';
import type { PrometheusTransport, WayRequest } from './prometheusTransport.ts';
import { formatNumber } from '#core/text/grammar.ts';

export interface PrometheusParts {
  /** Connection to the cluster, as the user who runs the queries. */
  readonly connection: Connection;
  readonly clock: Clock;
  /**
   * Value of `osc.prometheus.url`. If set, queries for all clusters go to this address without credentials. If empty,
   * they go to the cluster's Prometheus.
   */
  readonly url?: string;
}

export function openPrometheus({ connection, clock, url = '' }: PrometheusParts): Prometheus {
  return new HttpPrometheus(
    url.trim() === '' ? new RoutePrometheusTransport(connection, clock) : new UrlPrometheusTransport(url.trim(), clock),
    clock,
  );
}

/**
 * Maximum number of data points per series, which is enough for a chart. Prometheus rejects more than 11,000. Source:
 * prometheus/prometheus@v2.53.0 web/api/v1/api.go.
 */
const points = 1000;
/** Minimum distance between data points in seconds. Metrics aren't collected more often. */
const leastStep = 15;
const maxQuery = 50_000;

/**
 * Returns the distance between data points in a time range, in milliseconds. It's a whole number of seconds, at least
 * 15, and results in at most 1,000 points, including those at both ends.
 */
export function stepFor({ from, to }: QueryRange): number {
  return Math.max(leastStep, Math.ceil((to - from) / 1000 / (points - 1))) * 1000;
}

class HttpPrometheus implements Prometheus {
  readonly #way: PrometheusTransport;
  readonly #clock: Clock;

  constructor(way: PrometheusTransport, clock: Clock) {
    this.#way = way;
    this.#clock = clock;
  }

  get host(): string | undefined {
    return this.#way.host;
  }

  async range(
    query: string,
    range: QueryRange,
    signal?: AbortSignal,
  ): Promise<MetricsResponse<Sampled & { readonly step: number }>> {
    const step = stepFor(range);
    if (!(range.from <= range.to) || !Number.isFinite(step))
      return fail({ kind: 'query', message: l10n.t`The time range ends before it begins.` });
    const form = { query, start: seconds(range.from), end: seconds(range.to), step: String(step / 1000) };
    const answer = await this.#sampled('/api/v1/query_range', form, signal);
    return answer.ok ? succeed({ ...answer.value, step }) : answer;
  }

  instant(query: string, at: number = this.#clock.now(), signal?: AbortSignal): Promise<MetricsResponse<Sampled>> {
    return this.#sampled('/api/v1/query', { query, time: seconds(at) }, signal);
  }

  async alerts(signal?: AbortSignal): Promise<MetricsResponse<RaisedAlerts>> {
    let answer = await this.#success({ method: 'GET', path: '/api/v1/alerts' }, signal);
    // Older versions of Thanos return alerts only with their rules.
    if (!answer.ok && answer.error.kind === 'notFound')
      answer = await this.#success({ method: 'GET', path: '/api/v1/rules?type=alert' }, signal);
    if (!answer.ok) return answer;
    const alerts = readAlerts(answer.value.data, isAlertOfProduct);
    return alerts === undefined
      ? fail(notPrometheus(this.#way.host ?? ''))
      : succeed({ alerts, warnings: answer.value.warnings });
  }

  allowTokenRequest(): void {
    this.#way.allowTokenRequest();
  }

  close(): void {
    this.#way.close();
  }

  async #sampled(
    path: string,
    form: Readonly<Record<string, string>>,
    signal: AbortSignal | undefined,
  ): Promise<MetricsResponse<Sampled>> {
    if ((form['query'] ?? '').length > maxQuery)
      return fail({ kind: 'query', message: l10n.t`The query is longer than ${formatNumber(maxQuery)} characters.` });
    const answer = await this.#success({ method: 'POST', path, form }, signal);
    if (!answer.ok) return answer;
    const read = readSampled(answer.value.data, answer.value.warnings);
    if (read.ok) return read;
    return fail(
      read.error === undefined ? notPrometheus(this.#way.host ?? '') : { kind: 'query', message: read.error },
    );
  }

  async #success(
    request: WayRequest,
    signal: AbortSignal | undefined,
  ): Promise<MetricsResponse<NonNullable<ReturnType<typeof readSuccess>>>> {
    const answer: MetricsResponse<HostResponse> = await this.#way.send(request, signal);
    if (!answer.ok) return answer;
    const read = readSuccess(answer.value.body);
    return read === undefined ? fail(notPrometheus(this.#way.host ?? '')) : succeed(read);
  }
}

/** Formats a time in seconds, as Prometheus expects it. */
function seconds(milliseconds: number): string {
  return String(Math.round(milliseconds) / 1000);
}
