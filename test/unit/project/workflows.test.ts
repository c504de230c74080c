/** The workflows: nothing in them changes by itself, they publish tags alone, and try the oldest VS Code that is promised. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { isJsonObject, listAt, mapAt, stringAt, textsAt, valueAt } from '../../../core/json.ts';
import manifest from '../../../package.json' with { type: 'json' };

const folder = path.resolve(import.meta.dirname, '../../../.github/workflows');
const texts = new Map(readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
const workflow = (name: string): unknown => parse(texts.get(name) ?? '');

describe('every workflow', () => {
  for (const [name, text] of texts) {
    test(`${name} takes actions by their hash, with the version beside it`, () => {
      const used = text.split('\n').filter((line) => /\buses:/.test(line));
      assert.ok(used.length > 0);
      for (const line of used) assert.match(line, /uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    });
    test(`${name} may only read, but for the jobs that say otherwise`, () => {
      assert.deepEqual(mapAt(parse(text), 'permissions'), { contents: 'read' });
    });
    test(`${name} puts nothing of an event into a command line`, () => {
      for (const job of Object.values(mapAt(parse(text), 'jobs')))
        for (const step of listAt(job, 'steps')) assert.doesNotMatch(stringAt(step, 'run') ?? '', /\$\{\{/);
    });
  }
});

describe('CI', () => {
  test('tries the oldest VS Code of package.json, and the newest', () => {
    const versions = textsAt(workflow('ci.yml'), 'jobs', 'desktop', 'strategy', 'matrix', 'vscode');
    assert.deepEqual(versions, [manifest.engines.vscode.replace('^', ''), 'stable']);
  });
  test('and what it says is what the suite downloads', () => {
    const step = listAt(workflow('ci.yml'), 'jobs', 'desktop', 'steps').find((one) => /test:electron/.test(stringAt(one, 'run') ?? ''));
    const variable = Object.keys(mapAt(step, 'env'))[0] ?? 'none';
    assert.match(readFileSync(path.resolve(folder, '../../scripts/testElectron.ts'), 'utf8'), new RegExp(`process\\.env\\['${variable}'\\]`));
  });
});

describe('a release', () => {
  test('is made of tags alone', () => assert.deepEqual(valueAt(workflow('release.yml'), 'on'), { push: { tags: ['v[0-9]+.[0-9]+.[0-9]+'] } }));
  test('has its tokens where something is published, and nowhere before', () => {
    const jobs = mapAt(workflow('release.yml'), 'jobs');
    assert.doesNotMatch(JSON.stringify(jobs['package']), /secrets\./);
    const holders = listAt(jobs, 'publish', 'steps').filter((step) => /secrets\./.test(JSON.stringify(step)));
    assert.deepEqual(
      holders.map((step) => stringAt(step, 'run')?.split(' ', 2).join(' ')),
      ['node_modules/.bin/vsce publish', 'node_modules/.bin/ovsx publish'],
    );
    for (const step of holders) assert.ok(isJsonObject(step) && Object.keys(mapAt(step, 'env')).length === 1);
  });
  test('publishes with the vsce that made it', () => {
    const lock: unknown = JSON.parse(readFileSync(path.resolve(folder, '../../package-lock.json'), 'utf8'));
    const version = stringAt(lock, 'packages', 'node_modules/@vscode/vsce', 'version');
    assert.match(texts.get('release.yml') ?? '', new RegExp(`@vscode/vsce@${version ?? 'none'} `));
  });
});
