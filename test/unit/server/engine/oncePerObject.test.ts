/** Tests which results are cached for documents. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oncePerText } from '#server/engine/oncePerObject.ts';

test('oncePerText caches results for long texts, and computes them again for short ones', () => {
  const computed: number[] = [];
  const lengthOf = oncePerText(({ text }: { readonly text: string }) => {
    computed.push(text.length);
    return text.length;
  });
  const [short, long, other] = [{ text: 'a' }, { text: 'a'.repeat(1000) }, { text: 'b'.repeat(1000) }];
  const results = [short, long, other, short, long, other].map((document) => lengthOf(document));
  assert.deepEqual(results, [1, 1000, 1000, 1, 1000, 1000]);
  assert.deepEqual(computed, [1, 1000, 1000, 1]);
});
