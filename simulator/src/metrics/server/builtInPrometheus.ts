/**
 * Implements the part of the Prometheus API and of PromQL that the Kata charts require, with series that are functions
 * of time. Returns an error for unsupported queries.
 */
import type { Backend, MetricsReply } from './prometheusBackend.ts';
import { evaluate, UnsupportedPromqlError } from '../promql/evaluate.ts';
import type { Families } from '../series/seriesFamilies.ts';
import { readSeconds } from '../promql/duration.ts';
import { interval, SampleHistory } from '../promql/sampleHistory.ts';
import type { Point } from '../promql/promqlValues.ts';
import { matchersOf, matchesLabelSet } from '../promql/matchers.ts';

const maxPoints = 11_000;

export function createBuiltInPrometheus(families: Families, now: () => number): Backend {
  return ({ path, parameters }) => {
    try {
      return Promise.resolve(answer(families, now(), path, parameters));
    } catch (error) {
      if (error instanceof UnsupportedPromqlError) return Promise.resolve(fault(422, 'execution', error.message));
      return Promise.resolve(fault(400, 'bad_data', error instanceof Error ? error.message : 'invalid query'));
    }
  };
}

function answer(families: Families, now: number, path: string, parameters: URLSearchParams): MetricsReply {
  const query = parameters.get('query') ?? '';
  const time = (name: string): number => readSeconds(parameters.get(name), now);
  switch (path) {
    case '/api/v1/query': {
      const at = time('time');
      const value = evaluate(query, new SampleHistory(families.all, now), [at]);
      if (value.kind === 'scalar') return success({ resultType: 'scalar', result: [at / 1000, text(value.at(0))] });
      const result = value.series.flatMap(({ labels, values }) =>
        values[0] === undefined ? [] : [{ metric: labels, value: [at / 1000, text(values[0])] }],
      );
      return success({ resultType: 'vector', result });
    }
    case '/api/v1/query_range': {
      const [start, end, step] = [time('start'), time('end'), readSeconds(parameters.get('step'), Number.NaN)];
      if (!(step > 0))
        throw new Error(
          'invalid parameter "step": zero or negative query resolution step widths are not accepted. Try a positive integer',
        );
      if (end < start) throw new Error('invalid parameter "end": end timestamp must not be before start time');
      if ((end - start) / step > maxPoints)
        throw new Error(
          'exceeded maximum resolution of 11,000 points per timeseries. Try decreasing the query resolution (?step=XX)',
        );
      const times = Array.from({ length: Math.floor((end - start) / step) + 1 }, (_, at) => start + at * step);
      const value = evaluate(query, new SampleHistory(families.all, now), times);
      const points = (values: readonly (Point | undefined)[]): unknown[] =>
        values.flatMap((each, at) => (each === undefined ? [] : [[(times[at] ?? 0) / 1000, text(each)]]));
      const result =
        value.kind === 'scalar'
          ? [{ metric: {}, values: points(times.map((_, at) => value.at(at))) }]
          : value.series
              .map(({ labels, values }) => ({ metric: labels, values: points(values) }))
              .filter(({ values }) => values.length > 0);
      return success({ resultType: 'matrix', result });
    }
    case '/api/v1/label/__name__/values': {
      const wanted = parameters.getAll('match[]').map(matchersOf);
      const names = families.all
        .flatMap(({ sources }) => sources.map(({ labels }) => labels))
        .filter((labels) => wanted.length === 0 || wanted.some((one) => matchesLabelSet(labels, one)));
      return success([...new Set(names.map((labels) => labels['__name__'] ?? ''))].sort());
    }
    case '/api/v1/alerts':
      return success({ alerts: alertsOf(families, now) });
    case '/api/v1/rules':
      return success({ groups: [] });
    default:
      return { status: 404, type: 'text/plain; charset=utf-8', text: '404 page not found\n' };
  }
}

/** Time until the operator's alert fires, and maximum look-back time to find when it started, in milliseconds. */
const waits = 30 * 60_000;
const oldest = 24 * 3_600_000;

/** Returns the operator's only alert. It is pending at first and fires after 30 minutes of cluster time. */
function alertsOf(families: Families, now: number): readonly object[] {
  const times = Array.from({ length: oldest / interval + 1 }, (_, at) => now - at * interval);
  const value = evaluate('kata_remote_workload_failure_ratio > 25', new SampleHistory(families.all, now), times);
  if (value.kind === 'scalar') return [];
  const summary = 'More than 25% of the kata-remote workloads have failed.';
  return value.series.flatMap(({ labels: { __name__: _name, ...labels }, values }) => {
    const [newest] = values;
    // If the comparison removes a series, it raises no alert.
    if (newest === undefined) return [];
    const before = values.indexOf(undefined);
    const began = times[before < 0 ? times.length - 1 : before - 1] ?? now;
    return [
      {
        labels: { ...labels, alertname: 'KataRemoteWorkloadFailureHigh', severity: 'warning' },
        annotations: { summary },
        state: now - began >= waits ? 'firing' : 'pending',
        activeAt: new Date(began).toISOString(),
        value: text(newest),
      },
    ];
  });
}

/** Formats a number in the same way as Go. */
function text(value: number): string {
  if (value === Infinity) return '+Inf';
  return value === -Infinity ? '-Inf' : String(value);
}

function success(data: unknown): MetricsReply {
  return { status: 200, type: 'application/json', text: JSON.stringify({ status: 'success', data }) };
}

function fault(status: number, errorType: string, error: string): MetricsReply {
  return { status, type: 'application/json', text: JSON.stringify({ status: 'error', errorType, error }) };
}
