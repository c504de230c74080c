/** Tests that evaluations run in a thread and return the same results. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  readEnd,
  readRun,
  readStep,
  runSteps,
  type EvaluationRun,
  type RunStep,
} from '#server/policy/evaluationWorker/evaluationRun.ts';
import { editorLimits } from '#server/policy/evaluationWorker/evaluationLimits.ts';
import { runEvaluation, serveRun } from '#server/policy/evaluationWorker/evaluationThread.ts';

const policy = `package agent_policy
import rego.v1
default ExecProcessRequest := false
ExecProcessRequest if {
  print("asked", input.x)
  input.x == 1
}
CreateContainerRequest if count([1 | some x in numbers.range(1, 100000); some y in numbers.range(1, 100000); x > y]) > 1
`;
const log = '["ep":"ExecProcessRequest",{"x":1}],\n["ep":"ExecProcessRequest",{"x":2}],\nnothing\n';
const replay: EvaluationRun = { kind: 'replay', policy, text: log, release: '1.12' };
const tests =
  'cases:\n  - name: one\n    request: ExecProcessRequest\n    input: {x: 2}\n    allowed: true\n  - {name: two, request: ExecProcessRequest, allowed: false}\n';

async function runIn(run: EvaluationRun, isCancelled = () => false) {
  const steps: RunStep[] = [];
  const end = await runEvaluation(run, { isCancelled, take: (step) => steps.push(step) });
  return { steps, end };
}

function directly(run: EvaluationRun) {
  const steps: RunStep[] = [];
  const all = runSteps(run, editorLimits, () => true);
  let step = all.next();
  for (; step.done !== true; step = all.next()) if (step.value !== undefined) steps.push(step.value);
  return { steps, end: step.value };
}

describe('evaluation in a thread', () => {
  test('returns the same replay as without a thread', async () => {
    const { steps, end } = await runIn(replay);
    assert.deepEqual(
      steps.map(({ request }) => [
        request?.line,
        request?.result,
        request?.prints.length,
        request?.failures.length,
        request?.recorded?.start,
      ]),
      [
        [0, true, 1, 0, 0],
        [1, false, 1, 1, 37],
      ],
    );
    assert.match(end.problem ?? '', /Log line 3/);
    assert.deepEqual({ steps, end }, directly(replay));
  });
  test('returns the same test results as without a thread', async () => {
    const run: EvaluationRun = { kind: 'test', policy, text: tests, release: '1.12' };
    const { steps, end } = await runIn(run);
    assert.deepEqual(
      steps.map(({ result }) => [result?.name, result?.passed]),
      [
        ['one', false],
        ['two', true],
      ],
    );
    assert.deepEqual({ steps, end }, directly(run));
  });
  test('reports a request that reaches the limits without blocking the server thread', async () => {
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    const { steps } = await runIn({ ...replay, text: '["ep":"CreateContainerRequest",{}],\n' });
    clearInterval(timer);
    assert.match(steps[0]?.request?.error ?? '', /^stopped/);
    assert.ok(turns > 10, `${turns} turns`);
  });
  test('stops when it is canceled', async () => {
    const { end } = await runIn({ ...replay, text: '["ep":"CreateContainerRequest",{}],\n'.repeat(100) }, () => true);
    assert.equal(end.problem, 'Canceled.');
  });
});

describe('messages of an evaluation', () => {
  test('are rejected when they are invalid', () => {
    for (const sent of [
      undefined,
      null,
      1,
      'x',
      [],
      {},
      { result: { name: 'a' } },
      { request: { line: 1 } },
      { kind: 'other', policy: '', text: '', release: '' },
    ]) {
      assert.deepEqual([readStep(sent), readEnd(sent), readRun(sent)], [undefined, undefined, undefined]);
      serveRun(sent, () => assert.fail('nothing is sent'));
    }
  });
});
