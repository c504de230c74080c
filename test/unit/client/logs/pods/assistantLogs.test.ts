/** Tests reading pod logs for assistants: the newest lines of many containers, the notes, and the time limit. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { readLogsForAssistant } from '#client/logs/podLogs/assistantLogs.ts';
import { PodStage, podObject, running } from './podStage.ts';

const count = 60;
const target = { target: 'deploy/web' };

function stageOf(pods: number): PodStage {
  const stage = new PodStage();
  const { answer } = stage.connection;
  stage.connection.answer = (asked) =>
    asked.path.endsWith('/deployments/web')
      ? succeed({ kind: 'Deployment', spec: { selector: { matchLabels: { app: 'web' } } } })
      : answer(asked);
  stage.pods = Array.from({ length: pods }, (_, index) => podObject(`web-${index}`, [{ name: 'app', state: running }]));
  return stage;
}

function read(stage: PodStage, signal = new AbortController().signal) {
  const { connection, clock } = stage;
  return readLogsForAssistant({ connection, clock, defaultNamespace: 'shop' }, target, signal);
}

describe('pod logs for assistants', () => {
  test('are the newest lines of all containers, even if not all logs are open at the same time', async () => {
    const stage = stageOf(count);
    stage.connection.opening = ({ path }, stream) => {
      const index = Number(/web-(\d+)/.exec(path)?.[1]);
      // The lines of each container are from the same ten minutes.
      for (let line = 0; line < 600; line += 1)
        stream.line(`${new Date(Date.UTC(2026, 10, 22, 7, 0, line, index)).toISOString()} line ${line}`);
      stream.end();
      return false;
    };
    const { lines, linesRead } = valueOf(await read(stage));
    assert.equal(linesRead, count * 600);
    assert.equal(lines.length, 200);
    const times = lines.map((line) => line.split(' ')[1] ?? '');
    assert.deepEqual(times, times.toSorted());
    assert.ok((times[0] ?? '') >= '2026-11-22T07:09:56', times[0]);
    assert.equal(new Set(lines.map((line) => line.split(' ')[0])).size, count);
  });

  test('contain at most ten notes, and the number of the others', async () => {
    const stage = stageOf(15);
    stage.connection.opening = () => ({ kind: 'invalid', message: 'no previous instance' });
    const { notes, lines, linesRead } = valueOf(await read(stage));
    assert.deepEqual([lines.length, linesRead, notes.length], [0, 0, 11]);
    assert.equal(notes.at(-1), "--- Notes that aren't shown: 5 ---");
  });

  test('use the only namespace of the namespace filter, and require one if the filter contains several', async () => {
    const { connection, clock } = stageOf(0);
    const { signal } = new AbortController();
    const readIn = (namespaces: readonly string[], input: Parameters<typeof readLogsForAssistant>[1]) =>
      readLogsForAssistant({ connection, clock, defaultNamespace: 'default', namespaces }, input, signal);
    await readIn(['bank'], target);
    await readIn([], target);
    await readIn(['bank', 'shop'], { ...target, namespace: 'shop' });
    await readIn(['bank', 'shop'], { target: 'operator' });
    const [own, ofContext, explicit, ofOperator] = connection.asked
      .filter(({ path }) => path.includes('/deployments/'))
      .map(({ path }) => /namespaces\/([^/]+)/.exec(path)?.[1]);
    assert.deepEqual(
      [own, ofContext, explicit, ofOperator],
      ['bank', 'default', 'shop', 'openshift-sandboxed-containers-operator'],
    );
    const asked = connection.asked.length;
    assert.deepEqual(
      await readIn(['bank', 'shop'], target),
      fail('namespace must be specified, because the namespace filter contains several: bank, shop.'),
    );
    assert.equal(connection.asked.length, asked);
  });

  test('end with a sentence instead of an exception at the time limit', async () => {
    const stage = stageOf(1);
    const limit = new AbortController();
    const reading = read(stage, limit.signal);
    await stage.pass();
    stage.log('web-0').line('2026-11-22T07:00:00Z first');
    limit.abort();
    assert.deepEqual(await reading, fail('The logs were not read completely.'));
    assert.equal(stage.connection.active, 0);
  });
});

function valueOf<T>(result: Result<T, string>): T {
  if (!result.ok) throw new Error(result.error);
  return result.value;
}
