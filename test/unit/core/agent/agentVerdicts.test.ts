/** Tests the terms for policy verdicts. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { verdictCount, verdictNames, verdictOf } from '#core/agent/verdicts.ts';

const docs = path.resolve(import.meta.dirname, '../../../../docs');

describe('policy verdict term', () => {
  test('follows from the result of a request', () => {
    assert.equal(verdictOf({ result: true }), 'allowed');
    assert.equal(verdictOf({ result: false }), 'denied');
    assert.equal(verdictOf({ result: null }), 'undefined');
    assert.equal(verdictOf({ result: null, error: 'too many steps' }), 'failed');
    assert.equal(verdictOf({ result: true, error: 'the sending guest has another policy' }), 'allowed');
  });

  test('is the same in labels and counts', () => {
    for (const verdict of ['allowed', 'denied', 'undefined', 'failed'] as const)
      assert.equal(verdictCount(2, verdict), `2 ${verdictNames[verdict]().toLowerCase()}`);
    assert.deepEqual(
      [verdictCount(1, 'conditional'), verdictCount(2, 'conditional')],
      ['1 depends on the request', '2 depend on the request'],
    );
  });

  test('is documented', () => {
    const text = readFileSync(path.join(docs, 'policies.md'), 'utf8');
    for (const name of Object.values(verdictNames)) assert.match(text, new RegExp(`^\\| ${name()} +\\|`, 'm'), name());
  });
});
