/** Tests that the languages have exactly the English strings, with the same placeholders, code, and links. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import manifest from '../../../../package.json' with { type: 'json' };
import { inWords, type Strings } from '#scripts/lib/manifestStrings.ts';
import { repositoryRoot } from '#scripts/lib/run.ts';
import { languages } from '#server/l10n/locale.ts';
import { stringProblems } from '#test/support/repository/translationProblems.ts';

const read = (name: string) =>
  JSON.parse(readFileSync(path.join(repositoryRoot, name), 'utf8')) as Readonly<
    Record<string, string | { readonly message: string }>
  >;
const messages = (name: string): Strings =>
  Object.fromEntries(
    Object.entries(read(name)).map(([key, value]) => [key, typeof value === 'string' ? value : value.message]),
  );

for (const language of languages.slice(1)) {
  describe(`translation to ${language}`, () => {
    for (const [english, translated] of [
      ['l10n/bundle.l10n.json', `l10n/bundle.l10n.${language}.json`],
      ['package.nls.json', `package.nls.${language}.json`],
    ] as const) {
      const [from, to] = [messages(english), messages(translated)];

      test(`has exactly the English strings in ${translated}`, () => {
        const missing = Object.keys(from).filter((key) => !(key in to));
        const unused = Object.keys(to).filter((key) => !(key in from));
        assert.deepEqual({ missing: missing.slice(0, 20), unused: unused.slice(0, 20) }, { missing: [], unused: [] });
      });

      test(`has no translation problems in ${translated}`, () => {
        const problems = Object.entries(to).flatMap(([key, text]) =>
          stringProblems(from[key] ?? '', text, language).map(
            (problem) => `${JSON.stringify(from[key])} -> ${JSON.stringify(text)}: ${problem}`,
          ),
        );
        assert.deepEqual(problems.slice(0, 30), []);
      });
    }

    test('has all strings of package.json', () => {
      assert.doesNotThrow(() => inWords(manifest, messages(`package.nls.${language}.json`)));
    });
  });
}

describe('translation check', () => {
  const problems = (english: string, text: string) => stringProblems(english, text, 'ko');

  test('reports missing and extra placeholders', () => {
    assert.deepEqual(problems('{0} of {1} nodes', '노드 {1}개 중 {0}개'), []);
    assert.deepEqual(problems('{0} of {1} nodes', '노드 {0}개'), ['placeholders {0} instead of {0} {1}']);
    assert.deepEqual(problems('{0} nodes', '노드 {0}개, {1}개'), ['placeholders {0} {1} instead of {0}']);
  });

  test('reports changed code', () => {
    assert.deepEqual(problems('Run `oc get pods`.', '`oc get pods`를 실행하세요.'), []);
    assert.deepEqual(problems('Run `oc get pods`.', '`oc 파드`를 실행하세요.'), [
      'code `oc 파드` instead of `oc get pods`',
    ]);
  });

  test('reports translated kind names', () => {
    assert.deepEqual(problems('KataConfig exists.', 'KataConfig가 있습니다.'), []);
    assert.deepEqual(problems('KataConfig exists.', '카타 구성이 있습니다.'), ['KataConfig is not named']);
  });

  test('reports changed links', () => {
    assert.deepEqual(problems('[Open](command:osc.cluster.open)', '[열기](command:osc.cluster.open)'), []);
    assert.deepEqual(problems('[Open](command:osc.cluster.open)', '[열기](command:osc.open)'), [
      'links (command:osc.open) instead of (command:osc.cluster.open)',
    ]);
  });

  test('reports untranslated and empty sentences', () => {
    assert.deepEqual(problems('Nothing can be done now.', 'Nothing can be done now.'), ['not translated']);
    assert.deepEqual(problems('Nothing can be done now.', ' '), ['empty']);
    assert.deepEqual(problems('KataConfig {0}', 'KataConfig {0}'), []);
  });

  test('reports different leading or trailing spaces', () => {
    assert.deepEqual(problems(' and more', '그리고'), ['space at an end differs']);
  });
});
