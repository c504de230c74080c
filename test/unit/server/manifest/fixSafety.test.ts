/** Tests cases in which reviewers broke fixes: what a fix must not do to a file, and text that isn't a mistake. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { headerValues } from '#server/manifest/completion/headerValues.ts';
import { applyEdits, selectCompatibleEdits } from '#server/engine/findings/applyFixes.ts';
import { check } from '#test/support/manifests/checkText.ts';

const head = 'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: a\n';

/** Returns the rules with findings, the text after all safe fixes, and the messages. */
async function judged(text: string): Promise<{ rules: string[]; fixed: string; messages: string }> {
  const found = await check(text);
  const fixes = found.flatMap(({ finding }) => finding.fixes.filter(({ sure }) => sure).slice(0, 1));
  return {
    rules: found.map(({ rule }) => rule),
    fixed: applyEdits(text, selectCompatibleEdits(fixes)),
    messages: found.map(({ message }) => message).join('\n'),
  };
}

describe('fix for a mistyped key', () => {
  test('renames apiVersion and kind instead of adding them again', async () => {
    for (const [wrong, right] of [
      ['apiversion: ', 'apiVersion: '],
      ['Kind: ', 'kind: '],
    ] as const) {
      const text = head.replace(right, wrong);
      const { rules, fixed } = await judged(text);
      assert.deepEqual([rules, fixed], [['osc/kataconfig-unknown-field'], head]);
    }
  });
  test('keeps the quotes so that JSON remains valid', async () => {
    const text = JSON.stringify({
      apiVersion: 'kataconfiguration.openshift.io/v1',
      kind: 'KataConfig',
      metadata: { name: 'a' },
      spec: { enablePeerpods: true },
    });
    const { fixed } = await judged(text);
    assert.deepEqual(JSON.parse(fixed), { ...JSON.parse(text), spec: { enablePeerPods: true } });
  });
  const object = (kind: string, ...lines: readonly string[]) =>
    ['apiVersion: v1', `kind: ${kind}`, ...lines, ''].join('\n');
  const pod = ['spec:', '  runtimeClassName: kata', '  containers:', '  - name: a', '    image: quay.io/example/web'];
  const namespace = '  namespace: openshift-sandboxed-containers-operator';
  const aws = ['  CLOUD_PROVIDER: aws'];
  const peerPods = ['metadata:', '  name: peer-pods-cm', namespace];
  for (const [name, text] of [
    ['fields', `${head}spec:\n  logLevl: info\n  loglevel: debug\n`],
    ['keys in braces', `${head}spec: {logLevl: info, "loglevel": debug}\n`],
    [
      'data keys',
      object('ConfigMap', ...peerPods, 'data:', ...aws, '  AWS_REGOIN: us-east-1', '  AWS_REGIN: us-east-2'),
    ],
    ['metadata', object('Pod', 'metadata:', '  name: a', '  annotation: {a: b}', '  annotatons: {c: d}', ...pod)],
    ['sections', object('ConfigMap', ...peerPods, 'date:', '  CLOUD_PROVIDER: aws', 'dat:', '  AWS_REGION: b')],
  ] as const)
    test(`never gives two ${name} the same name`, async () => {
      const titles = (await check(text)).flatMap(({ finding }) => finding.fixes.map(({ title }) => title));
      const renames = titles.filter((title) => /^(?:Rename|Change) to/.test(title));
      assert.equal(renames.length, 2, titles.join());
      assert.equal(renames[0], renames[1]);
      assert.equal((await judged(text)).fixed, text);
    });
  test('applies to each mapping on its own', async () => {
    const wrong = `${head}spec:\n  logLevl: info\n`;
    const right = `${head}spec:\n  logLevel: info\n`;
    const { fixed } = await judged(`${wrong}---\n${wrong}`);
    assert.equal(fixed, `${right}---\n${right}`);
  });
});

describe('check for misplaced fields', () => {
  test('reports spec under metadata without an automatic fix', async () => {
    const { rules, messages, fixed } = await judged(`${head}  spec:\n    logLevel: info\n`);
    assert.deepEqual(rules, ['osc/kataconfig-unknown-field']);
    assert.match(messages, /^spec belongs at the top level\./);
    assert.equal(fixed, `${head}  spec:\n    logLevel: info\n`);
  });
  test('reports spec fields at the top level', async () => {
    const { messages } = await judged(`${head}spec:\nlogLevel: info\n`);
    assert.match(messages, /^logLevel belongs under spec\./);
  });
  test('accepts metadata fields set by the API server', async () => {
    const exported = `${head}  uid: "1"\n  finalizers: [x]\n  managedFields: []\n  creationTimestamp: null\n`;
    assert.deepEqual((await judged(exported)).rules, []);
  });
});

describe('value check', () => {
  for (const variable of ['$(LEVEL)', '"{{ level }}"', 'pre-${LEVEL}']) {
    test(`ignores ${variable}`, async () => {
      assert.deepEqual(
        (await judged(`${head}spec:\n  logLevel: ${variable}\n  enablePeerPods: ${variable}\n`)).rules,
        [],
      );
    });
  }
});

test('reports a variable only as a placeholder', async () => {
  for (const variable of ['${LEVEL}', '$LEVEL'])
    assert.deepEqual((await judged(`${head}spec:\n  logLevel: ${variable}\n`)).rules, ['osc/placeholder-left-in']);
});

describe('KataConfig detection', () => {
  for (const text of [
    'apiVersion: kataconfiguration.openshift.io.example.com/v1\nkind: KataConfig\nspec: {a: 1}\n',
    'apiVersion: kataconfiguration.mycompany.io/v1\nkind: KataConfig\nmetadata: {name: a}\nspec: {a: 1}\n',
    'kind: KataConfig\nname: foo\nsettings: 1\n',
  ]) {
    test(`ignores ${text.trimEnd().split('\n').join(' | ')}`, async () =>
      assert.deepEqual((await judged(text)).rules, []));
  }
  test('recognizes a typo in the API group', async () => {
    assert.deepEqual((await judged(head.replace('openshift.io', 'openshfit.io'))).rules, [
      'osc/kataconfig-api-version',
    ]);
  });
});

describe('selector check', () => {
  const selector = (lines: string) => `${head}spec:\n  kataConfigPoolSelector:\n${lines}`;
  test("doesn't remove values automatically", async () => {
    for (const operator of ['exists', 'Exists']) {
      const text = selector(
        `    matchExpressions:\n      - key: a\n        operator: ${operator}\n        values: [x]\n`,
      );
      const { rules, fixed } = await judged(text);
      assert.deepEqual([rules, fixed], [['osc/kataconfig-selector-invalid'], text]);
    }
  });
  test("doesn't rename a nodeSelector that contains a selector", async () => {
    const text = selector('    nodeSelector:\n      matchLabels: {a: b}\n');
    assert.equal((await judged(text)).fixed, text);
  });
  test('ignores kustomize directives among labels', async () => {
    assert.deepEqual((await judged(selector('    matchLabels:\n      $patch: replace\n      a: b\n'))).rules, []);
  });
  test('adds no indentation to blank lines when wrapping labels', async () => {
    assert.equal(
      (await judged(selector('    a: b\n\n    c: d\n'))).fixed,
      selector('    matchLabels:\n      a: b\n\n      c: d\n'),
    );
  });
});

describe('value fix', () => {
  test('removes documentation callouts in every format', async () => {
    for (const callout of ['1', '<1>', '(1)', '①']) {
      assert.equal(
        (await judged(`${head}spec:\n  logLevel: info ${callout}\n`)).fixed,
        `${head}spec:\n  logLevel: info\n`,
      );
    }
  });
  test('removes typographic quotes', async () => {
    assert.equal((await judged(`${head}spec:\n  logLevel: ‘info’\n`)).fixed, `${head}spec:\n  logLevel: info\n`);
  });
  test("doesn't quote a number where only keywords are valid", async () => {
    const text = `${head}spec:\n  logLevel: 3\n`;
    assert.equal((await judged(text)).fixed, text);
  });
  test("doesn't disable the eligibility check automatically", async () => {
    const text = `${head}spec:\n  checkNodeEligibility: true\n  enablePeerPods: true\n`;
    assert.equal((await judged(text)).fixed, text);
  });
});

describe('headerValues', () => {
  const at = (text: string) =>
    headerValues(text.replace('|', ''), text.indexOf('|'))?.values.map((value) => value.text);
  test('offers each apiVersion once', () => {
    const offered = at('apiVersion: kata|') ?? [];
    assert.ok(offered.includes('kataconfiguration.openshift.io/v1') && offered.includes('v1'));
    assert.equal(new Set(offered).size, offered.length);
  });
  test('offers the apiVersion for a KataConfig', () =>
    assert.deepEqual(at('kind: KataConfig\napiVersion: |\n'), ['kataconfiguration.openshift.io/v1']));
  test('offers each kind once', () => {
    const offered = at('---\nkind: |\n') ?? [];
    assert.deepEqual(offered.slice(0, 3), ['KataConfig', 'ConfigMap', 'Secret']);
    assert.equal(new Set(offered).size, offered.length);
  });
  test('offers the kind for the API group', () =>
    assert.deepEqual(at('apiVersion: kataconfiguration.openshift.io/v1\nkind: K|'), ['KataConfig']));
  test('offers nothing for other kinds, groups, and positions', () => {
    for (const text of [
      'kind: Service\napiVersion: |',
      'apiVersion: example.com/v1\nkind: |',
      'metadata:\n  kind: |',
      'name: |',
      'kind: KataConfig x|',
    ])
      assert.equal(at(text), undefined, text);
  });
});
