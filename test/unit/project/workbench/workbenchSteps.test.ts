import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { perform, StepError, until, untilValue, type Step } from '#test/support/workbench/parts/step.ts';

const step: Step = {
  does: 'choose "Open as YAML" from the context menu',
  expects: 'a menu with "Open as YAML"',
  state: async () => 'a menu with Explain, Copy Name',
};

const message = `choose "Open as YAML" from the context menu
  expected:  a menu with "Open as YAML"
  last seen: a menu with Explain, Copy Name`;

describe('step of a workbench test', () => {
  test("reports the step, the expected state, and the last state when the state isn't reached", async () => {
    await assert.rejects(
      until(step, async () => false, 0),
      (error) => error instanceof StepError && error.message === message,
    );
  });

  test('reports the same when the action fails, and keeps the cause', async () => {
    const cause = new Error('the element is detached');
    await assert.rejects(
      perform(step, () => Promise.reject(cause)),
      (error) => error instanceof StepError && error.message === message && error.cause === cause,
    );
  });

  test("continues to wait while the window can't be read", async () => {
    let looks = 0;
    const value = await untilValue(step, async () => {
      looks += 1;
      if (looks < 3) throw new Error('the document is being replaced');
      return looks;
    });
    assert.equal(value, 3);
  });

  test("reports that the last state can't be read", async () => {
    const broken: Step = { ...step, state: () => Promise.reject(new Error('closed')) };
    await assert.rejects(
      until(broken, async () => false, 0),
      /last seen: the window can't be read: Error: closed/,
    );
  });

  test('ends when the window never answers', { timeout: 60_000 }, async () => {
    const frozen = new Promise<never>(() => undefined);
    const didNotAnswer = (error: unknown): boolean =>
      error instanceof StepError && /did not answer/.test(String(error.cause)) && error.message === message;
    await Promise.all([
      assert.rejects(
        until(step, () => frozen, 0),
        didNotAnswer,
      ),
      assert.rejects(
        perform(step, () => frozen, 0),
        didNotAnswer,
      ),
    ]);
  });

  test('performs an action once', async () => {
    let times = 0;
    await assert.rejects(
      perform(step, async () => {
        times += 1;
        throw new Error('no');
      }),
    );
    assert.equal(times, 1);
  });
});
