/** Tests what the detail pages of nodes and KataConfigs show, and which messages they accept. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { effectKey, effectOf, pageCommands } from '#client/details/detailPage.ts';
import { readDetailMessage } from '#client/details/readDetailMessage.ts';
import { kataConfigPage } from '#client/details/pages/kataConfigPage.ts';
import { nodePage, type NodeInput } from '#client/details/pages/nodePage.ts';
import { readObjectFacts, type ObjectFacts } from '#client/details/objectDetails.ts';
import { identified, readIdentity, waitingPage } from '#client/details/restoredPage.ts';
import { eventsSection } from '#client/details/eventsSection.ts';
import { referenceTo } from '#client/details/sharedSections.ts';
import type { ClusterEvent } from '#core/cluster/objects/clusterEvent.ts';
import { getList, getString } from '#core/common/json.ts';
import type { SyncState } from '#core/cluster/syncState.ts';
import { scenarioNamed } from '#simulator/main.ts';
import { manifest } from '#test/support/repository/manifest.ts';
import { simulatedCluster, type SimulatedCluster } from '#test/support/operations/simulatedCluster.ts';
import { createFailedNode, findSection, listActionLabels, listSectionIds, pageTime } from './pageFixtures.ts';

describe('page of a node', () => {
  test('shows the failure, its cause, and what to do, before the evidence', () => {
    const page = nodePage(createFailedNode(), 'worker-0');
    assert.equal(page.title, 'worker-0');
    assert.equal(page.state.tone, 'failed');
    assert.equal(page.state.word, 'Failed');
    assert.match(page.cause.join(' '), /invalid extensions found: \[sandboxed-containers\]/);
    assert.notEqual(page.todo, undefined);
    assert.deepEqual(listActionLabels(page), [
      'Show Node Logs...',
      'Show Pod Logs...',
      'Open Node Debug Shell...',
      'Show Timeline',
      'Show Events',
      'Show Metrics',
      'Open as YAML',
    ]);
    assert.deepEqual(listSectionIds(page), ['timeline', 'events', 'evidence']);
  });

  test('links to the cluster, the KataConfig, and the pool', () => {
    const { rows } = findSection(nodePage(createFailedNode(), 'worker-0'), 'facts', 'evidence');
    const links = rows.flatMap(({ label, value, links: own = [] }) =>
      own.map((link) => `${label ?? ''} ${value}: ${link.name ?? link.label}`),
    );
    assert.deepEqual(links, [
      'Cluster demo: Show Details: Cluster demo',
      'KataConfig example-kataconfig: Show Details: KataConfig example-kataconfig',
      'MachineConfigPool kata-oc · 1 of 2 updated · worker-0 degraded: Open as YAML: MachineConfigPool kata-oc',
      'MachineConfigPool kata-oc · 1 of 2 updated · worker-0 degraded: Show Events: kata-oc',
    ]);
  });

  test('shows whether the node is eligible if Node Feature Discovery labeled nodes', () => {
    const input = createFailedNode();
    const labelled = [...input.snapshot.nodes.items].map(([uid, node]) =>
      node.name === 'worker-0'
        ? ([
            uid,
            {
              ...node,
              labels: { ...node.labels, 'feature.node.kubernetes.io/runtime.kata': 'true' },
              hasFeatureDiscovery: true as const,
            },
          ] as const)
        : ([uid, node] as const),
    );
    const snapshot = { ...input.snapshot, nodes: { ...input.snapshot.nodes, items: new Map(labelled) } };
    const rowOf = (of: NodeInput) =>
      findSection(nodePage(of, 'worker-0'), 'facts', 'evidence').rows.find(({ label }) => label === 'Node eligibility');
    assert.match(
      rowOf({ ...input, snapshot })?.value ?? '',
      /^Eligible for Kata\. Node Feature Discovery added the label/,
    );
    assert.equal(rowOf(input), undefined);
    const { rows } = findSection(nodePage({ ...input, snapshot }, 'worker-0'), 'facts', 'evidence');
    assert.ok(rows.some(({ value }) => value === 'kvm: unknown'));
  });

  test('is out of date, not healthy, after the connection is lost', () => {
    const input = createFailedNode();
    const state: SyncState = { kind: 'retrying', trouble: { message: 'connection refused' } };
    const snapshot = { ...input.snapshot, nodes: { ...input.snapshot.nodes, state } };
    const healthy = nodePage({ ...input, snapshot }, 'master-0');
    assert.equal(nodePage(input, 'master-0').state.tone, 'ok');
    assert.deepEqual([healthy.state.tone, healthy.state.word], ['stale', 'Out of date']);
    assert.deepEqual(healthy.freshness, { isLive: false, words: 'Last updated 10:41: connection refused' });
    assert.equal(nodePage({ ...input, snapshot }, 'worker-0').state.tone, 'failed', 'a failure stays a failure');
  });

  test('contacts nothing for a must-gather', () => {
    const page = nodePage({ ...createFailedNode(), gathered: true }, 'worker-0');
    assert.deepEqual(listActionLabels(page), ['Show Timeline', 'Open as YAML']);
    assert.deepEqual(listSectionIds(page), ['timeline', 'evidence']);
    assert.match(
      findSection(page, 'timeline').note ?? '',
      /^Kubernetes objects store only the latest time of each kind of change/,
    );
  });
});

describe('page of a KataConfig', () => {
  test('lists failed nodes first, with links to their pages', () => {
    const page = kataConfigPage(createFailedNode(), 'example-kataconfig');
    const { rows } = findSection(page, 'facts', 'nodes');
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

  test('has no state if the KataConfig no longer exists', () => {
    assert.deepEqual(kataConfigPage(createFailedNode(), 'other').state, {
      tone: 'unknown',
      word: 'Unknown',
      headline: "The KataConfig doesn't exist.",
    });
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
      event('Scheduled', 'Normal', pageTime),
      event('Old', 'Warning', pageTime - 120_000),
      event('FailedScheduling', 'Warning', pageTime - 60_000, 5),
    ];
    const shown = eventsSection({ value }, pageTime);
    assert.ok(shown.kind === 'events');
    assert.deepEqual(
      shown.entries.map(({ reason, time }) => `${reason}: ${time}`),
      ['FailedScheduling: 10:40, 5 times', 'Old: 10:39', 'Scheduled: 10:41'],
    );
  });

  test("distinguishes no events, events that aren't read yet, and events that can't be read", () => {
    const notes = [
      undefined,
      { value: [], notes: ['No events found. Older events might have expired.'] },
      { value: [], problem: "you don't have permission" },
    ].map((reading) => eventsSection(reading, pageTime).note);
    assert.equal(notes[0], 'Reading...');
    assert.equal(notes[1], 'No events found. Older events might have expired.');
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

  test('contain no credential from the message of an event', async () => {
    const token = `sha256~${'aB3'.repeat(14)}`;
    const event = {
      involvedObject: { kind: 'Node', name: 'worker-0' },
      type: 'Warning',
      reason: 'LoginFailed',
      message: `registry rejected token=${token} of worker-0`,
      metadata: { creationTimestamp: '2026-11-22T07:00:00Z' },
    };
    const connection = {
      ask: (path: string) =>
        Promise.resolve({
          ok: true as const,
          value:
            path === '/api/v1/namespaces/default/events'
              ? { items: [event], metadata: { resourceVersion: '1' } }
              : path.endsWith('/events')
                ? { items: [], metadata: { resourceVersion: '1' } }
                : { kind: 'Node', metadata: { name: 'worker-0' } },
        }),
    };
    const facts = await readObjectFacts(
      connection,
      referenceTo('nodes', { name: 'worker-0' }),
      new AbortController().signal,
    );
    assert.deepEqual(
      facts.events.value.map(({ message }) => message),
      ['registry rejected token=*** of worker-0'],
    );
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
  const page = identified(nodePage(createFailedNode(), 'worker-0'), { context: 'demo', object });

  test('shows its object until the cluster is open again', () => {
    const kept = readIdentity(JSON.parse(JSON.stringify(page.identity))) ?? assert.fail();
    assert.deepEqual(kept, page.identity);
    const waiting = waitingPage(kept, false);
    assert.deepEqual([waiting.kind, waiting.title, waiting.place], [page.kind, page.title, page.place]);
    assert.deepEqual([waiting.state.tone, waiting.freshness.isLive], ['unknown', false]);
    assert.deepEqual(listActionLabels(waiting), ['Show Clusters']);
    assert.deepEqual(waiting.identity, page.identity, 'a second reload finds it again');
  });

  test('is not restored from invalid data', () => {
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
    const page = nodePage(createFailedNode(), 'worker-0');
    const shown = page.actions[0]?.effect ?? assert.fail();
    assert.deepEqual(effectOf(page, effectKey(shown)), shown);
    const other = { ...shown, target: { context: 'other' } } as typeof shown;
    for (const key of ['', 'osc.kata.uninstall', effectKey(other), '{"kind":"command"}'])
      assert.equal(effectOf(page, key), undefined, key);
  });

  test('is rejected if it is malformed', () => {
    for (const message of [undefined, 'run', { type: 'run' }, { type: 'other', key: 'x' }, { type: 'run', key: 1 }])
      assert.equal(readDetailMessage(message), undefined);
    assert.deepEqual(readDetailMessage({ type: 'run', key: 'x', more: 1 }), { type: 'run', key: 'x' });
  });
});
