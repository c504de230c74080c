/** Tests how the language of a process is determined. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseLangOption, languageNamed, languageOfEnvironment } from '#server/l10n/locale.ts';

describe('process language', () => {
  test('is read from both forms of --lang', () => {
    assert.equal(parseLangOption(['node', 'osc-tools', '--lang', 'ko', 'lint']), 'ko');
    assert.equal(parseLangOption(['node', 'osc-tools', 'lint', '--lang=fr']), 'fr');
    assert.equal(parseLangOption(['node', 'osc-tools', 'lint']), undefined);
    assert.equal(parseLangOption(['node', 'osc-tools', '--lang']), undefined);
  });

  test('is recognized from system and editor locale names', () => {
    assert.equal(languageNamed('zh-CN'), 'zh-cn');
    assert.equal(languageNamed('zh_CN.UTF-8'), 'zh-cn');
    assert.equal(languageNamed('zh-Hans'), 'zh-cn');
    assert.equal(languageNamed('fr_CA.UTF-8@euro'), 'fr');
    assert.equal(languageNamed('JA'), 'ja');
  });

  test('is undefined for Traditional Chinese and untranslated languages', () => {
    for (const name of ['zh-TW', 'zh_HK.UTF-8', 'zh-Hant', 'de', 'C.UTF-8', 'POSIX', ''])
      assert.equal(languageNamed(name), undefined, name);
  });

  test('is read from the first nonempty locale variable', () => {
    assert.equal(languageOfEnvironment({ LC_ALL: '', LC_MESSAGES: 'ja_JP.UTF-8', LANG: 'fr_FR.UTF-8' }), 'ja');
    assert.equal(languageOfEnvironment({ LC_ALL: 'C', LANG: 'fr_FR.UTF-8' }), undefined);
    assert.equal(languageOfEnvironment({}), undefined);
  });
});
