/**
 * Tests the safe fixes with the examples of all rules: like `lint --fix`, they are applied until none remain. A second
 * run changes nothing, and no fix causes a finding.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { applyEdits, selectCompatibleEdits } from '#server/engine/findings/applyFixes.ts';
import { rules } from '#server/cli/rules.ts';
import { toPublicRuleId, type Example, type RuleInfo } from '#server/engine/findings/rule.ts';
import { check, type Checked, type CheckOptions } from '../support/manifests/checkText.ts';
import { readMarks } from '../support/manifests/expectationMarks.ts';
import { toCheckOptions } from '../support/manifests/exampleOptions.ts';

/** Like in the command line. */
const maxRounds = 10;
/** Rules about text that can't be parsed. Only after their fix do other rules check the text. */
const parseRules: ReadonlySet<string> = new Set([
  'osc/yaml-syntax',
  'osc/yaml-pasted',
  'osc/rego-syntax',
  'osc/initdata-syntax',
  'osc/promql-syntax',
]);

for (const rule of rules)
  describe(`fix of ${toPublicRuleId(rule.id)}`, () => {
    for (const [index, example] of rule.examples().entries())
      test(`of example ${index + 1} causes no finding, and none remains`, () => prove(rule, example));
  });

async function prove(rule: RuleInfo, example: Example): Promise<void> {
  const options = toCheckOptions(rule, example);
  const { text } = readMarks(example.avoid);
  const before = await check(text, options);
  const fixed = await fix(text, options);
  const after = await check(fixed, options);
  assert.deepEqual(sureFixes(after), [], 'a second run changes the text');
  if (before.some(({ rule: id }) => parseRules.has(id))) return;
  const count = (found: readonly Checked[], id: string) => found.filter((one) => one.rule === id).length;
  const added = after.filter(({ rule: id }) => count(after, id) > count(before, id));
  assert.deepEqual(
    added.map(({ rule: id, message }) => `${id}: ${message}`),
    [],
    fixed,
  );
}

async function fix(text: string, options: CheckOptions): Promise<string> {
  let fixed = text;
  for (let round = 0; round < maxRounds; round += 1) {
    const edits = selectCompatibleEdits(sureFixes(await check(fixed, options)));
    if (edits.length === 0) break;
    fixed = applyEdits(fixed, edits);
  }
  return fixed;
}

function sureFixes(found: readonly Checked[]) {
  return found.flatMap(({ finding }) => finding.fixes.filter(({ sure }) => sure).slice(0, 1));
}
