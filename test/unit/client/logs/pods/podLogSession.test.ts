/** Tests following pod logs: merging, reconnecting, restarts, new and deleted pods, limits, and problems. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PodStage, podObject, running } from './podStage.ts';

const web = (name = 'web-1', more: object = {}) => podObject(name, [{ name: 'app', state: running }], more);
const ended = (reason: string, exitCode: number) => ({ terminated: { reason, exitCode } });
const at = (time: string, text: string): string => `2026-11-22T07:${time} ${text}`;

describe('followed pod logs', () => {
  test('continue after a dropped connection in the middle of a line, with each line once', async () => {
    const stage = new PodStage();
    stage.pods = [web()];
    stage.start({ tail: 10 });
    await stage.pass();
    assert.deepEqual(stage.log('web-1').asked.query, {
      container: 'app',
      follow: true,
      tailLines: 10,
      timestamps: true,
    });
    for (const line of [at('00:01.5Z', 'one'), at('00:02.5Z', 'two')]) stage.log('web-1').line(line);
    // The transport passes no unfinished line on.
    stage.log('web-1').fail({ kind: 'network', message: 'reset' });
    await stage.pass(1000);
    assert.deepEqual(stage.log('web-1').asked.query, {
      container: 'app',
      follow: true,
      sinceTime: '2026-11-22T07:00:02Z',
      timestamps: true,
    });
    for (const line of [at('00:02.5Z', 'two'), at('00:02.6Z', 'three')]) stage.log('web-1').line(line);
    assert.deepEqual(stage.taken(), ['00:01.500000000Z one', '00:02.500000000Z two', '00:02.600000000Z three']);
    stage.stop();
    await stage.ended();
    assert.equal(stage.connection.active, 0);
  });

  test('say once that the connection is lost, and when it works again', async () => {
    const stage = new PodStage();
    stage.pods = [web()];
    stage.start();
    await stage.pass();
    stage.connection.opening = ({ query }) =>
      query['watch'] === true ? true : { kind: 'network', message: 'No route.' };
    stage.log('web-1').fail({ kind: 'network', message: 'reset' });
    await stage.pass(20_000);
    stage.connection.opening = () => true;
    await stage.pass(60_000);
    assert.deepEqual(stage.taken(), [
      '--- The connection to app in web-1 was lost: No route. Reconnecting... ---',
      '--- Reconnected to app in web-1 ---',
    ]);
    stage.stop();
    await stage.ended();
  });

  test('show the reason for each restart before the log of the next instance', async () => {
    const stage = new PodStage();
    stage.pods = [web()];
    stage.start({ since: { seconds: 60 } });
    await stage.pass();
    stage.log('web-1').line(at('00:00Z', 'instance 0'));
    const lastState = ended('OOMKilled', 137);
    const waiting = { waiting: { reason: 'CrashLoopBackOff' } };
    for (const restartCount of [1, 2]) {
      stage.log('web-1').end();
      await stage.pass();
      stage.change('MODIFIED', podObject('web-1', [{ name: 'app', state: waiting, lastState }]));
      await stage.pass();
      stage.change('MODIFIED', podObject('web-1', [{ name: 'app', state: running, lastState, restartCount }]));
      await stage.pass(2000);
      assert.deepEqual(stage.log('web-1').asked.query, {
        container: 'app',
        follow: true,
        sinceTime: `2026-11-22T07:00:0${restartCount - 1}Z`,
        timestamps: true,
      });
      stage.log('web-1').line(at(`00:0${restartCount}Z`, `instance ${restartCount}`));
    }
    assert.deepEqual(stage.taken(), [
      '00:00.000000000Z instance 0',
      '--- Restarted after OOMKilled, exit code 137 (app in web-1) ---',
      '00:01.000000000Z instance 1',
      '--- Restarted after OOMKilled, exit code 137 (app in web-1) ---',
      '00:02.000000000Z instance 2',
    ]);
    stage.stop();
    await stage.ended();
  });

  test('read the end of the previous instance if the container restarted during an interruption', async () => {
    const stage = new PodStage();
    stage.pods = [web()];
    stage.start();
    await stage.pass();
    stage.log('web-1').line(at('00:01.5Z', 'one'));
    stage.log('web-1').fail({ kind: 'network', message: 'reset' });
    await stage.pass();
    const lastState = ended('Error', 1);
    stage.change('MODIFIED', podObject('web-1', [{ name: 'app', state: running, lastState, restartCount: 1 }]));
    await stage.pass(1000);
    const previous = stage.log('web-1');
    assert.equal(previous.asked.query['previous'], true);
    for (const line of [at('00:01.5Z', 'one'), at('00:01.9Z', 'last words')]) previous.line(line);
    previous.end();
    await stage.pass();
    stage.log('web-1').line(at('00:03Z', 'new'));
    assert.deepEqual(stage.taken(), [
      '00:01.500000000Z one',
      '00:01.900000000Z last words',
      '--- Restarted after Error, exit code 1 (app in web-1) ---',
      '00:03.000000000Z new',
    ]);
    stage.stop();
    await stage.ended();
  });

  test('add new pods of the owner and end with deleted ones', async () => {
    const stage = new PodStage();
    stage.pods = [web()];
    stage.start();
    await stage.pass();
    stage.change('ADDED', web('web-2'));
    await stage.pass();
    stage.log('web-2').line(at('00:01Z', 'from web-2'));
    stage.change('DELETED', web());
    stage.log('web-1').end();
    await stage.pass(3000);
    assert.deepEqual(stage.taken(), [
      '--- Pod web-1 was deleted ---',
      '[pod/web-2/app] 2026-11-22T07:00:01.000000000Z from web-2',
    ]);
    assert.throws(() => stage.log('web-1'), /no open log/);
    stage.stop();
    await stage.ended();
  });

  test('end the log of a deleted pod whose node no longer answers', async () => {
    const stage = new PodStage();
    stage.pods = [web()];
    stage.start({}, { name: 'web-1' });
    await stage.pass();
    stage.change('DELETED', web());
    await stage.pass(10_000);
    assert.deepEqual(stage.taken(), ['--- Pod web-1 was deleted ---']);
    assert.deepEqual(await stage.ended(), { opened: 1, failed: 0 });
  });

  test('stay open for hours without a line', async () => {
    const stage = new PodStage();
    stage.pods = [web()];
    stage.start();
    await stage.pass();
    const { asked } = stage.log('web-1');
    await stage.pass(6 * 3_600_000);
    assert.equal(stage.log('web-1').asked, asked, 'the same request is still open');
    assert.deepEqual(stage.taken(), []);
    stage.stop();
    await stage.ended();
  });

  test('show why a container waits and its events instead of an error, until it starts', async () => {
    const stage = new PodStage();
    const waiting = { waiting: { reason: 'ImagePullBackOff', message: 'Back-off pulling image "x"' } };
    stage.pods = [podObject('web-1', [{ name: 'app', state: waiting }])];
    stage.events = [
      { kind: 'Event', type: 'Warning', reason: 'Failed', message: 'not found', involvedObject: { kind: 'Pod' } },
    ];
    stage.start();
    await stage.pass();
    await stage.pass(60_000);
    assert.deepEqual(stage.taken(), [
      `--- app in web-1 hasn't started yet: ImagePullBackOff: Back-off pulling image "x" ---`,
      '--- Event: Failed: not found ---',
    ]);
    stage.change('MODIFIED', web());
    await stage.pass();
    stage.log('web-1').line(at('00:01Z', 'started'));
    assert.deepEqual(stage.taken(), ['00:01.000000000Z started']);
    stage.stop();
    await stage.ended();
  });

  test('end when the only pod has finished', async () => {
    const stage = new PodStage();
    stage.pods = [web()];
    stage.start({}, { name: 'web-1' });
    await stage.pass();
    stage.log('web-1').line(at('00:01Z', 'done'));
    stage.log('web-1').end();
    stage.change('MODIFIED', {
      ...podObject('web-1', [{ name: 'app', state: ended('Completed', 0) }]),
      status: { phase: 'Succeeded', containerStatuses: [{ name: 'app', state: ended('Completed', 0) }] },
    });
    await stage.pass(1000);
    assert.deepEqual(await stage.ended(), { opened: 1, failed: 0 });
    assert.deepEqual(stage.taken(), ['00:01.000000000Z done', '--- Exited: Completed, exit code 0 (app in web-1) ---']);
    assert.equal(stage.connection.active, 0);
  });

  test('follow at most 20 logs and name those that are missing', async () => {
    const stage = new PodStage();
    stage.pods = Array.from({ length: 22 }, (_, index) => web(`web-${index}`));
    stage.start();
    await stage.pass();
    assert.equal(
      stage.connection.streams.filter(({ asked, isOver }) => !isOver && asked.path.endsWith('/log')).length,
      20,
    );
    assert.deepEqual(stage.taken(), [
      "--- app in web-20 isn't shown, because 20 logs are already being followed ---",
      "--- app in web-21 isn't shown, because 20 logs are already being followed ---",
    ]);
    assert.equal(stage.slots.free, 0);
    stage.stop();
    await stage.ended();
    assert.equal(stage.slots.free, 20);
  });

  test('are merged by time within two seconds', async () => {
    const stage = new PodStage();
    stage.pods = [web(), web('web-2')];
    stage.start();
    await stage.pass();
    stage.log('web-1').line(at('00:02Z', 'second'));
    stage.log('web-2').line(at('00:01Z', 'first'));
    await stage.pass(500);
    assert.deepEqual(
      stage.lines.map((line) => line.slice(line.lastIndexOf(' ') + 1)),
      ['first'],
    );
    await stage.pass(2000);
    assert.deepEqual(
      stage.lines.map((line) => line.slice(line.lastIndexOf(' ') + 1)),
      ['first', 'second'],
    );
    stage.log('web-2').line(at('00:00Z', 'late'));
    await stage.pass(3000);
    assert.equal(stage.lines.length, 3, 'a late line is shown, not dropped');
    stage.stop();
    await stage.ended();
  });

  test('explain a missing permission with the verb, the resource, and the namespace', async () => {
    const stage = new PodStage();
    stage.problem = { kind: 'forbidden', message: 'Access denied: cannot list resource "pods"' };
    stage.start();
    await stage.pass();
    const { problem, opened } = (await stage.ended()) ?? {};
    assert.deepEqual([problem?.kind, opened], ['forbidden', 0]);

    const other = new PodStage();
    other.pods = [web()];
    other.connection.opening = ({ path }) =>
      path.endsWith('/log') ? { kind: 'forbidden', message: 'Access denied: no' } : true;
    other.start({}, { name: 'web-1' });
    await other.pass();
    assert.deepEqual(other.taken(), [
      "--- Can't read the log of app in web-1: You don't have permission to read pod logs in namespace shop. Reading them requires the get verb on pods/log. Access denied: no ---",
    ]);
    assert.deepEqual(await other.ended(), { opened: 1, failed: 1 });
  });

  test('end when the server has rejected the login for two minutes, with the reason', async () => {
    const stage = new PodStage();
    const problem = { kind: 'unauthorized', message: 'Log in again with oc login.' } as const;
    stage.pods = [web(), podObject('web-2', [{ name: 'app', state: { waiting: { reason: 'ImagePullBackOff' } } }])];
    const reject = async (): Promise<void> => {
      stage.problem = problem;
      stage.connection.opening = () => problem;
      for (const stream of stage.connection.streams) stream.fail(problem);
      await stage.pass(80_000);
    };
    stage.start();
    await stage.pass();
    await reject();
    stage.problem = undefined;
    stage.connection.opening = () => true;
    await stage.pass(60_000);
    assert.doesNotThrow(() => stage.log('web-1'), 'a shorter rejection ends no log');
    await reject();
    await stage.pass(60_000);
    assert.deepEqual(await stage.ended(), { opened: 2, failed: 0, problem });
    assert.equal(stage.connection.active, 0);
    assert.equal(stage.clock.waiting, 0);
  });

  test('say before the first line that the agent policy denies the output', async () => {
    const policy = (rego: string) => ({
      ...web('web-1', { annotations: { 'io.katacontainers.config.agent.policy': btoa(rego) } }),
      spec: { runtimeClassName: 'kata', containers: [{ name: 'app' }] },
    });
    const denies = 'package agent_policy\n\n# ReadStreamRequest\ndefault ReadStreamRequest := false\n';
    for (const [rego, isDenied] of [
      [denies, true],
      [`${denies}ReadStreamRequest if input.x\n`, false],
      ['package agent_policy\ndefault ReadStreamRequest := true\n', false],
    ] as const) {
      const stage = new PodStage();
      stage.pods = [policy(rego)];
      stage.start();
      await stage.pass();
      stage.change('MODIFIED', policy(rego));
      await stage.pass();
      assert.deepEqual(
        stage.taken(),
        isDenied
          ? [
              "--- The agent policy of pod web-1 denies ReadStreamRequest, so the runtime can't forward container output and the logs of the pod stay empty ---",
            ]
          : [],
      );
      stage.stop();
      await stage.ended();
    }
  });

  test('read the policy only of pods with a runtime class, and only when their logs are opened', async () => {
    const stage = new PodStage();
    const sandboxed = { ...web('web-2'), spec: { runtimeClassName: 'kata', containers: [{ name: 'app' }] } };
    stage.pods = [web(), sandboxed, { ...sandboxed, metadata: { name: 'web-3', namespace: 'shop', uid: 'uid-3' } }];
    stage.start({ pods: ['web-1', 'web-2'] });
    await stage.pass();
    const reads = () => stage.connection.asked.flatMap(({ path }) => /\/pods\/([^/]+)$/.exec(path)?.[1] ?? []);
    assert.deepEqual(reads(), ['web-2']);
    stage.change('MODIFIED', sandboxed);
    await stage.pass();
    assert.deepEqual(reads(), ['web-2']);
    stage.stop();
    await stage.ended();
  });

  test('can be read without the permission to read pods', async () => {
    const stage = new PodStage();
    stage.problem = { kind: 'forbidden', message: 'Access denied' };
    stage.start({ containers: ['app'] }, { name: 'web-1' });
    await stage.pass();
    stage.log('web-1').line(at('00:01Z', 'one'));
    assert.deepEqual(stage.taken(), ['00:01.000000000Z one']);
    stage.stop();
    await stage.ended();
  });
});

describe('pod logs that are read once', () => {
  test('are merged, and end without a watch', async () => {
    const stage = new PodStage();
    stage.pods = [web(), web('web-2')];
    stage.connection.opening = ({ path }, stream) => {
      setImmediate(() => {
        stream.line(at(path.includes('web-2') ? '00:01Z' : '00:02Z', path.includes('web-2') ? 'first' : 'second'));
        stream.end();
      });
      return true;
    };
    stage.start({ follow: false });
    await stage.pass();
    assert.deepEqual(await stage.ended(), { opened: 2, failed: 0 });
    assert.deepEqual(stage.lines, [
      '[pod/web-2/app] 2026-11-22T07:00:01.000000000Z first',
      '[pod/web-1/app] 2026-11-22T07:00:02.000000000Z second',
    ]);
    assert.ok(stage.connection.streams.every(({ asked }) => asked.query['watch'] === undefined));
  });

  test('contain no line of a pod that is on another node', async () => {
    for (const [node, opened] of [
      ['worker-0', 1],
      ['worker-1', 0],
    ] as const) {
      const stage = new PodStage();
      stage.pods = [web()];
      stage.connection.opening = (_asked, stream) => {
        stream.end();
        return false;
      };
      stage.start({ follow: false }, { name: 'web-1', node });
      assert.deepEqual(await stage.ended(), { opened, failed: 0 });
      assert.equal(stage.connection.streams.length, opened);
    }
  });

  test('show why a container has no log', async () => {
    const stage = new PodStage();
    stage.pods = [web()];
    stage.connection.opening = () => ({
      kind: 'invalid',
      message: 'container "app" in pod "web-1" is waiting to start: ContainerCreating',
    });
    stage.start({ follow: false });
    await stage.pass();
    assert.deepEqual(await stage.ended(), { opened: 1, failed: 1 });
    assert.match(stage.lines.join('\n'), /app in web-1 hasn't started yet: container "app" in pod "web-1" is waiting/);
  });
});
