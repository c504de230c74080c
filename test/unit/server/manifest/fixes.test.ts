/** Tests fixes in unusual text: they result in what was meant, or aren't offered. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { applyEdits } from '#server/engine/findings/applyFixes.ts';
import { check } from '#test/support/manifests/checkText.ts';

const head = 'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\n';

/** Returns the text after the fix with this title, or undefined if it isn't offered. */
async function fixText(text: string, title: RegExp, files?: Record<string, string>): Promise<string | undefined> {
  const found = await check(text, files === undefined ? {} : { files });
  const fix = found.flatMap(({ finding }) => finding.fixes).find((candidate) => title.test(candidate.title));
  return fix === undefined ? undefined : applyEdits(text, fix.edits);
}

describe('fix for a missing name', () => {
  const name = '  name: example-kataconfig\n';
  const cases: readonly [name: string, text: string, expected: string | undefined][] = [
    ['adds missing metadata', head, `${head}metadata:\n${name}`],
    ['supports a file without a final line break', head.trimEnd(), `${head}metadata:\n${name}`],
    ['fills empty metadata', `${head}metadata:\nspec: {}\n`, `${head}metadata:\n${name}spec: {}\n`],
    ['fills empty metadata at the end of the file', `${head}metadata:`, `${head}metadata:\n${name}`],
    ['keeps the comment after empty metadata', `${head}metadata: # c\n`, `${head}metadata: # c\n${name}`],
    ['replaces null metadata', `${head}metadata: null\nspec: {}\n`, `${head}metadata:\n${name}spec: {}\n`],
    [
      'replaces ~ and keeps its comment',
      `${head}metadata: ~ # c\nspec: {}\n`,
      `${head}metadata: # c\n${name}spec: {}\n`,
    ],
    [
      'keeps CRLF line breaks',
      `${head}metadata: ~\n`.replaceAll('\n', '\r\n'),
      `${head}metadata:\n${name}`.replaceAll('\n', '\r\n'),
    ],
    ["isn't offered for null on the next line", `${head}metadata:\n  ~\n`, undefined],
    ["isn't offered for an anchored null", `${head}metadata: &a ~\n`, undefined],
    ["isn't offered for a tagged null", `${head}metadata: !!null\n`, undefined],
    [
      'matches the indentation of the root',
      `${head}spec: {}\n`.replace(/^/gm, '  ').trimEnd(),
      `${head}metadata:\n${name}spec: {}\n`.replace(/^(?=.)/gm, '  ').trimEnd(),
    ],
    [
      'replaces null metadata in an indented root',
      `  ${head.trimEnd().replace('\n', '\n  ')}\n  metadata: null\n`,
      `  ${head.trimEnd().replace('\n', '\n  ')}\n  metadata:\n  ${name}`,
    ],
  ];
  for (const [title, text, expected] of cases) {
    test(title, async () => {
      assert.ok((await check(text)).some(({ rule }) => rule === 'osc/missing-field') || expected === undefined);
      assert.equal(await fixText(text, /^Add name: /), expected);
      if (expected !== undefined) assert.deepEqual(await check(expected), []);
    });
  }
});

describe('fix for a missing peer-pods-cm', () => {
  const text = `${head}metadata:\n  name: a\nspec:\n  enablePeerPods: true\n`;
  test('adds the ConfigMap before the end marker', async () => {
    for (const rest of ['...\nkind: Other\n', '... # end\n', '...']) {
      const out = (await fixText(`${text}${rest}`, /peer-pods-cm/, {})) ?? '';
      assert.ok(out.startsWith(`${text}---\napiVersion: v1\n`), out);
      assert.ok(out.endsWith(`VXLAN_PORT: "9000"\n${rest}`), out);
    }
  });
  test('adds the ConfigMap at the end of a file without an end marker', async () =>
    assert.match((await fixText(text, /peer-pods-cm/, {})) ?? '', /true\n---\n[^]*"9000"\n$/));
});

describe('automatic fix', () => {
  const rest = 'metadata:\n  name: a\n';
  const cases: readonly [name: string, text: string, rule: string][] = [
    [
      'boolean',
      `${head}${rest}spec:\n  enablePeerPods: &a "true"\n  kataConfigPoolSelector:\n    matchLabels:\n      kata: *a\n`,
      'osc/wrong-type',
    ],
    [
      'string',
      `${head}${rest}spec:\n  kataConfigPoolSelector:\n    matchLabels:\n      kata: &a true\n  enablePeerPods: *a\n`,
      'osc/wrong-type',
    ],
    [
      'kind',
      `apiVersion: kataconfiguration.openshift.io/v1\nkind: &k kataconfig\nmetadata:\n  name: *k\n`,
      'osc/kataconfig-kind',
    ],
    [
      'apiVersion',
      `apiVersion: &v kataconfiguration.openshift.io/v1alpha1\nkind: KataConfig\n${rest}  labels:\n    v: *v\n`,
      'osc/kataconfig-api-version',
    ],
    ['log level', `${head}${rest}  labels:\n    l: &l Debug\nspec:\n  logLevel: &m Debug\n`, 'osc/kataconfig-loglevel'],
    [
      'operator',
      `${head}${rest}spec:\n  kataConfigPoolSelector:\n    matchExpressions:\n      - key: a\n        operator: &o in\n        values: [*o]\n`,
      'osc/kataconfig-selector-invalid',
    ],
    [
      'labels',
      `${head}${rest}  labels: &l\n    a: b\nspec:\n  kataConfigPoolSelector: &s\n    zone: a\n`,
      'osc/kataconfig-selector-nodeselector',
    ],
    ['field', `${head}${rest}spec:\n  &f enablePeerpods: true\n`, 'osc/kataconfig-unknown-field'],
    ['namespace', `${head}metadata: &m\n  name: a\n  namespace: b\n`, 'osc/kataconfig-namespaced'],
  ];
  for (const [name, text, rule] of cases) {
    test(`isn't offered when an anchor is on the ${name}`, async () => {
      const found = (await check(text)).filter((finding) => finding.rule === rule);
      assert.equal(found.length > 0, true);
      for (const { finding } of found)
        assert.deepEqual(
          finding.fixes.filter(({ sure }) => sure),
          [],
        );
      const plain = (await check(text.replace(/&\w+ ?(?=\S|\n)/g, ''))).filter((finding) => finding.rule === rule);
      assert.ok(!text.includes('*') ? plain.some(({ finding }) => finding.fixes.some(({ sure }) => sure)) : true);
    });
  }
});

describe('callout number', () => {
  const labels = (lines: string) =>
    `${head}metadata:\n  name: a\nspec:\n  kataConfigPoolSelector:\n    matchLabels:\n${lines}`;
  test('is removed when the rest of the document is valid', async () => {
    assert.equal(await fixText(labels("      a: 'b' 1\n"), /^Remove 1$/), labels("      a: 'b'\n"));
    // The fix removes the first callout. The second one is fixed afterwards.
    assert.equal(
      await fixText(labels("      a: 'b' 1\n      c: 'd' 2\n"), /^Remove 1$/),
      labels("      a: 'b'\n      c: 'd' 2\n"),
    );
  });
  test('has no fix when the rest of the document is invalid', async () => {
    for (const text of [labels("      a: 'b' 1\nx: [\n"), labels("      a: 'b' 1\n  ]\n")]) {
      const found = await check(text);
      assert.deepEqual(
        found.map(({ rule }) => rule),
        ['osc/yaml-syntax'],
      );
      assert.match(found[0]?.message ?? '', /^Can't parse this document/);
      assert.deepEqual(found[0]?.finding.fixes, []);
    }
  });
});

test('messages omit control characters from user text', async () => {
  const found = await check(`${head}metadata:\n  name: a\nspec: !x\u001b[2J\u202e a\n`);
  const broken = await check(`${head}metadata:\n  name: "\\q\u202e\u001b"\n`);
  assert.ok(broken.length > 0);
  for (const { message } of [...found, ...broken]) assert.doesNotMatch(message, /[\p{Cc}\p{Cf}]/u);
});
