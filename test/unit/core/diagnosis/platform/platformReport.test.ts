/** Tests the section about problems outside OpenShift sandboxed containers. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { stringify } from 'yaml';
import {
  isCurrentProblem,
  mentionsPlatformProblem,
  readPlatformProblems,
  type PlatformKind,
} from '#core/cluster/objects/platformProblem.ts';
import {
  describePlatform,
  platformJson,
  platformTexts,
  type PlatformAccess,
} from '#core/diagnosis/platform/platformReport.ts';

const since = '2026-11-22T10:00:00Z';
const notChecked = 'Not checked: etcd, certificates, and image policies. To check them, use omc or Red Hat Insights.';

function clusterOperator(name: string, conditions: Readonly<Record<string, string>>, message = 'why'): unknown {
  return {
    metadata: { name },
    status: {
      conditions: Object.entries(conditions).map(([type, status]) => ({
        type,
        status,
        reason: `${type}Reason`,
        message,
        lastTransitionTime: since,
      })),
    },
  };
}

function pod(namespace: string, name: string, reason = 'CrashLoopBackOff'): unknown {
  return {
    metadata: {
      name,
      namespace,
      labels: { 'pod-template-hash': '5d9c7' },
      ownerReferences: [{ kind: 'ReplicaSet', name: `${name.split('-')[0]}-5d9c7`, controller: true }],
    },
    status: {
      containerStatuses: [{ name: 'a', restartCount: 2, state: { waiting: { reason, message: 'back-off' } } }],
    },
  };
}

function report(
  objects: Partial<Readonly<Record<PlatformKind, readonly unknown[]>>>,
  access: Partial<Readonly<Record<PlatformKind, PlatformAccess>>> = {},
) {
  const state = {
    access: {
      nodes: 'read',
      clusteroperators: 'read',
      pods: 'read',
      certificatesigningrequests: 'read',
      ...access,
    } as const,
    problems: (Object.keys(objects) as PlatformKind[]).flatMap((kind) =>
      (objects[kind] ?? []).flatMap((raw) => readPlatformProblems(kind, raw)),
    ),
  };
  return { ...describePlatform(state), texts: platformTexts(describePlatform(state)), json: platformJson(state) };
}

describe('problems outside OpenShift sandboxed containers', () => {
  test('include degraded and unavailable ClusterOperators, but not those that are only progressing', () => {
    const { texts } = report({
      clusteroperators: [
        clusterOperator('network', { Available: 'True', Progressing: 'True', Degraded: 'False' }),
        clusterOperator('dns', { Available: 'False', Degraded: 'True' }),
      ],
    });
    assert.deepEqual(texts, [
      `ClusterOperator dns: Available=False (AvailableReason, ${since}): why`,
      `ClusterOperator dns: Degraded=True (DegradedReason, ${since}): why`,
      notChecked,
    ]);
  });

  test('include nodes that are not ready or under pressure, and name an update of the node', () => {
    const node = {
      metadata: { name: 'worker-1', annotations: { 'machineconfiguration.openshift.io/state': 'Working' } },
      status: {
        conditions: [
          { type: 'Ready', status: 'Unknown', reason: 'NodeStatusUnknown', message: 'stopped' },
          { type: 'MemoryPressure', status: 'Unknown', reason: 'NodeStatusUnknown' },
          { type: 'PIDPressure', status: 'True', reason: 'KubeletHasInsufficientPID' },
        ],
      },
    };
    const { texts } = report({ nodes: [node] });
    assert.deepEqual(texts.slice(0, -1), [
      'Node worker-1: Ready=Unknown (NodeStatusUnknown, machineconfiguration.openshift.io/state=Working): stopped',
      'Node worker-1: PIDPressure=True (KubeletHasInsufficientPID)',
    ]);
  });

  test('group 300 failing pods by their owner, and leave out pods of other namespaces', () => {
    const pods = Array.from({ length: 300 }, (_, index) =>
      pod('openshift-dns', `dns-5d9c7-${index}`, index % 2 === 0 ? 'ErrImagePull' : 'ImagePullBackOff'),
    );
    const others = [pod('payments', 'web-5d9c7-1'), pod('openshift-sandboxed-containers-operator', 'op-5d9c7-1')];
    const { lines, texts } = report({ pods: [...pods, ...others] });
    assert.equal(lines.length, 1);
    assert.equal(
      texts[0],
      'Deployment openshift-dns/dns: ErrImagePull, ImagePullBackOff (dns-5d9c7-0 and 299 more, 600 restarts): back-off',
    );
  });

  describe('of containers that crashed, and that do not wait for a restart', () => {
    const now = Date.parse('2026-11-22T10:00:00Z');
    const minutesAgo = (minutes: number): string => new Date(now - minutes * 60_000).toISOString().replace('.000', '');
    const run = (from: number, to: number, exitCode = 1): object => ({
      terminated: { exitCode, finishedAt: minutesAgo(to), reason: 'Error', startedAt: minutesAgo(from) },
    });
    const running = (since: number): object => ({ running: { startedAt: minutesAgo(since) } });
    const podOf = (state: object, lastState: object, restartCount = 6, phase = 'Running'): unknown => ({
      metadata: { name: 'web', namespace: 'openshift-dns' },
      status: { phase, containerStatuses: [{ lastState, name: 'a', restartCount, started: true, state }] },
    });
    const cases: readonly (readonly [title: string, pod: unknown, found: boolean])[] = [
      ['runs again after a short run with an error', podOf(running(2), run(7, 3)), true],
      ['has crashed again and is not restarted yet', podOf(run(2, 0), run(7, 3)), true],
      ['has been running longer than the kubelet remembers crashes', podOf(running(11), run(16, 12)), false],
      ['ran for days before a reboot', podOf(running(2), run(4000, 3)), false],
      ['restarted only once or twice', podOf(running(2), run(7, 3), 2), false],
      ['ended without an error each time', podOf(running(2), run(7, 3, 0)), false],
      ['belongs to a pod that has ended', podOf(run(2, 0), run(7, 3), 3, 'Failed'), false],
      ['has no last state', podOf(running(2), {}), false],
    ];
    for (const [title, raw, found] of cases)
      test(`${found ? 'include' : 'omit'} one that ${title}`, () => {
        const problems = readPlatformProblems('pods', raw).filter((problem) => isCurrentProblem(problem, now));
        assert.deepEqual(
          problems.map(({ subject, state, details, restarts }) => [subject, state, details, restarts]),
          found ? [['Pod openshift-dns/web', 'Error', ['exitCode=1'], 6]] : [],
        );
        // A list that mentions no problem isn't parsed.
        if (found) assert.ok(mentionsPlatformProblem(stringify({ items: [raw] })));
      });

    test('omit a running one if the time of the must-gather is unknown', () => {
      const [problem, ...others] = readPlatformProblems('pods', podOf(running(2), run(7, 3)));
      assert.ok(problem !== undefined && others.length === 0);
      assert.equal(isCurrentProblem(problem, undefined), false);
    });

    test('are not searched for in lists of pods that ran long, ended well, or restarted rarely', () => {
      for (const raw of [
        podOf(running(2), run(4000, 3)),
        podOf(running(2), run(7, 3), 2),
        podOf(running(2), run(7, 3, 0)),
        podOf(running(2), {}),
      ])
        assert.equal(mentionsPlatformProblem(stringify({ items: [raw] })), false);
    });
  });

  test('leave out running pods, approved requests, and objects that are not valid', () => {
    const running = {
      metadata: { name: 'a', namespace: 'openshift-dns' },
      status: { containerStatuses: [{ state: 1 }] },
    };
    const approved = { metadata: { name: 'csr-a' }, status: { conditions: [{ type: 'Approved', status: 'True' }] } };
    const { lines, texts } = report({
      nodes: [null, { metadata: { name: 'n' } }, 'text'],
      clusteroperators: [{ metadata: { name: 'x' }, status: { conditions: 'text' } }],
      pods: [running],
      certificatesigningrequests: [approved],
    });
    assert.deepEqual(lines, []);
    assert.deepEqual(texts, ['No problems found in the collected data.', notChecked]);
  });

  test('have at most ten lines, with some of each kind', () => {
    const { lines, omitted, texts } = report({
      clusteroperators: Array.from({ length: 40 }, (_, index) => clusterOperator(`op-${index}`, { Degraded: 'True' })),
      pods: Array.from({ length: 40 }, (_, index) => pod(`openshift-${index}`, `x-5d9c7-${index}`)),
      certificatesigningrequests: [{ metadata: { name: 'csr-a' }, spec: { signerName: 'example.com/a' } }],
    });
    assert.equal(lines.length, 9);
    assert.equal(omitted, 72);
    assert.deepEqual(texts.slice(9), ['72 more not shown.', notChecked]);
    assert.deepEqual(
      [...new Set(lines.map(({ kind }) => kind))],
      ['clusteroperators', 'pods', 'certificatesigningrequests'],
    );
  });

  test('escape control characters and hide credentials of messages', () => {
    const { texts } = report({
      clusteroperators: [
        clusterOperator(
          'dns',
          { Degraded: 'True' },
          'pull failed\u001b[31m\u202e https://user:hunter2secret@registry/',
        ),
      ],
    });
    const all = texts.join('\n');
    for (const hidden of ['\u001b', '\u202e', 'hunter2secret']) assert.ok(!all.includes(hidden));
    assert.match(texts[0] ?? '', /pull failed/);
  });

  test('name what was not collected, forbidden, or not readable', () => {
    const { texts, json } = report(
      {},
      { clusteroperators: 'absent', pods: 'notAllowed', certificatesigningrequests: 'failed' },
    );
    assert.deepEqual(texts, [
      'No problems found in the collected data.',
      'Not collected: clusteroperators',
      'No permission to list: pods.',
      "Couldn't be read: certificatesigningrequests",
      notChecked,
    ]);
    assert.deepEqual(json, {
      problems: [],
      omitted: 0,
      notCollected: ['clusteroperators'],
      notAllowed: ['pods'],
      failed: ['certificatesigningrequests'],
      notChecked: ['etcd', 'certificates', 'image policies'],
    });
  });

  test('without any object that was read, does not claim that there are no problems', () => {
    const denied = { nodes: 'notAllowed', clusteroperators: 'notAllowed', pods: 'notAllowed' } as const;
    const clean = 'No problems found in the collected data.';
    const all = 'No permission to list: nodes, clusteroperators, pods, certificatesigningrequests.';
    assert.deepEqual(report({}, { ...denied, certificatesigningrequests: 'notAllowed' }).texts, [all, notChecked]);
    assert.equal(report({}, denied).texts[0], clean);
  });
});
