/** Tests pure functions for pod logs: pods, targets, requests, times, and lines. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readLogPod, restarts } from '#core/logs/pods/logPod.ts';
import { chosenContainers, staysOpen, ocLogsArguments, parseSince, podLogQuery } from '#core/logs/pods/podLogChoice.ts';
import { parseLinePrefix, shortPodName } from '#core/logs/pods/podLogLine.ts';
import { compareStamps, splitStamp, type StampedLine } from '#core/logs/pods/podLogStamp.ts';
import { findOtherNamespace, objectTarget, parseTarget, podSelectorOf } from '#core/logs/pods/podLogTarget.ts';
import { exitNote, explainFailure, restartNote, type PodLogFailure } from '#core/logs/pods/podLogTexts.ts';
import { ResumePoint } from '#core/logs/pods/resumePoint.ts';
import { readLine } from '#core/logs/readLine.ts';

const raw = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web-1', namespace: 'shop', uid: 'u1' },
  spec: {
    nodeName: 'worker-0',
    restartPolicy: 'OnFailure',
    initContainers: [{ name: 'init' }],
    containers: [{ name: 'app' }, { name: 'proxy' }],
    ephemeralContainers: [{ name: 'debug' }],
  },
  status: {
    phase: 'Running',
    initContainerStatuses: [{ name: 'init', state: { terminated: { exitCode: 0, reason: 'Completed' } } }],
    containerStatuses: [
      {
        name: 'app',
        restartCount: 2,
        state: { waiting: { reason: 'CrashLoopBackOff', message: 'back-off' } },
        lastState: { terminated: { exitCode: 137, reason: 'OOMKilled' } },
      },
      { name: 'proxy', state: { terminated: { exitCode: 1, reason: 'Error' } } },
    ],
  },
};

function pod() {
  const read = readLogPod(raw);
  assert.ok(read !== undefined);
  return read;
}

describe('log pod', () => {
  test('reads containers of all types with their states and previous instances', () => {
    assert.deepEqual(
      pod().containers.map(({ name, type, state, previous }) => [name, type, state.kind, previous?.exitCode]),
      [
        ['app', 'regular', 'waiting', 137],
        ['proxy', 'regular', 'terminated', undefined],
        ['init', 'init', 'terminated', undefined],
        ['debug', 'ephemeral', 'unknown', undefined],
      ],
    );
    for (const other of [undefined, {}, { ...raw, spec: undefined }, { ...raw, metadata: { name: 'a', uid: 'b' } }])
      assert.equal(readLogPod(other), undefined);
  });

  test('knows whether the kubelet restarts a container', () => {
    const named = (name: string) => {
      const found = pod().containers.find((one) => one.name === name);
      assert.ok(found !== undefined);
      return found;
    };
    assert.equal(restarts(pod(), named('proxy')), true, 'it failed, and the restart policy is OnFailure');
    assert.equal(restarts({ ...pod(), restartPolicy: 'Never' }, named('proxy')), false);
    assert.equal(restarts({ ...pod(), deleting: 1 }, named('proxy')), false);
    assert.equal(restarts({ ...pod(), restartPolicy: 'Always' }, named('init')), false, 'an init container succeeded');
    assert.equal(restarts(pod(), named('app')), false, 'it has not terminated');
  });
});

describe('notes about a container that ended', () => {
  test('show the exit code in the part of the line that the log page shows', () => {
    const of = { pod: 'payments-controller-manager-4dd6f25e6d-zmzx5', container: 'app' };
    const end = { reason: 'OOMKilled', exitCode: 137 };
    for (const note of [restartNote(of, end), exitNote(of, end)]) assert.match(note.slice(0, 45), /exit code 137/);
  });
});

describe('pod log choice', () => {
  test('selects containers and counts the logs that stay open', () => {
    const names = (choice: Parameters<typeof chosenContainers>[1]) =>
      chosenContainers(pod(), choice).map(({ name }) => name);
    assert.deepEqual(names({ follow: true }), ['app', 'proxy', 'init', 'debug']);
    assert.deepEqual(names({ follow: true, containers: ['app'] }), ['app']);
    assert.deepEqual(names({ follow: true, pods: ['other'] }), []);
    assert.deepEqual(names({ follow: false, previous: true }), ['app'], 'only app has a previous instance');
    const open = pod().containers.filter((container) => staysOpen(pod(), container));
    assert.equal(open.length, 3, 'init has finished');
  });

  test('creates the query and the oc command that reads the same lines', () => {
    const choice = { follow: true, containers: ['app'], since: { seconds: 60 }, tail: 10 };
    assert.deepEqual(podLogQuery(choice, 'app'), {
      container: 'app',
      follow: true,
      sinceSeconds: 60,
      tailLines: 10,
      timestamps: true,
    });
    assert.deepEqual(podLogQuery({ follow: true, previous: true, since: { at: 0 } }, ''), {
      previous: true,
      sinceTime: '1970-01-01T00:00:00Z',
      timestamps: true,
    });
    assert.equal(
      ocLogsArguments(choice, 'shop', ['deployment/web']).join(' '),
      'logs deployment/web -n shop -c app --prefix --timestamps --since=60s --tail=10 -f --max-log-requests=20',
    );
    assert.deepEqual(['90s', '15m', '1h30m', '2d', '', '0s', '1', '1w', '-1h'].map(parseSince), [
      90,
      900,
      5400,
      172_800,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('pod log target', () => {
  test('accepts components, pods, and workloads by their names in kubectl', () => {
    const title = (text: string): string | undefined => {
      const target = parseTarget(text, 'shop', 'worker-0');
      if (target === undefined) return undefined;
      const { namespace, pods, node } = target;
      const what =
        pods.kind === 'owner' ? pods.owners.map(({ plural, name }) => `${plural}/${name}`).join() : pods.kind;
      return `${namespace} ${what} ${node ?? ''}`;
    };
    const operator = 'openshift-sandboxed-containers-operator';
    assert.equal(title('operator'), `${operator} deployments/controller-manager worker-0`);
    assert.equal(title('caa'), `${operator} daemonsets/osc-caa-ds,daemonsets/peerpodconfig-ctrl-caa-daemon worker-0`);
    assert.equal(title('image-job'), `${operator} labels worker-0`);
    assert.equal(title('installer'), `${operator} labels worker-0`);
    assert.equal(title('mcd'), 'openshift-machine-config-operator labels worker-0');
    assert.equal(title('web-1'), 'shop pod worker-0');
    assert.equal(title('po/web-1'), 'shop pod worker-0');
    assert.equal(title('deploy/web'), 'shop deployments/web worker-0');
    for (const wrong of ['', 'a/b/c', 'node/worker-0', '../x', 'deploy/', '-f', 'UPPER'])
      assert.equal(title(wrong), undefined, wrong);
  });

  test('finds a component that is in another namespace than the user specified', () => {
    const own = 'openshift-sandboxed-containers-operator';
    assert.equal(findOtherNamespace('operator', 'shop'), own);
    assert.equal(findOtherNamespace('mcd', own), 'openshift-machine-config-operator');
    for (const [text, namespace] of [
      ['operator', own],
      ['operator', undefined],
      ['pod/operator', 'shop'],
      ['web', 'shop'],
    ] as const)
      assert.equal(findOtherNamespace(text, namespace), undefined);
  });

  test('maps objects to their pods', () => {
    const at = (group: string, kind: string, name: string, namespace?: string) =>
      objectTarget({
        group,
        version: 'v1',
        plural: '',
        kind,
        name,
        ...(namespace === undefined ? {} : { namespace }),
      })?.pods.kind;
    assert.equal(at('', 'Pod', 'web-1', 'shop'), 'pod');
    assert.equal(at('', 'Namespace', 'shop'), 'namespace');
    assert.equal(at('apps', 'DaemonSet', 'x', 'shop'), 'owner');
    assert.equal(at('', 'Secret', 'x', 'shop'), undefined);
    assert.equal(at('batch', 'Job', 'osc-podvm-image-creation', 'openshift-sandboxed-containers-operator'), 'labels');
  });

  test('never selects all pods of a namespace for a workload without a selector', () => {
    assert.equal(podSelectorOf({ kind: 'Deployment', spec: { selector: {} } }), undefined);
    assert.equal(podSelectorOf({ kind: 'ReplicationController', spec: { selector: { app: 'a' } } }), 'app=a');
    const matchExpressions = [
      { key: 'tier', operator: 'In', values: ['a', 'b'] },
      { key: 'old', operator: 'DoesNotExist' },
    ];
    assert.equal(
      podSelectorOf({ kind: 'Deployment', spec: { selector: { matchLabels: { app: 'a' }, matchExpressions } } }),
      'app=a,tier in (a,b),!old',
    );
  });
});

describe('pod log lines', () => {
  test('split times with nanoseconds and any offset', () => {
    const one = splitStamp('2026-11-22T07:00:00.000000001Z one');
    const other = splitStamp('2026-11-22T08:00:00.000000002+01:00 other');
    assert.deepEqual([one.message, other.message], ['one', 'other']);
    assert.ok(one.stamp !== undefined && other.stamp !== undefined);
    assert.equal(compareStamps(other.stamp, one.stamp), 1);
    assert.equal(splitStamp('2026-11-22T07:00:00Z').message, '');
    assert.deepEqual(splitStamp('unable to retrieve container logs'), {
      stamp: undefined,
      message: 'unable to retrieve container logs',
    });
  });

  test('name the container on the log page, with the level of the message', () => {
    const line = readLine('[pod/web-7d4b9c6f5d-x2x4x/app] 2026-11-22T07:00:00.5Z {"level":"error","msg":"failed"}', 0);
    assert.deepEqual(
      [line.container, line.level, line.at],
      ['web-7d4b9c6f5d-x2x4x/app', 'error', Date.UTC(2026, 10, 22, 7, 0, 0, 500)],
    );
    const text = readLine('[pod/web/app] 2026-11-22T07:00:00Z kata: not a process', 0);
    assert.deepEqual([text.container, text.origin], ['web/app', 'other']);
    assert.equal(readLine('[pod/] 2026-11-22T07:00:00Z x', 0).container, undefined);
    assert.equal(parseLinePrefix('[pod/a/b]x'), undefined);
    assert.deepEqual(['web-7d4b9c6f5d-x2x4x', 'db-0'].map(shortPodName), ['…x2x4x', 'db-0']);
  });

  test('explain why a log cannot be read', () => {
    const explained = (message: string, cause: PodLogFailure['cause'] = 'kubelet', status = 500): string =>
      explainFailure({ cause, status, message, namespace: 'shop', node: 'worker-0' });
    assert.match(explained('Access denied', 'permission'), /namespace shop\. .*get verb on pods\/log\. Access denied/);
    assert.match(explained('Get "https://10.0.0.1:10250/...": remote error: tls: internal error'), /`oc get csr`/);
    assert.match(explained('dial tcp 10.0.0.1:10250: i/o timeout'), /can't reach the kubelet on worker-0/);
    assert.match(
      explained('api.example.com:6443 returned 502.', 'kubelet', 502),
      /can't reach the kubelet on worker-0/,
    );
    assert.match(explained('previous terminated container "a" in pod "b" not found'), /no previous instance/);
    assert.equal(explained('something else'), 'something else');
  });

  test('do not blame the kubelet for a port number or an unreachable API server', () => {
    for (const [message, cause] of [
      ['127.0.0.1:45025 rejected the login (401).', 'other'],
      ['Connection refused by 127.0.0.1:6443.', 'other'],
      ['127.0.0.1:50243 returned 500: no space left.', 'kubelet'],
    ] as const)
      assert.equal(
        explainFailure({ cause, status: cause === 'kubelet' ? 500 : 401, message, namespace: 'shop' }),
        message,
      );
  });
});

describe('resume point', () => {
  const line = (text: string): StampedLine => splitStamp(`2026-11-22T07:00:${text}`);
  const messages = (lines: readonly StampedLine[]): readonly string[] => lines.map(({ message }) => message);

  test('drops the lines of the last second that were received before', () => {
    const resume = new ResumePoint();
    for (const text of ['00.1Z a', '01.1Z b', '01.2Z c', '01.2Z d']) resume.accept(line(text));
    assert.equal(resume.sinceTime, '2026-11-22T07:00:01Z');
    resume.reconnect();
    const again = ['01.1Z b', '01.2Z c', '01.2Z d', '01.2Z e', '01.3Z f'].flatMap((text) =>
      messages(resume.accept(line(text))),
    );
    assert.deepEqual(again, ['e', 'f']);
  });

  test('keeps lines whose times go backward, and each line once', () => {
    const resume = new ResumePoint();
    for (const text of ['10.0Z a', '12.0Z b', '09.0Z c']) resume.accept(line(text));
    assert.equal(resume.sinceTime, '2026-11-22T07:00:09Z');
    resume.reconnect();
    const again = ['10.0Z a', '12.0Z b', '09.0Z c', '09.5Z d'].flatMap((text) => messages(resume.accept(line(text))));
    assert.deepEqual([...again, ...messages(resume.end())], ['d']);
  });

  test('continues if the log was rotated and no longer contains the last line', () => {
    const resume = new ResumePoint();
    for (const text of ['10.0Z a', '12.0Z b']) resume.accept(line(text));
    resume.reconnect();
    assert.deepEqual(messages(resume.accept(line('13.0Z c'))), ['c']);
    resume.reconnect();
    assert.deepEqual(messages(resume.end()), []);
  });
});
