/** Compares the results of a real Prometheus with those of the built-in one of the simulator. */
import assert from 'node:assert/strict';
import process from 'node:process';
import { isJsonObject } from '#core/common/json.ts';
import type { Simulation } from '#simulator/main.ts';

/**
 * Returns the reason to skip tests that need a real Prometheus, or false.
 * @param program path of the executable; undefined if there is none
 */
export function reasonToSkip(program: string | undefined): string | false {
  if ((process.env['ORACLE_KUBECONFIG'] ?? '') !== '') return 'the simulator alone is monitored';
  return program === undefined ? 'there is no Prometheus of 2.40 or newer: npm test -- contract brings one' : false;
}

type BuiltIn = NonNullable<Simulation['monitoring']>['builtIn'];
type Samples = readonly (readonly [at: number, value: number])[];
type Results = ReadonlyMap<string, Samples>;

/**
 * Sends a range query to both servers.
 * @param url address of the real Prometheus
 * @returns samples by the labels of their series, sorted by label
 */
export async function compareResults(
  url: string,
  builtIn: BuiltIn,
  form: Readonly<Record<'query' | 'start' | 'end' | 'step', string>>,
): Promise<{ readonly expected: Results; readonly found: Results }> {
  const { query } = form;
  const parameters = new URLSearchParams(form);
  const response = await fetch(`${url}/api/v1/query_range`, { method: 'POST', body: parameters });
  const expected: unknown = await response.json();
  const answered = await builtIn({ method: 'POST', path: '/api/v1/query_range', parameters });
  const found: unknown = JSON.parse(answered.text);
  assert.ok(isJsonObject(expected) && expected['status'] === 'success', `${query}: ${JSON.stringify(expected)}`);
  assert.equal(answered.status, 200, `${query}: ${answered.text}`);
  return { expected: seriesOf(expected), found: seriesOf(found) };
}

/** Fails if the results have different series, times, or values. */
export function assertSameResults(expected: Results, found: Results, query: string): void {
  assert.deepEqual([...found.keys()], [...expected.keys()], query);
  for (const [labels, samples] of expected) {
    const mine = found.get(labels) ?? [];
    assert.deepEqual(
      mine.map(([at]) => at),
      samples.map(([at]) => at),
      `${query} ${labels}`,
    );
    for (const [at, [, value]] of samples.entries())
      assert.ok(isClose(value, mine[at]?.[1] ?? NaN), `${query} ${labels}: ${mine[at]?.[1]} instead of ${value}`);
  }
}

/** Returns samples by series labels, sorted. */
function seriesOf(answer: unknown): Results {
  const { data } = answer as {
    readonly data: {
      readonly result: readonly {
        readonly metric: Readonly<Record<string, string>>;
        readonly values: readonly [number, string][];
      }[];
    };
  };
  const entries = data.result.map(({ metric, values }) => {
    const labels = JSON.stringify(Object.entries(metric).sort(([a], [b]) => (a < b ? -1 : 1)));
    return [labels, values.map(([at, value]) => [at, Number(value.replace('Inf', 'Infinity'))] as const)] as const;
  });
  return new Map(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isClose(one: number, other: number): boolean {
  return (
    Object.is(one, other) || one === other || Math.abs(one - other) <= 1e-9 * Math.max(Math.abs(one), Math.abs(other))
  );
}
