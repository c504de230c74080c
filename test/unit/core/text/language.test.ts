import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { formatCount } from '#core/text/formatCount.ts';
import { createInEnglish, setTranslations } from '#core/text/language.ts';
import * as l10n from '@vscode/l10n';

const yes = () => l10n.t('Yes');

describe('message language', () => {
  afterEach(() => setTranslations({}));

  test('is English for a text without a translation', () => {
    setTranslations({ Yes: 'Oui' });
    const [node, count] = ['worker-0', '3'];
    assert.equal(l10n.t('No'), 'No');
    assert.equal(l10n.t`${count} pods on ${node}`, '3 pods on worker-0');
    assert.equal(l10n.t('{0} pods on {1}', count, node), '3 pods on worker-0');
    assert.equal(l10n.t({ message: 'Stop {0}', args: [node], comment: 'A verb.' }), 'Stop worker-0');
    // The comment is a part of the key.
    assert.equal(l10n.t({ message: 'Yes', args: [], comment: 'An answer.' }), 'Yes');
  });

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
