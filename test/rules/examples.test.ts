/**
 * Tests every rule with its own examples: it reports exactly what is marked, its fix results in `prefer`, and `prefer`
 * has no findings. An example without `prefer` has no fix.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { applyEdits, selectCompatibleEdits } from '#server/engine/findings/applyFixes.ts';
import { rules } from '#server/cli/rules.ts';
import { splitSentences } from '#core/text/grammar.ts';
import { toPublicRuleId, type Example, type RuleInfo } from '#server/engine/findings/rule.ts';
import { check, type Checked } from '../support/manifests/checkText.ts';
import { toCheckOptions } from '../support/manifests/exampleOptions.ts';
import { readMarks, type Mark } from '../support/manifests/expectationMarks.ts';

for (const rule of rules) {
  describe(toPublicRuleId(rule.id), () => {
    for (const [index, example] of rule.examples().entries()) {
      test(`matches example ${index + 1}`, () => prove(rule, example));
    }
  });
}

async function prove(rule: RuleInfo, example: Example): Promise<void> {
  const { text, marks } = readMarks(example.avoid);
  const options = toCheckOptions(rule, example);
  assert.ok(marks.length > 0, 'the example marks nothing');
  const found = await check(text, options);
  const wanted = marks.map((mark) => wantedOf(mark, rule));
  assert.deepEqual(
    found.map(where),
    wanted,
    JSON.stringify(
      found.map(({ message }) => message),
      null,
      1,
    ),
  );
  // The Problems view shows messages as plain text, so Markdown backticks would be visible.
  for (const { message } of found) {
    assert.match(message, /^[^\n`]{20,240}$/, 'a message is one line of 20 to 240 characters, without Markdown');
    assert.ok(splitSentences(message).length <= 2, `a message has at most two sentences: ${message}`);
  }

  const fixes = found.flatMap(({ finding }) => finding.fixes.slice(0, 1));
  if (example.prefer === undefined) {
    assert.equal(fixes.length, 0, 'the example has a fix, so it must also have the result of the fix');
    return;
  }
  // Marks in `prefer` are findings that remain after a fix because the author must fill something in. Most examples
  // have none.
  const { text: prefer, marks: left } = readMarks(example.prefer);
  if (fixes.length > 0) assert.equal(applyEdits(text, selectCompatibleEdits(fixes)), prefer);
  const clean = await check(prefer, options);
  assert.deepEqual(
    clean.map(where),
    left.map((mark) => wantedOf(mark, rule)),
    JSON.stringify(clean.map(({ rule: id, message }) => `${id}: ${message}`)),
  );
}

function wantedOf(mark: Mark, rule: RuleInfo) {
  return { rule: mark.rule ?? toPublicRuleId(rule.id), line: mark.line, column: mark.column, length: mark.length };
}

function where({ rule, line, column, length }: Checked) {
  return { rule, line, column, length };
}
