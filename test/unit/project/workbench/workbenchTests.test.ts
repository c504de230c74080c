import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { globSync } from 'tinyglobby';
import { repositoryRoot } from '#scripts/lib/run.ts';

/** Code that must be in page objects. */
const forbiddenInTests: Readonly<Record<string, RegExp>> = {
  'a selector': /\.locator\(|\.frameLocator\(|\.getBy[A-Z]\w+\(|querySelector/,
  Playwright: /from 'playwright-core'/,
  'a wait for time': /waitForTimeout|timers\/promises|setTimeout\(/,
  'a repeated action': /\battempts?\s*(?:=|<|\+)|\bretr(?:y|ies)\s*\(/i,
};

/** Code that page objects must not contain either. Only `step.ts` waits between two checks. */
const forbiddenInSupport: Readonly<Record<string, RegExp>> = {
  'a wait for time': /waitForTimeout|timers\/promises|setTimeout\(/,
  'a repeated action': /\battempts?\s*(?:=|<|\+)/i,
};

/** Returns the problems of a source with their line numbers. */
function problemsIn(source: string, forbidden: Readonly<Record<string, RegExp>>): readonly string[] {
  return source
    .split('\n')
    .flatMap((line, index) =>
      Object.entries(forbidden).flatMap(([what, pattern]) =>
        pattern.test(line.replace(/^\s*(?:\/\/|\*|\/\*\*).*/, '')) ? [`${index + 1}: ${what}`] : [],
      ),
    );
}

const sources = (pattern: string): readonly (readonly [name: string, source: string])[] =>
  globSync(pattern, { cwd: repositoryRoot, ignore: ['test/workbench/fixtures/**'] }).map((name) => [
    name,
    readFileSync(path.join(repositoryRoot, name), 'utf8'),
  ]);

describe('workbench tests', () => {
  test('contain no selectors, no fixed waits, and no repeated actions', () => {
    const files = sources('test/workbench/**/*.test.ts');
    assert.ok(files.length > 20);
    assert.deepEqual(
      files.flatMap(([name, source]) => problemsIn(source, forbiddenInTests).map((problem) => `${name}:${problem}`)),
      [],
    );
  });

  test('share one process: each has one top-level describe, and no hooks outside of it', () => {
    for (const [name, source] of sources('test/workbench/**/*.test.ts')) {
      assert.equal(source.match(/^describe\(/gm)?.length, 1, name);
      assert.doesNotMatch(source, /^(?:before|after|beforeEach|afterEach|test)\(/m, name);
    }
  });

  test('use page objects without fixed waits and repeated actions', () => {
    const files = sources('test/support/workbench/**/*.ts').filter(([name]) => !name.endsWith('/step.ts'));
    assert.deepEqual(
      files.flatMap(([name, source]) => problemsIn(source, forbiddenInSupport).map((problem) => `${name}:${problem}`)),
      [],
    );
  });

  test('are checked by patterns that find a violation', () => {
    const bad = [
      `await page.locator('.tab').click();`,
      `import { chromium } from 'playwright-core';`,
      'await page.waitForTimeout(50);',
      'for (let attempt = 1; ; attempt++) {',
    ];
    for (const line of bad) assert.equal(problemsIn(line, forbiddenInTests).length, 1, line);
    assert.deepEqual(problemsIn('// a comment may name a retry', forbiddenInTests), []);
  });
});
