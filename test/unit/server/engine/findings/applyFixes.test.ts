import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { applyEdits, selectCompatibleEdits } from '#server/engine/findings/applyFixes.ts';
import type { Edit, Fix } from '#server/engine/findings/rule.ts';
import { random } from '#test/support/randomInput/random.ts';

const fix = (...edits: readonly (readonly [number, number, string])[]): Fix => ({
  title: 'mend',
  sure: true,
  edits: edits.map(([start, end, text]) => ({ start, end, text })),
});
const applied = (...fixes: Fix[]) => applyEdits('0123456789', selectCompatibleEdits(fixes));

describe('compatibleEdits', () => {
  test('accepts fixes in any order', () => assert.equal(applied(fix([7, 8, 'b']), fix([1, 2, 'a'])), '0a23456b89'));
  test('keeps the first of two overlapping fixes', () =>
    assert.equal(applied(fix([2, 5, 'a']), fix([4, 6, 'b'])), '01a56789'));
  test('drops a fix inside another', () => assert.equal(applied(fix([2, 6, 'a']), fix([3, 4, 'b'])), '01a6789'));
  test('keeps adjacent fixes', () => assert.equal(applied(fix([2, 4, 'a']), fix([4, 6, 'b'])), '01ab6789'));
  test('keeps the order of two insertions at one position', () =>
    assert.equal(applied(fix([3, 3, 'a']), fix([3, 3, 'b'])), '012ab3456789'));
  test('merges identical insertions at one position', () =>
    assert.equal(applied(fix([3, 3, 'a']), fix([3, 3, 'b']), fix([3, 3, 'a'], [5, 6, 'c'])), '012ab34c6789'));
  test('keeps insertions at the edges of a replacement', () =>
    assert.equal(applied(fix([3, 5, 'a']), fix([3, 3, 'b']), fix([5, 5, 'c'])), '012bac56789'));
  test('applies a fix completely or not at all', () =>
    assert.equal(applied(fix([0, 1, 'a']), fix([0, 1, 'b'], [8, 9, 'c'])), 'a123456789'));
  test('returns no edits without fixes', () => assert.equal(applied(), '0123456789'));

  test('matches a naive implementation for random fixes', () => {
    const chance = random(3);
    for (let run = 0; run < 500; run += 1) {
      const fixes = Array.from({ length: chance.below(20) }, () => {
        const start = chance.below(60);
        return fix([start, start + chance.below(4), 'x'], [start + 10, start + 10 + chance.below(4), 'y']);
      });
      assert.deepEqual(selectCompatibleEdits(fixes), slowly(fixes));
    }
  });
});

function slowly(fixes: readonly Fix[]): Edit[] {
  const apart = (a: Edit, b: Edit) => a.end <= b.start || b.end <= a.start;
  const isInsertion = ({ start, end }: Edit) => start === end;
  const all: Edit[] = [];
  for (const { edits } of fixes)
    if (edits.every((edit) => all.every((other) => apart(edit, other)))) all.push(...edits);
  const same = (a: Edit) => all.filter((b) => isInsertion(b) && b.start === a.start).map(({ text }) => text);
  const taken = all.filter(
    (edit, index) =>
      !isInsertion(edit) || all.findIndex((other) => isInsertion(other) && other.start === edit.start) === index,
  );
  return taken
    .map((edit) => (isInsertion(edit) ? { ...edit, text: [...new Set(same(edit))].join('') } : edit))
    .sort((a, b) => a.start - b.start || a.end - b.end);
}
