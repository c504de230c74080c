/** Tests the explanation of pasted text in every form. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { explainText, type ExplainOptions } from '#core/explain/explainText.ts';
import { explainedJson, explainedText } from '#core/explain/explainReport.ts';
import type { TextStatus } from '#core/explain/textStatus.ts';
import { parsePasted } from '#server/status/explainYaml.ts';
import { kataConfig, condition } from '#test/support/cluster/clusterObjects.ts';

const all = (text: string, options: ExplainOptions = {}): readonly TextStatus[] =>
  explainText(text, { parse: parsePasted, ...options }).told;

function one(text: string, options: ExplainOptions = {}): TextStatus {
  const [first, ...others] = all(text, options);
  assert.deepEqual(others, []);
  return first ?? assert.fail('Nothing was explained.');
}

describe('edge hosting status pair', () => {
  test('is recognized with any punctuation', () => {
    for (const text of [
      '{Failed, [Balance, ResourceCleanupFailed]}',
      '{Failed,[Balance,ResourceCleanupFailed]}',
      '{"Failed", ["Balance", "ResourceCleanupFailed"]}',
      '｛Failed，［Balance，ResourceCleanupFailed］｝',
      '｛Ｆａｉｌｅｄ，【Balance、ResourceCleanupFailed】｝',
      '（Failed，（Balance，ResourceCleanupFailed））',
      'Failed [Balance, ResourceCleanupFailed]',
      'Failed: [Balance ResourceCleanupFailed]',
      '{Failed, Balance, ResourceCleanupFailed}',
      'Failed (Balance, ResourceCleanupFailed)',
      'Failed/Balance/ResourceCleanupFailed',
      'failed balance resourcecleanupfailed',
      'The node shows {Failed, [Balance, ResourceCleanupFailed]} since noon.',
    ]) {
      const told = one(text);
      assert.deepEqual(
        [told.vocabulary, told.severity, told.resources, told.rows?.length, told.notKnown],
        ['edge', 'error', ['node'], 2, []],
        text,
      );
    }
  });

  test('has its position in the text', () => {
    const text = 'first line\nnode: {Running, [Unschedulable]}, pool: {Scaling，[Progressing]}';
    assert.deepEqual(
      all(text).map(({ start, end }) => text.slice(start, end)),
      ['{Running, [Unschedulable]}', '{Scaling，[Progressing]}'],
    );
  });

  test("isn't recognized in unrelated text with brackets", () => {
    for (const text of [
      '{Phase, [Conditions1, ...]}',
      'see [Balance] there',
      'array[Ok]',
      '{}',
      '{,[]}',
      '{range:[e,n]}',
      'const a = {range: [start, end]}',
      'Failed to read the list [a, b]',
    ])
      assert.equal(one(text).vocabulary, 'none', text);
  });

  test('supports wildcards and a resource type', () => {
    assert.equal(one('{Running, [*]}').headline, 'Running, with any condition');
    assert.equal(one('{Running, [*]}', { resource: 'node' }).rows?.length, 2);
    assert.equal(one('{Failed, [Unknown]}', { resource: 'cluster' }).headline, 'Abnormal');
  });

  test('is recognized by Chinese console labels and single words', () => {
    assert.equal(one('创建失败').rows?.length, 4);
    assert.equal(one('异常（欠费关停）').rows?.[0]?.condition, 'Balance');
    assert.equal(all('CrashLoopBackOff')[1]?.rows?.[0]?.resource, 'component');
  });

  test('is recognized with field names and as a table row', () => {
    for (const text of [
      'Phase: Failed, Conditions: Balance',
      'Phase=Failed, Conditions=[Balance]',
      'Phase：Failed，Conditions：【Balance】',
      'Status.Phase=Failed Status.Conditions.Type=Balance',
      'Failed\tBalance\t异常（欠费关停）\t因账号欠费',
      '| Failed | Balance | 异常（欠费关停） |',
      'Failed\n\nBalance\n\n异常（欠费关停）\n',
    ]) {
      const told = one(text);
      assert.deepEqual([told.vocabulary, told.resources, told.rows?.length], ['edge', ['node'], 1], text);
    }
    assert.equal(one('| Running | since noon | yes |').vocabulary, 'none');
  });

  test('assigns notes and next steps to their resource type', () => {
    assert.ok(
      all('Failed').some(({ notes }) =>
        notes.includes('Component {Failed, [Degraded]}: The phase is Failed, but the component is running.'),
      ),
    );
    assert.deepEqual(one('{Failed, [Degraded]}').notes, ['The phase is Failed, but the component is running.']);
    assert.match(one('运行中').notes[0] ?? '', /^Node \{Running, \[Unschedulable\]\}: The console shows only Running/);
    assert.match(one('{Failed, [Unknown]}').next ?? '', /^Cluster: Check the node pools .* Component: Check the pods/);
    assert.equal(one('{Running, [Ok]}').next, undefined);
    assert.match(one('{Running, [*]}').next ?? '', /^Node \{Running, \[Unschedulable\]\}: If this/);
    assert.equal(one('{Creating, [Progressing]}').next, 'The phase changes to Running, or to Failed with a reason.');
  });

  test('notes words that Kubernetes also uses', () => {
    assert.match(one('NotReady').notes.join(' '), /Kubernetes also uses this term/);
    assert.deepEqual(one('ClusterNotRunning').notes, []);
    assert.deepEqual(one('NotReady', { resource: 'node' }).notes, []);
  });

  test('reports an unknown phase, condition, or pair', () => {
    assert.deepEqual(one('{Sleeping, [Tired]}').notKnown, ['phase', 'condition']);
    assert.deepEqual(one('{Running, [Balance]}').notKnown, ['pair']);
    assert.equal(one('{Running, [Balance]}').severity, 'unknown');
  });

  test('is explained next to the KataConfig status for a word that both use', () => {
    const told = all('Updating');
    assert.deepEqual(
      told.map(({ vocabulary }) => vocabulary),
      ['kata', 'edge'],
    );
    assert.match(told[0]?.notes.join(' ') ?? '', /Both KataConfigs and edge hosting use this term/);
    assert.equal(one('Updating', { resource: 'node' }).vocabulary, 'edge');
  });
});

describe('edge hosting response', () => {
  const status = (Phase: string, ...types: readonly string[]) => ({
    Phase,
    Conditions: types.map((Type) => ({ Type })),
  });
  const answer = (Action: string, ...Items: readonly object[]) => ({
    ResponseMetadata: { Action, Service: 'veecp_openapi' },
    Result: { Items, TotalCount: 9 },
  });
  const clusters = answer(
    'ListClusters',
    { Id: 'c1', Name: 'shop', Status: status('Updating', 'Progressing') },
    { Id: 'c2', Status: status('Stopped', 'Balance') },
  );
  const pools = answer(
    'ListEdgeNodePools',
    { Id: 'p1', ClusterId: 'c1', Status: status('Scaling', 'Progressing') },
    { Id: 'p2', ClusterId: 'c2', Status: status('Failed', 'ClusterNotRunning') },
  );
  const nodes = answer('ListEdgeNodes', {
    Id: 'n1',
    ClusterId: 'c1',
    NodePoolId: 'p1',
    Status: status('Creating', 'Progressing'),
  });

  test('identifies the resource type of a Status object by the fields around it', () => {
    assert.equal(one(JSON.stringify({ Status: status('Failed', 'Degraded') })).severity, 'warning');
    assert.equal(one(JSON.stringify(status('Failed', 'Balance'))).severity, 'error');
    assert.deepEqual(one(JSON.stringify({ NodePoolId: 'p', Status: status('Failed', 'Unknown') })).resources, ['node']);
    assert.deepEqual(one('Phase: Failed\nConditions.Type: NotReady\n').resources, ['node']);
  });

  test('can be a JSON fragment with a key or a trailing comma', () => {
    const status = '{"Phase": "Failed", "Conditions": [{"Type": "Balance"}]}';
    for (const text of [
      `"Status": ${status},`,
      `"Status": ${status}`,
      `${status},`,
      `"Id": "n1",\n"Status": ${status},\n`,
    ]) {
      const { rows, start, end } = one(text);
      assert.deepEqual([rows?.length, start, end <= text.length], [1, 0, true], text);
    }
    assert.equal(all(`{"Id": "a", "Status": ${status}},\n{"Id": "b", "Status": ${status}},\n`).length, 2);
  });

  test('excludes responses of other services and Kubernetes objects', () => {
    const items = { Items: [{ Id: 'c1', Status: { Phase: 'Failed', Conditions: [{ Type: 'Unknown' }] } }] };
    const text = JSON.stringify({ ResponseMetadata: { Action: 'ListClusters', Service: 'vke' }, Result: items });
    assert.equal(one(text).vocabulary, 'none');
    assert.match(explainText(text, { parse: parsePasted }).left.join(' '), /^A response from vke was skipped/);
    const both = `${text}\n${text.replace('vke', 'veecp_openapi')}`;
    assert.deepEqual([one(both).vocabulary, explainText(both, { parse: parsePasted }).left.length], ['edge', 1]);
    const described = 'Name: x\nKind: ClusterServiceVersion\nStatus:\n  Phase: Failed\n  Reason: ComponentUnhealthy\n';
    assert.equal(one(described).vocabulary, 'none');
  });

  test('shows causes across several responses', () => {
    for (const text of [
      JSON.stringify([clusters, pools, nodes]),
      [clusters, pools, nodes].map((value) => JSON.stringify(value, undefined, 2)).join('\n'),
      [clusters, pools, nodes].map((value) => JSON.stringify(value, undefined, 2)).join(''),
      [clusters, pools, nodes].map((value) => JSON.stringify(value)).join('\n---\n'),
    ]) {
      const told = all(text);
      assert.deepEqual(
        told.map(({ name, cause }) => [name, cause]),
        [
          ['shop', ['Node pool p1 is {Scaling, [Progressing]}.', 'Node n1 is {Creating, [Progressing]}.']],
          ['c2', undefined],
          ['p1', ['Node n1 is {Creating, [Progressing]}.']],
          ['p2', ['Cluster c2 is {Stopped, [Balance]}.']],
          ['n1', undefined],
        ],
        text,
      );
      for (const { start, end, name } of told)
        assert.ok(text.slice(start, end).includes(`"${name ?? '?'}"`), text.slice(start, end));
    }
  });

  test('reports missing pages and responses', () => {
    assert.deepEqual(explainText(JSON.stringify(clusters), { parse: parsePasted }).left, [
      'This response contains 2 of 9 resources. To get the other resources, request the other pages.',
    ]);
    assert.match(
      all(JSON.stringify(clusters))[0]?.notes.join(' ') ?? '',
      /The responses don't contain the cause\. Add the responses from ListEdgeNodePools and ListNodePools\./,
    );
  });
});

describe('KataConfig status', () => {
  const installing =
    "conditions:\n  message: Performing initial installation of kata-remote on cluster\n  reason: Installing\n  status: 'True'\n  type: InProgress\nkataNodes:\n  nodeCount: 2\n  readyNodeCount: 1\n  installed:\n  - worker-1\n  installing:\n  - worker-0\n";

  test('is explained for a complete object', () => {
    const raw = {
      apiVersion: 'kataconfiguration.openshift.io/v1',
      kind: 'KataConfig',
      ...kataConfig(condition('True', 'Uninstalling', 'Removing kata from cluster'), { uninstalling: ['worker-0'] }),
    };
    const told = one(JSON.stringify({ kind: 'List', items: [raw] }));
    assert.deepEqual(
      [told.what, told.name, told.headline, told.severity],
      ['KataConfig', 'example-kataconfig', 'Uninstalling Kata: 1 node remaining', 'info'],
    );
  });

  test('is recognized as a block, alone and in other text', () => {
    assert.equal(one(installing).headline, 'Installing: 1 of 2 done');
    const text = `Some prose: with a colon\n\n ${installing.trimEnd().replaceAll('\n', '\n ')}\nStatusDescription\n\nInitial uninstall\n`;
    const told = one(text);
    assert.deepEqual(
      [told.headline, text.slice(told.start, told.start + 12)],
      ['Installing: 1 of 2 done', ' conditions:'],
    );
  });

  test("doesn't treat omitted fields as missing", () => {
    const done =
      "conditions:\n  reason: ''\n  status: 'False'\n  type: InProgress\nkataNodes:\n  nodeCount: 2\n  readyNodeCount: 2\n  installed: [worker-0, worker-1]\n";
    assert.deepEqual([one(done).severity, one(done).headline], ['ok', 'Installed on 2 nodes']);
    assert.match(one(done).meaning, /status doesn't include runtime classes/);
    const alone = one(
      "type: InProgress\nstatus: 'True'\nreason: Failed\nmessage: 'Node worker-1 Degraded: disk full'\n",
    );
    assert.match(alone.meaning, /worker-1 couldn't apply its configuration change: disk full/);
    assert.doesNotMatch(alone.meaning, /Kata installation failed|is retrying/);
    assert.equal(one('kind: KataConfig\nmetadata: {name: a}\nspec: {}\n').headline, 'No status');
  });

  test('is explained from node lists only', () => {
    assert.equal(one('kataNodes:\n  nodeCount: 2\n  waitingToInstall: [a, b]\n').headline, 'Installing: 0 of 2 done');
    assert.equal(
      one('kataNodes:\n  nodeCount: 0\n  uninstalling: [a]\n').headline,
      'Uninstalling Kata: 1 node remaining',
    );
    assert.equal(one('kataNodes:\n  nodeCount: 2\n  failedToInstall: [a]\n').severity, 'error');
    assert.match(
      one('kataNodes:\n  failedToInstall: [a]\n  failedToUninstall: [b]\n').meaning,
      /^Kata installation failed on a\. .* Kata couldn't be uninstalled from b\./,
    );
  });

  test('is recognized in complete and shortened oc describe output', () => {
    const status =
      'Status:\n  Conditions:\n    Last Transition Time:  2026-11-22T10:01:00Z\n    Message:               Node worker-1 Degraded: failed to drain\n    Reason:                Failed\n    Status:                True\n    Type:                  InProgress\n  Kata Nodes:\n    Failed To Install:\n      worker-1\n    Installed:\n      worker-0\n    Node Count:        2\n    Ready Node Count:  1\nEvents:  <none>\n';
    const whole = `Name:         example-kataconfig\nNamespace:    \nAPI Version:  kataconfiguration.openshift.io/v1\nKind:         KataConfig\nMetadata:\n  UID:  1\n${status}`;
    for (const text of [status, whole]) {
      const told = one(text);
      assert.deepEqual(
        [told.severity, told.headline, told.meaning],
        ['error', 'worker-1 failed', 'Kata installation failed on worker-1: failed to drain.'],
        text,
      );
    }
    assert.equal(one(whole).name, 'example-kataconfig');
  });

  test("isn't recognized in oc describe output of other resources", () => {
    const pod =
      'Name:         web-1\nNamespace:    shop\nStatus:       Pending\nConditions:\n  Type              Status\n  Ready             False\n';
    assert.equal(one(pod).vocabulary, 'none');
    const events =
      'Events:\n  Type     Reason                  Age  From     Message\n  ----     ------                  ---- ----     -------\n  Warning  FailedCreatePodSandBox  3s   kubelet  Could not access KVM kernel module: No such file\n';
    assert.equal(one(`${pod}${events}`).headline, "QEMU can't use hardware virtualization on a node");
  });

  test('is recognized by every operator message', () => {
    for (const [message, headline] of [
      ['Performing initial installation of kata on cluster', 'Installing'],
      ['Performing initial installation of kata-remote on cluster', 'Installing'],
      ['Adding and/or removing kata-enabled nodes', 'Updating nodes'],
      ['Node worker-1 Degraded: no space left', 'worker-1 failed'],
      ['Creating Pod VM Image', 'Creating pod VM image'],
      ['Created Pod VM Image', 'Pod VM image created'],
      ['Failed to create Pod VM Image', 'Pod VM image creation failed'],
      ['Pod VM Image creation status is unknown', 'Pod VM image state unknown'],
      ['Pod VM image provider is unsupported', 'No pod VM image for this cloud provider'],
      [
        'Existing pods using "kata-remote" RuntimeClass found. Please delete the pods manually for KataConfig deletion to proceed',
        'Uninstall blocked by pods',
      ],
      ['failed to list kata pods: timeout', "Can't list pods that use Kata"],
      ['Removing kata from cluster', 'Uninstalling'],
      ['Deleting Pod VM Image', 'Deleting pod VM image'],
      ['Deleted Pod VM Image', 'Pod VM image deleted'],
      ['Failed to delete Pod VM Image', 'Pod VM image not deleted'],
      [
        'OpenShift version 4.19.1 does not support CoCo bare metal (minimum required: 4.20.6)',
        'OpenShift version is too old',
      ],
      ['Target MachineConfigPool "x" was not found', 'Pool not found'],
    ] as const) {
      const told = one(`message: ${message}`, { parse: () => [] });
      assert.deepEqual([told.vocabulary, told.headline], ['kata', headline], message);
    }
    assert.equal(one('BlockedByExistingKataPods').headline, 'Uninstall blocked by pods');
  });

  test('is recognized by a reason on its own line in YAML, JSON, and oc describe output', () => {
    for (const text of [
      'BlockedByExistingKataPods',
      'reason: BlockedByExistingKataPods',
      '  Reason:                BlockedByExistingKataPods',
      '"reason": "BlockedByExistingKataPods",',
    ])
      assert.equal(one(text).headline, 'Uninstall blocked by pods', text);
    assert.equal(one('reason: Sleepy').vocabulary, 'none');
  });

  test('reports an unknown reason', () => {
    const told = one("type: InProgress\nstatus: 'True'\nreason: Meditating\nmessage: wait\n");
    assert.deepEqual([told.severity, told.notKnown], ['unknown', ['reason']]);
  });
});

describe('other text', () => {
  test('is explained as an event by its message, or reported as an unknown event', () => {
    const kvm = one(
      '12m   Warning   FailedCreatePodSandBox   pod/web-1   Could not access KVM kernel module: No such file',
    );
    assert.deepEqual([kvm.headline, kvm.name], ["QEMU can't use hardware virtualization on a node", 'pod/web-1']);
    assert.doesNotMatch(kvm.meaning, /logs/);
    const other = one('default   3m (x2 over 5m)   Normal   Pulled   pod/web-1   Container image present');
    assert.deepEqual([other.notKnown, other.severity], [['event'], 'unknown']);
    const object = one(
      JSON.stringify({
        kind: 'Event',
        type: 'Warning',
        reason: 'X',
        message: 'Node a Degraded: y',
        involvedObject: { kind: 'KataConfig', name: 'k' },
      }),
    );
    assert.deepEqual([object.headline, object.name], ['a failed', 'kataconfig/k']);
  });

  test('is reported as text without a status', () => {
    for (const text of [
      '',
      '   \n',
      'hello',
      '{}',
      '[1, 2]',
      '{"a": {"b": 1}}',
      'kind: Pod\nstatus: {phase: Failed}\n',
      'kind: ClusterOperator\nstatus: {conditions: [{type: InProgress}]}\n',
    ])
      assert.deepEqual(one(text).notKnown, ['text'], text);
  });

  test('is explained as text and as JSON, with positions that start at 1', () => {
    const text = 'x\n  {Failed, [Degraded]}';
    const explained = { ...explainText(text), name: 'a.txt', text };
    assert.match(explainedText(explained), /^a\.txt:2:3: warning: Status of a component \(edge hosting\): Abnormal$/m);
    assert.match(explainedText(explained), /dated 2023-10-11 .* closed to new users since 2025-04-05\.$/m);
    const value: unknown = JSON.parse(JSON.stringify(explainedJson(explained)));
    assert.partialDeepStrictEqual(value, {
      file: 'a.txt',
      severity: 'warning',
      statuses: [{ vocabulary: 'edge', start: { line: 2, column: 3 }, end: { line: 2, column: 23 } }],
    });
  });
});
