/** Tests the meaning of names in a policy and undefined names, also with the policy engine's own test cases. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Dialect } from '#core/agent/policyEngines.ts';
import { getGuestById } from '#core/agent/guests.ts';
import { getSymbolTable, type SymbolTable } from '#server/policy/model/names.ts';
import { parseRego } from '#server/policy/rego/syntax/parse.ts';
import { noConformance } from '#scripts/conformance/conformanceCases.ts';
import { conformanceCases } from '#test/support/randomInput/conformanceModules.ts';
import { sample } from '#test/support/manifests/markedText.ts';

const guest = getGuestById('1.12');
const read = (text: string, dialect: Dialect = 'v1'): SymbolTable => getSymbolTable(parseRego(text, dialect), text);
/** Returns the positions of the name at the mark, as line:column. */
const places = (written: string): string[] => {
  const text = written.replace('¦', '');
  const named = read(text).at(written.indexOf('¦'));
  return (named?.places ?? []).map(({ start }) => {
    const before = text.slice(0, start).split('\n');
    return `${before.length}:${(before.at(-1) ?? '').length + 1}`;
  });
};
const undefinedIn = (text: string): string[] =>
  read(`package agent_policy\n${text}`)
    .undefinedNames(guest)
    .map(({ name, kind, isRule }) => `${kind} ${name}${isRule ? ' (rule)' : ''}`);
const unsafeIn = (text: string): string[] =>
  read(`package agent_policy\n${text}`)
    .unsafeVariables()
    .map(({ name, why }) => `${name}: ${why}`);

describe('name lookup', () => {
  test('finds a rule by name and by path', () => {
    assert.deepEqual(
      places('package agent_policy\n¦a := 1\nb if a == 1\nc if data.agent_policy.a == 1\na := 1 if b\n'),
      ['2:1', '3:6', '4:24', '5:1'],
    );
  });

  test('finds a function in nested calls', () => {
    assert.deepEqual(places('package agent_policy\nf(x) := x\nb if count(¦f(f(1))) == 1\n'), ['2:1', '3:12', '3:14']);
  });

  test('finds variables only within their own rule and query', () => {
    assert.deepEqual(places('package p\na if { ¦x := 1; x == 1 }\nb if { x := 2; x == 2 }\n'), ['2:8', '2:16']);
    assert.deepEqual(places('package p\na if { x := [y | some ¦y in input.a]; y := 1; y == x[0] }\n'), [
      '2:14',
      '2:23',
    ]);
  });

  test('finds parameters, loop variables, `every` variables, and import aliases', () => {
    assert.deepEqual(places('package p\nf(¦x, y) := x + y if x > y\n'), ['2:3', '2:12', '2:21']);
    assert.deepEqual(places('package p\na if { input.a[¦i] == input.b[i] }\n'), ['2:16', '2:30']);
    assert.deepEqual(places('package p\na if { every k, ¦v in input.a { v == k } }\n'), ['2:17', '2:32']);
    assert.deepEqual(places('package p\nimport input.OCI as ¦oci\na if oci.Version == "1"\n'), ['2:21', '3:6']);
  });

  test('links a variable in a rule head to the body', () => {
    assert.deepEqual(places('package p\na := ¦x if { x := 1 }\n'), ['2:6', '2:13']);
    assert.deepEqual(places('package p\na contains x if { some ¦x in input.a }\n'), ['2:12', '2:24']);
  });

  test('lists the variables in scope at an offset', () => {
    const offset = sample.indexOf('startswith');
    assert.deepEqual(
      read(sample)
        .variablesAt(offset)
        .map(({ name }) => name),
      ['mount', 'prefix'],
    );
  });

  test('lists the users and calls of a function', () => {
    const names = read(sample);
    const named = names.rules.get('is_ok');
    assert.ok(named !== undefined);
    assert.equal(names.usersOf(named).length, 1);
    assert.equal(names.callsOf(named).length, 1);
  });
});

describe('name analysis', () => {
  test('reports undefined variables and functions', () => {
    assert.deepEqual(undefinedIn('a if { x == 1 }'), ['variable x']);
    assert.deepEqual(undefinedIn('a if { not x == 1 }'), ['variable x']);
    assert.deepEqual(undefinedIn('a if { x := y; x == 1 }'), ['variable y']);
    assert.deepEqual(undefinedIn('a if { foo(1) }'), ['function foo']);
    assert.deepEqual(undefinedIn('a if { data.agent_policy.foo(1) }'), ['function data.agent_policy.foo']);
    assert.deepEqual(undefinedIn('a := 1\nb if { a(1) }'), ['function a (rule)']);
    assert.deepEqual(undefinedIn('a contains x if { true }'), ['variable x']);
  });

  test("doesn't report built-ins that the guest lacks", () => {
    assert.deepEqual(undefinedIn('a if { http.send({}); time.now_ns() > 1; base64.decode("") == "" }'), []);
  });

  test('reports nothing when all names are defined', () => {
    assert.deepEqual(
      undefinedIn('a if { input.x[i] == data.y[i]; count([1], n); n == 1; {"a": b} = input.c; b == 1 }'),
      [],
    );
    assert.deepEqual(
      undefinedIn('f(x, _) := x\ng([a, b]) := a + b\nh := xs[i]\nxs := [1]\nk if { a with input as {}; true }\na := 1'),
      [],
    );
    const names = read(sample);
    assert.deepEqual([names.undefinedNames(guest), names.unsafeVariables()], [[], []]);
  });

  test('reports variables that are unbound, used too early, or declared twice', () => {
    assert.deepEqual(unsafeIn('a if { some x; x == 1 }'), ['x: never bound']);
    assert.deepEqual(unsafeIn('a if { x := x + 1 }'), ['x: never bound']);
    assert.deepEqual(unsafeIn('a if { x := y + 1; y := x - 1 }'), ['y: never bound', 'x: never bound']);
    assert.deepEqual(unsafeIn('a if { every v in input.a { w := v; w > 0 }; w == 1 }'), ['w: inner only']);
    assert.deepEqual(unsafeIn('a if {\n  x == 1\n  x := 1\n}'), ['x: used before']);
    assert.deepEqual(unsafeIn('a if { x := 1; x := 2 }'), ['x: declared twice']);
    assert.deepEqual(unsafeIn('f(x) if { x := 1 }'), ['x: declared twice']);
  });

  test('accepts a variable that is bound in any way', () => {
    assert.deepEqual(unsafeIn('a if { some x; x = input.a }'), []);
    assert.deepEqual(unsafeIn('a if { y == 1; x := 1; y = x }'), []);
    assert.deepEqual(unsafeIn('a if { not input.xs[i]; i == 1 }'), []);
    assert.deepEqual(unsafeIn('f(x) if { every y in [1] { x := y; x > 0 } }'), []);
  });

  /** The analysis must reject a variable exactly where the engine rejects the policy for it. */
  test("agrees with the policy engine's own test cases", { skip: noConformance }, () => {
    let refused = 0;
    let taken = 0;
    for (const { file, note, dialect, modules, error } of conformanceCases()) {
      const [text] = modules;
      const module = parseRego(text ?? '', dialect);
      if (modules.length !== 1 || text === undefined || module.problems.length > 0) continue;
      const names = getSymbolTable(module, text);
      const found = [
        ...names.undefinedNames(guest).filter(({ kind }) => kind === 'variable'),
        ...names.unsafeVariables(),
      ];
      const title = `${file}, ${note}: ${JSON.stringify(found)}`;
      if (error !== undefined && /undefined variable|used before/.test(error)) {
        assert.ok(found.length > 0, title);
        refused += 1;
      } else if (error === undefined && !/\bwalk\(/.test(text)) {
        assert.deepEqual(found, [], title);
        taken += 1;
      }
    }
    assert.ok(refused >= 7 && taken > 300, `${refused} refused, ${taken} taken`);
  });
});

test('the calls of a function are read only once, because large policies ask for them often', () => {
  const table = read('package agent_policy\nallow if f(1)\nf(x) if x == 1\n');
  const named = table.rules.get('f');
  assert.ok(named !== undefined);
  assert.equal(table.callsOf(named).length, 1);
  assert.equal(table.callsOf(named), table.callsOf(named));
});
