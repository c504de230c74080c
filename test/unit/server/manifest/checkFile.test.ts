/**
 * Tests how rules run: severities, `off`, releases, results that are kept between two checks, and a rule that throws.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findRelease, newestRelease } from '#core/product/releases.ts';
import { maxManifests } from '#server/engine/yaml/quota.ts';
import { readDocuments, YamlDocument } from '#server/engine/yaml/yamlDocument.ts';
import { manifestRules as rules } from '#server/manifest/rules/index.ts';
import { checkFile } from '#server/manifest/checkManifests.ts';
import type { ManifestEnvironment } from '#server/manifest/manifestEnvironment.ts';
import { check, uri } from '#test/support/manifests/checkText.ts';

const head = 'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: a\n';
const bad = `${head}spec:\n  logLevel: Debug\n`;
const environment = (more: Partial<ManifestEnvironment> = {}): ManifestEnvironment => ({
  release: newestRelease,
  severities: new Map(),
  workspace: undefined,
  yamlCheckedElsewhere: false,
  embeddedRules: () => Promise.resolve([]),
  onError: (message) => assert.fail(message),
  ...more,
});
const ids = (found: readonly { rule: string }[]) => found.map(({ rule }) => rule);

describe('rule severity', () => {
  test('defaults to the severity of the rule', async () => assert.equal((await check(bad))[0]?.severity, 'error'));
  test('follows the user settings', async () =>
    assert.equal((await check(bad, { severities: { 'kataconfig-loglevel': 'warning' } }))[0]?.severity, 'warning'));
  test('turns the rule off', async () =>
    assert.deepEqual(await check(bad, { severities: { 'kataconfig-loglevel': 'off' } }), []));
  test('uses the lower severity of an uncertain finding unless the user overrides it', async () => {
    const files = { 'other/file.yaml': head.replace('name: a', 'name: b') };
    assert.deepEqual(
      (await check(head, { files, hints: true }))
        .filter(({ rule }) => rule.endsWith('singleton'))
        .map(({ severity }) => severity),
      ['hint'],
    );
    assert.equal((await check(head, { files, severities: { 'kataconfig-singleton': 'error' } }))[0]?.severity, 'error');
  });
  test('applies a changed setting immediately to the same documents', async () => {
    const documents = readDocuments(bad);
    assert.equal(
      (await checkFile(uri, documents, environment()))?.filter(({ severity }) => severity === 'error').length,
      1,
    );
    const off = environment({ severities: new Map([['kataconfig-loglevel', 'off']]) });
    assert.equal((await checkFile(uri, documents, off))?.filter(({ severity }) => severity === 'error').length, 0);
  });
});

describe('a rule that throws', () => {
  test('is reported without affecting other rules', async () => {
    const rule = rules.find(({ id }) => id === 'kataconfig-loglevel');
    assert.ok(rule !== undefined);
    const { check: real } = rule;
    const said: string[] = [];
    rule.check = () => {
      throw new Error('on purpose');
    };
    try {
      const found = await checkFile(
        uri,
        readDocuments(`${bad}  enablePeerpods: true\n`),
        environment({ onError: (message) => said.push(message) }),
      );
      assert.deepEqual(
        found?.filter(({ severity }) => severity === 'error').map((finding) => finding.rule.id),
        ['kataconfig-unknown-field'],
      );
    } finally {
      rule.check = real;
    }
    assert.equal(said.length, 1);
    assert.match(said[0] ?? '', /kataconfig-loglevel.*on purpose/s);
    assert.deepEqual(ids(await check(bad)), ['osc/kataconfig-loglevel']);
  });
});

test('checkFile reports a document that fails and checks the others', async () => {
  class Broken extends YamlDocument {
    override get manifests(): never {
      throw new Error('on purpose');
    }
  }
  const said: string[] = [];
  const documents = [
    { document: new Broken(bad), start: 0 },
    ...readDocuments(bad).map(({ document }) => ({ document, start: bad.length })),
  ];
  const found = await checkFile(uri, documents, environment({ onError: (message) => said.push(message) }));
  assert.deepEqual(
    found?.filter(({ severity }) => severity === 'error').map(({ rule }) => rule.id),
    ['kataconfig-loglevel'],
  );
  assert.match(said.join('\n'), /Can't check a document.*on purpose/s);
});

describe('checkFile environment', () => {
  test('leaves types and syntax to another YAML extension that uses our schema', async () => {
    const text = `${head}spec:\n  enablePeerPods: "true"\n  logLevel: Debug\n`;
    assert.deepEqual(ids(await check(text)), ['osc/wrong-type', 'osc/kataconfig-loglevel']);
    assert.deepEqual(ids(await check(text, { yamlCheckedElsewhere: true })), ['osc/kataconfig-loglevel']);
    assert.deepEqual(await check(`${head}spec: [\n`, { yamlCheckedElsewhere: true }), []);
  });
  test('skips workspace rules when the workspace is unknown', async () => {
    const text = `${head}spec:\n  enablePeerPods: true\n`;
    assert.deepEqual(ids(await check(text)), []);
    assert.deepEqual(ids(await check(text, { files: {} })), ['osc/kataconfig-peerpods-missing-cm']);
    assert.deepEqual(
      ids(await check(text, { files: { 'kustomization.yaml': 'resources: [peer-pods-cm.yaml]\n' } })),
      [],
    );
  });
  test('supports old and new releases without internal errors', async () => {
    for (const id of ['1.5', '1.12']) {
      const found = await checkFile(
        uri,
        readDocuments(bad),
        environment({ release: findRelease(id) ?? newestRelease }),
      );
      assert.ok(found !== undefined && found.length > 0);
    }
  });
});

describe('checkFile limits', () => {
  test('check at most maxManifests manifests per file', async () => {
    const text = Array.from({ length: maxManifests + 5 }, () => `---\n${bad}`).join('');
    assert.equal((await check(text)).filter(({ rule }) => rule === 'osc/kataconfig-loglevel').length, maxManifests);
  });
  test('count documents that require the YAML library more heavily', async () => {
    const pairs = Array.from({ length: 700 }, (_, index) => `k${index}: v`).join(', ');
    const documents = readDocuments(`---\n${bad}x: {${pairs}}\n`.repeat(150));
    const found =
      (await checkFile(uri, documents, environment()))?.filter(({ rule }) => rule.id === 'kataconfig-loglevel')
        .length ?? 0;
    assert.ok(found > 5 && found < 50, `${found} documents`);
  });
  test('allow canceling between runs of a whole-file rule', async () => {
    const text = Array.from(
      { length: maxManifests },
      (_, index) => `---\n${head.replace('name: a', `name: a${index}`)}`,
    ).join('');
    const documents = readDocuments(text);
    const rule = rules.find(({ id }) => id === 'kataconfig-singleton');
    assert.ok(rule !== undefined);
    const { check: real } = rule;
    let checks = 0;
    let turns = 0;
    // Each check takes 1 ms. The caller cancels the check when the result is no longer needed.
    rule.check = () => {
      checks += 1;
      for (const until = performance.now() + 1; performance.now() < until;);
      return [];
    };
    try {
      const given = await checkFile(uri, documents, environment(), () => checks > 0 && (turns += 1) > 1);
      assert.equal(given, undefined);
      assert.ok(checks < maxManifests / 2, `${checks} checks`);
    } finally {
      rule.check = real;
    }
  });
  test('cap findings at 200 per rule and document', async () => {
    const fields = Array.from({ length: 5000 }, (_, index) => `  field${index}: 1\n`).join('');
    assert.equal((await check(`${head}spec:\n${fields}`)).length, 200);
  });
  test('allow canceling a check', async () => {
    const text = Array.from({ length: 3000 }, (_, index) => `---\n${bad.replace('name: a', `name: a${index}`)}`).join(
      '',
    );
    assert.equal(await checkFile(uri, readDocuments(text), environment(), () => true), undefined);
  });
  test('let other work run during a check', async () => {
    const text = Array.from({ length: 3000 }, (_, index) => `---\n${bad.replace('name: a', `name: a${index}`)}`).join(
      '',
    );
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    await checkFile(uri, readDocuments(text), environment());
    clearInterval(timer);
    assert.ok(turns > 2, `${turns} turns`);
  });
});

test('messages quote user text on one line and shorten it', async () => {
  const long = 'x'.repeat(3000);
  const texts = [
    `${head}spec:\n  logLevel: "a\\n\\tb"\n`,
    `${head}spec:\n  logLevel: ${long}\n`,
    `${head}spec:\n  ${long}: 1\n`,
    `${head}${long}: 1\n${long}: 2\n`,
    `apiVersion: kataconfiguration.openshift.io/${long}\nkind: KataConfig\nmetadata: {name: a}\n`,
    `apiVersion: kataconfiguration.openshift.io/v1\nkind: ${long}\nmetadata: {name: a}\n`,
    `${head}spec:\n  enablePeerPods: ${long}\n`,
    `${head}spec:\n  kataConfigPoolSelector:\n    matchLabels:\n      ${long}: ${long}\n      b: ${'1'.repeat(300)}\n`,
    `${head}spec:\n  kataConfigPoolSelector:\n    ${long}: ""\n`,
    `${head}spec:\n  kataConfigPoolSelector:\n    matchExpressions:\n      - {key: a, operator: ${long}}\n`,
  ];
  for (const text of texts) {
    const found = await check(text);
    assert.ok(found.length > 0, text.slice(0, 200));
    for (const { message, finding } of found) {
      assert.match(message, /^[^\n\t]{20,400}$/);
      for (const { title } of finding.fixes) assert.match(title, /^[^\n\t]{5,100}$/);
    }
  }
});

describe('check of JavaScript property names', () => {
  const cases: readonly [text: string, rule: string][] = [
    [`${head}spec:\n  logLevel: constructor\n`, 'osc/kataconfig-loglevel'],
    [`${head}constructor: x\n`, 'osc/kataconfig-unknown-field'],
    [`${head}__proto__: x\n`, 'osc/kataconfig-unknown-field'],
    [`${head}spec:\n  toString: x\n`, 'osc/kataconfig-unknown-field'],
    [
      `${head}spec:\n  kataConfigPoolSelector:\n    matchExpressions:\n      - {key: a, operator: valueOf, values: [b]}\n`,
      'osc/kataconfig-selector-invalid',
    ],
  ];
  for (const [text, rule] of cases) {
    test(`reports ${(text.split('\n').at(-2) ?? '').trim()}`, async () => {
      const found = await check(text);
      assert.deepEqual(ids(found), [rule]);
      assert.doesNotMatch(found[0]?.message ?? '', /native code|\[object|undefined/);
    });
  }
});
