import assert from 'node:assert/strict';
import { test } from 'node:test';
import { knownKinds } from '#core/kinds/index.ts';
import { getFields } from '#core/kinds/field.ts';
import { describeFieldPlainly, isDeprecated, renderFieldMarkdown, valuesMarkdown } from '#core/kinds/fieldMarkdown.ts';
import { isInForce, releases } from '#core/product/releases.ts';
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

test('fields that went away show the last release and the replacement, in schemas too', () => {
  const field = { summary: () => 'What.', since: '1.8', until: '1.11', replacedBy: 'NEW_KEY' };
  assert.match(renderFieldMarkdown(field), /\*\*Until:\*\* OSC 1\.11\n\n\*\*Deprecated:\*\* use `NEW_KEY`$/);
  assert.equal(describeFieldPlainly(field), 'What. Since: OSC 1.8. Until: OSC 1.11. Deprecated: use NEW_KEY.');
  assert.equal(describeFieldPlainly({ summary: () => 'What.', since: '1.5' }), 'What.');
  assert.deepEqual([isDeprecated(field), isDeprecated({ summary: () => 'What.', since: '1.8' })], [true, false]);
  for (const kind of knownKinds)
    for (const release of releases)
      for (const [path, { summary, since, until }] of Object.entries(getFields(kind, { release }))) {
        assert.ok(
          isInForce({ ...(since === undefined ? {} : { since }), ...(until === undefined ? {} : { until }) }, release),
          `${path} ${release.id}`,
        );
        assert.doesNotMatch(summary(), /Used in OSC \S+ and earlier/, path);
      }
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
