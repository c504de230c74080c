import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatSignature } from '#core/agent/builtinReference/builtin.ts';
import {
  isAvailableIn,
  builtinNamed,
  builtinCatalog,
  getBuiltinAvailability,
} from '#core/agent/builtinReference/builtins.ts';
import { getGuestById } from '#core/agent/guests.ts';
import { missingFamilies, missingNames } from '#core/agent/builtinReference/missingBuiltins.ts';
import { twice } from '#test/support/repository/sourceFormat.ts';

test('built-in names are unique and never both available and missing', () => {
  assert.deepEqual(
    twice([...builtinCatalog.map(({ name }) => name), ...missingFamilies.flatMap(({ names }) => names)]),
    [],
  );
  for (const { name } of builtinCatalog)
    assert.notEqual(getBuiltinAvailability(name, getGuestById('1.12')).state, 'missing', name);
});

test('every built-in argument has a name and a type', () => {
  for (const builtin of builtinCatalog) {
    for (const { name, type } of builtin.arguments) {
      assert.match(name, /^[a-z]+$/, builtin.name);
      assert.match(type, /^[a-z]+(?:(?:, | or | of )[a-z]+)*$/, builtin.name);
    }
    assert.equal(new Set(builtin.arguments.map(({ name }) => name)).size, builtin.arguments.length, builtin.name);
    assert.match(builtin.summary?.() ?? '.', /\.$/, builtin.name);
  }
});

test('built-in signatures show names, types, and variadic arguments', () => {
  const signature = (name: string) => {
    const builtin = builtinNamed(name);
    return builtin === undefined ? undefined : formatSignature(builtin);
  };
  assert.equal(signature('concat'), 'concat(delimiter: string, parts: array or set of string) -> string');
  assert.equal(signature('print'), 'print(value: any, ...) -> boolean');
  assert.equal(
    signature('strings.any_prefix_match'),
    'strings.any_prefix_match(texts: string, array or set, starts: string, array or set) -> boolean',
  );
});

test('base64 availability depends on the guest', () => {
  const state = (name: string, release: string) => getBuiltinAvailability(name, getGuestById(release)).state;
  assert.equal(state('base64.decode', '1.11'), 'later');
  assert.equal(state('base64.decode', '1.12'), 'depends');
  assert.equal(state('concat', '1.5'), 'available');
  assert.equal(state('strings.count', '1.11'), 'later');
});

test('OPA built-ins that the guest lacks are missing, and other names are unknown', () => {
  const guest = getGuestById('1.12');
  for (const name of [...missingNames, 'time.something_new', 'crypto.x'])
    assert.equal(getBuiltinAvailability(name, guest).state, 'missing', name);
  for (const name of ['json.patch', 'walk', 'glob.match', 'time.now_ns', 'http.send'])
    assert.ok(missingNames.includes(name), name);
  for (const name of ['my_function', 'constructor', '', 'timer'])
    assert.equal(getBuiltinAvailability(name, guest).state, 'unknown', name);
});

test('all but seven built-ins are available in every guest', () => {
  const everywhere = builtinCatalog.filter((builtin) =>
    ['1.5', '1.10', '1.12'].every((id) => isAvailableIn(builtin, getGuestById(id)) === true),
  );
  assert.equal(everywhere.length, builtinCatalog.length - 7);
});

test('only json.patch has the advice to return patches', () => {
  const advice = (name: string) => missingFamilies.find(({ names }) => names.includes(name))?.instead?.();
  assert.match(advice('json.patch') ?? '', /`ops`/);
  assert.equal(advice('json.match_schema'), undefined);
  assert.equal(advice('json.verify_schema'), undefined);
});
