/** Tests how sentences and months appear in languages other than English. */
import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { getPolicyDelivery } from '#core/agent/policyDelivery.ts';
import { newestRelease, releases } from '#core/product/releases.ts';
import { formatMonth } from '#core/text/grammar.ts';
import { setTranslations } from '#core/text/language.ts';
import { repositoryRoot } from '#scripts/lib/run.ts';
import { readBundle } from '#scripts/text/bundles.ts';

function use(language: string): void {
  setTranslations(JSON.stringify(readBundle(repositoryRoot, language)));
}

describe('translated text', () => {
  afterEach(() => setTranslations({}));

  test('has no space between Chinese and Japanese sentences about policies', () => {
    for (const language of ['zh-cn', 'ja']) {
      use(language);
      for (const release of releases)
        for (const runtimeClass of ['kata-remote', 'kata-cc'])
          for (const confidential of [true, false, 'unknown'] as const) {
            const { reason, annotation, initdata } = getPolicyDelivery(release, runtimeClass, confidential);
            for (const text of [reason, annotation.why, initdata.why]) assert.doesNotMatch(text, /。 /, release.id);
          }
    }
  });

  test('has a space between French sentences about policies', () => {
    use('fr');
    const { reason } = getPolicyDelivery(releases.find(({ id }) => id === '1.10') ?? newestRelease, 'kata-cc', true);
    assert.match(reason, /\. [A-Z]/);
  });

  test('has months with their names', () => {
    assert.equal(formatMonth('2026-10'), 'October 2026');
    assert.equal(formatMonth('2026-10-05'), 'October 2026');
    use('fr');
    assert.equal(formatMonth('2026-10'), 'octobre 2026');
  });
});
