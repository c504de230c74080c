import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasQuickSuggestions } from '#client/language/server/quickSuggestions.ts';

test('suggests for the first letter only if the user has suggestions for strings, as the values of YAML are', () => {
  for (const setting of [true, 'on', { other: 'off', comments: 'off', strings: 'on' }, { strings: true }])
    assert.equal(hasQuickSuggestions(setting), true);
  const without = [
    undefined,
    false,
    'off',
    'inline',
    'offWhenInlineCompletions',
    { other: 'on', comments: 'on', strings: 'off' },
    { strings: false },
    {},
  ];
  for (const setting of without) assert.equal(hasQuickSuggestions(setting), false);
});
