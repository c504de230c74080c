import assert from 'node:assert/strict';
import { test } from 'node:test';
import { all, adaptor112, document112, issue, kataUpstream, operatorDev } from '#core/product/sources.ts';
import { oddSources } from '#test/support/repository/sourceFormat.ts';

test('source helpers produce valid sources', () => {
  const made = all(
    adaptor112('src/a.go'),
    document112('3.2'),
    issue('openshift/release', 79_581),
    kataUpstream('docs/a.md'),
    operatorDev('933eb47f', 'x.go'),
  );
  assert.deepEqual(oddSources(made), []);
  assert.equal(made.split('; ').length, 5);
});

test('a source without a commit or path is reported', () => {
  for (const odd of [
    '',
    'openshift/release',
    'openshift/release@main a.go',
    'openshift/release@933eb47f',
    'the documents',
    'OSC 1.12',
  ]) {
    assert.equal(oddSources(odd).length, 1, odd);
  }
});
