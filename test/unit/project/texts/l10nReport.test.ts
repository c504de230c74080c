/** Tests the fallback to English for texts without a current translation, and the report of these texts. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import packageStrings from '../../../../package.nls.json' with { type: 'json' };
import { translatableStrings, translatedStrings } from '#scripts/generate/manifest.ts';
import { inWords, type Strings } from '#scripts/lib/manifestStrings.ts';
import { compareTranslations } from '#scripts/text/bundles.ts';
import { findMessage } from '#scripts/text/messageLocations.ts';
import { describeState } from '#scripts/text/translationReport.ts';

const english = {
  'No pods.': 'No pods.',
  'Open/A button.': { message: 'Open', comment: ['A button.'] },
  '{0} is rebooting.': '{0} is rebooting.',
};
const translations = { 'No pods.': 'Aucun pod.', '{0} reboots.': '{0} redémarre.' };
const state = compareTranslations('fr', english, translations);

describe('translations', () => {
  test('are missing or outdated after the English text or its comment changed', () => {
    assert.deepEqual(state, {
      language: 'fr',
      missing: ['Open/A button.', '{0} is rebooting.'],
      outdated: ['{0} reboots.'],
      translated: 1,
    });
  });

  test('are reported with their locations', () => {
    const sources = [
      { file: 'core/a.ts', content: "\nl10n.t`${describeNode({ node })} is rebooting.`;\nl10n.t('No pods.');" },
      { file: 'core/b.ts', content: "l10n.t({ message: 'Open', args: [], comment: 'A button.' });" },
    ];
    assert.equal(
      describeState(state, { english, translations, sources }),
      [
        'fr: 1 translated, 2 missing, 1 outdated',
        '',
        '  Missing, shown in English:',
        '    core/b.ts:1',
        '      "Open"',
        '      Comment: A button.',
        '    core/a.ts:2',
        '      "{0} is rebooting."',
        '',
        '  Outdated in l10n/bundle.l10n.fr.json, not shown:',
        '    "{0} reboots."',
        '      "{0} redémarre."',
        '',
      ].join('\n'),
    );
  });

  test('are located in all forms of source text', () => {
    const places = (message: string, content: string) => findMessage(message, [{ file: 'a.ts', content }]);
    assert.deepEqual(places("It isn't {0}.", String.raw`l10n.t('It isn\'t {0}.', name)`), ['a.ts:1']);
    assert.deepEqual(places('Run `oc`.', '\nl10n.t`Run \\`oc\\`.`'), ['a.ts:2']);
    assert.deepEqual(places('One.\nTwo.', '{ "key": "One.\\nTwo." }'), ['a.ts:1']);
    assert.deepEqual(places('Open', "l10n.t('Open'); l10n.t('Open Cluster');\nl10n.t('Open')"), ['a.ts:1', 'a.ts:2']);
    assert.deepEqual(places('Other', "l10n.t('Open')"), []);
  });
});

describe('strings of package.json', () => {
  const strings = JSON.stringify({ ...packageStrings, category: 'Containers', 'command.osc.log.show': 'Show Log' });
  const generated = (translated: Strings) => JSON.parse(translatedStrings(strings, translated)) as Strings;

  test('are translatable unless they consist of texts in the code', () => {
    const texts = translatableStrings(strings);
    assert.ok(texts.includes('Containers') && texts.includes('Show Log'));
    assert.ok(!texts.includes(packageStrings.tour));
  });

  test('have a translation only while their English text has one', () => {
    const translated = { Containers: 'Conteneurs', 'Show the Log': 'Afficher le journal' };
    const { category, 'command.osc.log.show': title } = generated(translated);
    assert.deepEqual([category, title], ['Conteneurs', undefined]);
    assert.equal(generated({ 'Show Log': 'Afficher le journal' })['command.osc.log.show'], 'Afficher le journal');
  });

  test('require an English text for each key', () => {
    assert.throws(() => inWords({ title: '%missing%' }, {}), /package\.nls\.json has no missing/);
  });
});
