import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newestRelease } from '#core/product/releases.ts';
import { Policy } from '#server/policy/model/policy.ts';
import { replay } from '#server/policy/replay/replay.ts';
import { readLog, readLogSteps } from '#server/policy/replay/replayLog.ts';
import { createGuestDialect } from '#server/policy/replay/replaySession.ts';
import { toJsonText } from '#server/policy/rego/values/formatValue.ts';
import { defaultLimits } from '#server/policy/rego/evaluate/limits.ts';
import { assertProportional, shortened } from '#test/support/performance/growth.ts';

const reading = createGuestDialect(newestRelease);
const told = (log: string) => {
  const { requests, problems } = readLog(log);
  return {
    requests: requests.map(
      ({ endpoint, input, line }) => `${line} ${endpoint} ${input === undefined ? '?' : toJsonText(input)}`,
    ),
    problems,
  };
};
const run = (policy: string, log: string) => {
  const { requests, problems } = readLog(log);
  assert.deepEqual(problems, []);
  return replay(new Policy(`package agent_policy\nimport rego.v1\n${policy}\n`), requests, { reading });
};
const results = (policy: string, log: string) => run(policy, log).entries.map(({ result }) => result);

describe('replay log parser', () => {
  test('parses policy.txt lines', () =>
    assert.deepEqual(told('["ep":"CreateSandboxRequest",{"a":[1,"]"]}],\n\n["ep":"ExecProcessRequest",{}],\n'), {
      requests: ['0 CreateSandboxRequest {"a":[1,"]"]}', '2 ExecProcessRequest {}'],
      problems: [],
    }));
  test('parses policy.jsonl lines and skips responses', () =>
    assert.deepEqual(
      told(
        '{"kind":"A","request":{"x":1}}\n{"kind":"A","request":{"allowed":true,"ops":[]}}\n{"kind":"B","request":{}}',
      ).requests,
      ['0 A {"x":1}', '2 B {}'],
    ));
  test('parses a JSON list that spans several lines', () =>
    assert.deepEqual(
      told('[\n  {\n    "endpoint": "A",\n    "input": {"n": 9223372036854775807}\n  },\n  {"endpoint": "B"}\n]')
        .requests,
      ['1 A {"n":9223372036854775807}', '5 B {}'],
    ));
  test('skips log prefixes', () =>
    assert.deepEqual(told('2026-01-01 DEBG ["ep":"A",{"x":"y"}],').requests, ['0 A {"x":"y"}']));
  test('parses a denial message with its printed output', () => {
    const [request] = readLog(
      'rpc error: code = PermissionDenied desc = "ExecProcessRequest is blocked by policy: policy:3: no": unknown',
    ).requests;
    assert.deepEqual(request, {
      endpoint: 'ExecProcessRequest',
      input: undefined,
      printed: 'policy:3: no',
      denial: {
        request: 'ExecProcessRequest',
        kind: 'denied',
        detail: 'policy:3: no',
        prints: [{ file: 'policy', line: 3, text: 'no' }],
        start: 43,
        end: 96,
      },
      line: 0,
    });
  });
  test('strips runtime suffixes from printed output and limits its length', () => {
    const printed = (quoted: string) => readLog(`A is blocked by policy: ${quoted}`).requests[0]?.printed;
    assert.equal(printed('no": unknown'), 'no');
    assert.equal(printed('no "" '), 'no ""');
    assert.equal(printed('exec [\\"rm\\"]"}'), 'exec ["rm"]');
    assert.equal(printed('a: unknown: b'), 'a: unknown: b');
    assert.equal(printed(' '), undefined);
    assert.equal(printed('x'.repeat(5000))?.length, 2001);
  });
  test('parses a request and a denial message in one line', () =>
    assert.deepEqual(
      told('one ["ep":"A",{}], two B is blocked by policy: three {"endpoint":"C"}\nD is blocked by policy').requests,
      ['0 A {}', '0 B ?', '1 D ?'],
    ));
  test('yields while parsing a long log', () => {
    let turns = 0;
    const steps = readLogSteps('{"endpoint":"A"}\n'.repeat(2000));
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) turns += 1;
    assert.equal(step.value.requests.length, 2000);
    assert.ok(turns >= 10, `${turns}`);
  });
  test('reports invalid lines and parses the others', () =>
    assert.deepEqual(told('hello\n{"endpoint":"A"\n{"endpoint":"B"}\n{"x":1}\n{"endpoint":"C","input":{"x":01}}'), {
      requests: ['2 B {}'],
      problems: [
        'Log line 1: no recorded request or denial message.',
        'Log line 2: the request is truncated.',
        'Log line 4: the request name is missing (`endpoint` or `kind`).',
        'Log line 5: invalid JSON at character 31: expected `,` or `}`.',
      ],
    }));
  test('limits the log size and the number of requests', () => {
    assert.deepEqual(readLog('x'.repeat(11), { length: 10, requests: 5 }), {
      requests: [],
      problems: ['The log is larger than 0.00001 MB.'],
    });
    const { requests, problems } = readLog('{"endpoint":"A"}'.repeat(7), { length: 1000, requests: 5 });
    assert.equal(requests.length, 5);
    assert.deepEqual(problems, ['Only the first 5 requests are evaluated.']);
  });
  test('parses hostile logs in linear time', async () => {
    for (const log of [
      '{'.repeat(200_000),
      '{\n'.repeat(100_000),
      '["ep":"A",'.repeat(50_000),
      `{"endpoint":"A"}${' '.repeat(100)}`.repeat(20_000),
      '["ep" '.repeat(100_000),
      `X is blocked by policy: ${'"'.repeat(200_000)}x`,
      `X is blocked by policy: ${': unknown'.repeat(50_000)}${' '.repeat(100_000)}x`,
      'a {"endpoint":1} '.repeat(40_000),
      'a {"endpoint":"A"} '.repeat(40_000),
    ])
      await assertProportional((part) => readLog(shortened(log, part)), log.slice(0, 20));
  });
});

describe('replay result', () => {
  test('is allowed, denied, or undefined', () =>
    assert.deepEqual(
      results(
        'A if true\nB := false\nC := "x"\nD := {"allowed": true}\nE := {"allowed": false}\nF := {"allow": true}',
        ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((name) => `{"endpoint":"${name}"}`).join('\n'),
      ),
      [true, false, null, true, false, null, null],
    ));
  test('allows failing requests when AllowRequestsFailingPolicy is true', () =>
    assert.deepEqual(
      results(
        'AllowRequestsFailingPolicy := true\nB := false\nC := "x"',
        '{"endpoint":"A"}{"endpoint":"B"}{"endpoint":"C"}',
      ),
      [true, true, null],
    ));
  test('lists the expressions that failed', () => {
    const policy = 'default A := false\nA if {\n  input.x == 1\n  helper\n}\nA if input.y == 2\nhelper if input.z == 3';
    const { entries } = run(policy, '{"endpoint":"A","input":{"x":1,"z":4}}');
    assert.deepEqual(
      entries[0]?.failures.map(({ message }) => message),
      [
        "`helper` is undefined because a value in it doesn't exist.",
        "`input.y == 2` is undefined because a value in it doesn't exist.",
        'helper: `input.z == 3` is false.',
      ],
    );
  });
  test('points to the default that denies the request', () => {
    const text = 'package agent_policy\ndefault A := false\n';
    const [entry] = replay(new Policy(text), readLog('{"endpoint":"A"}').requests, { reading }).entries;
    assert.deepEqual(
      entry?.failures.map(({ start, end, message }) => [text.slice(start, end), message]),
      [['A := false', 'No rule allows the request, so the policy returns this value.']],
    );
  });
  test('includes printed output', () =>
    assert.deepEqual(run('A if print("hello", input.x)', '{"endpoint":"A","input":{"x":[1]}}').entries[0]?.prints, [
      'agent_policy:3: hello [1]',
    ]));
  test('lists the possible causes of a denial message', () => {
    const { entries } = run(
      'default A := false\nA if { input.x == 1 }\ndefault B := false\nC := true',
      'A is blocked by policy: \nB is blocked by policy: \nC is blocked by policy: \nD is blocked by policy: ',
    );
    assert.deepEqual(
      entries.map(({ result, failures }) => [result, failures.length]),
      [
        [false, 1],
        [false, 1],
        [true, 0],
        [null, 0],
      ],
    );
    assert.match(entries[2]?.error ?? '', /has a different policy/);
  });
});

describe('replay state', () => {
  const counting =
    'A := {"allowed": true, "ops": [{"op": "add", "path": "/pstate/n", "value": n + 1}]} if n < 2\ndefault A := false\ndefault n := 0\nn := data.pstate.n';
  test('persists between requests', () =>
    assert.deepEqual(results(counting, '{"endpoint":"A"}'.repeat(4)), [true, true, false, false]));
  test('keeps large integers exact', () => {
    const policy =
      'A := {"allowed": true, "ops": [{"op": "add", "path": "/pstate/n", "value": 9223372036854775807}]}\nB if data.pstate.n == 9223372036854775807\nC if data.pstate.n == 9223372036854775808';
    assert.deepEqual(results(policy, '{"endpoint":"A"}{"endpoint":"B"}{"endpoint":"C"}'), [true, true, null]);
  });
  test('applies a patch atomically and fails the request if an operation fails', () => {
    const policy =
      'A := {"allowed": true, "ops": [{"op": "add", "path": "/pstate/n", "value": 1}, {"op": "remove", "path": "/pstate/none"}]}\nB if data.pstate.n';
    const { entries } = run(policy, '{"endpoint":"A"}{"endpoint":"B"}');
    assert.deepEqual(
      entries.map(({ result }) => result),
      [null, null],
    );
    assert.match(entries[0]?.error ?? '', /operation 2: remove \/pstate\/none: the path doesn't exist/);
  });
  test('rejects invalid patch operations', () => {
    for (const [op, why] of [
      ['{"op": "grow", "path": "/pstate"}', /must be add/],
      ['{"op": "add", "path": "pstate", "value": 1}', /isn't a valid JSON Pointer/],
      ['{"op": "add", "path": "/pstate/__proto__/x", "value": 1}', /isn't a valid JSON Pointer/],
      ['{"op": "add", "path": "/pstate/x"}', /`value` is missing/],
      ['1', /not an object/],
    ] as const)
      assert.match(run(`A := {"allowed": true, "ops": [${op}]}`, '{"endpoint":"A"}').entries[0]?.error ?? '', why);
  });
  test('has a size limit', () => {
    const doubling =
      '{"op": "copy", "from": "/pstate", "path": "/pstate/b"}, {"op": "copy", "from": "/pstate", "path": "/pstate/c"}';
    const [entry] = run(
      `A := {"allowed": true, "ops": [${Array.from({ length: 40 }, () => doubling).join(', ')}]}`,
      '{"endpoint":"A"}',
    ).entries;
    assert.match(entry?.error ?? '', /too large/);
  });
});

describe('policy set by SetPolicyRequest', () => {
  const set = (policy: string) => `{"endpoint":"SetPolicyRequest","input":${JSON.stringify({ policy })}}`;
  const first =
    'SetPolicyRequest := true\nA := {"allowed": true, "ops": [{"op": "add", "path": "/pstate/n", "value": 1}]}';
  test('starts with empty state', () =>
    assert.deepEqual(
      results(
        first,
        `{"endpoint":"A"}${set('package agent_policy\nimport rego.v1\nB if data.pstate.n\nC if data.pstate == {}\n')}{"endpoint":"B"}{"endpoint":"C"}`,
      ),
      [true, true, null, true],
    ));
  test('evaluates all later requests', () =>
    assert.deepEqual(results(first, `${set('package agent_policy\nB := true\n')}{"endpoint":"B"}{"endpoint":"A"}`), [
      true,
      true,
      null,
    ]));
  test('is ignored when the request is denied', () =>
    assert.deepEqual(
      results('SetPolicyRequest := false\nA := true', `${set('package agent_policy\n')}{"endpoint":"A"}`),
      [false, true],
    ));
  test("leaves no policy if it's invalid", () => {
    const { entries } = run(first, `${set('package agent_policy\nx := :=\n')}{"endpoint":"A"}`);
    assert.deepEqual(
      entries.map(({ result }) => result),
      [true, null],
    );
    assert.match(entries[0]?.error ?? '', /no policy is active/);
    assert.match(entries[1]?.error ?? '', /No policy is active/);
  });
});

describe('policy replay', () => {
  const endless = 'A if { some i in numbers.range(1, 100000); some j in numbers.range(1, 100000); i == j + 100001 }';
  const requests = Array.from({ length: 20 }, (_, line) => ({ endpoint: 'A', input: null, line }));
  test('stops when several requests exceed the step limit', () => {
    const { entries, problem } = replay(new Policy(`package agent_policy\nimport rego.v1\n${endless}\n`), requests, {
      reading,
      limits: { ...defaultLimits, steps: 10_000 },
    });
    assert.equal(entries.length, 5);
    assert.match(problem ?? '', /repeatedly exceeds/);
    assert.match(entries[0]?.error ?? '', /^stopped after 10000 steps/);
  });
  test('stops when the time limit is reached', () => {
    let left = 3;
    const { entries, problem } = replay(new Policy('package agent_policy\nA := true\n'), requests, {
      reading,
      mayGoOn: () => left-- > 0,
    });
    assert.equal(entries.length, 3);
    assert.match(problem ?? '', /Timed out/);
  });
  test('reports a policy that the engine rejects', () => {
    const { entries, problem } = replay(new Policy('package agent_policy\nA := :=\n'), requests.slice(0, 2), {
      reading,
    });
    assert.deepEqual(
      entries.map(({ result }) => result),
      [null, null],
    );
    assert.match(problem ?? '', /rejects this policy/);
  });
});
