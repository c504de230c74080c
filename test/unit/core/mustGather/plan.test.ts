/** Tests how choices become arguments, and how the output of oc becomes progress and an outcome. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCollectArguments, createFolderName } from '#core/mustGather/collectArguments.ts';
import type { GatherChoices } from '#core/mustGather/collectChoices.ts';
import { listCreatedResources } from '#core/mustGather/listCreatedResources.ts';
import { imageFor } from '#core/mustGather/collectImage.ts';
import { byApi, getOc, listOcAlternatives } from '#client/mustGather/collect/ocAlternatives.ts';
import { openSettingTitle } from '#client/vscode/settingSearch.ts';
import { getCollectOutcome, type CollectEnd } from '#core/mustGather/collectOutcome.ts';
import { initialProgress, describePhase, readGatherLine, type GatherProgress } from '#core/mustGather/collectPhases.ts';

const image = 'registry.redhat.io/openshift-sandboxed-containers/osc-must-gather-rhel9:1.12.0';
const usual: GatherChoices = { what: 'sandboxed', image, timeout: '10m' };

test('choices produce the documented commands', () => {
  assert.deepEqual(createCollectArguments(usual, 'out'), {
    ok: true,
    value: ['adm', 'must-gather', '--dest-dir=out', `--image=${image}`, '--timeout=10m'],
  });
  assert.deepEqual(createCollectArguments({ what: 'audit', timeout: '30m' }, 'out'), {
    ok: true,
    value: ['adm', 'must-gather', '--dest-dir=out', '--timeout=30m', '--', '/usr/bin/gather_audit_logs'],
  });
  assert.deepEqual(
    createCollectArguments(
      { ...usual, what: 'both', since: '2h', node: 'worker-0.example', runNamespace: 'support' },
      'out',
    ),
    {
      ok: true,
      value: [
        'adm',
        'must-gather',
        '--dest-dir=out',
        '--image-stream=openshift/must-gather',
        `--image=${image}`,
        '--timeout=10m',
        '--since=2h',
        '--node-name=worker-0.example',
        '--run-namespace=support',
      ],
    },
  );
});

test('values that a shell or oc would misinterpret are rejected by name', () => {
  const wrong: readonly (readonly [Partial<GatherChoices>, string, RegExp])[] = [
    [{}, 'C:\\out', /folder/],
    [{}, '--out', /folder/],
    [{}, '../out', /folder/],
    [{ image: '-x' }, 'out', /image/],
    [{ image: 'a b' }, 'out', /image/],
    [{ image: 'a$(id)' }, 'out', /image/],
    [{ since: '2h;id' }, 'out', /2h;id/],
    [{ timeout: '0' }, 'out', /"0"/],
    [{ node: 'A' }, 'out', /node/],
    [{ runNamespace: 'a.b' }, 'out', /namespace/],
  ];
  for (const [change, folder, says] of wrong) {
    const built = createCollectArguments({ ...usual, ...change }, folder);
    assert.match(built.ok ? 'taken' : built.error, says, JSON.stringify(change));
  }
  assert.equal(createCollectArguments({ what: 'both', timeout: '10m' }, 'out').ok, false);
});

test('folder name contains the cluster and the time, for any context name', () => {
  const at = Date.UTC(2026, 3, 1, 9, 5, 7);
  assert.equal(
    createFolderName('default/api-prod:6443/kube:admin', at),
    'must-gather.local.default-api-prod-6443-kube-admin-20260401-090507',
  );
  assert.equal(createFolderName('::', at), 'must-gather.local.cluster-20260401-090507');
  assert.equal(createCollectArguments(usual, createFolderName('ü/C:\\x'.repeat(50), at)).ok, true);
});

test('image matches the OSC release or the setting', () => {
  assert.deepEqual(imageFor('1.12.0', ''), { ok: true, value: image });
  assert.deepEqual(imageFor('1.4.2', ''), {
    ok: true,
    value: 'registry.redhat.io/openshift-sandboxed-containers/osc-must-gather-rhel8:1.4.2',
  });
  assert.deepEqual(imageFor('1.10.1-0.1', ''), {
    ok: true,
    value: 'registry.redhat.io/openshift-sandboxed-containers/osc-must-gather-rhel9:1.10.1',
  });
  assert.deepEqual(imageFor('1.12.0', 'mirror:5000/osc'), { ok: true, value: 'mirror:5000/osc:1.12.0' });
  assert.deepEqual(imageFor(undefined, 'mirror:5000/osc:x'), { ok: true, value: 'mirror:5000/osc:x' });
  assert.equal(imageFor(undefined, 'mirror:5000/osc').ok, false);
  assert.equal(imageFor('1.12.0', '--x').ok, false);
  assert.equal(imageFor('latest', '').ok, false);
});

test('preview lists the created resources and the granted role', () => {
  assert.match(
    listCreatedResources(usual).join(' '),
    /namespace openshift-must-gather-.*ClusterRoleBinding.*cluster-admin.*every node.*deletes all/s,
  );
  const own = listCreatedResources({ ...usual, runNamespace: 'support' }).join(' ');
  assert.match(own, /support, which isn't deleted/);
  assert.doesNotMatch(own, /ClusterRoleBinding/);
});

const at = '2026-04-01T10:00:00.123456789Z';
const begun = [
  `[must-gather      ] OUT ${at} Using must-gather plug-in image: ${image}`,
  'ClusterID: 1',
  `[must-gather      ] OUT ${at} namespace/openshift-must-gather-x7k2p created`,
  `[must-gather      ] OUT ${at} clusterrolebinding.rbac.authorization.k8s.io/must-gather-abcde created`,
  `[must-gather      ] OUT ${at} pod for plug-in image ${image} created`,
];
const read = (lines: readonly string[], from: GatherProgress = initialProgress): GatherProgress =>
  lines.reduce(readGatherLine, from);

test('phases follow the output of oc, with or without timestamps', () => {
  const seen: string[] = [];
  const lines = [
    ...begun,
    `[must-gather-abc12] POD ${at} gathering of nodes`,
    `[must-gather-abc12] OUT ${at} waiting for gather to complete`,
    `[must-gather-abc12] OUT ${at} downloading gather output`,
    `[must-gather      ] OUT ${at} namespace/openshift-must-gather-x7k2p deleted`,
  ];
  for (const each of [lines, lines.map((line) => line.replace(`${at} `, ''))]) {
    let progress = initialProgress;
    seen.length = 0;
    for (const line of each) {
      progress = readGatherLine(progress, line);
      if (seen.at(-1) !== progress.phase) seen.push(progress.phase);
    }
    assert.deepEqual(seen, ['preparing', 'gathering', 'copying', 'cleaning']);
    assert.equal(progress.namespace, 'openshift-must-gather-x7k2p');
    assert.equal(progress.binding, 'must-gather-abcde');
    assert.equal(progress.namespaceDeleted, true);
    assert.deepEqual(progress.problems, []);
    assert.deepEqual(progress.images, [image]);
  }
  // oc follows the output of the pod, and reports that it is waiting only after that has ended.
  const gathering = read(lines.slice(0, 6));
  assert.equal(gathering.phase, 'gathering');
  assert.equal(
    read([...lines.slice(0, 8), lines[5] ?? '']).phase,
    'copying',
    'a late line of the pod does not take it back',
  );
  assert.equal(describePhase(gathering), 'Collecting: gathering of nodes');
});

test('must-gather is complete even if pod logs are unavailable', () => {
  const ends = (text: string) => {
    const progress = read([
      ...begun,
      `[must-gather-abc12] OUT ${at} ${text}`,
      `[must-gather-abc12] OUT ${at} downloading gather output`,
    ]);
    return getCollectOutcome(progress, { code: 0, stopped: false, hasFiles: true }).end;
  };
  assert.equal(ends('gather logs unavailable: unexpected EOF'), 'complete');
  assert.equal(ends('gather output not downloaded: exit status 1'), 'partial');
});

test('installing oc is offered only if it helps', () => {
  assert.deepEqual(listOcAlternatives('missing'), [byApi(), getOc(), openSettingTitle()]);
  assert.deepEqual(listOcAlternatives('setting'), [byApi(), openSettingTitle()]);
  assert.deepEqual(
    listOcAlternatives('unnamed'),
    [byApi()],
    'a cluster that stands in no file cannot be named to any oc',
  );
  assert.deepEqual(listOcAlternatives('untrusted'), [byApi()]);
});

test('progress follows the slower of two images', () => {
  const out = (pod: string, text: string): string => `[must-gather-${pod}] OUT ${at} ${text}`;
  const wait = 'waiting for gather to complete';
  const some = read([...begun, out('a', wait), out('b', wait), out('a', 'downloading gather output')]);
  assert.equal(some.phase, 'gathering');
  assert.match(describePhase(some), /1 of 2 images done/);
  assert.equal(readGatherLine(some, out('b', 'downloading gather output')).phase, 'copying');
});

test("output of a pod can't imitate oc", () => {
  const fake = read([
    ...begun,
    `[must-gather-abc12] POD ${at} [must-gather      ] OUT ${at} namespace/openshift-must-gather-kube deleted`,
    `[must-gather-abc12] OUT ${at} namespace/openshift-must-gather-other created`,
    `[must-gather      ] OUT ${at} namespace/kube-system created`,
    `[must-gather      ] OUT ${at} clusterrolebinding.rbac.authorization.k8s.io/cluster-admins created`,
  ]);
  assert.equal(fake.namespace, 'openshift-must-gather-x7k2p');
  assert.equal(fake.binding, 'must-gather-abcde');
  assert.equal(fake.phase, 'gathering');
  assert.equal(fake.namespaceDeleted, false);
});

test('outcome depends on the collected files, the exit code, and the output of oc', () => {
  const ended = (progress: GatherProgress, end: Partial<CollectEnd>) =>
    getCollectOutcome(progress, { code: 0, stopped: false, hasFiles: true, ...end });
  const fine = read(begun);
  assert.equal(ended(fine, {}).end, 'complete');
  assert.equal(ended(fine, { hasFiles: false }).end, 'failed');
  assert.deepEqual(ended(fine, { stopped: true, code: 1 }), {
    end: 'stopped',
    words: 'Canceled. The files copied so far are kept.',
  });
  assert.equal(ended(fine, { code: 1 }).words, 'The must-gather is incomplete. oc exited with code 1.');
  assert.match(ended(fine, { code: undefined }).words, /by another process/);
  const pull = read(
    [
      `[must-gather-abc12] OUT ${at} gather did not start: unable to pull image: ErrImagePull: x`,
      'Gathering data for ns/default...',
    ],
    fine,
  );
  assert.match(ended(pull, { code: 1 }).words, /osc\.mustGather\.image.*oc collected basic cluster data/s);
  const late = read([`[must-gather-abc12] OUT ${at} gather never finished: timed out waiting for the condition`], fine);
  assert.equal(ended(late, { code: 1 }).end, 'partial');
  assert.match(ended(late, { code: 1 }).words, /longer time/);
  const refused = read(['Error from server (Forbidden): namespaces is forbidden: User "viewer" cannot create']);
  assert.match(ended(refused, { code: 1, hasFiles: false }).words, /^No data was collected\. .*cluster administrator/);
});
