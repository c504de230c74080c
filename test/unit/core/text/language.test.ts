import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { formatCount } from '#core/text/formatCount.ts';
import { createInEnglish, setTranslations } from '#core/text/language.ts';
import * as l10n from '@vscode/l10n';

const yes = () => l10n.t('Yes');

describe('message language', () => {
  afterEach(() => setTranslations({}));

  test('is English only while text is created in English, even if this throws an error', () => {
    for (const translations of [{ Yes: 'Oui' }, '{"Yes": "Oui"}']) {
      setTranslations(translations);
      assert.equal(yes(), 'Oui');
      assert.equal(createInEnglish(yes), 'Yes');
      assert.throws(
        () =>
          createInEnglish(() => {
            throw new Error(yes());
          }),
        /^Error: Yes$/,
      );
      assert.equal(yes(), 'Oui');
    }
  });
});

test('counts have singular and plural nouns', () => {
  assert.deepEqual(
    [formatCount(0, 'file'), formatCount(1, 'file'), formatCount(2, 'status'), formatCount(3, 'test case')],
    ['0 files', '1 file', '2 statuses', '3 test cases'],
  );
});
