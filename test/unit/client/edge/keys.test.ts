/** Tests the access keys of an account: they are stored as one secret, and invalid stored values are ignored. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { keyProblem, readKeys, removeStoredKeys, storeKeys } from '#client/edge/accountKeys.ts';

function storage(kept = new Map<string, string>()) {
  return {
    kept,
    get: (name: string) => Promise.resolve(kept.get(name)),
    store: (name: string, value: string) => Promise.resolve(void kept.set(name, value)),
    delete: (name: string) => Promise.resolve(void kept.delete(name)),
  };
}

describe('edge hosting access keys', () => {
  test('are stored together, read, and removed', async () => {
    const secrets = storage();
    assert.equal(await readKeys(secrets), undefined);
    await storeKeys(secrets, { accessKeyId: 'AKLTexample', secretKey: 'secret-key' });
    assert.deepEqual(
      [secrets.kept.size, await readKeys(secrets)],
      [1, { accessKeyId: 'AKLTexample', secretKey: 'secret-key' }],
    );
    await removeStoredKeys(secrets);
    assert.equal(secrets.kept.size, 0);
  });

  test('are undefined if the stored value is invalid', async () => {
    for (const text of [
      '',
      '{',
      'null',
      '{"accessKeyId":"AKLTexample"}',
      '{"accessKeyId":"","secretKey":"x"}',
      '{"accessKeyId":1,"secretKey":"x"}',
    ])
      assert.equal(await readKeys(storage(new Map([['osc.edge.keys', text]]))), undefined, text);
  });

  test('are rejected with a message if malformed', () => {
    assert.equal(keyProblem(' AKLTexample '), undefined);
    for (const text of ['', 'short', 'has a space in it', 'umlaut\u00e4\u00e4\u00e4\u00e4', 'x'.repeat(201)])
      assert.match(keyProblem(text) ?? '', /A key must be 8 to 200 characters long/, text);
  });
});
