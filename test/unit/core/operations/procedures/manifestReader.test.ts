/** Tests how the manifests of a file are read before they are applied. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseManifests } from '#client/operations/manifests/parseManifests.ts';
import { getString, getValue } from '#core/common/json.ts';
import { assertProportional } from '#test/support/performance/growth.ts';
import { parseValidManifests } from './parseValidManifests.ts';

const problemOf = (text: string): string => {
  const read = parseManifests(text);
  return read.ok ? assert.fail('it was read') : read.error;
};

describe('manifest reader', () => {
  const head = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n';
  test('returns objects in order and the items of a List individually', () => {
    const names = parseValidManifests(
      `${head}---\n# nothing\n---\napiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: Secret, metadata: {name: b}}\n`,
    ).map((one) => getString(one, 'metadata', 'name'));
    assert.deepEqual(names, ['a', 'b']);
  });
  test('reads scalars as oc does', () => {
    const [one] = parseValidManifests(
      `${head}data:\n  yes: "x"\nspec:\n  on: yes\n  mode: 0644\n  time: 22:30\n  date: 2024-01-02\n  text: "1"\n`,
    );
    assert.deepEqual(getValue(one, 'spec'), { true: true, mode: 420, time: '22:30', date: '2024-01-02', text: '1' });
  });
  test('rejects invalid, unnamed, and oversized input with the reason', () => {
    assert.match(problemOf(''), /No objects found/);
    assert.match(problemOf('a: [1'), /Can't read the file/);
    assert.match(problemOf('a: 1\na: 2\n'), /Can't read the file: duplicate key/);
    assert.match(problemOf('kind: Pod\n'), /has no apiVersion/);
    assert.match(problemOf('apiVersion: v1\nkind: Pod\n'), /no metadata\.name/);
    assert.match(problemOf('apiVersion: v1\nkind: Pod\nmetadata: {generateName: a-}\n'), /generateName/);
    assert.match(problemOf('apiVersion: v1\nkind: Pod\nmetadata: {name: <name>}\n'), /placeholder/);
    assert.match(problemOf(`${head}#${'x'.repeat(2_000_000)}`), /2 MB/);
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\n`;
    assert.match(problemOf(bomb), /Can't read the file/);
  });
  test('treats a kind such as AllowList as a single object', () => {
    assert.deepEqual(
      parseValidManifests(`apiVersion: a/v1\nkind: AllowList\nmetadata: {name: b}\n---\n${head}`).map(
        (one) => one['kind'],
      ),
      ['AllowList', 'ConfigMap'],
    );
  });
  test('rejects duplicate keys at any depth but allows repeated merge keys', () => {
    assert.match(problemOf(`${head}data: {a: b}\nspec: [{c: {"d": 1, d: 2}}]\n`), /duplicate key "d" on line 5/);
    assert.deepEqual(
      getValue(parseValidManifests(`${head}one: &o {a: 1}\ntwo: &t {b: 2}\nspec: {<<: *o, <<: *t}\n`)[0], 'spec'),
      { a: 1, b: 2 },
    );
  });
  test('reads or rejects input that is expensive to parse within the time limit', async () => {
    const lines = (count: number, line: (index: number) => string): string =>
      Array.from({ length: count }, (_, index) => line(index)).join('');
    const keys = (count: number): string => `${head}data:\n${lines(count, (index) => `  k${index}: v\n`)}`;
    // Each of these texts once took more than 30 seconds.
    assert.equal(Object.keys(parseValidManifests(keys(40_000))[0]?.['data'] ?? {}).length, 40_000);
    await assertProportional((part) => parseValidManifests(keys(40_000 * part)));
    assert.match(problemOf(`${head}data:\n${lines(20_000, (index) => `- &a${index} x\n- *a${index}\n`)}`), /aliases/);
    assert.match(problemOf('---\n'.repeat(400_000)), /documents/);
    assert.match(
      problemOf(`${head}data:\n  s: &s "${'x'.repeat(1_000_000)}"\n  l: [${'*s,'.repeat(99)}]\n`),
      /larger than 2 MB/,
    );
  });
});
