import assert from 'node:assert/strict';
import { test } from 'node:test';
import { knownKinds } from '#core/kinds/index.ts';
import { renderFieldMarkdown, valuesMarkdown } from '#core/kinds/fieldMarkdown.ts';
import { noText } from '#core/text/message.ts';

test('field documentation has one paragraph per known fact', () => {
  assert.equal(renderFieldMarkdown({ summary: () => 'What.' }), 'What.');
  assert.equal(
    renderFieldMarkdown({
      summary: () => 'What.',
      default: () => '`a`',
      since: '1.5',
      consequence: () => 'Reboot.',
      section: { title: 'T', url: 'https://example.com' },
    }),
    'What.\n\n**Default:** `a`\n\n**Since:** OSC 1.5 or earlier\n\n**Consequence:** Reboot.\n\n**Documentation:** [T](https://example.com)',
  );
  assert.match(renderFieldMarkdown({ summary: () => 'What.', since: '1.9' }), /OSC 1\.9$/);
});

test('value documentation lists the current value first in bold', () => {
  const field = { summary: () => '', values: { a: () => 'A', b: () => 'B' } };
  assert.equal(valuesMarkdown(field), '- `a`: A\n- `b`: B');
  assert.equal(valuesMarkdown(field, 'b'), '- **`b`**: B\n- `a`: A');
  assert.equal(valuesMarkdown({ summary: () => '' }), '');
});

test('values whose names say everything are in one line', () => {
  const field = { summary: () => '', values: { true: noText, false: noText } };
  assert.equal(valuesMarkdown(field, 'false'), '**`false`**, `true`');
  assert.equal(valuesMarkdown({ ...field, values: { a: noText, b: () => 'B' } }), '- `a`\n- `b`: B');
});

test('every field of every kind has documentation', () => {
  for (const { fields } of knownKinds)
    for (const [path, field] of Object.entries(fields)) assert.match(renderFieldMarkdown(field), /^[^\n]{10,}/, path);
});
