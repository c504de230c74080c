/** Provides a scripted Prometheus that implements the client's interface. */
import type { RaisedAlert, RaisedAlerts, Sampled, SampledSeries } from '#core/metrics/samples.ts';
import { fail, succeed } from '#core/common/result.ts';
import type {
  MetricsResponse,
  MetricsProblem,
  Prometheus,
  QueryRange,
} from '#client/kubernetes/prometheus/prometheus.ts';

export interface FakePrometheus extends Prometheus {
  /** Queries in order. */
  readonly asked: string[];
  /** Returns the series or the problem for a query. */
  answer: (query: string, range: QueryRange | undefined) => readonly SampledSeries[] | Sampled | MetricsProblem;
  raised: readonly RaisedAlert[] | RaisedAlerts | MetricsProblem;
  /** If set, results wait for this promise. */
  gate: Promise<void> | undefined;
  allowed: number;
  closed: boolean;
}

export const step = 15_000;

export function fakePrometheus(): FakePrometheus {
  const reply = async (
    fake: FakePrometheus,
    query: string,
    range: QueryRange | undefined,
    signal: AbortSignal | undefined,
  ): Promise<MetricsResponse<Sampled>> => {
    fake.asked.push(query);
    const said = fake.answer(query, range);
    await fake.gate;
    if (signal?.aborted === true) return fail({ kind: 'aborted', message: 'Nobody waits for it' });
    if ('kind' in said) return fail(said);
    return succeed('series' in said ? said : { series: said, warnings: [] });
  };
  const fake: FakePrometheus = {
    host: 'thanos.example.com',
    asked: [],
    answer: () => [],
    raised: [],
    gate: undefined,
    allowed: 0,
    closed: false,
    async range(query, range, signal) {
      const answer = await reply(fake, query, range, signal);
      return answer.ok ? succeed({ ...answer.value, step }) : answer;
    },
    instant: (query, _at, signal) => reply(fake, query, undefined, signal),
    alerts: () =>
      Promise.resolve(
        'kind' in fake.raised
          ? fail(fake.raised)
          : succeed('alerts' in fake.raised ? fake.raised : { alerts: fake.raised, warnings: [] }),
      ),
    allowTokenRequest: () => void fake.allowed++,
    close: () => void (fake.closed = true),
  };
  return fake;
}

/** Returns samples with one value per step. An undefined value means that no sample was collected. */
export function samples(from: number, values: readonly (number | undefined)[]): SampledSeries['samples'] {
  return values.flatMap((value, index) => (value === undefined ? [] : [{ at: from + index * step, value }]));
}
