/** Tests the detail pages of tree rows. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DetailPage } from '#client/details/detailPage.ts';
import type { ObjectFacts } from '#client/details/objectDetails.ts';
import { rowPage } from '#client/details/pages/rowPage.ts';
import { plainParagraphs } from '#client/text/markdown.ts';
import { sanitizeTooltip } from '#core/text/sanitize.ts';
import { clusterNode } from '#client/tree/rows/cluster/clusterNode.ts';
import { runNode } from '#client/tree/rows/cluster/operationNode.ts';
import { clusterRows } from '#client/tree/rows/cluster/clusterRows.ts';
import { nodeWithId, type TreeNode } from '#client/tree/model/nodeView.ts';
import type { OperationProgress } from '#client/clusters/state/operationProgress.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { SyncState } from '#core/cluster/syncState.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { deployments, secrets } from '#simulator/controllers/framework/resourceNames.ts';
import { playedSnapshot } from '#test/support/cluster/playedSnapshot.ts';
import { scenario, stage } from '#test/support/cluster/controllersStage.ts';
import { createFailedNode, findSection, listActionLabels, listSectionIds, pageTime } from './pageFixtures.ts';
import { emptyTreeInput } from '#test/support/cluster/treeInput.ts';

describe('page of a row', () => {
  const seen = (): ClusterTreeInput => ({
    ...emptyTreeInput,
    ...createFailedNode(),
  });
  const rows = (): readonly TreeNode[] =>
    clusterRows(seen(), { name: 'demo', server: '', user: '', current: false }, { kind: 'live' });

  test('of a group lists its parts with their states, and links to their pages', () => {
    const node = rows().find(({ view }) => view.label === 'Operator') ?? assert.fail();
    const { rows: parts } = findSection(rowPage({ node, snapshot: seen().snapshot, now: pageTime }), 'facts', 'parts');
    assert.ok(parts.length > 2);
    for (const { state, links } of parts) {
      assert.equal(state?.word, 'Healthy');
      const effect = links?.[0]?.effect;
      assert.ok(effect?.kind === 'row' && nodeWithId(rows(), effect.id) !== undefined);
    }
  });

  test('of a machine config pool shows its conditions and offers to pause it', () => {
    const all = rows().flatMap(({ children }) => children?.() ?? []);
    const node = all.find(({ view }) => view.label === 'kata-oc') ?? assert.fail();
    const page = rowPage({ node, snapshot: seen().snapshot, now: pageTime });
    assert.equal(page.title, 'MachineConfigPool kata-oc');
    assert.equal(page.state.tone, 'failed');
    assert.match(page.state.headline ?? '', /^\d of 2 updated · worker-0 degraded$/);
    assert.ok(listActionLabels(page).includes('Pause Pool...'));
    const evidence = findSection(page, 'facts', 'evidence').rows.map(({ value }) => value);
    assert.ok(evidence.some((value) => value.includes('maxUnavailable: 1')));
    assert.ok(evidence.some((value) => value.includes('NodeDegraded: True')));
    const gathered = rowPage({ node, snapshot: seen().snapshot, now: pageTime, gathered: true });
    assert.ok(!listActionLabels(gathered).includes('Pause Pool...'));
  });

  test('of peer pods offers to enter the credentials while the Secret is missing', () => {
    const labelsOf = (isMissing: boolean): readonly string[] => {
      const cluster = stage({ name: 'peer-pods', prelude: scenario('peer-pods').prelude });
      if (isMissing) cluster.client.remove(secrets, { name: 'peer-pods-secret', namespace: operatorNamespace });
      const of: ClusterTreeInput = { ...seen(), snapshot: playedSnapshot(cluster.client, pageTime) };
      const all = clusterRows(of, { name: 'demo', server: '', user: '', current: false }, { kind: 'live' });
      const node = all.find(({ view }) => view.label === 'Peer pods') ?? assert.fail();
      assert.equal(node.view.contextValue?.includes('osc-peerPodsSecretMissing'), isMissing);
      return listActionLabels(rowPage({ node, snapshot: of.snapshot, now: pageTime }));
    };
    assert.deepEqual(labelsOf(true), ['Enter Credentials...', 'Show Timeline']);
    assert.deepEqual(labelsOf(false), ['Show Timeline']);
  });

  test('of the operator links to the objects of its parts, with the times that they report', () => {
    const node = rows().find(({ view }) => view.label === 'Operator') ?? assert.fail();
    const page = rowPage({ node, snapshot: seen().snapshot, now: pageTime });
    assert.deepEqual(listActionLabels(page), ['Show Timeline']);
    const { entries, note } = findSection(page, 'timeline');
    assert.ok(
      entries.some(({ name, words }) => name?.startsWith('Subscription ') === true && words === 'Created'),
      JSON.stringify(entries),
    );
    assert.ok(
      entries.some(
        ({ name, words }) => name === 'Deployment controller-manager' && words.startsWith('Available: True'),
      ),
    );
    assert.match(note ?? '', /^Kubernetes objects store only the latest time of each kind of change/);
    const yaml = findSection(page, 'facts', 'parts').rows.flatMap(({ links = [] }) =>
      links.flatMap(({ name = '' }) => (name.startsWith('Open as YAML: ') ? [name] : [])),
    );
    assert.ok(yaml.includes('Open as YAML: Deployment controller-manager'), yaml.join(', '));
  });

  test('of an operator that is scaled to 0 offers to scale it, and the group names it before a waiting update', () => {
    const cluster = stage({ name: 'update-waits', prelude: scenario('update-waits').prelude });
    const manager = { resource: deployments, name: 'controller-manager', namespace: operatorNamespace };
    cluster.play({ patch: manager, with: { spec: { replicas: 0 } } }, { wait: 60_000 });
    const of: ClusterTreeInput = { ...seen(), snapshot: playedSnapshot(cluster.client, pageTime) };
    const all = clusterRows(of, { name: 'demo', server: '', user: '', current: false }, { kind: 'live' });
    const group = all.find(({ view }) => view.label === 'Operator') ?? assert.fail();
    assert.match(group.about?.explanation.headline ?? '', /Scaled to 0$/);
    const node = group.children?.().find(({ view }) => view.id.endsWith('/controller-manager')) ?? assert.fail();
    assert.match(node.view.contextValue ?? '', /\bosc-scalable\b.*\bosc-mayChangeWorkload\b/);
    assert.ok(listActionLabels(rowPage({ node, snapshot: of.snapshot, now: pageTime })).includes('Scale Workload...'));
  });

  test('of a waiting install plan offers the operation that approves it', () => {
    const cluster = stage({ name: 'update-waits', prelude: scenario('update-waits').prelude });
    cluster.pass(60_000);
    const snapshot = playedSnapshot(cluster.client, pageTime);
    const planOf = (input: Partial<ClusterTreeInput>): TreeNode =>
      clusterRows(
        { ...seen(), snapshot, ...input },
        { name: 'demo', server: '', user: '', current: false },
        { kind: 'live' },
      )
        .find(({ view }) => view.label === 'Operator')
        ?.children?.()
        .find(({ view }) => view.label === 'Plan') ?? assert.fail();
    const labelsOf = (node: TreeNode): readonly string[] =>
      listActionLabels(rowPage({ node, snapshot, now: pageTime }));
    assert.match(planOf({}).view.contextValue ?? '', /\bosc-updatePlan\b/);
    assert.ok(labelsOf(planOf({})).includes('Update Kata...'));
    const first = { ...snapshot, kataConfigs: { ...snapshot.kataConfigs, items: new Map() } };
    assert.ok(labelsOf(planOf({ snapshot: first })).includes('Install Kata...'));
    assert.doesNotMatch(planOf({ gathered: true }).view.contextValue ?? '', /osc-(?:updatePlan|install)\b/);
  });

  test('of a part with an object has its events, its timeline, and its YAML', () => {
    const operator = rows().find(({ view }) => view.label === 'Operator') ?? assert.fail();
    const node =
      operator.children?.().find(({ view }) => view.id.endsWith('/deployment/controller-manager')) ?? assert.fail();
    const facts: ObjectFacts = { events: { value: [] }, yaml: { value: 'kind: Deployment\n' } };
    const page = rowPage({ node, snapshot: seen().snapshot, now: pageTime, facts });
    assert.equal(page.kind, 'Deployment');
    assert.deepEqual(listActionLabels(page), ['Show Pod Logs...', 'Show Timeline', 'Show Events', 'Open as YAML']);
    assert.deepEqual(listSectionIds(page), ['timeline', 'events', 'evidence', 'yaml']);
    const gathered = rowPage({ node, snapshot: seen().snapshot, now: pageTime, gathered: true });
    assert.deepEqual(listSectionIds(gathered), ['timeline', 'evidence'], 'a must-gather is contacted for nothing');
  });

  test('offers the same actions as its row', () => {
    const rowsOf = (snapshot: Snapshot): readonly TreeNode[] =>
      clusterRows({ ...seen(), snapshot }, info, { kind: 'live' });
    const actionsOf = (node: TreeNode | undefined, snapshot: Snapshot): readonly string[] =>
      listActionLabels(rowPage({ node: node ?? assert.fail(), snapshot, now: pageTime }));
    const unfinished = playedSnapshot(stage({ name: 'manual-approval' }).client, pageTime);
    const install = rowsOf(unfinished).find(({ view }) => view.id === 'demo/unfinished');
    assert.deepEqual(actionsOf(install, unfinished), ['Install Kata...']);
    const { snapshot } = seen();
    const [[uid, kataConfig] = assert.fail()] = snapshot.kataConfigs.items;
    const loud = {
      ...snapshot,
      kataConfigs: { ...snapshot.kataConfigs, items: new Map([[uid, { ...kataConfig, logLevel: 'debug' }]]) },
    };
    const level = rowsOf(loud)
      .flatMap(({ children }) => children?.() ?? [])
      .find(({ view }) => view.id.endsWith('/log-level'));
    assert.deepEqual(actionsOf(level, loud), ['Reset to info']);
  });

  const info = { name: 'demo', server: 'https://demo:6443', user: 'admin', current: false };
  const clusterPageOf = (state?: SyncState): DetailPage => {
    const now = seen();
    const snapshot =
      state === undefined
        ? now.snapshot
        : (Object.fromEntries(
            Object.entries(now.snapshot).map(([id, held]) => [id, { ...held, state }]),
          ) as unknown as typeof now.snapshot);
    const node = clusterNode({ ...now, snapshot }, info, false);
    return rowPage({ node, snapshot, history: now.history, info, now: pageTime });
  };

  test('of a cluster has the health of the cluster, the reasons, and what to do', () => {
    const page = clusterPageOf();
    assert.deepEqual([page.title, page.state.tone, page.state.word], ['demo', 'failed', 'Failed']);
    assert.equal(page.state.headline, 'Kata 1/2, worker-0 failed');
    assert.deepEqual(page.cause, ['KataConfig: worker-0 failed']);
    assert.notEqual(page.todo, undefined);
    assert.deepEqual(listSectionIds(page), ['timeline', 'parts', 'evidence']);
    assert.ok(findSection(page, 'facts', 'parts').rows.some(({ label }) => label === 'KataConfig example-kataconfig'));
    assert.deepEqual(findSection(page, 'facts', 'evidence').rows.slice(0, 2), [
      { label: 'API server', value: 'https://demo:6443' },
      { label: 'User', value: 'admin' },
    ]);
  });

  test('of a cluster that is lost shows the connection first', () => {
    const lost = clusterPageOf({ kind: 'retrying', trouble: { message: 'connection refused' }, since: pageTime });
    assert.deepEqual(lost.state, { tone: 'attention', word: 'Needs attention', headline: 'Unreachable since 10:41' });
    assert.match(lost.cause[0] ?? '', /^connection refused\./);
    assert.deepEqual(listActionLabels(lost), ['Retry', 'Show Timeline', 'Show Metrics']);
    const out = clusterPageOf({ kind: 'unauthorized', trouble: { message: 'Unauthorized', status: 401 } });
    assert.deepEqual(listActionLabels(out).slice(0, 2), ['Log In', 'Retry']);
  });

  test('of a paused operation offers Continue and Abandon, with the times of its steps', () => {
    const step = {
      id: 'csv',
      title: 'Delete the CSV',
      state: 'done',
      headline: 'Nothing left to do',
      removes: true,
      evidence: [],
      changes: [],
      until: [],
    } as const;
    const next = {
      ...step,
      id: 'namespace',
      title: 'Delete the namespace',
      state: 'ready',
      headline: 'Exists',
    } as const;
    const run: OperationProgress = {
      title: 'Uninstall Kata',
      state: 'paused',
      words: 'paused before deleting the namespace',
      steps: [step, next],
      results: { csv: { how: 'delete', headline: 'Nothing left to do', at: pageTime } },
    };
    const node = runNode({ ...seen(), run }, run);
    const page = rowPage({ node, snapshot: seen().snapshot, now: pageTime, run });
    assert.equal(page.kind, 'Operation');
    assert.deepEqual(listActionLabels(page), ['Continue', 'Abandon', 'Show Timeline']);
    assert.deepEqual(listSectionIds(page), ['steps', 'timeline', 'evidence']);
    assert.deepEqual(
      findSection(page, 'facts', 'steps').rows.map(
        ({ label, value, state }) => `${label ?? ''}: ${state?.word ?? ''}: ${value}`,
      ),
      ['Delete the CSV: Done: Deleted · 10:41', 'Delete the namespace: Paused: Exists'],
    );
    assert.deepEqual(findSection(page, 'timeline').entries, [
      { time: '10:41', name: 'Delete the CSV', words: 'Deleted' },
    ]);
    const actionsIn = (state: OperationProgress['state']): readonly string[] => {
      const other = { ...run, state };
      return listActionLabels(
        rowPage({ node: runNode(seen(), other), snapshot: seen().snapshot, now: pageTime, run: other }),
      );
    };
    assert.deepEqual(actionsIn('working'), ['Stop', 'Show Timeline']);
    assert.deepEqual(actionsIn('asking'), ['Answer...', 'Stop', 'Show Timeline']);
    assert.deepEqual(actionsIn('done'), ['Hide', 'Show Timeline']);
  });

  test('shows the explanation that is in its tooltip, as plain text', () => {
    const hostile = '[x](command:evil) **b** `c` <img src=x> _d_';
    assert.deepEqual(plainParagraphs(`**To do:** ${sanitizeTooltip(hostile)}\n\n- [a link](https://example.com)`), [
      `To do: ${hostile}`,
      'a link',
    ]);
  });
});
