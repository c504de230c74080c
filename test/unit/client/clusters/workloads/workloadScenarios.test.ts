/**
 * Tests the rows of Kata pods on simulated clusters that a session reads over HTTPS: workloads that a quota stops, and
 * a cluster with too many pods for a watch.
 */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { realClock } from '#client/kubernetes/clock.ts';
import { connect } from '#client/kubernetes/transport/connect.ts';
import { ClusterSession } from '#client/clusters/sessions/clusterSession.ts';
import { podListInterval } from '#client/clusters/sessions/workloadsReader.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import { workloadsNode } from '#client/tree/rows/contents/workloadsNode.ts';
import { scenarioNamed, simulate, type Simulation } from '#simulator/main.ts';
import { currentContext } from '#test/support/cluster/apiClient.ts';
import { contextIn, deps, folder } from '#test/support/cluster/clusterHarness.ts';
import { untilSession } from '../clusterSessions.ts';

/** Slow enough that nothing changes on the cluster while a session reads it. */
const still = 0.001;

describe('rows of Kata pods', () => {
  const home = folder();
  const closing: (() => Promise<void> | void)[] = [home.remove];
  after(async () => {
    for (const close of closing.toReversed()) await close();
  });

  /** Opens a session with an expanded group of pods. Resolves when the pods are listed. */
  async function open(name: string): Promise<{ readonly session: ClusterSession; readonly simulation: Simulation }> {
    const simulation = await simulate({ scenario: scenarioNamed(name) ?? assert.fail(), speed: still });
    closing.push(simulation.close);
    const file = home.write(name, simulation.kubeconfig);
    const context = await contextIn(file, currentContext(simulation.kubeconfig));
    const session = new ClusterSession({
      info: { name: context.name, server: context.server, user: 'admin', current: true },
      connection: connect(context, deps()),
      clock: realClock,
      chance: () => 0,
      log: (message) => assert.fail(message),
      changed: () => undefined,
    });
    closing.push(() => session.close());
    session.expanded({ kind: 'workloads' }, true);
    await untilSession(session, () => session.seen(0).workloads.kind === 'loaded');
    return { session, simulation };
  }

  const rowOf = (session: ClusterSession): TreeNode => workloadsNode(session.seen(Date.now()));
  const lines = (node: TreeNode, indent = ''): readonly string[] =>
    (node.children?.() ?? []).flatMap((row) => [
      `${indent}${row.view.label} | ${row.view.description ?? ''}`,
      ...lines(row, `${indent}  `),
    ]);

  test('show the quota that stops a Deployment and a Job, and the workloads without pods', async () => {
    const { session } = await open('kata-workloads');
    session.expanded({ kind: 'podWarnings', namespace: 'shop' }, true);
    await untilSession(session, () => (session.seen(0).podWarnings?.byObject.size ?? 0) > 0);
    // Only the generated parts of names and the nodes differ between runs.
    const rows = lines(rowOf(session)).map((line) =>
      line.replace(/-[0-9a-f]{10}-\w{5}|\breport-\w{5}/, '*').replace(/worker-\d/, 'worker'),
    );
    assert.deepEqual(rows, [
      'shop | 4 pods',
      '  db | 1 of 1 ready · kata · StatefulSet',
      '    db-0 | Running · kata · worker',
      '  idle | Scaled to 0 · kata · Deployment',
      '  later | Suspended · kata · Job',
      '  nightly | Suspended · kata · CronJob',
      '  report | 0 pods · FailedCreate: Error creating: pods "*" is forbidden: exceeded quota: small, requested: p… · Job',
      '  web | 2 of 3 ready · FailedCreate: Error creating: pods "web*" is forbidden: exceeded quota: small, requ… · Deployment',
      '    web* | Running · kata · worker',
      '    web* | Running · kata · worker',
      '  single | Running · sandboxed · worker',
    ]);
    assert.equal(rowOf(session).view.description, '4 · kata 3, sandboxed 1');
  });

  test('are listed every 60 s instead of watched if the cluster has more than 5,000 pods', async () => {
    const { session, simulation } = await open('nodes-250-pods-20000');
    const { workloads } = session.seen(0);
    assert.ok(workloads.kind === 'loaded');
    assert.deepEqual([workloads.pods.length, workloads.updates], [5000, podListInterval]);
    assert.match(rowOf(session).view.description ?? '', /^5000 · kata · every 60 s · last updated /);
    const requests = simulation.audit.entries.filter(({ url }) => url.startsWith('/api/v1/pods'));
    assert.equal(requests.filter(({ verb }) => verb === 'watch').length, 0);
    assert.ok(requests.length >= 40, 'pages of 500 pods');
    assert.equal(rowOf(session).children?.().length, 50);
  });
});
