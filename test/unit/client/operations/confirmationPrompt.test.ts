/** Tests smaller parts of operations: confirmations, edited previews, rejected changes, and install questions. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  documentedInstallOptions,
  createInstallManifests,
  listInstallManifests,
  readInstallation,
  createKataConfigManifest,
} from '#core/operations/changes/installManifests.ts';
import type { ClusterChange } from '#core/operations/changes/clusterChange.ts';
import type { ProcedureStep } from '#core/operations/procedure.ts';
import { ConfirmationTracker } from '#client/operations/engine/run/confirmationTracker.ts';
import { createConfirmationText } from '#client/operations/engine/messages/confirmationText.ts';
import { installAnswers, installQuestion } from '#client/operations/install/installQuestions.ts';
import { previewText, readPreview } from '#client/operations/manifests/previewText.ts';
import { planRejection } from '#client/operations/engine/run/planRejection.ts';
import { sanitizeDetail } from '#core/text/sanitize.ts';
import { readSelectorText } from '#core/labels/selectorText.ts';
import type { ApiProblem } from '#client/kubernetes/connection.ts';
import { emptyHistory } from '#core/cluster/history.ts';
import type { LookupResults } from '#core/operations/lookupList.ts';
import { playedSnapshot } from '#test/support/cluster/playedSnapshot.ts';
import { stage } from '#test/support/cluster/controllersStage.ts';
import { apply, gateOfKataConfig, kataConfig, subscription } from '#test/support/operations/fakeCluster.ts';

const step = (fields: Partial<ProcedureStep>): ProcedureStep => ({
  id: 'a',
  title: 'A',
  state: 'ready',
  headline: '',
  evidence: [],
  changes: [],
  until: [],
  ...fields,
});

describe('confirmation prompt', () => {
  test('shows a single confirmation as is, and combines several into one with each name typed once', () => {
    const other = { question: 'Approve the install plan a?', consequences: [] };
    assert.deepEqual(createConfirmationText('Install Kata', 'demo', [gateOfKataConfig], false), {
      message: gateOfKataConfig.question,
      detail: '• worker-0 reboots\n• worker-1 reboots',
      typed: ['demo'],
    });
    const both = createConfirmationText('Install Kata', 'demo', [other, gateOfKataConfig, gateOfKataConfig], true);
    assert.equal(both.message, 'Install Kata on demo?');
    assert.match(both.detail, /Approve the install plan a\.\n\nReboot worker-0 and worker-1 of demo:\n• worker-0/);
    assert.deepEqual(both.typed, ['demo']);
  });

  test('always shows which nodes reboot', () => {
    const objects = Array.from({ length: 200 }, (_, index) => `ConfigMap harmless-${index} in payments: is made.`);
    const long = { ...gateOfKataConfig, consequences: [...objects, ...gateOfKataConfig.consequences] };
    for (const whole of [true, false]) {
      const shown = sanitizeDetail(createConfirmationText('Apply a file', 'demo', [long], whole).detail);
      assert.match(
        shown,
        /• ConfigMap harmless-0 in[^]*\.\.\. lines not shown: \d+ \.\.\.[^]*\n• worker-0 reboots\n• worker-1 reboots$/,
      );
    }
    const lying = {
      ...gateOfKataConfig,
      consequences: ['Thing a: changes spec[x\n• No nodes reboot.\u2028• Really].', 'worker-0 reboots'],
    };
    assert.equal(createConfirmationText('Apply a file', 'demo', [lying], false).detail.split('\n').length, 2);
  });

  test("doesn't repeat an accepted confirmation unless it has more consequences", () => {
    const agreed = new ConfirmationTracker();
    const steps = [step({ gate: gateOfKataConfig }), step({ id: 'done', state: 'done', gate: gateOfKataConfig })];
    assert.equal(agreed.open(steps).length, 1);
    agreed.add(agreed.open(steps));
    assert.deepEqual(agreed.open(steps), []);
    const fewer = { ...gateOfKataConfig, consequences: ['worker-1 reboots'] };
    assert.deepEqual(agreed.open([step({ gate: fewer })]), []);
    const more = { ...gateOfKataConfig, consequences: [...gateOfKataConfig.consequences, 'worker-2 reboots'] };
    assert.equal(agreed.open([step({ gate: more })]).length, 1);
    assert.equal(agreed.open([step({ id: 'b', gate: gateOfKataConfig })]).length, 1);
  });
});

describe('preview', () => {
  test('is read back as the objects it shows', () => {
    const objects = listInstallManifests(
      createInstallManifests({
        ...documentedInstallOptions,
        kataConfig: { ...documentedInstallOptions.kataConfig, name: 'yes' },
      }),
    );
    const text = previewText(['Install Kata on demo\n---\nkind: Evil', 'No changes sent yet.'], objects);
    assert.match(
      text,
      /^# Install Kata on demo --- kind: Evil\n# No changes sent yet\.\n---\napiVersion: v1\nkind: Namespace\n/,
    );
    const read = readPreview(text);
    assert.ok(read.ok);
    assert.deepEqual(read.value, objects);
    assert.ok(readInstallation(read.value).ok);
  });

  test('uses edited values and explains invalid text', () => {
    const read = readPreview('# a\n---\nkind: KataConfig\nspec:\n  checkNodeEligibility: yes\n---\n\n---\n# nothing\n');
    assert.deepEqual(read, { ok: true, value: [{ kind: 'KataConfig', spec: { checkNodeEligibility: true } }] });
    for (const [text, said] of [
      ['a: [', /^Can't read the preview: /],
      ['a: 1\na: 2', /^Can't read the preview: /],
      ['', /No objects found/],
      ['# only comments', /No objects found/],
      ['- a', /contains a document that isn't an object\. Each document/],
      ['a: &a [1]\nb: *a', /alias/],
      ['x'.repeat(1_000_001), /too long/],
      ['kind: A\n---\n'.repeat(101), /More than 100/],
    ] as const) {
      const answer = readPreview(text);
      assert.ok(!answer.ok, text.slice(0, 20));
      assert.match(answer.error, said);
    }
  });
});

test('label selector text accepts common notations and rejects invalid ones', () => {
  const of = (text: string) => readSelectorText(text);
  assert.deepEqual(of('a=b, example.com/c=,d'), {
    ok: true,
    value: {
      matchLabels: { a: 'b', 'example.com/c': '' },
      matchExpressions: [{ key: 'd', operator: 'Exists', values: [] }],
    },
  });
  for (const wrong of [
    '',
    ' ',
    '=b',
    'a=b=c',
    'a b',
    'a=b,',
    'a=b,a',
    'a=-b',
    `a=${'x'.repeat(64)}`,
    'A.com/x/y=1',
    '__proto__ =1,__proto__',
  ])
    assert.equal(of(wrong).ok, false, wrong);
});

describe('rejected change', () => {
  const change: ClusterChange = apply(subscription);
  const of = (problem: Partial<ApiProblem>, what: ClusterChange = change) =>
    planRejection(what, { kind: 'server', message: 'said', ...problem });

  test('has a reaction for each kind of API problem', () => {
    const table: readonly (readonly [Partial<ApiProblem>, string])[] = [
      [{ kind: 'network' }, 'away'],
      [{ kind: 'timeout' }, 'away'],
      [{ kind: 'tooMany' }, 'away'],
      [{ kind: 'unauthorized' }, 'away'],
      [{ kind: 'credentials' }, 'away'],
      [{ kind: 'server', message: 'etcd leader changed' }, 'away'],
      [{ kind: 'server', message: 'failed calling webhook "x"' }, 'soon'],
      [{ kind: 'forbidden', message: 'exceeded quota' }, 'blocked'],
      [{ kind: 'invalid' }, 'blocked'],
      [{ kind: 'readOnly' }, 'blocked'],
      [{ kind: 'notFound' }, 'blocked'],
      [{ kind: 'conflict' }, 'changed'],
    ];
    for (const [problem, how] of table) assert.equal(of(problem).how, how, JSON.stringify(problem));
    const remove: ClusterChange = { how: 'delete', target: kataConfig, uid: 'u' };
    assert.equal(of({ kind: 'notFound' }, remove).how, 'over', 'what is gone need not be deleted');
    assert.equal(of({ kind: 'conflict' }, remove).how, 'changed');
  });

  test('waits for a terminating namespace although the server reports it as forbidden', () => {
    const details = {
      details: { causes: [{ reason: 'NamespaceTerminating', message: 'namespace x is being terminated' }] },
    };
    const refusal = of({ kind: 'forbidden', details });
    assert.equal(refusal.how, 'away');
  });

  test('never repeats server messages about a Secret', () => {
    const secret: ClusterChange = apply({
      group: '',
      version: 'v1',
      plural: 'secrets',
      kind: 'Secret',
      name: 'peer-pods-secret',
      namespace: 'a',
    });
    for (const kind of ['invalid', 'server', 'conflict', 'forbidden', 'network'] as const) {
      const refusal = of({ kind, message: 'Invalid value: "hunter2"' }, secret);
      assert.ok(!JSON.stringify(refusal).includes('hunter2'), kind);
    }
  });
});

describe('install questions', () => {
  const situation = (name: string, facts: LookupResults = {}) => {
    const { client, clock } = stage({ name });
    return {
      context: 'demo',
      server: '',
      snapshot: playedSnapshot(client, clock.now()),
      history: emptyHistory,
      facts,
      now: clock.now(),
    };
  };
  /** Answers each question with the given value or the first item. */
  const asked = (
    where: ReturnType<typeof situation>,
    said: Readonly<Record<string, string>> = {},
  ): Map<string, string> => {
    const answers = new Map<string, string>();
    for (
      let question = installQuestion(where, answers);
      question !== undefined;
      question = installQuestion(where, answers)
    )
      answers.set(question.name, said[question.name] ?? ('items' in question ? (question.items[0]?.value ?? '') : ''));
    return answers;
  };
  const channel = {
    name: 'stable',
    currentCsv: 'sandboxed-containers-operator.v1.12.0',
    version: '1.12.0',
    entries: [],
  };
  const found = {
    catalogue: 'mirror',
    catalogueNamespace: 'olm',
    catalogueName: 'Mirror',
    defaultChannel: 'stable',
    channels: [channel],
  };
  const facts: LookupResults = { packageManifest: { kind: 'known', asOf: 0, value: { found } } };

  test('ask everything on a new cluster, with the documented values first', () => {
    const where = situation('operator-missing', facts);
    const answers = asked(where);
    assert.deepEqual([...answers.keys()], ['release', 'approval', 'where', 'nodes', 'logLevel', 'metadata']);
    assert.deepEqual(installAnswers(where, answers), {
      ...documentedInstallOptions,
      source: 'mirror',
      sourceNamespace: 'olm',
    });
  });

  test('skip values that the cluster already provides', () => {
    assert.deepEqual([...asked(situation('two-workers')).keys()], ['where', 'nodes', 'logLevel', 'metadata']);
    assert.deepEqual([...asked(situation('two-workers-installed')).keys()], []);
    assert.equal(installAnswers(situation('manual-approval'), new Map()).approval, 'Manual');
  });

  test('ask for the name and the labels of the KataConfig, and reject invalid ones', () => {
    const where = situation('two-workers');
    const said = { metadata: 'custom', name: 'kata-prod', labels: 'team=platform, stage=' };
    const answers = asked(where, said);
    assert.deepEqual([...answers.keys()].slice(-3), ['metadata', 'name', 'labels']);
    const options = installAnswers(where, answers).kataConfig;
    assert.deepEqual(createKataConfigManifest(options)['metadata'], {
      name: 'kata-prod',
      labels: { team: 'platform', stage: '' },
    });
    assert.deepEqual(createKataConfigManifest(installAnswers(where, asked(where)).kataConfig)['metadata'], {
      name: 'example-kataconfig',
    });
    const problem = (name: 'name' | 'labels', text: string): string | undefined => {
      const before = [...answers].slice(0, [...answers.keys()].indexOf(name));
      const question = installQuestion(where, new Map(before));
      assert.ok(question?.name === name && !('items' in question));
      return question.says?.(text)?.message;
    };
    assert.match(problem('name', 'Kata_Prod') ?? '', /^The API server rejects the name "Kata_Prod", because /);
    assert.match(problem('name', '') ?? '', /because it is empty/);
    assert.match(problem('labels', 'team') ?? '', /^Label "team" has no value/);
    assert.match(problem('labels', '-x=1') ?? '', /^Invalid label/);
    assert.deepEqual(
      [problem('name', 'kata-prod'), problem('labels', ''), problem('labels', 'a=b')],
      [undefined, undefined, undefined],
    );
  });

  test('preselect peer pods when they are configured', () => {
    const wanted = (scenario: string): unknown => {
      const question = installQuestion(situation(scenario), new Map());
      assert.equal(question?.name, 'where');
      return 'items' in question ? question.active : undefined;
    };
    assert.deepEqual([wanted('two-workers'), wanted('peer-pods')], [undefined, 'peerPods']);
  });

  test('report an unreadable catalog and a catalog without the operator', () => {
    const [unread, lacking] = [
      installQuestion(situation('operator-missing'), new Map()),
      installQuestion(
        situation('operator-missing', { packageManifest: { kind: 'known', asOf: 0, value: {} } }),
        new Map(),
      ),
    ];
    assert.match(JSON.stringify(unread), /Can't read the releases in the catalog/);
    assert.match(JSON.stringify(lacking), /No catalog on this cluster provides the operator/);
  });

  test('use manual approval for an older CSV', () => {
    const older = { ...channel, entries: [{ csv: 'sandboxed-containers-operator.v1.11.0', version: '1.11.0' }] };
    const where = situation('operator-missing', {
      packageManifest: { kind: 'known', asOf: 0, value: { found: { ...found, channels: [older] } } },
    });
    const release = JSON.stringify({ channel: 'stable', startingCsv: 'sandboxed-containers-operator.v1.11.0' });
    const answers = asked(where, { release });
    assert.deepEqual(
      [installAnswers(where, answers).approval, installAnswers(where, answers).startingCsv],
      ['Manual', 'sandboxed-containers-operator.v1.11.0'],
    );
  });

  test('show the number of matching workers while a label is typed', () => {
    const where = situation('operator-missing', facts);
    const answers = asked(where, { nodes: 'label', selector: 'kubernetes.io/hostname=worker-1' });
    assert.deepEqual(installAnswers(where, answers).kataConfig.selector, {
      matchLabels: { 'kubernetes.io/hostname': 'worker-1' },
      matchExpressions: [],
    });
    answers.delete('selector');
    const question = installQuestion(where, answers);
    assert.ok(question !== undefined && 'says' in question);
    assert.deepEqual(question.says?.('kubernetes.io/hostname=worker-1'), {
      message: '1 worker node: worker-1',
      wrong: false,
    });
    assert.deepEqual(question.says?.('a=b'), { message: 'No worker nodes match.', wrong: false });
    assert.equal(question.says?.('a=b=c')?.wrong, true);
  });
});
