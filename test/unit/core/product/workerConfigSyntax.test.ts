/** Compares the syntax check of worker configurations with a YAML parser. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseDocument } from 'yaml';
import { kataWorkerConfig } from '#core/product/kataNodeRule.ts';
import { findWorkerConfigError } from '#core/product/workerConfigSyntax.ts';

const rule = 'sources:\n  custom:\n    - name: kata\n      labels:\n        kata: "true"\n';

describe('syntax errors of worker configurations', () => {
  for (const [title, text, line] of [
    ['a tab as indentation', `${rule}\t  matchFeatures:\n`, undefined],
    ['a tab below a key without a value', `sources:\n\tcustom:\n`, 2],
    ['a value that contains another key', 'core:\n  sleepInterval: 60s\n  labelSources: all: true\n', 3],
    ['a key below a value', 'core:\n  sleepInterval: 60s\n    noPublish: true\n', 3],
    ['indentation that matches no line before', `${rule}   - name: other\n`, 6],
    ['a bracket that is not closed', `${rule}      matchAny: [{matchFeatures: []}\n`, 6],
    ['text after a value in quotes', `${rule}      name: "a" b\n`, 6],
  ] as const)
    it(`${line === undefined ? 'are not reported' : `are in line ${line}`} for ${title}`, () => {
      assert.equal(findWorkerConfigError(text), line);
    });

  it('are not in valid configurations', () => {
    for (const text of [
      '',
      '# core:\n#   sleepInterval: 60s\n',
      kataWorkerConfig,
      'core: # all\n  text: |\n    a: b: c\n      d\n  more: "a: b" # c\nsources:\n  pci: {list: ["a", \'b\'], b: {c: d}}\n',
      'sources:\n  custom:\n  - name: a:b\n    labels:\n    - &x y\n    - *x\n',
      'a: b\n  c\n  d\n',
    ])
      assert.equal(findWorkerConfigError(text), undefined, text);
  });

  it('are found only in texts that a YAML parser rejects, after random changes', () => {
    let state = 7;
    const random = (below: number): number => {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      return (state >>> 0) % below;
    };
    const parts = [' ', '\t', '\n', ':', ': ', '"', "'", '[', '{', ']', '}', '- ', '#', 'a', '|', '\n  ', '? ', '& '];
    const original = `${kataWorkerConfig}core:\n  list: ["0200"]\n  text: |\n    a: b\n`;
    let found = 0;
    for (let count = 0; count < 1500; count += 1) {
      const at = random(original.length);
      const added = random(3) === 0 ? '' : (parts[random(parts.length)] ?? '');
      const text = original.slice(0, at) + added + original.slice(at + random(3));
      if (findWorkerConfigError(text) === undefined) continue;
      found += 1;
      assert.notDeepEqual(parseDocument(text, { uniqueKeys: false }).errors, [], text);
    }
    assert.ok(found > 100, `found ${found}`);
  });
});
