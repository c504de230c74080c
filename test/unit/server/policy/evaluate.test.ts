import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listGuestBuiltins } from '#server/policy/rego/builtins/index.ts';
import { evaluateRequest, evaluateQuery } from '#server/policy/rego/evaluate/evaluate.ts';
import { loadModules } from '#server/policy/rego/evaluate/load.ts';
import { parseRego, parseQuery } from '#server/policy/rego/syntax/parse.ts';
import { fromJson } from '#server/policy/rego/values/parseJson.ts';
import { findUnknownFunctions } from '#server/policy/rego/compile/unknownFunctions.ts';
import { policyText, resultOf, runPolicy, runText } from './runPolicy.ts';

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

test('evaluates statements once their variables are bound', () => {
  assert.equal(resultOf('R := z if { x > 1; z = y + 1; y = x; x = 2 }'), '3');
  assert.equal(resultOf('R if { y := 5; every x in [1, 2] { x < y } }'), 'true');
  // `:=` is different: the engine requires it before the first use.
  assert.equal(resultOf('R if { x > 1; x := 2 }'), 'error: var `x` used before definition below at x');
});

test('evaluates defaults, else, partial sets and objects, and functions', () => {
  assert.equal(resultOf('default R := false\nR if input.a == 1', { input: { a: 2 } }), 'false');
  assert.equal(resultOf('R := 1 if input.a else := 2 if input.b else := 3', { input: { b: true } }), '2');
  assert.equal(resultOf('s contains x if some x in [2, 1, 2]\ns contains 3\nR := s'), '{1, 2, 3}');
  assert.equal(resultOf('o[k] := v if some k, v in ["a", "b"]\nR := o'), '{0: "a", 1: "b"}');
  assert.equal(
    resultOf('f(0) := "none"\nf(n) := "some" if n > 0\ndefault f(_) := "?"\nR := [f(0), f(1), f(-1)]'),
    '["none", "some", "?"]',
  );
  assert.equal(resultOf('f([a, {"k": b}]) := a + b\nR := f([1, {"k": 2}])'), '3');
  assert.equal(resultOf('s contains 1 if false\nR := s'), '{}');
  assert.equal(resultOf('a.b.c := 1\na.b.d := a.b.c + 1\nR := a'), '{"b": {"c": 1, "d": 2}}');
});

test('evaluates loops, unification, comprehensions, and membership', () => {
  assert.equal(resultOf('R := [[i, x] | x := ["a", "b"][i]]'), '[[0, "a"], [1, "b"]]');
  assert.equal(resultOf('R if { [x, 2] = [1, y]; x + y == 3 }'), 'true');
  assert.equal(resultOf('R := v if { {"a": [_, v]} = {"a": [1, 2]} }'), '2');
  assert.equal(resultOf('R := {k: v | some k, v in {"a": 1}}'), '{"a": 1}');
  assert.equal(resultOf('R := [1 in [1], "k", 1 in {"k": 1}, 2 in {1}]'), '[true, "k", true, false]');
  assert.equal(resultOf('xs := [1, 2]\nys := [2, 3]\nR := {x | x := xs[_]; x == ys[_]}'), '{2}');
  assert.equal(resultOf('R := {"k": 1 | some x in [1, 2]; y := x}'), '{"k": 1}');
});

test('evaluates `not` around a loop as true when one element fails, like the engine', () => {
  assert.equal(resultOf('R if not input.xs[_] == 1', { input: { xs: [1, 2] } }), 'true');
  assert.equal(resultOf('R if not input.xs[_] == 1', { input: { xs: [] } }), 'undefined');
});

test('replaces input, data, and functions for one statement with `with`', () => {
  assert.equal(resultOf('f if input.a == 1\nR if { f with input as {"a": 1}; not f }'), 'true');
  assert.equal(resultOf('f if input.a.b == 1\nR if f with input.a.b as 1'), 'true');
  assert.equal(resultOf('limit := 1\ng := limit\nR := x if x := g with data.agent_policy.limit as 9'), '9');
  assert.equal(resultOf('h(x) := x\nk(x) := x * 10\nR := x if x := h(2) with h as k'), '20');
  assert.equal(resultOf('R := x if x := count([1]) with count as 7'), '7');
});

test('collects print output, including undefined values', () => {
  const { prints } = runPolicy('R if {\n  print("a", input.x, {"k": ["v"]})\n  true\n}', { input: {} });
  assert.deepEqual(prints, ['policy.rego:4: a <undefined> {"k": ["v"]}']);
});

test('reports errors with their position', () => {
  assert.equal(resultOf('R if x > 1'), 'error: use of undefined variable `x` is unsafe at x');
  assert.equal(resultOf('R := time.now_ns()'), 'error: could not find function time.now_ns at ()');
  assert.equal(resultOf('R := 1\nR := 2'), 'error: rule conflicts with the following rule: `R` at R');
  assert.equal(resultOf('R := a\na := b\nb := a'), 'error: recursion detected when evaluating rule: a → b → a at a');
  assert.equal(resultOf('R := "1" + 1'), 'error: `add` expects numeric argument. Got `"1"` instead at "1"');
  assert.equal(resultOf('R := 1 / 0'), 'undefined');
  assert.equal(resultOf('default R := input.a'), 'error: invalid `ref` in default value at input.a');
  assert.equal(
    resultOf('f(x) := x\nf(x) := x + 1\nR := f(1)'),
    'error: functions must not produce multiple outputs for same inputs at (1)',
  );
  assert.equal(
    resultOf('R if { some x in 1 }'),
    'error: `some .. in collection` expects array/set/object. Got `1` at 1',
  );
  assert.equal(resultOf('R if { x := 1; x := 2 }'), 'error: var `x` used before definition below at x');
});

test("doesn't evaluate rules that the query doesn't use", () => {
  assert.equal(resultOf('R := true\nother := time.now_ns()'), 'true');
  const module = parseRego(policyText('R := true\nother := time.now_ns()'), 'v1');
  assert.deepEqual(
    findUnknownFunctions([module], { builtins: listGuestBuiltins({ base64: true }) }).map(({ name }) => name),
    ['time.now_ns'],
  );
});

test('evaluates `if` without its import as a rule that is always true in v0', () => {
  const text = 'package agent_policy\ndefault R := false\nR if { input.a }\n';
  const verdict = (dialect: 'v0' | 'v1'): unknown => {
    const result = runText(text, { dialect, input: { a: false } });
    return result.error === undefined ? result.value : result.error;
  };
  assert.equal(verdict('v0'), true);
  assert.equal(verdict('v1'), false);
});

test('explains the first failing statement of each body', () => {
  const rules =
    'default R := false\nR if { input.a == 1; allowed }\nR if input.b.c\nallowed if { some x in input.xs; x > 5; startswith(input.name, "z") }';
  const result = runPolicy(rules, { input: { a: 1, xs: [1, 7, 2], name: 'y' }, explain: true });
  const text = policyText(rules);
  assert.deepEqual(
    result.failures.map(({ rule, statement, reason }) => [rule, text.slice(statement.start, statement.end), reason]),
    [
      ['allowed', 'startswith(input.name, "z")', 'false'],
      ['R', 'allowed', 'undefined'],
      ['R', 'input.b.c', 'undefined'],
    ],
  );
  assert.deepEqual(runPolicy(rules, { input: {} }).failures, []);
});

test('provides state as data, which overrides rules', () => {
  const data = fromJson({ pstate: { n: 1 }, agent_policy: { fixed: 'data' } });
  assert.equal(resultOf('fixed := "rule"\nR := [data.pstate.n, fixed]', { data }), '[1, "data"]');
});

test('returns the variables of a standalone query', () => {
  const text = policyText('p := {"a": 1}');
  const loaded = loadModules([{ module: parseRego(text, 'v1'), text }], {
    builtins: listGuestBuiltins({ base64: true }),
  });
  assert.ok(loaded.error === undefined);
  const result = evaluateQuery(loaded, parseQuery('x := data.agent_policy.p[k]', 'v1').query, { input: undefined });
  assert.ok(result.error === undefined);
  assert.deepEqual(
    result.solutions.map(({ bindings }) => Object.fromEntries(bindings)),
    [{ x: 1n, k: 'a' }],
  );
  const wrong = evaluateRequest(loaded, { rule: 'p', package: 'other', input: undefined });
  assert.ok(wrong.error === undefined && wrong.value === undefined);
});

test('stops at its step, depth, and size limits', () => {
  const stops: Readonly<Record<string, string>> = {
    'xs := numbers.range(1, 10000)\nR := count([1 | some x in xs; some y in xs; x > y])': 'stopped after 5000000 steps',
    'R := count(numbers.range(1, 1000000000))': 'elements and characters were created',
    'f(x) := f(x + 1)\nR := f(1)': 'nested more than 600 levels deep',
    [`R if {\n${lines(3000, (index) => `some x${index} in [1]`)}\n}`]: 'nested more than 600 levels deep',
    [`${lines(3000, (index) => (index === 0 ? 'a0 := 1' : `a${index} := a${index - 1}`))}\nR := a2999`]:
      'nested more than 600 levels deep',
    [`${lines(60, (index) => (index === 0 ? 'a0 := [1]' : `a${index} := [a${index - 1}, a${index - 1}]`))}\nR := json.marshal(a59)`]:
      'more than 8388608 elements',
    [`${lines(60, (index) => (index === 0 ? 'a0 := 1000000' : `a${index} := a${index - 1} * a${index - 1}`))}\nR := a59`]:
      'more than 131072 bits',
    [`${lines(60, (index) => (index === 0 ? 'a0 := "xxxxxxxxxxxxxxxx"' : `a${index} := concat("", [a${index - 1}, a${index - 1}])`))}\nR := count(a59)`]:
      'elements and characters were created',
    [`R if {\n${lines(20_000, () => '1 == 1')}\n}`]: 'more than 10000 statements',
  };
  for (const [rules, wanted] of Object.entries(stops)) {
    const result = resultOf(rules);
    assert.match(result, /^error: /);
    assert.ok(result.includes(wanted), `${wanted}: ${result.slice(0, 200)}`);
  }
});

test('evaluates a policy with thousands of rules', () => {
  assert.equal(
    resultOf(`${lines(5000, (index) => `s contains ${index} if input.a`)}\nR := count(s)`, { input: { a: true } }),
    '5000',
  );
  assert.equal(
    resultOf(`${lines(150, (index) => (index === 0 ? 'a0 := 1' : `a${index} := a${index - 1}`))}\nR := a149`),
    '1',
  );
});

test('requires the same number of arguments for functions of the same name', () => {
  assert.equal(
    resultOf('f(x) := 1\nf(x, y) := 2\nR := 1'),
    'error: data.agent_policy.f was previously defined with 1 arguments. at f(x, y) := 2',
  );
  assert.equal(resultOf('f(x) := 1 if x == 1\nf(x) := 2 if x == 2\ndefault f(x) := 3\nR := f(2)'), '2');
});
