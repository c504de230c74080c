/** Tests that texts which are nested too deeply are found before the YAML library composes documents from them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Parser } from 'yaml';
import { isNestedTooDeeply, maxComposedDepth } from '#core/text/nestingDepth.ts';
import { limitCodes, parseByLibrary } from '#server/engine/yaml/parse/parse.ts';

const forms: Readonly<Record<string, (depth: number) => string>> = {
  'lists in brackets': (depth) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`,
  'mappings in braces': (depth) => `{"a":${'{"b":'.repeat(depth)}1${'}'.repeat(depth)}}`,
  'lists in one line': (depth) => `a:\n  ${'- '.repeat(depth)}b\n`,
  'keys of mappings': (depth) => `a:\n  ${'? '.repeat(depth)}b\n`,
  'mappings in lines': (depth) =>
    Array.from({ length: Math.min(depth, 900) }, (_, level) => `${' '.repeat(level)}a:\n`).join(''),
};

describe('nesting of YAML', () => {
  for (const [name, textOf] of Object.entries(forms))
    test(`is limited for ${name}, whatever the depth`, () => {
      assert.equal(isNestedTooDeeply(new Parser().parse(textOf(50))), false);
      assert.equal(isNestedTooDeeply(new Parser().parse(textOf(maxComposedDepth + 10))), true);
      for (const depth of [90, 200, 500, 1000, 2000, 5000, 7000]) {
        const { problems } = parseByLibrary(textOf(depth));
        assert.equal(
          problems.some(({ code }) => limitCodes.has(code)),
          depth > 90,
          `${depth}: ${JSON.stringify(problems)}`,
        );
      }
    });

  test('is counted for all documents of a text', () => {
    assert.equal(isNestedTooDeeply(new Parser().parse(`a: 1\n---\nb: ${'['.repeat(400)}`)), true);
    assert.equal(isNestedTooDeeply(new Parser().parse('a: "[[["\n---\n# {{{\nb: |\n  [[[\n')), false);
  });
});
