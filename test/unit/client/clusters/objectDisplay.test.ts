/**
 * Tests the smaller parts of the Clusters view: object paths, displayed objects, login commands, Markdown,
 * notifications, the status bar item, and visibility.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { KataStatus } from '#core/status/kataConfig/kataStatus.ts';
import type { SyncState } from '#core/cluster/syncState.ts';
import { consoleUrl, readConsoleUrl } from '#client/clusters/documents/consoleUrl.ts';
import { createLoginCommand } from '#client/clusters/state/loginCommand.ts';
import { sanitizeMarkdownCode, sanitizeMarkdown, sanitizeTooltip } from '#core/text/sanitize.ts';
import { nothingWatched, updateNotices, type Stuck, type Watched } from '#client/clusters/notices/notice.ts';
import { getObjectPath, type ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { objectAtPath, objectPath } from '#client/clusters/documents/objectUri.ts';
import { renderObjectYaml, removeHiddenFields } from '#client/clusters/documents/objectYaml.ts';
import { renderProse } from '#client/tree/model/explainedNode.ts';
import { createStatusItem, listedPodsOf, type ListedPods } from '#client/clusters/notices/statusItem.ts';
import { healthWith, type HealthOptions } from '#test/support/cluster/clusterHealth.ts';

const node = { group: '', version: 'v1', plural: 'nodes', kind: 'Node', name: 'worker-0' } as const;
const kataConfig = {
  group: 'kataconfiguration.openshift.io',
  version: 'v1',
  plural: 'kataconfigs',
  kind: 'KataConfig',
  name: 'example',
} as const;
const csv = {
  group: 'operators.coreos.com',
  version: 'v1alpha1',
  plural: 'clusterserviceversions',
  kind: 'ClusterServiceVersion',
  name: 'a.v1',
  namespace: 'ns',
} as const;

describe('object path', () => {
  test('identifies the context and object for any names', () => {
    for (const context of ['demo', 'default/api-demo:6443/kube:admin', 'a b?#%25', '..']) {
      for (const object of [node, kataConfig, csv])
        assert.deepEqual(objectAtPath(objectPath(context, object)), { context, object });
    }
  });
  test('is rejected if it leads elsewhere on the server', () => {
    for (const path of [
      '/c/-/v1/nodes/Node/-/..%2F..%2Fapi.yaml',
      '/c/-/v1/nodes/Node/-/%zz.yaml',
      '/c/-/v1/nodes/Node/x.yaml',
      '/c/-/v1/no?de=s/Node/-/x.yaml',
      '',
    ])
      assert.equal(objectAtPath(path), undefined, path);
  });
  test("is rejected for objects that the tree doesn't show, except workloads", () => {
    const path = (more: Partial<ObjectReference>) => objectPath('c', { ...node, ...more });
    const secret = { group: '', version: 'v1', plural: 'secrets', kind: 'Secret', name: 's', namespace: 'ns' };
    assert.deepEqual(objectAtPath(path(secret))?.object, secret);
    assert.notEqual(objectAtPath(path({ plural: 'pods', kind: 'Pod', namespace: 'ns' })), undefined);
    const cronJob = { group: 'batch', version: 'v1', plural: 'cronjobs', kind: 'CronJob', namespace: 'ns' };
    assert.deepEqual(objectAtPath(path(cronJob))?.object, { ...cronJob, name: 'worker-0' });
    const others: readonly Partial<ObjectReference>[] = [
      { ...secret, kind: 'ConfigMap' },
      { ...secret, kind: 'secret' },
      { ...secret, plural: 'SECRETS' },
      { ...secret, group: 'apps' },
      { plural: 'secrets', kind: 'Secret' },
      { version: 'watch' },
      { plural: 'serviceaccounts', kind: 'ServiceAccount', namespace: 'ns' },
      { namespace: 'ns' },
      { plural: 'pods', kind: 'Pod' },
      { group: 'batch', version: 'v1', plural: 'cronjobs', kind: 'CronJob' },
      { plural: 'watch' },
      { name: '-' },
      { group: 'oauth.openshift.io', plural: 'oauthaccesstokens', kind: 'OAuthAccessToken' },
    ];
    for (const more of others) assert.equal(objectAtPath(path(more)), undefined, path(more));
  });
  test('links only to a plain HTTPS address of the console', () => {
    assert.equal(readConsoleUrl('https://console.example.com/'), 'https://console.example.com');
    assert.equal(readConsoleUrl('https://example.com/console//'), 'https://example.com/console');
    for (const text of [
      '',
      'console',
      'http://console.example.com',
      'command:workbench.action.quit',
      'https://user:secret@console.example.com',
      'https://console.example.com/?x=1',
      'https://console.example.com/#x',
    ])
      assert.equal(readConsoleUrl(text), undefined, text);
  });
  test('corresponds to the API path and the web console URL', () => {
    assert.equal(getObjectPath(node), '/api/v1/nodes/worker-0');
    assert.equal(getObjectPath(csv), '/apis/operators.coreos.com/v1alpha1/namespaces/ns/clusterserviceversions/a.v1');
    assert.equal(
      consoleUrl('https://console.example.com', node),
      'https://console.example.com/k8s/cluster/nodes/worker-0',
    );
    assert.equal(
      consoleUrl('https://c', kataConfig),
      'https://c/k8s/cluster/kataconfiguration.openshift.io~v1~KataConfig/example',
    );
    assert.equal(
      consoleUrl('https://c', csv),
      'https://c/k8s/ns/ns/operators.coreos.com~v1alpha1~ClusterServiceVersion/a.v1',
    );
  });
});

describe('displayed object', () => {
  test('is replaced by a message if it is too large or too deep', () => {
    const raw = (data: unknown) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data });
    let deep: unknown = 1;
    for (let level = 0; level < 50_000; level += 1) deep = [deep];
    const error = (data: unknown): string => {
      const text = renderObjectYaml(raw(data), 'ConfigMap');
      return text.ok ? text.value.slice(0, 100) : text.error;
    };
    assert.match(error({ a: 'x'.repeat(2_000_000) }), /larger than 2 MB/);
    assert.match(error(deep), /nested too deeply/);
    assert.match(error({ a: 'x'.repeat(1000) }), /^apiVersion: v1\nkind: ConfigMap/);
  });
  test('omits managedFields', () => {
    const raw = {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'a', managedFields: [{}] },
      spec: { unschedulable: true },
    };
    assert.deepEqual(removeHiddenFields(raw, 'Node'), {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'a' },
      spec: { unschedulable: true },
    });
  });
  test('contains no values of a Secret, whatever the server sends', () => {
    const canary = 'Y2FuYXJ5';
    const annotations = {
      'kubectl.kubernetes.io/last-applied-configuration': `{"data":{"a":"${canary}"}}`,
      'openshift.io/token-secret.value': canary,
      kept: canary,
    };
    const raw = {
      apiVersion: 'v1',
      kind: 'Secret',
      type: 'Opaque',
      metadata: { name: 's', annotations },
      data: { a: canary },
      stringData: { a: canary },
      other: canary,
    };
    for (const [object, kind] of [
      [raw, 'Secret'],
      [{ ...raw, kind: 'PartialObjectMetadata' }, 'Secret'],
      [{ ...raw, kind: 'Anything' }, 'Secret'],
      [raw, 'ConfigMap'],
    ] as const) {
      const shown = JSON.stringify(removeHiddenFields(object, kind));
      assert.ok(!shown.includes(canary), shown);
      assert.ok(shown.includes('kept'));
    }
  });
});

test('login command contains only a valid URL and a quoted path', () => {
  assert.equal(createLoginCommand('https://api.demo.example.com:6443'), 'oc login https://api.demo.example.com:6443');
  assert.equal(
    createLoginCommand('https://api.demo:6443/path?x', "/home/a b/it's"),
    String.raw`oc login https://api.demo:6443 --kubeconfig='/home/a b/it'\''s'`,
  );
  assert.equal(createLoginCommand('https://a; rm -rf ~'), undefined);
  assert.equal(createLoginCommand(''), undefined);
  // URL accepts these characters in a host, but a shell interprets them.
  for (const host of ['a;id', 'a$(id)', 'a`id`', 'a&id', "a'b", 'a*', 'a_b!', 'a(id)', 'a{b,c}', 'a~'])
    assert.equal(createLoginCommand(`https://${host}:6443`), undefined, host);
  assert.equal(createLoginCommand('https://[::1]:6443'), 'oc login https://[::1]:6443');
  assert.equal(createLoginCommand('https://API.Demo'), 'oc login https://api.demo');
  assert.equal(createLoginCommand('https://a', '/home/me\nid\n'), undefined);
});

describe('Markdown', () => {
  test('escapes a leading version number or list marker', () => {
    assert.deepEqual(
      ['4.21.3', '1) a', '- a', '2026-01-01', '10.0.0.1:443'].map((text) => sanitizeMarkdown(text)),
      ['4&#46;21.3', '1&#41; a', '&#45; a', '2026-01-01', '10&#46;0.0.1:443'],
    );
  });

  test('escapes names from a cluster', () => {
    assert.equal(sanitizeTooltip('[a](command:x) <b>\n$(error)'), String.raw`\[a\]\(command\:x\) \<b\> \$\(error\)`);
    assert.equal(sanitizeMarkdownCode('a`b'), '`` a`b ``');
    assert.equal(renderProse('See `oc get nodes`, *now*'), String.raw`See ` + '`oc get nodes`' + String.raw`, \*now\*`);
  });
});

const progress = (phase: KataStatus['phase'], failed: readonly string[] = []): KataStatus => ({
  phase,
  done: 1,
  total: 2,
  words: `Kata 1/2, ${phase}`,
  current: [],
  failed,
});

describe('notification', () => {
  const say = (
    steps: readonly (readonly [phase: KataStatus['phase'], failed?: readonly string[], stuck?: readonly Stuck[]])[],
  ): string[] => {
    let watched: Watched = nothingWatched;
    return steps.flatMap(([phase, failed = [], stuck = []]) => {
      const next = updateNotices(watched, 'demo', progress(phase, failed), stuck);
      watched = next.watched;
      return next.notice === undefined ? [] : [next.notice.message];
    });
  };
  test('appears once when a watched operation ends', () => {
    assert.deepEqual(say([['none'], ['installing'], ['installing'], ['installed'], ['installed']]), [
      'Kata is installed on demo (2 nodes).',
    ]);
    assert.deepEqual(say([['uninstalling'], ['none'], ['none']]), ['Kata was uninstalled from demo.']);
    assert.deepEqual(say([['installed'], ['updating'], ['installed']]), ['Kata was updated on demo (2 nodes).']);
  });
  test('ignores states from before the watch and gaps in the connection', () => {
    assert.deepEqual(say([['installed'], ['failed', ['a']], ['none']]), []);
    assert.deepEqual(say([['installing'], ['unknown'], ['installing'], ['unknown'], ['installed']]), [
      'Kata is installed on demo (2 nodes).',
    ]);
  });
  test('appears once per failure, and again after a retry fails', () => {
    assert.deepEqual(
      say([
        ['installing'],
        ['failed', ['a']],
        ['failed', ['a']],
        ['installing'],
        ['failed', ['a']],
        ['installing'],
        ['installed'],
      ]),
      [
        'Kata installation on demo failed on a.',
        'Kata installation on demo failed on a.',
        'Kata is installed on demo (2 nodes).',
      ],
    );
    assert.deepEqual(say([['uninstalling'], ['blocked']]), ['Kata uninstallation from demo is blocked.']);
    assert.deepEqual(say([['installed'], ['blocked'], ['blocked'], ['none']]), [
      'Kata uninstallation from demo is blocked.',
      'Kata was uninstalled from demo.',
    ]);
  });
  test('names a stuck node once', () => {
    const stuck = [{ node: 'worker-1', why: 'The pool is paused.' }];
    assert.deepEqual(
      say([['installing', [], stuck], ['installing', [], stuck], ['installing'], ['installing', [], stuck]]),
      ['Kata installation on demo is stuck on worker-1: The pool is paused.'],
    );
  });
});

describe('status bar item', () => {
  const trouble = { message: 'Connection refused by api.demo:6443' };
  const shown = (options: HealthOptions, now = 60_000) =>
    createStatusItem([{ context: 'a', health: healthWith(options) }], now);
  const time = String.raw`\d\d:\d\d`;

  test('is hidden without Kata', () => {
    assert.equal(createStatusItem([], 0), undefined);
    assert.equal(shown({ phase: 'none' }), undefined);
  });

  test('counts the listed Kata pods in the namespaces of the filter while the list is current', () => {
    const health = healthWith({ phase: 'installed' });
    const item = (pods: ListedPods | undefined, of = health) =>
      createStatusItem([{ context: 'a', health: of, ...(pods === undefined ? {} : { pods }) }], 60_000);
    const listed = { count: 3, isCurrent: true, asOf: 60_000, namespaces: ['shop'] };
    assert.match(item(undefined)?.text ?? '', /Kata 2\/2$/);
    assert.match(item(listed)?.text ?? '', /Kata 2\/2 · 3 pods in shop$/);
    assert.match(item({ ...listed, namespaces: ['shop', 'bank'] })?.text ?? '', /3 pods in 2 namespaces$/);
    assert.match(item({ ...listed, namespaces: [] })?.text ?? '', /Kata 2\/2 · 3 pods$/);
    assert.match(item(listed)?.tooltip ?? '', /Kata workloads\\: 3 pods in shop$/m);
    const outdated = item({ ...listed, isCurrent: false, asOf: 0 });
    assert.match(outdated?.text ?? '', /Kata 2\/2$/, 'an outdated number is only in the tooltip, with its time');
    assert.match(outdated?.tooltip ?? '', /3 pods in shop \\\(last updated \d\d\\:\d\d\\\)/);
    const lost = healthWith({ phase: 'installed', state: { kind: 'retrying', trouble, since: 0 } });
    assert.doesNotMatch(item(listed, lost)?.text ?? '', /pods/);
  });

  test('counts no Kata pods of a list that is incomplete or was never read', () => {
    assert.equal(listedPodsOf({ kind: 'unasked' }), undefined);
    assert.equal(listedPodsOf({ kind: 'loaded', pods: [], asOf: 0, rest: 'More were not read.' }), undefined);
    const list = { kind: 'loaded', pods: [], asOf: 5, updates: 'watch', namespaces: ['shop'] } as const;
    assert.deepEqual(listedPodsOf(list), { count: 0, isCurrent: true, asOf: 5, namespaces: ['shop'] });
    assert.equal(listedPodsOf({ ...list, again: { kind: 'failed', message: 'no' } })?.isCurrent, false);
  });

  test('shows an unreachable cluster with a warning icon, the time, the reason, and the next attempt', () => {
    for (const phase of ['installed', 'installing', 'failed'] as const) {
      const item = shown({ phase, state: { kind: 'retrying', trouble, since: 0, next: 90_000 } });
      assert.match(item?.text ?? '', new RegExp(String.raw`^\$\(warning\) Kata: Unreachable since ${time}$`), phase);
      assert.match(
        item?.accessibility ?? '',
        new RegExp(`^OpenShift sandboxed containers: Kata: Unreachable since ${time}, Needs attention$`),
        phase,
      );
      assert.match(item?.tooltip ?? '', /Connection refused/, phase);
      assert.match(item?.tooltip ?? '', /Next attempt at \d\d:\d\d:30\./, phase);
      assert.match(
        item?.tooltip ?? '',
        new RegExp(String.raw`Last known state: Kata .*\(last updated ${time}\)`),
        phase,
      );
    }
    assert.match(
      shown({ state: { kind: 'retrying', trouble, since: 0, next: 50_000 } })?.tooltip ?? '',
      /Trying to reconnect\./,
      'the try has begun',
    );
    assert.match(
      shown({ phase: 'unknown', state: { kind: 'retrying', trouble, since: 0 }, asOf: 'never' })?.text ?? '',
      /Unreachable since/,
      'never read',
    );
  });

  test('shows an expired login before the state of Kata', () => {
    const item = shown({ state: { kind: 'unauthorized', trouble: { message: 'Unauthorized', status: 401 } } });
    assert.equal(item?.text, '$(key) Kata: Login required');
  });

  test('has a tick only with fresh evidence', () => {
    assert.equal(shown({})?.text, '$(pass) Kata 2/2');
    const stale: readonly SyncState[] = [
      { kind: 'paused' },
      { kind: 'syncing' },
      { kind: 'retrying', trouble: { message: 'etcd', status: 500 } },
    ];
    for (const state of stale) {
      const item = shown({ state });
      assert.doesNotMatch(item?.text ?? '', /\$\(pass\)/, state.kind);
      assert.match(item?.text ?? '', new RegExp(String.raw`Kata 2/2 \(last updated ${time}\)$`), state.kind);
      assert.doesNotMatch(item?.accessibility ?? '', /Healthy/, state.kind);
    }
  });

  test('shows the most severe cluster first, and other problems with Kata', () => {
    const clusters = [
      { context: 'a', health: healthWith({}) },
      { context: 'b', health: healthWith({ phase: 'failed' }) },
      { context: 'c', health: healthWith({ phase: 'none' }) },
    ];
    const status = createStatusItem(clusters, 60_000);
    assert.equal(status?.text, '$(error) b: Kata 1/2, worker-1 failed +1 cluster');
    assert.match(status?.tooltip ?? '', /\*\*a\*\*.*Connected[^]*\*\*c\*\*/);
    const lost = { context: 'd', health: healthWith({ state: { kind: 'retrying', trouble, since: 0 } }) };
    assert.match(
      createStatusItem([...clusters, lost], 60_000)?.text ?? '',
      /^\$\(warning\) d: Unreachable since \d\d:\d\d \+2 clusters$/,
    );
    const finding = {
      id: 'sandboxes',
      severity: 'failed',
      about: 'Pods',
      headline: '2 pods without a sandbox',
    } as const;
    assert.equal(shown({ findings: [finding] })?.text, '$(error) Kata 2/2, 2 pods without a sandbox');
  });
});
