/** Tests the limits of descriptions and untrusted text. The contract tests compare descriptions with kubectl. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { alignTabs } from '#core/oc/describe/alignTabs.ts';
import { describeObject } from '#core/oc/describe/describeObject.ts';
import { withoutSecretValues } from '#core/oc/describe/describeSecret.ts';
import { formatQuantity } from '#core/oc/describe/formatQuantity.ts';
import { readDescribedPod } from '#core/oc/describe/nodes/nodePods.ts';
import { nativeObjectsIn } from '#core/explain/objects/nativeDescribe.ts';
import { getString } from '#core/common/json.ts';

const now = Date.parse('2026-11-22T12:00:00Z');
const about = (raw: object): string =>
  describeObject({ apiVersion: 'example.com/v1', kind: 'Widget', ...raw }, { now });

/** Returns fields with short names and values. */
function manyFields(count: number, value = ''): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, value]));
}

const secret = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {
    name: 'keys',
    namespace: 'payments',
    labels: { app: 'web' },
    annotations: {
      'kubectl.kubernetes.io/last-applied-configuration': '{"data":{"password":"aHVudGVyMg=="}}',
      'openshift.io/token-secret.value': 'eyJhbGciOi-canary',
    },
    managedFields: [{ manager: 'kubectl' }],
  },
  type: 'kubernetes.io/service-account-token',
  data: { password: 'aHVudGVyMg==', token: 'Y2FuYXJ5' },
};

describe('description of an object', () => {
  test('of a Secret shows keys and sizes, but neither values nor tokens', () => {
    assert.equal(
      describeObject(secret, { now, events: [] }),
      [
        'Name:         keys',
        'Namespace:    payments',
        'Labels:       app=web',
        'Annotations:  openshift.io/token-secret.value: ***',
        '',
        'Type:  kubernetes.io/service-account-token',
        '',
        'Data',
        '====',
        'password:  7 bytes',
        'token:     6 bytes',
        '',
      ].join('\n'),
    );
    const reduced = withoutSecretValues(secret);
    assert.doesNotMatch(JSON.stringify(reduced), /aHVudGVyMg|canary|Y2FuYXJ5/);
    assert.equal(describeObject(reduced, { now }), describeObject(secret, { now }));
  });

  test('omits managed fields, whatever their size', () => {
    const metadata = { name: 'a', managedFields: [{ fieldsV1: { 'f:x': 'y'.repeat(1_000_000) } }] };
    assert.ok(about({ metadata }).length < 200);
  });

  test('cuts a long message, and keeps the fields after it', () => {
    const text = about({ metadata: { name: 'a' }, status: { message: 'm'.repeat(100_000), phase: 'Failed' } });
    assert.ok(text.length < 11_000);
    assert.match(text, /m\.\.\. \(truncated\)\n {2}Phase: +Failed/);
  });

  test('is limited for objects with many or deeply nested fields', () => {
    const many = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`field${index}`, 'value']));
    const long = about({ metadata: { name: 'a' }, spec: many });
    assert.ok(long.length < 3_000_000);
    assert.match(long, /\.\.\. \(truncated\)\n$/);
    let deep: object = {};
    for (let index = 0; index < 5000; index += 1) deep = { deep };
    assert.ok(about({ metadata: { name: 'a' }, spec: deep }).length < 20_000);
    assert.ok(about({ metadata: { name: 'a' }, spec: { tabs: '\t'.repeat(9000) } }).length < 20_000);
  });

  for (const [what, fields] of [
    ['a long field name beside many short ones', { ['k'.repeat(400_000)]: 1, ...manyFields(40_000) }],
    ['many tabs in a long value', { a: `${'x'.repeat(9000)}\t`, b: '\t\t\ty', ...manyFields(40_000, '\t') }],
    ['long items in a list', { list: Array.from({ length: 50 }, () => 'x'.repeat(1_000_000)) }],
    ['a single field name of 20 MB', { ['k'.repeat(20_000_000)]: 1 }],
  ] as const)
    test(`is limited for objects with ${what}`, () => {
      const text = about({ spec: fields });
      assert.ok(text.length < 5_000_000, String(text.length));
    });

  test('escapes invisible characters, and keeps line ends as kubectl does', () => {
    const text = about({ metadata: { name: 'a' }, status: { message: 'red\u001b[31m \u202etxt.exe\r\nnext' } });
    assert.match(text, /red\\u001b\[31m \\u202etxt\.exe\\u000d\nnext/);
  });

  test('of objects without a status or with malformed fields never fails', () => {
    for (const kind of ['Pod', 'Node', 'Secret', 'Widget'])
      for (const fields of [
        {},
        { metadata: null },
        { metadata: { name: 5, labels: [], annotations: 'x' }, spec: [], status: 'x' },
        {
          metadata: {},
          spec: { containers: [null, 'x', {}], taints: [{}], volumes: [{}] },
          status: { conditions: {} },
        },
      ])
        assert.match(
          describeObject(
            { apiVersion: 'v1', kind, ...fields },
            { now, events: [], node: { pods: [readDescribedPod({})] } },
          ),
          /^Name:/,
        );
  });

  test('shows the age, the number, and the source of events, the oldest first', () => {
    const event = { count: 1, type: 'Warning', reason: 'BackOff', kind: 'Widget', message: ' failed \n' };
    const at = (time: string): number => Date.parse(time);
    const events = [
      { ...event, at: at('2026-11-22T11:59:00Z'), first: at('2026-11-22T10:00:00Z'), count: 7, source: 'kubelet' },
      { ...event, at: at('2026-11-22T09:00:00Z'), first: at('2026-11-22T09:00:00Z') },
      { ...event, reason: 'Unknown' },
    ];
    const text = describeObject({ kind: 'Widget', metadata: { name: 'a' } }, { now, events });
    assert.deepEqual(text.slice(text.indexOf('Events:')).split('\n'), [
      'Events:',
      '  Type     Reason   Age                 From     Message',
      '  ----     ------   ----                ----     -------',
      '  Warning  Unknown  <unknown>                    failed',
      '  Warning  BackOff  3h                           failed',
      '  Warning  BackOff  60s (x7 over 120m)  kubelet  failed',
      '',
    ]);
  });

  test('of a pod and a node is read back by the parser for kubectl output', () => {
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'web-0', namespace: 'payments' },
      spec: { runtimeClassName: 'kata', containers: [{ name: 'web' }] },
      status: {
        phase: 'Pending',
        containerStatuses: [{ name: 'web', state: { waiting: { reason: 'ErrImagePull' } } }],
      },
    };
    const node = {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'worker-1', labels: { 'node-role.kubernetes.io/worker': '' } },
      spec: { unschedulable: true },
      status: { conditions: [{ type: 'Ready', status: 'False', message: 'not ready' }] },
    };
    const text = [pod, node].map((object) => describeObject(object, { now, events: [] })).join('\n\n');
    const [first, second] = nativeObjectsIn(text.split('\n'));
    assert.deepEqual(first?.object, {
      kind: 'Pod',
      metadata: { name: 'web-0', namespace: 'payments' },
      spec: { runtimeClassName: 'kata' },
      status: {
        phase: 'Pending',
        containerStatuses: [{ ready: false, state: { waiting: { reason: 'ErrImagePull' } } }],
      },
    });
    assert.equal(getString(second?.object, 'metadata', 'name'), 'worker-1');
    assert.deepEqual(second?.object['status'], { conditions: [{ type: 'Ready', status: 'False' }] });
    assert.deepEqual(second.object['spec'], { unschedulable: true });
  });
});

describe('quantities', () => {
  for (const [written, canonical] of [
    ['1024Mi', '1Gi'],
    ['1000m', '1'],
    ['0.5', '500m'],
    ['1500m', '1500m'],
    ['512', '512'],
    ['1023Ki', '1023Ki'],
    ['0.5Gi', '512Mi'],
    ['16000000', '16M'],
    ['0', '0'],
    ['1e3', '1k'],
    ['-1Gi', '-1Gi'],
    ['many', 'many'],
  ] as const)
    test(`${written} is ${canonical}`, () => assert.equal(formatQuantity(written), canonical));
});

test('tabs are aligned by blocks of lines, as by text/tabwriter', () => {
  assert.equal(
    alignTabs('a:\tb\nlonger:\tc\ntitle\nx\t\ty\nxx\t\tyy\n'),
    ['a:       b', 'longer:  c', 'title', 'x     y', 'xx    yy', ''].join('\n'),
  );
});
