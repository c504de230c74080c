/**
 * Tests that the translations belong to English texts that exist, with the same placeholders, code, and links. A text
 * can lack a translation: the product then shows it in English. `npm run l10n:report` lists these texts.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { translatedStrings } from '#scripts/generate/manifest.ts';
import { repositoryRoot } from '#scripts/lib/run.ts';
import type { Strings } from '#scripts/lib/manifestStrings.ts';
import { compareTranslations, getBundlePath, getMessage, readBundle } from '#scripts/text/bundles.ts';
import { languages } from '#server/l10n/locale.ts';
import { findKey } from '#test/support/repository/translated.ts';
import { stringProblems } from '#test/support/repository/translationProblems.ts';

const read = (name: string) => readFileSync(path.join(repositoryRoot, name), 'utf8');
const english = readBundle(repositoryRoot);

/** Returns the problems of translations, each with its English text. */
function listProblems(from: (key: string) => string, to: Strings, language: string): readonly string[] {
  return Object.entries(to).flatMap(([key, text]) =>
    stringProblems(from(key), text, language).map(
      (problem) => `${JSON.stringify(from(key))} -> ${JSON.stringify(text)}: ${problem}`,
    ),
  );
}

for (const language of languages.slice(1)) {
  describe(`translation to ${language}`, () => {
    const file = getBundlePath(language);
    const bundle = readBundle(repositoryRoot, language);
    const translations = JSON.parse(read(file)) as Strings;

    test(`has only texts that exist in English`, () => {
      const { outdated } = compareTranslations(language, english, bundle);
      const help = `Update them in ${file}, or remove them with npm run l10n:report -- --remove-outdated.`;
      assert.deepEqual(outdated.slice(0, 20), [], help);
    });

    test('has no translation problems', () => {
      const from = (key: string) => getMessage(english[key] ?? key);
      assert.deepEqual(listProblems(from, translations, language).slice(0, 30), []);
    });

    test('has no problems in the combined strings of package.json', () => {
      const from = JSON.parse(read('package.nls.json')) as Strings;
      const to = JSON.parse(read(`package.nls.${language}.json`)) as Strings;
      assert.deepEqual(listProblems((key) => from[key] ?? '', to, language).slice(0, 30), []);
    });

    test('has strings of package.json that belong to the current English ones', () => {
      const generated = translatedStrings(read('package.nls.json'), translations);
      assert.equal(read(`package.nls.${language}.json`), generated, 'Run npm run generate.');
    });

    test('has the tag of the language, which the language server and dates depend on', () => {
      assert.equal(translations[findKey('en').key]?.toLowerCase(), language);
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

  test('reports plain spaces beside French punctuation, except in code', () => {
    const french = (text: string) => stringProblems('Value: "{0}"', text, 'fr');
    const problem = ['plain space instead of a no-break space (U+00A0) beside punctuation'];
    assert.deepEqual(french('Valeur\u00A0: «\u00A0{0}\u00A0»'), []);
    assert.deepEqual(french('Valeur : {0}'), problem);
    assert.deepEqual(french('Valeur\u00A0: « {0}\u00A0»'), problem);
    assert.deepEqual(stringProblems('Use `a : b`.', 'Utilisez `a : b`.', 'fr'), []);
  });

  test('reports different leading or trailing spaces', () => {
    assert.deepEqual(problems(' and more', '그리고'), ['space at an end differs']);
  });
});
