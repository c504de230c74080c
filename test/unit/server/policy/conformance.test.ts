/**
 * Tests the parser with the policy engine's own test cases: it rejects the same policies at the same positions, and no
 * others.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseRego } from '#server/policy/rego/syntax/parse.ts';
import { getFirstEngineError } from '#server/policy/rego/evaluate/engineErrors.ts';
import { readGuestCases, noConformance } from '#scripts/conformance/conformanceCases.ts';
import { conformanceCases } from '#test/support/randomInput/conformanceModules.ts';

/** Matches the errors that the engine reports while parsing, not while evaluating. */
const refusal =
  /expecting `|unexpected keyword|keyword is required|must have a body|import shadows|cannot be shadowed|invalid whitespace|import path must/;

describe('parser conformance', { skip: noConformance }, () => {
  test('rejects the same modules as the engine in its own test cases', () => {
    const cases = conformanceCases();
    let refused = 0;
    for (const { file, note, dialect, modules, error } of cases) {
      const problems = modules.flatMap((module) => parseRego(module, dialect).problems);
      const expected = error !== undefined && refusal.test(error) ? 1 : 0;
      refused += expected;
      assert.equal(problems.length, expected, `${file}, ${note}: ${JSON.stringify(problems)}`);
    }
    assert.ok(cases.length > 550 && refused > 20, `${cases.length} cases, ${refused} refused`);
  });

  test('rejects the same policies as the guest, at the same position', () => {
    for (const { name, policy, ...verdicts } of readGuestCases()) {
      for (const dialect of ['v0', 'v1'] as const) {
        const { error, line, column } = verdicts[dialect];
        const module = parseRego(policy, dialect);
        const isRefused = error !== undefined && refusal.test(error);
        assert.equal(module.problems.length, isRefused ? 1 : 0, `${name} in ${dialect}`);
        const before = policy.slice(0, getFirstEngineError(module)?.span.start ?? 0).split('\n');
        if (isRefused)
          assert.equal(
            `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`,
            `${line}:${column}`,
            `${name} in ${dialect}`,
          );
      }
    }
  });
});
