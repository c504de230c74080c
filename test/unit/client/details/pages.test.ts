/** What the detail pages of nodes, KataConfigs, and rows of the tree show. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { effectKey, effectOf, pageCommands, type DetailPage, type DetailSection } from '#client/details/detailPage.ts';
import { readDetailMessage } from '#client/details/readDetailMessage.ts';
import { kataConfigPage } from '#client/details/pages/kataConfigPage.ts';
import { nodePage, type NodeInput } from '#client/details/pages/nodePage.ts';
import { readObjectFacts, type ObjectFacts } from '#client/details/objectDetails.ts';
import { identified, readIdentity, waitingPage } from '#client/details/restoredPage.ts';
import { rowPage } from '#client/details/pages/rowPage.ts';
import { eventsSection, referenceTo } from '#client/details/sharedSections.ts';
import { escapeMarkdown, plainParagraphs } from '#client/text/markdown.ts';
import { clusterNode } from '#client/tree/nodes/cluster/clusterNode.ts';
import { runNode } from '#client/tree/nodes/cluster/operationNode.ts';
import { clusterRows } from '#client/tree/nodes/cluster/clusterRows.ts';
import { nodeWithId, type TreeNode } from '#client/tree/model/nodeView.ts';
import type { OperationProgress } from '#client/clusters/state/operationProgress.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';
import type { ClusterEvent } from '#core/cluster/objects/clusterEvent.ts';
import { getList, getString } from '#core/common/json.ts';
import { emptyHistory } from '#core/cluster/history.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { SyncState } from '#core/cluster/syncState.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { secrets } from '#simulator/controllers/framework/resourceNames.ts';
import { scenarioNamed } from '#simulator/main.ts';
import { manifest } from '#test/support/repository/manifest.ts';
import { playedSnapshot } from '#test/support/cluster/playedSnapshot.ts';
import { simulatedCluster, type SimulatedCluster } from '#test/support/operations/simulatedCluster.ts';
import { scenario, stage } from '#test/support/cluster/controllersStage.ts';

const ten41 = new Date(2026, 10, 1, 10, 41).getTime();
const labels = ({ actions }: DetailPage): readonly string[] => actions.map(({ label }) => label);
const ids = ({ sections }: DetailPage): readonly string[] => sections.map(({ id }) => id);

function section<Kind extends DetailSection['kind']>(
  page: DetailPage,
  kind: Kind,
  id?: string,
): Extract<DetailSection, { kind: Kind }> {
  const found = page.sections.find(
    (one): one is Extract<DetailSection, { kind: Kind }> => one.kind === kind && (id === undefined || one.id === id),
  );
  return found ?? assert.fail(`no section ${kind}`);
}

/** A cluster where worker-0 can't be installed. */
function failedNode(): NodeInput {
  const { name, behaviour, prelude, steps } = scenario('worker-fails-and-recovers');
  const cluster = stage({ name, prelude: [...prelude, ...steps.slice(0, 2)] }, behaviour);
  return { context: 'demo', snapshot: playedSnapshot(cluster.client, ten41), history: emptyHistory, now: ten41 };
}

describe('page of a node', () => {
  test('shows the failure, its cause, and what to do, before the evidence', () => {
    const page = nodePage(failedNode(), 'worker-0');
    assert.equal(page.title, 'worker-0');
    assert.equal(page.state.tone, 'failed');
    assert.equal(page.state.word, 'Failed');
    assert.match(page.cause.join(' '), /invalid extensions found: \[sandboxed-containers\]/);
    assert.notEqual(page.todo, undefined);
    assert.deepEqual(labels(page), ['Show Logs', 'Show Timeline', 'Show Metrics', 'Open as YAML']);
    assert.deepEqual(ids(page), ['timeline', 'events', 'evidence']);
  });

  test('links to the cluster, the KataConfig, and the pool', () => {
    const { rows } = section(nodePage(failedNode(), 'worker-0'), 'facts', 'evidence');
    const links = rows.flatMap(({ label, value, links: own = [] }) =>
      own.map((link) => `${label ?? ''} ${value}: ${link.name ?? link.label}`),
    );
    assert.deepEqual(links, [
      'Cluster demo: Show Details: Cluster demo',
      'KataConfig example-kataconfig: Show Details: KataConfig example-kataconfig',
      'MachineConfigPool kata-oc: Open as YAML: MachineConfigPool kata-oc',
    ]);
  });

  test('shows whether the node is eligible if Node Feature Discovery labeled nodes', () => {
    const input = failedNode();
    const labelled = [...input.snapshot.nodes.items].map(([uid, node]) =>
      node.name === 'worker-0'
        ? ([uid, { ...node, labels: { ...node.labels, 'feature.node.kubernetes.io/runtime.kata': 'true' } }] as const)
        : ([uid, node] as const),
    );
    const snapshot = { ...input.snapshot, nodes: { ...input.snapshot.nodes, items: new Map(labelled) } };
    const rowOf = (of: NodeInput) =>
      section(nodePage(of, 'worker-0'), 'facts', 'evidence').rows.find(({ label }) => label === 'Node eligibility');
    assert.match(
      rowOf({ ...input, snapshot })?.value ?? '',
      /^Can run kata\. Node Feature Discovery has labelled the node/,
    );
    assert.equal(rowOf(input), undefined);
  });

  test('is out of date, not healthy, after the connection is lost', () => {
    const input = failedNode();
    const state: SyncState = { kind: 'retrying', trouble: { message: 'connection refused' } };
    const snapshot = { ...input.snapshot, nodes: { ...input.snapshot.nodes, state } };
    const healthy = nodePage({ ...input, snapshot }, 'master-0');
    assert.equal(nodePage(input, 'master-0').state.tone, 'ok');
    assert.deepEqual([healthy.state.tone, healthy.state.word], ['stale', 'Out of date']);
    assert.deepEqual(healthy.freshness, { isLive: false, words: 'Last updated 10:41: connection refused' });
    assert.equal(nodePage({ ...input, snapshot }, 'worker-0').state.tone, 'failed', 'a failure stays a failure');
  });

  test('of a must-gather contacts nothing', () => {
    const page = nodePage({ ...failedNode(), gathered: true }, 'worker-0');
    assert.deepEqual(labels(page), ['Show Timeline', 'Open as YAML']);
    assert.deepEqual(ids(page), ['timeline', 'evidence']);
    assert.match(section(page, 'timeline').note ?? '', /must-gather/);
  });
});

describe('page of a KataConfig', () => {
  test('lists failed nodes first, with links to their pages', () => {
    const page = kataConfigPage(failedNode(), 'example-kataconfig');
    const { rows } = section(page, 'facts', 'nodes');
    assert.deepEqual(
      rows.map(({ label, value, state }) => `${label ?? ''}: ${value} (${state?.tone ?? ''})`),
      ['worker-0: Failed to install (failed)', 'worker-1: Installed (ok)'],
    );
    assert.deepEqual(rows[0]?.links?.[0]?.effect, {
      kind: 'command',
      command: 'osc.object.explain',
      target: { context: 'demo', object: referenceTo('nodes', { name: 'worker-0' }) },
    });
  });

  test('has no state if the cluster no longer has it', () => {
    assert.deepEqual(kataConfigPage(failedNode(), 'other').state, {
      tone: 'unknown',
      word: 'Unknown',
      headline: "The KataConfig doesn't exist.",
    });
  });
});

describe('page of a row', () => {
  const seen = (): ClusterTreeInput => ({
    ...failedNode(),
    workloads: { kind: 'unasked' },
    shown: new Map(),
    console: false,
  });
  const rows = (): readonly TreeNode[] =>
    clusterRows(seen(), { name: 'demo', server: '', user: '', current: false }, { kind: 'live' });

  test('of a group lists its parts with their states, and links to their pages', () => {
    const node = rows().find(({ view }) => view.label === 'Operator') ?? assert.fail();
    const { rows: parts } = section(rowPage({ node, snapshot: seen().snapshot, now: ten41 }), 'facts', 'parts');
    assert.ok(parts.length > 2);
    for (const { state, links } of parts) {
      assert.equal(state?.word, 'Healthy');
      const effect = links?.[0]?.effect;
      assert.ok(effect?.kind === 'row' && nodeWithId(rows(), effect.id) !== undefined);
    }
  });

  test('of peer pods offers to enter the credentials while the Secret is missing', () => {
    const labelsOf = (isMissing: boolean): readonly string[] => {
      const cluster = stage({ name: 'peer-pods', prelude: scenario('peer-pods').prelude });
      if (isMissing) cluster.client.remove(secrets, { name: 'peer-pods-secret', namespace: operatorNamespace });
      const of: ClusterTreeInput = { ...seen(), snapshot: playedSnapshot(cluster.client, ten41) };
      const all = clusterRows(of, { name: 'demo', server: '', user: '', current: false }, { kind: 'live' });
      const node = all.find(({ view }) => view.label === 'Peer pods') ?? assert.fail();
      assert.equal(node.view.contextValue?.includes('osc-peerPodsSecretMissing'), isMissing);
      return labels(rowPage({ node, snapshot: of.snapshot, now: ten41 }));
    };
    assert.deepEqual(labelsOf(true), ['Enter Credentials...', 'Show Timeline']);
    assert.deepEqual(labelsOf(false), ['Show Timeline']);
  });

  test('of the operator links to the objects of its parts, with the times that they report', () => {
    const node = rows().find(({ view }) => view.label === 'Operator') ?? assert.fail();
    const page = rowPage({ node, snapshot: seen().snapshot, now: ten41 });
    assert.deepEqual(labels(page), ['Show Timeline']);
    const { entries, note } = section(page, 'timeline');
    assert.ok(
      entries.some(({ name, words }) => name?.startsWith('Subscription ') === true && words === 'Created'),
      JSON.stringify(entries),
    );
    assert.ok(
      entries.some(
        ({ name, words }) => name === 'Deployment controller-manager' && words.startsWith('Available: True'),
      ),
    );
    assert.match(note ?? '', /^The times come from the objects/);
    const yaml = section(page, 'facts', 'parts').rows.flatMap(({ links = [] }) =>
      links.flatMap(({ name = '' }) => (name.startsWith('Open as YAML: ') ? [name] : [])),
    );
    assert.ok(yaml.includes('Open as YAML: Deployment controller-manager'), yaml.join(', '));
  });

  test('of a part with an object has its events, its timeline, and its YAML', () => {
    const operator = rows().find(({ view }) => view.label === 'Operator') ?? assert.fail();
    const node =
      operator.children?.().find(({ view }) => view.id.endsWith('/deployment/controller-manager')) ?? assert.fail();
    const facts: ObjectFacts = { events: { value: [] }, yaml: { value: 'kind: Deployment\n' } };
    const page = rowPage({ node, snapshot: seen().snapshot, now: ten41, facts });
    assert.equal(page.kind, 'Deployment');
    assert.deepEqual(labels(page), ['Show Timeline', 'Open as YAML']);
    assert.deepEqual(ids(page), ['timeline', 'events', 'evidence', 'yaml']);
    const gathered = rowPage({ node, snapshot: seen().snapshot, now: ten41, gathered: true });
    assert.deepEqual(ids(gathered), ['timeline', 'evidence'], 'a must-gather is contacted for nothing');
  });

  test('offers what its row offers', () => {
    const rowsOf = (snapshot: Snapshot): readonly TreeNode[] =>
      clusterRows({ ...seen(), snapshot }, info, { kind: 'live' });
    const actionsOf = (node: TreeNode | undefined, snapshot: Snapshot): readonly string[] =>
      labels(rowPage({ node: node ?? assert.fail(), snapshot, now: ten41 }));
    const unfinished = playedSnapshot(stage({ name: 'manual-approval' }).client, ten41);
    const install = rowsOf(unfinished).find(({ view }) => view.id === 'demo/unfinished');
    assert.deepEqual(actionsOf(install, unfinished), ['Install...']);
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
    return rowPage({ node, snapshot, history: now.history, info, now: ten41 });
  };

  test('of a cluster has the health of the cluster, the reasons, and what to do', () => {
    const page = clusterPageOf();
    assert.deepEqual([page.title, page.state.tone, page.state.word], ['demo', 'failed', 'Failed']);
    assert.equal(page.state.headline, 'kata 1/2, worker-0 failed');
    assert.deepEqual(page.cause, ['KataConfig: worker-0 failed']);
    assert.notEqual(page.todo, undefined);
    assert.deepEqual(ids(page), ['timeline', 'parts', 'evidence']);
    assert.ok(section(page, 'facts', 'parts').rows.some(({ label }) => label === 'KataConfig example-kataconfig'));
    assert.deepEqual(section(page, 'facts', 'evidence').rows.slice(0, 2), [
      { label: 'API server', value: 'https://demo:6443' },
      { label: 'User', value: 'admin' },
    ]);
  });

  test('of a cluster that is lost shows the connection first', () => {
    const lost = clusterPageOf({ kind: 'retrying', trouble: { message: 'connection refused' }, since: ten41 });
    assert.deepEqual(lost.state, { tone: 'attention', word: 'Needs attention', headline: 'unreachable since 10:41' });
    assert.match(lost.cause[0] ?? '', /^connection refused\./);
    assert.deepEqual(labels(lost), ['Try Again', 'Show Timeline', 'Show Metrics']);
    const out = clusterPageOf({ kind: 'unauthorized', trouble: { message: 'Unauthorized', status: 401 } });
    assert.deepEqual(labels(out).slice(0, 2), ['Log In', 'Try Again']);
  });

  test('of a paused operation offers Continue and Abandon, with the times of its steps', () => {
    const step = {
      id: 'csv',
      title: 'Delete the release',
      state: 'done',
      headline: 'Not needed',
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
      headline: 'is there',
    } as const;
    const run: OperationProgress = {
      title: 'Uninstall Kata',
      state: 'paused',
      words: 'paused before deleting the namespace',
      steps: [step, next],
      results: { csv: { how: 'delete', headline: 'Not needed', at: ten41 } },
    };
    const node = runNode({ ...seen(), run }, run);
    const page = rowPage({ node, snapshot: seen().snapshot, now: ten41, run });
    assert.equal(page.kind, 'Operation');
    assert.deepEqual(labels(page), ['Continue', 'Abandon', 'Show Timeline']);
    assert.deepEqual(ids(page), ['steps', 'timeline', 'evidence']);
    assert.deepEqual(
      section(page, 'facts', 'steps').rows.map(
        ({ label, value, state }) => `${label ?? ''}: ${state?.word ?? ''}: ${value}`,
      ),
      ['Delete the release: Done: Deleted 10:41', 'Delete the namespace: Paused: is there'],
    );
    assert.deepEqual(section(page, 'timeline').entries, [
      { time: '10:41', name: 'Delete the release', words: 'Deleted' },
    ]);
    const actionsIn = (state: OperationProgress['state']): readonly string[] => {
      const other = { ...run, state };
      return labels(rowPage({ node: runNode(seen(), other), snapshot: seen().snapshot, now: ten41, run: other }));
    };
    assert.deepEqual(actionsIn('working'), ['Stop', 'Show Timeline']);
    assert.deepEqual(actionsIn('asking'), ['Answer...', 'Stop', 'Show Timeline']);
    assert.deepEqual(actionsIn('done'), ['Hide', 'Show Timeline']);
  });

  test('shows the explanation that is in its tooltip, as plain text', () => {
    const hostile = '[x](command:evil) **b** `c` <img src=x> _d_';
    assert.deepEqual(plainParagraphs(`**To do:** ${escapeMarkdown(hostile)}\n\n- [a link](https://example.com)`), [
      `To do: ${hostile}`,
      'a link',
    ]);
  });
});

describe('section of events', () => {
  const event = (reason: string, type: string, at: number, count = 1): ClusterEvent => ({
    reason,
    type,
    at,
    count,
    message: 'm',
    kind: 'Pod',
    name: 'web',
  });

  test('shows warnings first, then the newest', () => {
    const value = [
      event('Scheduled', 'Normal', ten41),
      event('Old', 'Warning', ten41 - 120_000),
      event('FailedScheduling', 'Warning', ten41 - 60_000, 5),
    ];
    const shown = eventsSection({ value }, ten41);
    assert.ok(shown.kind === 'events');
    assert.deepEqual(
      shown.entries.map(({ reason, time }) => `${reason}: ${time}`),
      ['FailedScheduling: 10:40, 5 times', 'Old: 10:39', 'Scheduled: 10:41'],
    );
  });

  test("distinguishes no events, events that aren't read yet, and events that can't be read", () => {
    const notes = [undefined, { value: [] }, { value: [], problem: "you don't have permission" }].map(
      (reading) => eventsSection(reading, ten41).note,
    );
    assert.equal(notes[0], 'Reading events…');
    assert.match(notes[1] ?? '', /no events/);
    assert.equal(notes[2], "Can't list events: you don't have permission");
  });
});

describe('facts about an object', () => {
  let cluster: SimulatedCluster;
  before(async () => {
    cluster = await simulatedCluster({ scenario: scenarioNamed('sandboxes-fail') ?? assert.fail() });
  });
  after(() => cluster.close());

  test('are its events and its YAML', async () => {
    const { signal } = new AbortController();
    const events = (name: string): Promise<ObjectFacts> =>
      readObjectFacts(
        cluster.connection,
        { group: '', version: 'v1', plural: 'pods', kind: 'Pod', name, namespace: 'payments' },
        signal,
      );
    const pods = await cluster.connection.ask('/api/v1/namespaces/payments/pods');
    const names = getList(pods.ok ? pods.value : undefined, 'items').flatMap(
      (pod) => getString(pod, 'metadata', 'name') ?? [],
    );
    const all = await Promise.all(names.map(events));
    assert.equal(all.length, 2);
    assert.ok(
      all.some(({ events: { value } }) =>
        value.some(({ reason, type }) => reason === 'FailedCreatePodSandBox' && type === 'Warning'),
      ),
    );
    for (const { yaml } of all) assert.match(yaml.value, /^apiVersion: v1\nkind: Pod\n/);
  });

  test('keep their last values if the cluster stops responding', async () => {
    const { signal } = new AbortController();
    const node = referenceTo('nodes', { name: 'worker-0' });
    const first = await readObjectFacts(cluster.connection, node, signal);
    const silent = {
      ask: () =>
        Promise.resolve({ ok: false as const, error: { kind: 'network' as const, message: 'connection refused' } }),
    };
    const second = await readObjectFacts(silent, node, signal, first);
    assert.deepEqual(second.yaml, { value: first.yaml.value, problem: 'connection refused' });
    assert.match(second.yaml.value, /name: worker-0/);
  });
});

describe('restored page', () => {
  const object = referenceTo('nodes', { name: 'worker-0' });
  const page = identified(nodePage(failedNode(), 'worker-0'), { context: 'demo', object });

  test('keeps what it is about, and waits for the cluster', () => {
    const kept = readIdentity(JSON.parse(JSON.stringify(page.identity))) ?? assert.fail();
    assert.deepEqual(kept, page.identity);
    const waiting = waitingPage(kept, false);
    assert.deepEqual([waiting.kind, waiting.title, waiting.place], [page.kind, page.title, page.place]);
    assert.deepEqual([waiting.state.tone, waiting.freshness.isLive], ['unknown', false]);
    assert.deepEqual(labels(waiting), ['Show Clusters']);
    assert.deepEqual(waiting.identity, page.identity, 'a second reload finds it again');
  });

  test('is of nothing if the page kept anything else', () => {
    for (const kept of [
      undefined,
      'x',
      {},
      { context: 'demo' },
      { ...page.identity, object: { ...object, plural: '../pods' } },
      { ...page.identity, title: 1 },
    ])
      assert.equal(readIdentity(kept), undefined, JSON.stringify(kept));
  });
});

describe('message of a page', () => {
  test('can run only commands that exist', () => {
    const known = new Set(manifest.contributes.commands.map(({ command }) => command));
    for (const command of pageCommands) assert.ok(known.has(command), command);
  });

  test('runs only what the page shows', () => {
    const page = nodePage(failedNode(), 'worker-0');
    const shown = page.actions[0]?.effect ?? assert.fail();
    assert.deepEqual(effectOf(page, effectKey(shown)), shown);
    const other = { ...shown, target: { context: 'other' } } as typeof shown;
    for (const key of ['', 'osc.kata.uninstall', effectKey(other), '{"kind":"command"}'])
      assert.equal(effectOf(page, key), undefined, key);
  });

  test('is rejected if it is anything else', () => {
    for (const message of [undefined, 'run', { type: 'run' }, { type: 'other', key: 'x' }, { type: 'run', key: 1 }])
      assert.equal(readDetailMessage(message), undefined);
    assert.deepEqual(readDetailMessage({ type: 'run', key: 'x', more: 1 }), { type: 'run', key: 'x' });
  });
});
