/** Tests the comment at the top of each sample: it describes whether the sample has mistakes, and the checks agree. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { globSync } from 'tinyglobby';
import { repositoryRoot } from '#scripts/lib/run.ts';
import { byText } from '#test/support/repository/compareText.ts';
import { check } from '#test/support/manifests/checkText.ts';

const folder = path.join(repositoryRoot, 'samples');
const readme = readFileSync(path.join(folder, 'README.md'), 'utf8');

describe('the comment at the top of a sample', () => {
  for (const name of globSync('*/**/*.{yaml,rego,toml}', { cwd: folder }).toSorted(byText)) {
    test(`names the source and the mistakes of ${name}`, async () => {
      const text = readFileSync(path.join(folder, name), 'utf8');
      const promise = /No mistakes|Mistakes?:|Mistake in the documentation:|Replace the placeholders/.exec(
        text.replaceAll(/\n# +/g, ' '),
      )?.[0];
      assert.ok(promise, 'it does not describe the mistakes of the sample');
      assert.match(text, /^# OSC 1\.(?:12 for AWS|5), (?:\d\.\d|chapter \d)/, 'it does not name the source');
      assert.ok(readme.includes(`](${name})`), 'README.md does not link to the sample');
      const language = name.endsWith('.rego') ? 'rego' : name.endsWith('.toml') ? 'toml' : 'yaml';
      const found = (await check(text, { language })).filter(({ severity }) => severity !== 'info');
      assert.equal(
        found.length > 0,
        promise !== 'No mistakes',
        JSON.stringify(found.map(({ rule, message }) => `${rule} ${message}`)),
      );
      if (promise === 'Replace the placeholders') for (const { rule } of found) assert.match(rule, /placeholder/);
    });
  }
});
