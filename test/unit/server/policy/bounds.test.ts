/** Tests the limits of an evaluation: steps that reflect the work, and a clock that the test provides. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { estimatedSize } from '#server/policy/rego/builtins/regex.ts';
import { defaultLimits, type EvaluationLimits } from '#server/policy/rego/evaluate/limits.ts';
import { resultOf, runPolicy } from './runPolicy.ts';

/** Creates limits with a clock that advances by 1 ms at each reading. */
const ticking = (milliseconds: number): { readonly limits: EvaluationLimits; readonly looks: () => number } => {
  let time = 0;
  const now = () => {
    time += 1;
    return time;
  };
  return { limits: { ...defaultLimits, time: { now, milliseconds } }, looks: () => time };
};

describe('evaluation time limit', () => {
  const endless = 'xs := numbers.range(1, 10000)\nR := count([1 | some x in xs; some y in xs; x > y])';

  test('stops an evaluation and reports the position', () => {
    const { limits, looks } = ticking(5);
    assert.match(resultOf(endless, { limits }), /^error: stopped after 5 ms at ./);
    assert.ok(looks() <= 8, `${looks()} looks`);
  });
  test('is checked periodically instead of at every step', () => {
    const { limits, looks } = ticking(100_000);
    assert.match(resultOf(endless, { limits }), /^error: stopped after 5000000 steps/);
    assert.ok(looks() > 100 && looks() <= 5001, `${looks()} looks`);
  });
  test('applies to a few calls that cost many steps each', () => {
    const { limits, looks } = ticking(3);
    assert.match(
      resultOf('a := numbers.range(1, 2000)\nR := [sum(a) | some i in numbers.range(1, 100)]', { limits }),
      /stopped after 3 ms/,
    );
    assert.ok(looks() <= 6, `${looks()} looks`);
  });
  test("doesn't affect an evaluation that finishes in time", () =>
    assert.equal(resultOf('R := 1 + 1', ticking(1)), '2'));
});

describe('evaluation step limit', () => {
  const limits: EvaluationLimits = { ...defaultLimits, steps: 100_000 };
  const stops: Readonly<Record<string, string>> = {
    'compiling regular expressions':
      'R := [1 | some i in numbers.range(1, 50); regex.match(sprintf("(a|b|c){1,%d}$", [i + 300]), "abc")]',
    'reading object keys':
      'o := {k: 1 | some k in numbers.range(1, 5000)}\nR := [object.keys(o) | some i in numbers.range(1, 50)]',
    'merging objects':
      'o := {k: 1 | some k in numbers.range(1, 5000)}\nR := [object.union(o, {"a": i}) | some i in numbers.range(1, 50)]',
    'joining arrays': 'a := numbers.range(1, 5000)\nR := [count(array.concat(a, a)) | some i in numbers.range(1, 50)]',
    'measuring strings': 's := sprintf("%100000s", ["x"])\nR := [count(s) | some i in numbers.range(1, 50)]',
    'converting strings to numbers':
      's := sprintf("%0100000d", [1])\nR := [to_number(s) | some i in numbers.range(1, 50)]',
    'comparing strings':
      's := sprintf("%0200000d", [1])\nt := sprintf("%0200000d", [1])\nR := [1 | some i in numbers.range(1, 100); s == t]',
    'comparing collections':
      'a := numbers.range(1, 9000)\nb := numbers.range(1, 9000)\nR := [1 | some i in numbers.range(1, 200); a == b]',
    'multiplying large numbers': `a := ${'9'.repeat(2000)}\nR := [x | some i in numbers.range(1, 200); x := a * a]`,
    'writing long numbers': `a := ${'9'.repeat(30_000)}\nR := [json.marshal(a) | some i in numbers.range(1, 50)]`,
    'searching texts that repeat themselves':
      's := sprintf("%0100000d", [0])\nt := sprintf("%025000d1%025000d", [0, 0])\nR := [contains(s, t) | some i in numbers.range(1, 50)]',
    'conditions on every element that end early':
      'xs := numbers.range(1, 20000)\nR := [1 | some i in numbers.range(1, 500); not f(i)]\nf(i) if every x in xs { x > i }',
    'definitions of a function that do not match': `${Array.from({ length: 500 }, (_, index) => `f("k${index}") := 1`).join('\n')}\nR := [1 | some i in numbers.range(1, 500); not f(i)]`,
    'replacing a part of a large input': 'R := [1 | some i in numbers.range(1, 50); input.a == 1 with input.a as i]',
    'members of a set with long common beginnings':
      's := sprintf("%02000d", [0])\nR := {t | some i in numbers.range(1, 2000); t := concat("", [s, sprintf("%d", [i])])}',
    'trimming spaces': 's := sprintf("%100000s", ["x"])\nR := [trim_space(s) | some i in numbers.range(1, 50)]',
  };
  const large = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, index]));
  for (const [what, rules] of Object.entries(stops))
    test(`includes ${what}`, () =>
      assert.match(
        resultOf(rules, { limits, input: large }),
        /^error: stopped(?: after 100000 steps|: values of more)/,
      ));
});

describe('evaluation memory limit', () => {
  const doubling = (double: string): string => {
    const lines = Array.from({ length: 40 }, (_, index) => `s${index + 1} := ${double.replaceAll('$', `s${index}`)}`);
    return ['s0 := "ab"', ...lines, 'R := count(s40)'].join('\n');
  };
  const grows: Readonly<Record<string, string>> = {
    'texts that are joined with themselves': doubling('concat("", [$, $])'),
    'texts that are formatted with themselves': doubling('sprintf("%s%s", [$, $])'),
    'replacements that make a text longer': doubling('replace($, "a", "aab")'),
    'patterns whose replacement makes a text longer': doubling('regex.replace($, "a.*", "$0$0")').replaceAll(
      /s\d+0s\d+0"/g,
      '$$0$$0"',
    ),
    'several replacements that make a text longer': doubling('strings.replace_n({"a": "aab"}, $)'),
    'wide fields': 'R := [count(s) | some i in numbers.range(1, 100); s := sprintf("%1000000s%1000000d", ["a", i])]',
    'arrays that are joined with themselves': doubling('array.concat($, $)').replace('"ab"', '[1, 2]'),
    'values that hold themselves twice': `${doubling('[$, $]')}\nS := json.marshal(s22)`,
    'keys within keys': doubling('json.marshal({{$: 1}: 1})'),
    'long indentation':
      'R := json.marshal_with_options(numbers.range(1, 10000), {"indent": sprintf("%100000s", [""])})',
    'long ranges of long numbers': `R := count(numbers.range(${'9'.repeat(30_000)}, ${'9'.repeat(29_994)}000000))`,
  };
  for (const [what, rules] of Object.entries(grows))
    test(`stops ${what}`, () => {
      const { error } = runPolicy(rules);
      assert.match(
        error?.message ?? '',
        /^stopped(?: after 5000000 steps|: more than 20000000 elements|: a value has more than 8388608 elements)/,
      );
    });
});

describe('regular expression size limit', () => {
  test('applies before compilation', () => {
    for (const pattern of ['a{1000}'.repeat(100), '(abc{1000}){100}', '((a{50}){50}){50}', '(?:[^a-z]\\p{L}{500}){99}'])
      assert.match(
        resultOf(`R := regex.is_valid(\`${pattern}\`)`),
        /the regular expression is too large/,
        pattern.slice(0, 40),
      );
  });
  test("doesn't count braces in brackets and escapes as repetition", () => {
    assert.equal(estimatedSize('a{3}'), 3);
    assert.equal(estimatedSize('[a{900}]'), 1);
    assert.equal(estimatedSize('[]{9}]'), 1);
    assert.equal(estimatedSize('[[:alpha:]{9}]'), 1);
    assert.equal(estimatedSize('\\{900}') < 10, true);
    assert.equal(estimatedSize('\\x{41}\\p{L}'), 2);
    assert.equal(estimatedSize('(a|b){2,}'), 15);
    assert.ok(estimatedSize(`^${'/[a-z0-9]+'.repeat(30)}$`) < 500);
  });
  test('allows many small patterns in one evaluation', () =>
    assert.equal(
      resultOf('R := count([1 | some i in numbers.range(1, 300); regex.match(sprintf("^%d$", [i]), "7")])'),
      '1',
    ));
});
