/** Tests that line changes lead from one text to the other. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findLineChanges } from '#core/text/lineChanges.ts';
import { formatUnifiedDiff } from '#core/text/unifiedDiff.ts';
import { random } from '#test/support/randomInput/random.ts';

function changed(text: string, other: string): string {
  let [out, at] = ['', 0];
  for (const change of findLineChanges(text, other)) {
    out += text.slice(at, change.start) + change.text;
    at = change.end;
  }
  return out + text.slice(at);
}

describe('line changes', () => {
  test('change only the lines that differ', () => {
    const [before, after] = ['a\nb\nc\nd\n', 'a\nc\nd\ne\n'];
    assert.equal(
      formatUnifiedDiff('x', before, findLineChanges(before, after)),
      '--- a/x\n+++ b/x\n@@ -1,4 +1,4 @@\n a\n-b\n c\n d\n+e\n',
    );
    assert.deepEqual(findLineChanges(before, before), []);
  });

  test('lead from any text to any other', () => {
    const { below, pick, chance } = random(7);
    const text = (): string =>
      Array.from({ length: below(12) }, () => pick(['a', 'b', 'c', 'd'])).join('\n') + (chance(0.5) ? '\n' : '');
    for (let round = 0; round < 2000; round += 1) {
      const [before, after] = [text(), text()];
      assert.equal(changed(before, after), after);
    }
  });

  test('replace all lines in between if the texts are too different', () => {
    const lines = (word: string): string => Array.from({ length: 3000 }, (_, index) => `${word}${index}\n`).join('');
    const [before, after] = [`first\n${lines('a')}last\n`, `first\n${lines('b')}last\n`];
    assert.equal(findLineChanges(before, after).length, 1);
    assert.equal(changed(before, after), after);
  });
});
