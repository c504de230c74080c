import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findMergeConflict } from '#server/engine/text/conflictMarkers.ts';

describe('merge conflict', () => {
  const found = (...lines: readonly string[]) => {
    const text = lines.join('\n');
    const conflict = findMergeConflict(text);
    return conflict === undefined ? undefined : [text.slice(conflict.start, conflict.end), conflict.message];
  };
  const rest = 'Keep one version, and remove the markers.';
  test('is found at its first marker, with both branches', () => {
    assert.deepEqual(found('a', '<<<<<<< HEAD', 'b', '=======', 'c', '>>>>>>> main', 'd'), [
      '<<<<<<< HEAD',
      `This text contains Git conflict markers for HEAD and main. ${rest}`,
    ]);
    assert.deepEqual(found('<<<<<<< HEAD\r', '||||||| base\r', '=======\r', '>>>>>>> main\r')?.[0], '<<<<<<< HEAD');
  });
  test('is found if a marker or a name is missing', () => {
    const message = `This text contains Git conflict markers. ${rest}`;
    assert.deepEqual(found('=======', 'c', '>>>>>>> main'), ['=======', message]);
    assert.deepEqual(found('<<<<<<<', '=======', '>>>>>>>'), ['<<<<<<<', message]);
  });
  test("isn't found in other text", () => {
    for (const line of ['=======', '<<<<<<< HEAD', ' <<<<<<< HEAD', '<<<<<<<< a', '>>>>>>> a'])
      assert.equal(found('a', line, 'b'), undefined);
    assert.equal(found('  <<<<<<< HEAD', '  =======', '  >>>>>>> main'), undefined);
  });
});
