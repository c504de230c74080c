/** What the detail pages of nodes, KataConfigs, and rows of the tree show. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { effectKey, effectOf, pageCommands, type DetailPage, type DetailSection } from '../../../client/src/details/detailPage.ts';
import { readDetailMessage } from '../../../client/src/details/readDetailMessage.ts';
import { kataConfigPage } from '../../../client/src/details/kataConfigPage.ts';
import { nodePage, type NodeInput } from '../../../client/src/details/nodePage.ts';
import { readObjectFacts, type ObjectFacts } from '../../../client/src/details/objectFacts.ts';
import { rowPage } from '../../../client/src/details/rowPage.ts';
import { eventsSection, referenceTo } from '../../../client/src/details/words.ts';
import { escaped, plainParagraphs } from '../../../client/src/tree/markdown.ts';
import { clusterNode } from '../../../client/src/tree/nodes/cluster.ts';
import { clusterRows } from '../../../client/src/tree/nodes/clusterRows.ts';
import { nodeWithId, type TreeNode } from '../../../client/src/tree/nodeView.ts';
import type { Seen } from '../../../client/src/tree/seen.ts';
import type { LiveEvent } from '../../../core/live/event.ts';
import { listAt, stringAt } from '../../../core/json.ts';
import { emptyHistory } from '../../../core/live/history.ts';
import type { SyncState } from '../../../core/live/syncState.ts';
import { operatorNamespace } from '../../../core/namespaces.ts';
import { secrets } from '../../../simulator/src/controllers/names.ts';
import { scenarioNamed } from '../../../simulator/src/main.ts';
import { manifest } from '../../support/manifest.ts';
import { playedSnapshot } from '../../support/playedSnapshot.ts';
import { simulatedCluster, type SimulatedCluster } from '../lifecycle/simulatedCluster.ts';
import { scenario, stage } from '../simulator/controllersStage.ts';

const ten41 = new Date(2026, 10, 1, 10, 41).getTime();
const labels = ({ actions }: DetailPage): readonly string[] => actions.map(({ label }) => label);
const ids = ({ sections }: DetailPage): readonly string[] => sections.map(({ id }) => id);

function section<Kind extends DetailSection['kind']>(page: DetailPage, kind: Kind, id?: string): Extract<DetailSection, { kind: Kind }> {
  const found = page.sections.find((one): one is Extract<DetailSection, { kind: Kind }> => one.kind === kind && (id === undefined || one.id === id));
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
    const links = rows.flatMap(({ label, value, links: own = [] }) => own.map((link) => `${label ?? ''} ${value}: ${link.name ?? link.label}`));
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
    const rowOf = (of: NodeInput) => section(nodePage(of, 'worker-0'), 'facts', 'evidence').rows.find(({ label }) => label === 'Node eligibility');
    assert.match(rowOf({ ...input, snapshot })?.value ?? '', /^Can run kata\. Node Feature Discovery has labelled the node/);
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
    assert.deepEqual(kataConfigPage(failedNode(), 'other').state, { tone: 'unknown', word: 'Unknown', headline: "The KataConfig doesn't exist." });
  });
});

describe('page of a row', () => {
  const seen = (): Seen => ({ ...failedNode(), workloads: { kind: 'unasked' }, shown: new Map(), console: false });
  const rows = (): readonly TreeNode[] => clusterRows(seen(), { name: 'demo', server: '', user: '', current: false }, { kind: 'live' });

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
      const of: Seen = { ...seen(), snapshot: playedSnapshot(cluster.client, ten41) };
      const all = clusterRows(of, { name: 'demo', server: '', user: '', current: false }, { kind: 'live' });
      const node = all.find(({ view }) => view.label === 'Peer pods') ?? assert.fail();
      assert.equal(node.view.contextValue?.includes('osc-peerPodsSecretMissing'), isMissing);
      return labels(rowPage({ node, snapshot: of.snapshot, now: ten41 }));
    };
    assert.deepEqual(labelsOf(true), ['Enter Credentials...']);
    assert.deepEqual(labelsOf(false), []);
  });

  test('of a cluster has the worst state of its rows', () => {
    const cluster = clusterNode(seen(), { name: 'demo', server: 'https://demo:6443', user: '', current: false }, false);
    const page = rowPage({ node: cluster, snapshot: seen().snapshot, now: ten41 });
    assert.deepEqual([page.title, page.state.tone, page.state.word], ['demo', 'failed', 'Failed']);
    assert.match(page.cause.join('\n'), /https:\/\/demo:6443/);
    assert.ok(section(page, 'facts', 'parts').rows.some(({ label }) => label === 'Kata'));
  });

  test('shows the explanation that is in its tooltip, as plain text', () => {
    const hostile = '[x](command:evil) **b** `c` <img src=x> _d_';
    assert.deepEqual(plainParagraphs(`**To do:** ${escaped(hostile)}\n\n- [a link](https://example.com)`), [`To do: ${hostile}`, 'a link']);
  });
});

describe('section of events', () => {
  const event = (reason: string, type: string, at: number, count = 1): LiveEvent => ({ reason, type, at, count, message: 'm', kind: 'Pod', name: 'web' });

  test('shows warnings first, then the newest', () => {
    const value = [event('Scheduled', 'Normal', ten41), event('Old', 'Warning', ten41 - 120_000), event('FailedScheduling', 'Warning', ten41 - 60_000, 5)];
    const shown = eventsSection({ value }, ten41);
    assert.ok(shown.kind === 'events');
    assert.deepEqual(
      shown.entries.map(({ reason, time }) => `${reason}: ${time}`),
      ['FailedScheduling: 10:40, 5 times', 'Old: 10:39', 'Scheduled: 10:41'],
    );
  });

  test("distinguishes no events, events that aren't read yet, and events that can't be read", () => {
    const notes = [undefined, { value: [] }, { value: [], problem: "you don't have permission" }].map((reading) => eventsSection(reading, ten41).note);
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
      readObjectFacts(cluster.connection, { group: '', version: 'v1', plural: 'pods', kind: 'Pod', name, namespace: 'payments' }, signal);
    const pods = await cluster.connection.ask('/api/v1/namespaces/payments/pods');
    const names = listAt(pods.ok ? pods.value : undefined, 'items').flatMap((pod) => stringAt(pod, 'metadata', 'name') ?? []);
    const all = await Promise.all(names.map(events));
    assert.equal(all.length, 2);
    assert.ok(all.some(({ events: { value } }) => value.some(({ reason, type }) => reason === 'FailedCreatePodSandBox' && type === 'Warning')));
    for (const { yaml } of all) assert.match(yaml.value, /^apiVersion: v1\nkind: Pod\n/);
  });

  test('keep their last values if the cluster stops responding', async () => {
    const { signal } = new AbortController();
    const node = referenceTo('nodes', { name: 'worker-0' });
    const first = await readObjectFacts(cluster.connection, node, signal);
    const silent = { ask: () => Promise.resolve({ ok: false as const, error: { kind: 'network' as const, message: 'connection refused' } }) };
    const second = await readObjectFacts(silent, node, signal, first);
    assert.deepEqual(second.yaml, { value: first.yaml.value, problem: 'connection refused' });
    assert.match(second.yaml.value, /name: worker-0/);
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
    for (const key of ['', 'osc.kata.uninstall', effectKey(other), '{"kind":"command"}']) assert.equal(effectOf(page, key), undefined, key);
  });

  test('is rejected if it is anything else', () => {
    for (const message of [undefined, 'run', { type: 'run' }, { type: 'other', key: 'x' }, { type: 'run', key: 1 }])
      assert.equal(readDetailMessage(message), undefined);
    assert.deepEqual(readDetailMessage({ type: 'run', key: 'x', more: 1 }), { type: 'run', key: 'x' });
  });
});
