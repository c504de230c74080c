/**
 * Tests smaller parts of the metrics view: query completion, the console URL, chart lines, the pod overhead in charts,
 * and another host after a new login.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Connection, HttpHost } from '#client/kubernetes/connection.ts';
import { followingHost } from '#client/kubernetes/transport/reconnectingHost.ts';
import { getLineStyle } from '#client/metrics/view/lineStyle.ts';
import { noConnection } from '#client/metrics/noConnection.ts';
import { offeredFor, replacedRange } from '#client/metrics/view/completionItems.ts';
import { resolvePanelCluster, getPanelName } from '#client/metrics/panelCluster.ts';
import { panelFacts } from '#client/metrics/panelFacts.ts';
import { alertUrl, isLinkedAlert, queryBrowserUrl } from '#client/metrics/consoleLinks.ts';
import { updateSnapshot, emptySnapshot } from '#core/cluster/snapshot.ts';
import { succeed } from '#core/common/result.ts';
import type { PromqlCompletion } from '#server/protocol/promqlAssist.ts';

const completion = (label: string, start: number, end: number): PromqlCompletion => ({
  label,
  insertText: label,
  kind: 'series',
  start,
  end,
  detail: '',
});

describe('query completion list', () => {
  test('lists prefix matches before substring matches', () => {
    const all = ['up', 'kata_guest_load', 'group', 'KATA_x'].map((label) => completion(label, 4, 6));
    const labels = (text: string, offset: number) => offeredFor(all, text, offset).map(({ label }) => label);
    assert.deepEqual(labels('sum(up', 6), ['up', 'group']);
    assert.deepEqual(labels('sum(Ka', 6), ['kata_guest_load', 'KATA_x']);
    assert.equal(labels('sum(', 4).length, 4);
  });
  test('is empty for a complete name', () => {
    assert.deepEqual(offeredFor([completion('sum', 0, 3)], 'sum', 3), []);
    assert.equal(offeredFor([completion('sum', 0, 3)], 'SUM', 3).length, 1);
  });
  test('replaces what was typed after the list was made', () => {
    const kata = completion('kata_guest_load', 4, 6);
    assert.deepEqual(replacedRange(kata, 'sum(ka)', 'sum(ka)'), { start: 4, end: 6 });
    assert.deepEqual(replacedRange(kata, 'sum(ka)', 'sum(kata)'), { start: 4, end: 8 });
    assert.deepEqual(replacedRange(kata, 'sum(ka)', 'sum()'), { start: 4, end: 4 });
    assert.equal(replacedRange(kata, 'sum(ka)', 'max(ka)'), undefined);
    assert.equal(replacedRange(kata, 'sum(ka)', 'su'), undefined);
  });
});

test('console URL contains every query, encoded', () => {
  assert.equal(
    queryBrowserUrl('https://console.example.com', ['a{b="&#c"}', 'x']),
    'https://console.example.com/monitoring/query-browser?query0=a%7Bb%3D%22%26%23c%22%7D&query1=x',
  );
});

test('console URL shows the pending and firing alerts with a name, and never contains other text', () => {
  assert.equal(
    alertUrl('https://console.example.com', 'KataRemoteWorkloadFailureHigh'),
    'https://console.example.com/monitoring/alerts?name=KataRemoteWorkloadFailureHigh&alert-state=firing&alert-state=pending&rowFilter-alert-state=firing,pending&alerts=alertname%3DKataRemoteWorkloadFailureHigh',
  );
  assert.equal(isLinkedAlert('kata_active_instance'), true);
  for (const name of ['', 'kata x', 'kata&a=b', 'kata/../x', 'kata\u202e', 'k'.repeat(201), 'kata\n', '\ud800'])
    assert.equal(isLinkedAlert(name), false, name);
});

test('chart lines are distinct, and neighbors differ by more than color', () => {
  const looks = Array.from({ length: 18 }, (_, index) => getLineStyle(index));
  assert.equal(new Set(looks.map(({ className, dash }) => `${className} ${dash.join()}`)).size, looks.length);
  for (const [index, { dash }] of looks.entries()) if (index > 0) assert.notDeepEqual(dash, looks[index - 1]?.dash);
});

test('metrics view shows no cluster when the setting specifies the Prometheus server', () => {
  const cluster = { context: 'demo' };
  assert.equal(getPanelName(resolvePanelCluster(cluster, ' '), 'thanos.example.com'), 'demo');
  assert.equal(resolvePanelCluster(cluster, 'https://prometheus.example.com'), undefined);
  assert.equal(getPanelName(undefined, 'prometheus.example.com'), 'prometheus.example.com');
  assert.equal(getPanelName(undefined, undefined), undefined);
});

describe('pod overhead in charts', () => {
  const facts = (...classes: readonly (readonly [name: string, overhead: Readonly<Record<string, string>>])[]) => {
    const items = new Map(
      classes.map(
        ([name, overhead]) =>
          [name, { uid: name, name, resourceVersion: '1', handler: name, overhead, nodeSelector: {} }] as const,
      ),
    );
    return panelFacts(updateSnapshot(emptySnapshot, 'runtimeClasses', { kind: 'replace', items, asOf: 1 })).overheads;
  };
  test('groups Kata runtime classes with the same memory overhead', () => {
    const memory = 350 * 1024 ** 2;
    assert.deepEqual(
      facts(
        ['kata', { memory: '350Mi' }],
        ['kata-remote', { memory: '120Mi' }],
        ['kata-cc', { memory: String(memory) }],
        ['runc', { memory: '1Gi' }],
      ),
      [
        { runtimeClass: 'kata, kata-cc', bytes: memory },
        { runtimeClass: 'kata-remote', bytes: 120 * 1024 ** 2 },
      ],
    );
  });
  test('is omitted when runtime classes or their memory overhead are unknown', () => {
    assert.deepEqual(panelFacts(undefined).overheads, []);
    assert.deepEqual(facts(), []);
    assert.deepEqual(facts(['kata', {}]), []);
    assert.deepEqual(facts(['kata', { memory: 'much' }]), []);
  });
});

describe('connection to another host', () => {
  const connectionTo = (made: string[], name: string): Connection => ({
    ...noConnection,
    otherHost: (): HttpHost => {
      made.push(`open ${name}`);
      return {
        request: () => Promise.resolve(succeed({ status: 200, type: '', body: name })),
        close: () => void made.push(`close ${name}`),
      };
    },
  });
  test('follows the current cluster connection', async () => {
    const made: string[] = [];
    let current = connectionTo(made, 'first');
    const host = followingHost(() => current, { origin: 'https://x', authorities: [] });
    const ask = async () => {
      const answer = await host.request({ method: 'GET', path: '/', timeout: 1, most: 1 });
      return answer.ok ? answer.value.body : answer.error.kind;
    };
    assert.deepEqual([await ask(), await ask()], ['first', 'first']);
    current = connectionTo(made, 'second');
    assert.equal(await ask(), 'second');
    current = noConnection;
    assert.equal(await ask(), 'invalid');
    assert.deepEqual(made, ['open first', 'close first', 'open second', 'close second']);
  });
});
