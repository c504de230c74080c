/**
 * Every rule proves itself by its own examples: it finds exactly what is marked, its fix gives `prefer`, and `prefer`
 * is clean.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { applyEdits, selectCompatibleEdits } from '#server/engine/findings/applyFixes.ts';
import { rules } from '#server/cli/rules.ts';
import { toPublicRuleId, type Example, type RuleInfo } from '#server/engine/findings/rule.ts';
import { check, type Checked, type CheckOptions } from '../support/manifests/checkText.ts';
import { readMarks, type Mark } from '../support/manifests/expectationMarks.ts';

for (const rule of rules) {
  describe(toPublicRuleId(rule.id), () => {
    for (const [index, example] of rule.examples.entries()) {
      test(`matches example ${index + 1}`, () => prove(rule, example));
    }
  });
}

async function prove(rule: RuleInfo, example: Example): Promise<void> {
  const { text, marks } = readMarks(example.avoid);
  // What a fix leaves for the author to fill in is marked in `prefer`; mostly nothing is.
  const { text: prefer, marks: left } = readMarks(example.prefer);
  const options: CheckOptions = {
    hints: rule.severity === 'hint',
    ...(rule.language === undefined ? {} : { language: rule.language }),
    ...(example.release === undefined ? {} : { release: example.release }),
    ...(example.envFileOf === undefined ? {} : { envFileOf: example.envFileOf }),
    ...(example.files === undefined ? {} : { files: example.files }),
    ...(example.cluster === undefined ? {} : { cluster: example.cluster }),
  };
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
  // Lists of problems show messages as they are: Markdown would be read as backticks.
  for (const { message } of found)
    assert.match(message, /^[^\n`]{20,240}$/, 'a message is one line of 20 to 240 characters, without Markdown');

  const fixes = found.flatMap(({ finding }) => finding.fixes.slice(0, 1));
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
