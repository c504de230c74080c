/** Mends that reviewers broke: what a fix may not do to a file, and what is not a mistake at all. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { headerValues } from '../../../server/src/features/headerValues.ts';
import { applyEdits, compatibleEdits } from '../../../server/src/rules/applyFixes.ts';
import { check } from '../../support/check.ts';

const head = 'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: a\n';

/** The rules that find something, and the text with all sure fixes applied. */
async function judged(text: string): Promise<{ rules: string[]; mended: string; messages: string }> {
  const found = await check(text);
  const fixes = found.flatMap(({ finding }) => finding.fixes.filter(({ sure }) => sure).slice(0, 1));
  return { rules: found.map(({ rule }) => rule), mended: applyEdits(text, compatibleEdits(fixes)), messages: found.map(({ message }) => message).join('\n') };
}

describe('a mistyped key', () => {
  test('of the head is renamed, not added a second time', async () => {
    for (const [wrong, right] of [
      ['apiversion: ', 'apiVersion: '],
      ['Kind: ', 'kind: '],
    ] as const) {
      const text = head.replace(right, wrong);
      const { rules, mended } = await judged(text);
      assert.deepEqual([rules, mended], [['osc/kataconfig-unknown-field'], head]);
    }
  });
  test('keeps its quotes, so that JSON stays JSON', async () => {
    const text = JSON.stringify({
      apiVersion: 'kataconfiguration.openshift.io/v1',
      kind: 'KataConfig',
      metadata: { name: 'a' },
      spec: { enablePeerpods: true },
    });
    const { mended } = await judged(text);
    assert.deepEqual(JSON.parse(mended), { ...JSON.parse(text), spec: { enablePeerPods: true } });
  });
});

describe('a field in the wrong place', () => {
  test('spec under metadata', async () => {
    const { rules, messages, mended } = await judged(`${head}  spec:\n    logLevel: info\n`);
    assert.deepEqual(rules, ['osc/kataconfig-unknown-field']);
    assert.match(messages, /^spec belongs at the top level, not under metadata/);
    assert.equal(mended, `${head}  spec:\n    logLevel: info\n`);
  });
  test('fields of spec beside it', async () => {
    const { messages } = await judged(`${head}spec:\nlogLevel: info\n`);
    assert.match(messages, /^logLevel belongs under spec, not at the top level/);
  });
  test('what the API server writes into metadata is known', async () => {
    const exported = `${head}  uid: "1"\n  finalizers: [x]\n  managedFields: []\n  creationTimestamp: null\n`;
    assert.deepEqual((await judged(exported)).rules, []);
  });
});

describe('what is filled in later is not judged', () => {
  for (const variable of ['${LEVEL}', '$(LEVEL)', '$LEVEL', '"{{ level }}"', 'pre-${LEVEL}']) {
    test(variable, async () => {
      assert.deepEqual((await judged(`${head}spec:\n  logLevel: ${variable}\n  enablePeerPods: ${variable}\n`)).rules, []);
    });
  }
});

describe("somebody else's KataConfig", () => {
  for (const text of [
    'apiVersion: kataconfiguration.openshift.io.example.com/v1\nkind: KataConfig\nspec: {a: 1}\n',
    'apiVersion: kataconfiguration.mycompany.io/v1\nkind: KataConfig\nmetadata: {name: a}\nspec: {a: 1}\n',
    'kind: KataConfig\nname: foo\nsettings: 1\n',
  ]) {
    test(text.split('\n').join(' | '), async () => assert.deepEqual((await judged(text)).rules, []));
  }
  test('but ours with a slip in the group is ours', async () => {
    assert.deepEqual((await judged(head.replace('openshift.io', 'openshfit.io'))).rules, ['osc/kataconfig-api-version']);
  });
});

describe('a selector', () => {
  const selector = (lines: string) => `${head}spec:\n  kataConfigPoolSelector:\n${lines}`;
  test('values are not thrown away unasked', async () => {
    for (const operator of ['exists', 'Exists']) {
      const text = selector(`    matchExpressions:\n      - key: a\n        operator: ${operator}\n        values: [x]\n`);
      const { rules, mended } = await judged(text);
      assert.deepEqual([rules, mended], [['osc/kataconfig-selector-invalid'], text]);
    }
  });
  test('nodeSelector that holds a selector is not renamed', async () => {
    const text = selector('    nodeSelector:\n      matchLabels: {a: b}\n');
    assert.equal((await judged(text)).mended, text);
  });
  test('orders to kustomize are no labels', async () => {
    assert.deepEqual((await judged(selector('    matchLabels:\n      $patch: replace\n      a: b\n'))).rules, []);
  });
  test('wrapping labels leaves blank lines blank', async () => {
    assert.equal((await judged(selector('    a: b\n\n    c: d\n'))).mended, selector('    matchLabels:\n      a: b\n\n      c: d\n'));
  });
});

describe('values', () => {
  test('callouts as the formats of the documentation give them', async () => {
    for (const callout of ['1', '<1>', '(1)', '①']) {
      assert.equal((await judged(`${head}spec:\n  logLevel: info ${callout}\n`)).mended, `${head}spec:\n  logLevel: info\n`);
    }
  });
  test('quotes of a word processor', async () => {
    assert.equal((await judged(`${head}spec:\n  logLevel: ‘info’\n`)).mended, `${head}spec:\n  logLevel: info\n`);
  });
  test('a number is not quoted where only certain words are taken', async () => {
    const text = `${head}spec:\n  logLevel: 3\n`;
    assert.equal((await judged(text)).mended, text);
  });
  test('an eligibility check is not switched off unasked', async () => {
    const text = `${head}spec:\n  checkNodeEligibility: true\n  enablePeerPods: true\n`;
    assert.equal((await judged(text)).mended, text);
  });
});

describe('the head of a document that is being begun', () => {
  const at = (text: string) => headerValues(text.replace('|', ''), text.indexOf('|'))?.values.map((value) => value.text);
  test('apiVersion: each once', () => {
    const offered = at('apiVersion: kata|') ?? [];
    assert.ok(offered.includes('kataconfiguration.openshift.io/v1') && offered.includes('v1'));
    assert.equal(new Set(offered).size, offered.length);
  });
  test('apiVersion of our kind', () => assert.deepEqual(at('kind: KataConfig\napiVersion: |\n'), ['kataconfiguration.openshift.io/v1']));
  test('kind: each once', () => {
    const offered = at('---\nkind: |\n') ?? [];
    assert.deepEqual(offered.slice(0, 3), ['KataConfig', 'ConfigMap', 'Secret']);
    assert.equal(new Set(offered).size, offered.length);
  });
  test('kind of our group', () => assert.deepEqual(at('apiVersion: kataconfiguration.openshift.io/v1\nkind: K|'), ['KataConfig']));
  test('nothing for other kinds, groups and places', () => {
    for (const text of ['kind: Service\napiVersion: |', 'apiVersion: example.com/v1\nkind: |', 'metadata:\n  kind: |', 'name: |', 'kind: KataConfig x|'])
      assert.equal(at(text), undefined, text);
  });
});
