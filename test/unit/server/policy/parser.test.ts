import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Dialect } from '#core/agent/policyEngines.ts';
import type { Module, Query, Statement, Term } from '#server/policy/rego/syntax/ast.ts';
import { parseRego, parseQuery } from '#server/policy/rego/syntax/parse.ts';
import { findRegoNodes } from '#server/policy/rego/syntax/walk.ts';
import type { Span } from '#server/engine/text/span.ts';

const head = 'package agent_policy\nimport rego.v1\n';

/** Returns the structure of a term, in brackets. */
function shape(term: Term | undefined): string {
  if (term === undefined) return '';
  const all = (terms: readonly Term[]) => terms.map(shape).join(' ');
  switch (term.kind) {
    case 'scalar':
      return typeof term.value === 'object' && term.value !== null ? term.value.number : JSON.stringify(term.value);
    case 'variable':
      return term.name;
    case 'broken':
      return '?';
    case 'ref':
      return `(ref ${shape(term.base)} ${all(term.path.map(({ key }) => key))})`;
    case 'call':
      return `(call ${shape(term.callee)} ${all(term.arguments)})`;
    case 'array':
    case 'set':
      return `(${term.kind} ${all(term.items)})`;
    case 'object':
      return `(object ${term.entries.map(({ key, value }) => `${shape(key)}: ${shape(value)}`).join(' ')})`;
    case 'array comprehension':
    case 'set comprehension':
      return `(${term.kind} ${shape(term.item)} | ${queryShape(term.query)})`;
    case 'object comprehension':
      return `(object comprehension ${shape(term.key)}: ${shape(term.item)} | ${queryShape(term.query)})`;
    case 'unary':
      return `(- ${shape(term.operand)})`;
    case 'binary':
      return `(${term.operator} ${shape(term.left)} ${shape(term.right)})`;
    default:
      return `(in ${term.key === undefined ? '' : `${shape(term.key)}, `}${shape(term.value)} ${shape(term.collection)})`;
  }
}

function queryShape(query: Query | undefined): string {
  return query === undefined ? '' : query.statements.map(statementShape).join('; ');
}

function statementShape(statement: Statement): string {
  const modifiers = statement.with.map(({ target, value }) => ` with ${shape(target)} as ${shape(value)}`).join('');
  switch (statement.kind) {
    case 'expression':
      return `${statement.not === undefined ? '' : 'not '}${shape(statement.term)}${modifiers}`;
    case 'some':
      return `some ${statement.names.map(({ name }) => name).join(', ')}${modifiers}`;
    case 'some in':
      return `some ${statement.key === undefined ? '' : `${shape(statement.key)}, `}${shape(statement.value)} in ${shape(statement.collection)}${modifiers}`;
    default:
      return `every ${statement.key === undefined ? '' : `${statement.key.name}, `}${statement.value.name} in ${shape(statement.collection)} {${queryShape(statement.query)}}${modifiers}`;
  }
}

function ruleShapes({ rules }: Module): string[] {
  return rules.map(({ isDefault, head: { ref, parameters, contains, assign, value }, bodies }) =>
    [
      isDefault ? 'default ' : '',
      shape(ref),
      parameters === undefined ? '' : `(${parameters.map(shape).join(', ')})`,
      contains === undefined ? '' : ` contains ${shape(contains)}`,
      value === undefined ? '' : ` ${assign} ${shape(value)}`,
      ...bodies.map(
        (body) =>
          `${body.isElse ? ' else' : ''}${body.value === undefined ? '' : ` ${body.assign} ${shape(body.value)}`}${body.ifWord === undefined ? '' : ' if'}${body.query === undefined ? '' : ` {${queryShape(body.query)}}`}`,
      ),
    ].join(''),
  );
}

/** Returns the structure of the rules of a text without problems. */
function rules(text: string, dialect: Dialect = 'v1'): string[] {
  const module = parseRego(text.startsWith('package') ? text : `package a\n${text}`, dialect);
  assert.deepEqual(module.problems, []);
  return ruleShapes(module);
}

function value(text: string): string | undefined {
  return rules(`x := ${text}`)[0]?.replace(/^x := /, '');
}

/**
 * Returns the problems of a module with their codes and source text, and the structure of its rules. The dialect is v1
 * by default.
 */
function faults(text: string, dialect: Dialect = 'v1'): { problems: string[]; rules: string[] } {
  const module = parseRego(head + text, dialect);
  return {
    problems: module.problems.map(
      ({ code, start, end }) => `${code} ${start - head.length} ${(head + text).slice(start, end)}`,
    ),
    rules: ruleShapes(module),
  };
}

const places = (text: string, spans: readonly (Span | undefined)[]) =>
  spans.map((span) => (span === undefined ? undefined : text.slice(span.start, span.end)));

describe('term parser', () => {
  test('applies operator precedence', () => {
    assert.equal(value('1 + 2 * 3 - 4'), '(- (+ 1 (* 2 3)) 4)');
    assert.equal(value('a & b | c - d'), '(| (& a b) (- c d))');
    assert.equal(value('a == b < c'), '(< (== a b) c)');
    assert.equal(value('1 in [1] == true'), '(in 1 (== (array 1) true))');
    assert.equal(value('a in b in c'), '(in (in a b) c)');
    assert.equal(value('(1 + 2) * 3'), '(* (+ 1 2) 3)');
    assert.equal(value('5 -1'), '(- 5 1)');
    assert.equal(value('-1'), '-1');
    assert.equal(value('- a + 1'), '(- (+ a 1))');
    assert.equal(value('0, 2 in [5]'), '(in 0, 2 (array 5))');
  });

  test('keeps the text of numbers', () => {
    assert.equal(value('123456789012345678901234567890'), '123456789012345678901234567890');
    assert.equal(value('-1.50E+03'), '-1.50E+03');
  });

  test('parses refs, also on calls and literals and with keywords after the dot', () => {
    assert.equal(value('input.a["b"][c].package.if'), '(ref input "a" "b" c "package" "if")');
    assert.equal(value('f(a).b[0]'), '(ref (call f a) "b" 0)');
    assert.equal(value('[1, 2][0]'), '(ref (array 1 2) 0)');
    assert.equal(value('{"a": 1}.a'), '(ref (object "a": 1) "a")');
    assert.equal(value('data.lib.f(a, b,)'), '(call (ref data "lib" "f") a b)');
    assert.equal(value('regex["match"](a)'), '(call (ref regex "match") a)');
    assert.equal(value('contains(a, b)'), '(call contains a b)');
  });

  test('parses arrays, objects, and sets', () => {
    assert.equal(value('[]'), '(array )');
    assert.equal(value('{}'), '(object )');
    assert.equal(value('set( )'), '(set )');
    assert.equal(value('{1, "a", `b`,}'), '(set 1 "a" "b")');
    assert.equal(value('{a | b: 1, c: d in e}'), '(object (| a b): 1 c: (in d e))');
  });

  test('distinguishes comprehensions from similar arrays and sets', () => {
    assert.equal(value('[x | y]'), '(array comprehension x | y)');
    assert.equal(value('[x | y, 5]'), '(array (| x y) 5)');
    assert.equal(value('[x | y, 5 in {5}]'), '(array comprehension x | (in y, 5 (set 5)))');
    assert.equal(value('[x | y, 5 in {5}, 6]'), '(array (| x y) (in 5 (set 5)) 6)');
    assert.equal(value('[x - {1} | y]'), '(array (| (- x (set 1)) y))');
    assert.equal(value('[(x - {1}) | y]'), '(array comprehension (- x (set 1)) | y)');
    assert.equal(value('{x | y | z}'), '(set (| (| x y) z))');
    assert.equal(value('{x | some x in y; x > 1}'), '(set comprehension x | some x in y; (> x 1))');
    assert.equal(value('{k: v |\n  v := y[k]\n  not z\n}'), '(object comprehension k: v | (:= v (ref y k)); not z)');
  });

  test('records the position of each part', () => {
    const text = 'package a\nx := f.g(1, [y |  z]).h + -b["c"]';
    const term = parseRego(text, 'v1').rules[0]?.head.value;
    assert.ok(
      term?.kind === 'binary' &&
        term.left.kind === 'ref' &&
        term.left.base.kind === 'call' &&
        term.right.kind === 'unary',
    );
    const { base, path } = term.left;
    const [, comprehension] = base.arguments;
    assert.ok(comprehension?.kind === 'array comprehension' && term.right.operand.kind === 'ref');
    assert.deepEqual(
      places(text, [
        term,
        term.left,
        term.operatorAt,
        base,
        base.callee,
        base.parentheses,
        comprehension,
        comprehension.query,
        path[0],
        path[0]?.key,
        term.right,
        term.right.operand.path[0],
      ]),
      [
        'f.g(1, [y |  z]).h + -b["c"]',
        'f.g(1, [y |  z]).h',
        '+',
        'f.g(1, [y |  z])',
        'f.g',
        '1, [y |  z]',
        '[y |  z]',
        'z',
        '.h',
        'h',
        '-b["c"]',
        '["c"]',
      ],
    );
  });
});

describe('rule parser', () => {
  test('parses heads', () => {
    assert.deepEqual(
      rules(
        'default x := false\ndefault f(_, a) = 1\nx = 1\na.b[c].d := 2\nf(a, [b]) := a\np contains x + 1 if { x := 1 }',
      ),
      [
        'default x := false',
        'default f(_, a) = 1',
        'x = 1',
        '(ref a "b" c "d") := 2',
        'f(a, (array b)) := a',
        'p contains (+ x 1) if {(:= x 1)}',
      ],
    );
  });

  test('parses bodies, chained bodies, and `else`', () => {
    assert.deepEqual(rules('x { a } { b }\np[y] { c } else = 1 { d } else := 2', 'v0'), [
      'x {a} {b}',
      '(ref p y) {c} else = 1 {d} else := 2',
    ]);
    assert.deepEqual(rules('x if a\nx if not b\nelse := 2 if { c }\nelse := 3'), [
      'x if {a}',
      'x if {not b} else := 2 if {c} else := 3',
    ]);
    assert.deepEqual(rules('x if {}\ny if {a: b}\nz if {a, b}\nu if {\n  a\n  b\n}'), [
      'x if {(object )}',
      'y if {(object a: b)}',
      'z if {(set a b)}',
      'u if {a; b}',
    ]);
  });

  test('parses statements', () => {
    assert.deepEqual(
      rules(
        'x if {\n  some a, b\n  some k, [v] in c\n  every d in e { d; f } with input.a as 1 with data.b as [2]\n  not g with input as {}\n  h = i\n  [j, _] := k; l, m in n\n}',
      ),
      [
        'x if {some a, b; some k, (array v) in c; every d in e {d; f} with (ref input "a") as 1 with (ref data "b") as (array 2); not g with input as (object ); (= h i); (:= (array j _) k); (in l, m n)}',
      ],
    );
    assert.deepEqual(rules('x if {\n  a\n  [b]\n  c -\n  1\n}'), ['x if {a; (array b); (- c 1)}']);
  });

  test("treats `if` as a name in v0 unless it's imported", () => {
    assert.deepEqual(rules('package a\nX if { true }', 'v0'), ['X', 'if {true}']);
    assert.deepEqual(rules('package a\nimport future.keywords.if\nX if { true }', 'v0'), ['X if {true}']);
    assert.deepEqual(rules('package a\nimport rego.v1\nX if { true }', 'v0'), ['X if {true}']);
    assert.deepEqual(rules('package a\nin := every\nevery := contains', 'v0'), ['in := every', 'every := contains']);
  });

  test('returns the active keywords', () => {
    const keywords = (text: string, dialect: Dialect) => [...parseRego(text, dialect).keywords].toSorted();
    assert.deepEqual(keywords('package a\n', 'v0'), []);
    assert.deepEqual(keywords('package a\nimport future.keywords.every', 'v0'), ['every', 'in']);
    assert.deepEqual(keywords('package a\nimport future.keywords', 'v0'), ['contains', 'every', 'if', 'in']);
    assert.deepEqual(keywords('package a\n', 'v1'), ['contains', 'every', 'if', 'in']);
  });

  test('records the position of each part', () => {
    const text = 'package a.b["c"]\nimport data.d as e\n# f\nx := 1 if {\n  y\n} else := 2 if z\n';
    const {
      package: first,
      imports,
      comments,
      rules: [rule],
    } = parseRego(text, 'v1');
    const [, other] = rule?.bodies ?? [];
    assert.deepEqual(places(text, [first, ...(first?.path ?? []), imports[0], imports[0]?.alias, comments[0]]), [
      'package a.b["c"]',
      'a',
      'b',
      '"c"',
      'import data.d as e',
      'e',
      '# f',
    ]);
    assert.deepEqual(
      places(text, [rule, rule?.head, rule?.bodies[0], rule?.bodies[0]?.query, rule?.bodies[0]?.ifWord]),
      ['x := 1 if {\n  y\n} else := 2 if z', 'x := 1', 'if {\n  y\n}', '{\n  y\n}', 'if'],
    );
    assert.deepEqual(places(text, [other, other?.elseWord, other?.ifWord, other?.value, other?.query]), [
      'else := 2 if z',
      'else',
      'if',
      '2',
      'z',
    ]);
  });

  test('returns the nodes around an offset', () => {
    const text = 'package a\nx if { startswith(input., "a") }';
    const types = findRegoNodes(parseRego(text, 'v1'), text.indexOf('input.') + 6).map(({ type, node }) =>
      'kind' in node ? node.kind : type,
    );
    assert.deepEqual(types, ['rule', 'body', 'query', 'expression', 'call', 'ref', 'part', 'broken']);
  });

  test('parses a standalone query', () => {
    const { query, problems } = parseQuery('data.a.x; y = 1', 'v1');
    assert.equal(queryShape(query), '(ref data "a" "x"); (= y 1)');
    assert.deepEqual(problems, []);
    assert.equal(parseQuery('data.a.x y', 'v1').problems.length, 1);
  });
});

describe('parser error recovery', () => {
  const y = 'y := 1';
  const cases: readonly (readonly [text: string, problems: readonly string[], rules: readonly string[]])[] = [
    ['x { a }', ['if required 2 {'], ['x {a}']],
    ['x if { a } else { b }', ['if required 11 else {'], ['x if {a} else {b}']],
    ['x.a', ['contains required 0 x.a'], ['(ref x "a")']],
    ['x', ['syntax 0 x'], ['x']],
    ['import rego.v1', ['import shadows 0 import rego.v1'], []],
    ['import future.keywords.if', ['import shadows 23 if'], []],
    ['import data.a\nimport data.a', ['import shadows 14 import'], []],
    ['import foo', ['syntax 7 foo'], []],
    ['input := 1', ['syntax 0 input'], ['input := 1']],
    ['x if {\n  input.\n}', ['syntax 14 .'], ['x if {(ref input ?)}']],
    ['x if {\n  input.\n  a == 1\n}', ['syntax 14 .'], ['x if {(ref input ?); (== a 1)}']],
    ['x if {\n  startswith(\n}', ['syntax 19 ('], ['x if {(call startswith )}']],
    ['x if {\n  startswith(input.a, "b\n}', ['syntax 29 "b'], ['x if {(call startswith (ref input "a") "b")}']],
    ['x if {\n  a := \n}', ['syntax 11 :='], ['x if {(:= a ?)}']],
    ['x if {\n  some a in\n}', ['syntax 16 in'], ['x if {some a in ?}']],
    ['x if {\n  a', ['syntax 5 {'], ['x if {a}']],
    ['x if {\n  a := {"k": 1\n  b == 2\n}', ['syntax 20 1'], ['x if {(:= a (object "k": 1))}']],
    ['x if {\n  every a in b {\n    c\n}', ['syntax 22 {'], ['x if {every a in b {c}}']],
    ['x if { a b }', ['syntax 9 b'], ['x if {a}']],
    ['x if { a == }', ['syntax 12 }'], ['x if {(== a ?)}']],
    ['x if { a } }', ['syntax 11 }'], ['x if {a}']],
    ['x if { input .a }', ['syntax 13 .'], ['x if {(ref input "a")}']],
    ['x if\ndefault z := 1', ['syntax 2 if'], ['x if {?}', 'default z := 1']],
    ['default Exec', ['syntax 8 Exec'], ['default Exec']],
    ['x :=', ['syntax 2 :='], ['x := ?']],
    ['x := {"a": 1', ['syntax 5 {'], ['x := (object "a": 1)']],
    ['x := [1,', ['syntax 5 ['], ['x := (array 1)']],
    ['x := `a', ['syntax 5 `a'], ['x := "a"']],
    ['import', ['syntax 0 import'], []],
    ['} x', ['syntax 0 }'], []],
  ];
  for (const [text, problems, shapes] of cases) {
    test(`continues after the error in ${JSON.stringify(text)}`, () => {
      assert.deepEqual(faults(`${text}\n${y}\n`), { problems, rules: [...shapes, y] });
    });
  }

  test("reports keywords that aren't imported in v0", () => {
    const text = 'package a\nx { some y in z }\nu { "a" in b }\nv { every c in d { e } }\nw := 1';
    const module = parseRego(text, 'v0');
    assert.deepEqual(
      module.problems.map(({ start, end }) => [start, text.slice(start, end)]),
      [
        [21, 'in'],
        [36, 'in'],
        [53, 'c'],
      ],
    );
    assert.deepEqual(ruleShapes(module), ['x {some y in z}', 'u {(in "a" b)}', 'v {every c in d {e}}', 'w := 1']);
  });

  test('names the policy in the problem for deep nesting', () => {
    const message = 'The policy is nested more than 100 levels deep.';
    for (const text of [`x := ${'['.repeat(200)}`, `x if { ${'('.repeat(200)}`])
      assert.ok(parseRego(`package a\n${text}\n`, 'v1').problems.some((problem) => problem.message === message));
  });

  test('rejects oversized input', () => {
    assert.deepEqual(
      faults(`x := ${'['.repeat(200)}${']'.repeat(200)}\ny := 1`).problems.map((problem) => problem.slice(0, 9)),
      ['too large'],
    );
    assert.deepEqual(faults(`x := ${'[1, '.repeat(90)}${']'.repeat(90)}\ny := 1`).problems, []);
    assert.deepEqual(faults(`x := ${'1 + '.repeat(1000)}1\ny := 1`).rules.at(-1), 'y := 1');
    assert.deepEqual(
      parseRego(`package a\nx := "${'é'.repeat(40_000)}"`, 'v1').problems.map(({ code }) => code),
      ['too large'],
    );
    assert.deepEqual(parseRego(`package a\nx := "${'é'.repeat(40_000)}"`, 'v0').problems, []);
    assert.deepEqual(
      parseRego('\n'.repeat(16 * 1024 * 1024 + 1), 'v1').problems.map(({ code }) => code),
      ['too large'],
    );
  });

  test('reports a missing package', () => {
    assert.deepEqual(
      parseRego('', 'v1').problems.map(({ start, end }) => [start, end]),
      [[0, 0]],
    );
    assert.deepEqual(
      parseRego('x := 1', 'v1').problems.map(({ start, end }) => [start, end]),
      [[0, 1]],
    );
  });
});
