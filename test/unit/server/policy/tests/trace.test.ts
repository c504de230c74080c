/** Tests the recorded evaluation of a request. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newestRelease } from '#core/product/releases.ts';
import { Policy } from '#server/policy/model/policy.ts';
import { replay } from '#server/policy/replay/replay.ts';
import { readLog } from '#server/policy/replay/replayLog.ts';
import { createGuestDialect, moduleIn } from '#server/policy/replay/replaySession.ts';
import { TraceRecorder } from '#server/policy/replay/trace.ts';

function trace(rules: string, input: string) {
  const policy = new Policy(`package agent_policy\nimport rego.v1\n${rules}`);
  const reading = createGuestDialect(newestRelease, 'v1');
  const recorder = new TraceRecorder(policy.text, moduleIn(policy, reading));
  const log = `["ep":"ExecProcessRequest",${input}],\n["ep":"ExecProcessRequest",{}],\n`;
  replay(policy, readLog(log).requests, { reading, observerFor: (index) => (index === 0 ? recorder : undefined) });
  return recorder.trace;
}

const written = (rules: string, input: string) =>
  trace(rules, input).steps.map(({ rule, depth, expression, value, succeeded, operands }) =>
    [
      `${' '.repeat(depth)}${rule}: ${expression} → ${value ?? 'error'}${succeeded ? '' : ' !'}`,
      ...operands.map((each) => `${each.expression}=${each.value}`),
    ].join(' '),
  );

describe('trace of a request', () => {
  test('shows each expression of an allowed request with its value', () =>
    assert.deepEqual(
      written(
        'ExecProcessRequest if {\n  cmd := input.Args[0]\n  short(cmd)\n  not input.tty\n}\nshort(x) if count(x) < 3\n',
        '{"Args":["ls"]}',
      ),
      [
        'ExecProcessRequest: cmd := input.Args[0] → true input.Args[0]="ls"',
        'ExecProcessRequest: short(cmd) → true cmd="ls"',
        ' short: count(x) < 3 → true count(x)=2 x="ls"',
        'ExecProcessRequest: not input.tty → true input.tty=undefined',
      ],
    ));
  test('shows the expression that fails for each element', () =>
    assert.deepEqual(written('ExecProcessRequest if input.Args[_] == "ls"\n', '{"Args":["rm","sh"]}'), [
      'ExecProcessRequest: input.Args[_] == "ls" → false ! input.Args[_]="rm"',
      'ExecProcessRequest: input.Args[_] == "ls" → false ! input.Args[_]="sh"',
    ]));
  test('shows an expression without an element as undefined', () =>
    assert.deepEqual(written('ExecProcessRequest if input.Args[_] == "ls"\n', '{}'), [
      'ExecProcessRequest: input.Args[_] == "ls" → undefined !',
    ]));
  test('is limited, and shows large values as their type', () => {
    const large = JSON.stringify({ Args: Array.from({ length: 5000 }, (_, index) => `argument ${index}`) });
    const { steps, omitted } = trace('ExecProcessRequest if input.Args[_] == "ls"\n', large);
    assert.deepEqual([steps.length, omitted], [2000, 3000]);
    assert.deepEqual(written('ExecProcessRequest if input.Args != []\n', large), [
      'ExecProcessRequest: input.Args != [] → true input.Args=array',
    ]);
  });
});
