/** Tests which missing data a must-gather report names. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { emptySnapshot } from '#core/cluster/snapshot.ts';
import { missingParts } from '#gather/read/missingParts.ts';
import { stage } from '#test/support/cluster/controllersStage.ts';
import { formatReportHeadline } from '#gather/reports/summaryRows.ts';
import { mustGatherFiles, readFiles } from '#test/support/mustGather/gatherStage.ts';

describe('must-gather gaps', () => {
  const gapsOf = async (files: ReturnType<typeof mustGatherFiles>): Promise<string> =>
    (await readFiles(files)).gaps.join('\n');

  test('state that OSC data is missing and which image collects it', async () => {
    const other = 'must-gather.local.1/odf/namespaces/openshift-storage';
    const subscriptions = 'kind: SubscriptionList\nitems: []\n';
    const gaps = await gapsOf([
      { path: `${other}/core/pods.yaml`, text: 'apiVersion: v1\nkind: PodList\nitems: []\n' },
      { path: `${other}/operators.coreos.com/subscriptions.yaml`, text: subscriptions },
    ]);
    assert.match(
      gaps,
      /^The must-gather has no KataConfig and no OpenShift .* another product\. .* osc-must-gather-rhel9\.$/m,
    );
    const nodes = mustGatherFiles(stage({ name: 'two-workers-installed' }), 'sandboxed').filter(({ path }) =>
      path.includes('/nodes/'),
    );
    assert.match(await gapsOf(nodes), /no KataConfig and no OpenShift sandboxed containers Operator/);
    // Data that wasn't collected isn't healthy.
    const gathered = await readFiles(nodes);
    assert.match(formatReportHeadline({ gathered, findings: [] }), /^No diagnosis possible/);
    const whole = await readFiles(mustGatherFiles(stage({ name: 'two-workers-installed' }), 'sandboxed'));
    assert.match(formatReportHeadline({ gathered: whole, findings: [] }), /^No problems found/);
  });

  test('quote the beginning of the errors that the collection reported', async () => {
    const files = mustGatherFiles(stage({ name: 'two-workers-installed' }), 'sandboxed');
    const folder = files[0]?.path.split('/').slice(0, 2).join('/') ?? '';
    const path = `${folder}/must-gather-errors.log`;
    const first = '2026-06-30 10:00:00 network: ip link: exit code 127';
    assert.match(
      await gapsOf([...files, { path, text: `${first}\n\nip: command not found\n` }]),
      new RegExp(`couldn't collect some data\\. ${path} contains 2 lines and starts with: ${first}$`, 'm'),
    );
    assert.match(
      await gapsOf([...files, { path, text: `${first}\n` }]),
      /contains 1 line: 2026-06-30 10:00:00 network/,
    );
    assert.doesNotMatch(await gapsOf([...files, { path, text: '\n' }]), /couldn't collect some data/);
  });

  test('name the archives in a folder that contains no must-gather', async () => {
    const text = 'x';
    await assert.rejects(
      gapsOf([
        { path: 'attachments/must-gather.tar.gz', text },
        { path: 'notes.txt', text },
      ]),
      {
        message: 'no must-gather data found, only archives: attachments/must-gather.tar.gz (specify one of them)',
      },
    );
    await assert.rejects(gapsOf([{ path: 'notes.txt', text }]), {
      message: 'no must-gather data found (specify the collected folder or archive)',
    });
  });

  test("don't mention another product if OSC resources were queried", async () => {
    for (const name of ['two-workers', 'operator-missing', 'install-no-operator-group']) {
      for (const kind of ['cluster', 'sandboxed'] as const)
        assert.doesNotMatch(await gapsOf(mustGatherFiles(stage({ name }), kind)), /another product/, `${name} ${kind}`);
    }
  });

  test("name the namespaces whose pods couldn't be listed, with the reason", () => {
    const coverage = { namespaces: 'some', notAllowed: ['hidden'], failed: ['broken'] } as const;
    const parts = {
      snapshot: emptySnapshot,
      seen: new Set<string>(),
      hasOperator: true,
      hasNodeLogs: true,
      unknownKinds: [],
      coverage,
      hasTime: true,
    };
    const gaps = missingParts(parts).join('\n');
    assert.match(gaps, /^No permission to list pods in hidden, so Kata pods there aren't included\.$/m);
    assert.match(gaps, /^Can't list pods in broken, so Kata pods there aren't included\.$/m);
  });

  test('include missing node journals only if Kata is in use', async () => {
    const cluster = stage({ name: 'sandboxes-fail' });
    assert.match(
      await gapsOf(mustGatherFiles(cluster, 'cluster')),
      /^Not collected: node journals \(CRI-O, kubelet\)/m,
    );
    assert.doesNotMatch(await gapsOf(mustGatherFiles(cluster, 'sandboxed')), /node journals/);
    assert.doesNotMatch(await gapsOf(mustGatherFiles(stage({ name: 'two-workers' }), 'cluster')), /node journals/);
  });
});
