/** Tests the search for several texts in one pass. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HintSearch } from '#gather/read/logs/hintSearch.ts';
import { random } from '#test/support/randomInput/random.ts';

const searchFor = (...texts: readonly string[]) => new HintSearch(texts.map((text) => Buffer.from(text)));

describe('search for several texts', () => {
  const search = searchFor('/dev/kvm', 'is blocked by policy');

  test('finds each text at the start, in the middle, and at the end', () => {
    for (const text of ['/dev/kvm', 'is blocked by policy'])
      for (const line of [text, `open ${text}: no such file`, `cannot open ${text}`])
        assert.equal(search.isIn(Buffer.from(line)), true, line);
  });

  test('finds nothing in truncated texts, texts in another case, and short input', () => {
    for (const line of ['', '/', '/dev/kv', 'dev/kvm', '/DEV/KVM', 'is blocked by polic', 'is blocked by\npolicy'])
      assert.equal(search.isIn(Buffer.from(line)), false, line);
  });

  test('finds texts that contain each other and bytes that are not ASCII', () => {
    assert.equal(searchFor('ab', 'abcdef').isIn(Buffer.from('xxab')), true);
    assert.equal(searchFor('naïve', 'für').isIn(Buffer.from('ist für alle')), true);
  });

  test('finds the same as one search per text in random input', () => {
    const chance = random(26);
    const word = (length: number) => Array.from({ length }, () => chance.pick(['a', 'b', 'ü'])).join('');
    const found = { yes: 0, no: 0 };
    for (let run = 0; run < 2000; run += 1) {
      const texts = Array.from({ length: 1 + chance.below(4) }, () => word(2 + chance.below(6)));
      const bytes = Buffer.from(word(chance.below(40)));
      const expected = texts.some((text) => bytes.includes(text));
      found[expected ? 'yes' : 'no'] += 1;
      assert.equal(searchFor(...texts).isIn(bytes), expected, `${texts.join(', ')} in ${bytes.toString()}`);
    }
    assert.ok(found.yes > 100 && found.no > 100);
  });
});
