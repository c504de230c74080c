/**
 * Tests the workflows: their actions are pinned, they publish only for tags, and they test the oldest supported VS
 * Code.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { isJsonObject, getList, getMap, getString, getStrings, getValue } from '#core/common/json.ts';
import manifest from '../../../../package.json' with { type: 'json' };

const folder = path.resolve(import.meta.dirname, '../../../../.github/workflows');
const texts = new Map(readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
const workflow = (name: string): unknown => parse(texts.get(name) ?? '');

describe('workflow', () => {
  for (const [name, text] of texts) {
    test(`${name} pins actions by hash, with the version in a comment`, () => {
      const used = text.split('\n').filter((line) => /\buses:/.test(line));
      assert.ok(used.length > 0);
      for (const line of used) assert.match(line, /uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    });
    test(`${name} has read-only permissions by default`, () => {
      assert.deepEqual(getMap(parse(text), 'permissions'), { contents: 'read' });
    });
    test(`${name} uses no expressions in commands`, () => {
      for (const job of Object.values(getMap(parse(text), 'jobs')))
        for (const step of getList(job, 'steps')) assert.doesNotMatch(getString(step, 'run') ?? '', /\$\{\{/);
    });
  }
});

describe('CI', () => {
  test('tests the oldest supported VS Code and the newest', () => {
    const versions = getStrings(workflow('ci.yml'), 'jobs', 'desktop', 'strategy', 'matrix', 'vscode');
    assert.deepEqual(versions, [manifest.engines.vscode.replace('^', ''), 'stable']);
  });
  test('sets the version variable that the test script reads', () => {
    const step = getList(workflow('ci.yml'), 'jobs', 'desktop', 'steps').find((one) =>
      /test:electron/.test(getString(one, 'run') ?? ''),
    );
    const variable = Object.keys(getMap(step, 'env'))[0] ?? 'none';
    assert.match(
      readFileSync(path.resolve(folder, '../../scripts/testElectron.ts'), 'utf8'),
      new RegExp(`process\\.env\\['${variable}'\\]`),
    );
  });
});

describe('release workflow', () => {
  test('runs only for version tags', () =>
    assert.deepEqual(getValue(workflow('release.yml'), 'on'), { push: { tags: ['v[0-9]+.[0-9]+.[0-9]+'] } }));
  test('provides tokens only to publishing steps', () => {
    const jobs = getMap(workflow('release.yml'), 'jobs');
    assert.doesNotMatch(JSON.stringify(jobs['package']), /secrets\./);
    const holders = getList(jobs, 'publish', 'steps').filter((step) => /secrets\./.test(JSON.stringify(step)));
    assert.deepEqual(
      holders.map((step) => getString(step, 'run')?.split(' ', 2).join(' ')),
      ['node_modules/.bin/vsce publish', 'node_modules/.bin/ovsx publish'],
    );
    for (const step of holders) assert.ok(isJsonObject(step) && Object.keys(getMap(step, 'env')).length === 1);
  });
  test('publishes with the locked vsce version', () => {
    const lock: unknown = JSON.parse(readFileSync(path.resolve(folder, '../../package-lock.json'), 'utf8'));
    const version = getString(lock, 'packages', 'node_modules/@vscode/vsce', 'version');
    assert.match(texts.get('release.yml') ?? '', new RegExp(`@vscode/vsce@${version ?? 'none'} `));
  });
});
