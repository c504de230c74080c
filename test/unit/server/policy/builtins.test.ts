import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtinFunctions, listGuestBuiltins } from '#server/policy/rego/builtins/index.ts';
import { resultOf } from './runPolicy.ts';

/** Checks the value of each expression, formatted as text. */
const table = (cases: Readonly<Record<string, string>>): void => {
  for (const [expression, wanted] of Object.entries(cases))
    assert.equal(resultOf(`R := ${expression}`), wanted, expression);
};

test('number, bit, and unit built-ins return the expected values', () => {
  table({
    'abs(-9.1)': '9.1',
    '[ceil(9.1), floor(-9.1), round(-9.5)]': '[10, -10, -10]',
    'numbers.range(3, 1)': '[3, 2, 1]',
    'numbers.range_step(1, 9, 4)': '[1, 5, 9]',
    'numbers.range(1, 1.5)': 'undefined',
    '[bits.and(6, 3), bits.or(6, 3), bits.xor(6, 3), bits.lsh(1, 70), bits.rsh(8, 2), bits.negate(0)]':
      '[2, 7, 5, 1180591620717411303424, 2, -1]',
    'bits.and(1.5, 1)': 'undefined',
    '[to_number("2.50"), to_number(true), to_number(null)]': '[2.5, 1, 0]',
    'to_number("0x1")': 'undefined',
    '[units.parse("1.5K"), units.parse("100m"), units.parse_bytes("2KiB"), units.parse_bytes("\\"1kb\\"")]':
      '[1500, 0.1, 2048, 1000]',
    'units.parse("1x")': 'undefined',
    'rand.intn("a", 10) == rand.intn("a", 10)': 'true',
  });
});

test('string built-ins count characters, not UTF-16 code units', () => {
  table({
    'indexof("😀x", "x")': '1',
    'indexof_n("aXbX", "X")': '[1, 3]',
    'substring("😀bc", 1, 1)': 'b',
    'substring("abc", 1, -1)': 'bc',
    'substring("abc", -1, 1)': 'undefined',
    'count("😀")': '1',
    'split("a,b", ",")': '["a", "b"]',
    'replace("aa", "a", "$&")': '$&$&',
    'strings.replace_n({"a": "b", "b": "c"}, "ab")': 'cc',
    'strings.reverse("ab😀")': '😀ba',
    'strings.count("aaaa", "aa")': '2',
    '[trim("xxaxx", "x"), trim_left("xxa", "x"), trim_right("axx", "x"), trim_space("\\t a\\n")]':
      '["a", "a", "a", "a"]',
    '[trim_prefix("abc", "ab"), trim_suffix("abc", "bc")]': '["c", "a"]',
    '[upper("ä"), lower("Ä")]': '["Ä", "ä"]',
    'format_int(-10.9, 16)': '-a',
    'strings.any_prefix_match(["ab", "c"], {"x", "a"})': 'true',
    'strings.any_suffix_match("ab", "x")': 'false',
    'concat("-", {"b", "a"})': 'a-b',
    'concat(",", [1])': 'undefined',
  });
});

test('sprintf formats values and rejects invalid formats', () => {
  table({
    'sprintf("%v-%s-%d", ["a", {"k": ["x"]}, 3])': 'a-{"k": ["x"]}-3',
    'sprintf("%05d|%5d|%-5d|%+d", [-7, 7, 7, 7])': '-0007|    7|7    |+7',
    'sprintf("%x %X %o %b %c", [255, 255, 8, 5, 228])': 'ff FF 0O10 101 ä',
    'sprintf("%.2f %f %e", [3.14159, 2.5, 1500])': '3.14 2.5 1.5e3',
    'sprintf("%d%%", [50])': '50%',
    'sprintf("%d", [])': 'undefined',
    'sprintf("a", [1])': 'undefined',
    'sprintf("%d", [1.5])': 'undefined',
    'sprintf("%99999999d", [1])': 'undefined',
  });
});

test('collection and object built-ins return the expected values', () => {
  table({
    '[sum([1, 2.5]), product({2, 3}), max([1, "a"]), min({3, 2}), sort(["b", 1])]': '[3.5, 6, "a", 2, [1, "b"]]',
    'max([])': 'undefined',
    'array.slice([1, 2, 3], -1, 2)': '[1, 2]',
    '[array.concat([1], [2]), array.reverse([1, 2])]': '[[1, 2], [2, 1]]',
    '[intersection({{1, 2}, {2, 3}}), union({{1}, {2}})]': '[{2}, {1, 2}]',
    '[{1, 2} | {3}, {1, 2} & {2}, {1, 2} - {2}]': '[{1, 2, 3}, {2}, {1}]',
    'object.get({"a": {"b": 1}}, ["a", "b"], 0)': '1',
    'object.union({"a": {"b": 1}}, {"a": {"c": 2}})': '{"a": {"b": 1, "c": 2}}',
    'object.union_n([{"a": 1}, {"a": 2}])': '{"a": 2}',
    '[object.filter({"a": 1, "b": 2}, ["a"]), object.remove({"a": 1, "b": 2}, {"a"})]': '[{"a": 1}, {"b": 2}]',
    'object.keys({"a": 1, 2: 3})': '{2, "a"}',
    '[object.subset({"a": {"b": 1, "c": 2}}, {"a": {"b": 1}}), object.subset([1, 2, 3], [2, 3]), object.subset([1, 2], {2})]':
      '[true, true, true]',
    'json.remove({"a": {"b": 1, "c": [1, 2]}}, ["a/b", "a/c/0"])': '{"a": {"c": [2]}}',
    'json.filter({"a": {"b": 1, "c": 2}}, ["a/c"])': '{"a": {"c": 2}}',
  });
});

test('JSON, base64, and type built-ins return the expected values', () => {
  table({
    'json.marshal({"b": {2, 1}, 1: null})': '{"1":null,"b":[1,2]}',
    'json.marshal_with_options([1], {"indent": "  "})': '[\n  1\n]',
    'json.unmarshal("[1, 12345678901234567890]")': '[1, 12345678901234567890]',
    'json.unmarshal("[1,")': 'undefined',
    '[json.is_valid("{}"), json.is_valid("{")]': '[true, false]',
    '[base64.encode("ls"), base64.decode("bHM="), base64.is_valid("bHM")]': '["bHM=", "ls", false]',
    'base64.decode("bHN=")': 'undefined',
    '[base64url.encode("??>"), base64url.encode_no_pad("a"), base64url.decode("YQ")]': '["Pz8-", "YQ", "a"]',
    '[type_name({1}), is_object({}), is_null(1)]': '["set", true, false]',
  });
  assert.match(
    resultOf('R := base64.decode("bHM=")', { base64: false }),
    /^error: could not find function base64\.decode at \(/,
  );
});

test('regex built-ins follow RE2 and limit the expression size', () => {
  table({
    'regex.match(`^(?i)LS$`, "ls")': 'true',
    'regex.match(`(a)\\1`, "aa")': 'undefined',
    '[regex.is_valid(`(`), regex.is_valid(`a+`), regex.is_valid(1)]': '[false, true, false]',
    'regex.find_n(`a.`, "abacad", 2)': '["ab", "ac"]',
    'regex.find_all_string_submatch_n(`(a)(x)?`, "ba", -1)': '[["a", "a", ""]]',
    'regex.replace("abc", `(?P<x>b)`, "[$x$1$$]")': 'a[bb$]c',
    'regex.split(`,+`, "a,,b")': '["a", "b"]',
    'regex.template_match("urn:{[a-z]+}:x", "urn:abc:x", "{", "}")': 'true',
  });
  assert.match(
    resultOf('R if regex.match(`(a*)*(a*)*b`, concat("", ["a" | some _ in numbers.range(1, 20000)]))'),
    /^undefined$/,
  );
  assert.match(
    resultOf('R if regex.match(concat("", ["(x{1,500}y)" | some _ in numbers.range(1, 100)]), "x")'),
    /^error: the regular expression is too large/,
  );
});

test('built-in with invalid arguments is undefined, or an error in strict mode', () => {
  assert.equal(resultOf('R := count(1)'), 'undefined');
  assert.equal(resultOf('R := count([], [])'), 'undefined');
  assert.equal(
    resultOf('R := count(1)', { strictBuiltinErrors: true }),
    'error: `count` requires array/object/set/string argument. at 1',
  );
  assert.equal(
    resultOf('R := upper(1)', { strictBuiltinErrors: true }),
    'error: `upper` expects string argument. Got `1` instead at 1',
  );
});

test('guest has only the built-ins of its engine build', () => {
  const all = listGuestBuiltins({ base64: true });
  const older = listGuestBuiltins({ base64: false });
  for (const name of ['count', 'sprintf', 'regex.match', 'json.filter', 'units.parse', 'print', 'trace', 'object.get'])
    assert.ok(older.has(name), name);
  for (const name of [
    'json.patch',
    'time.now_ns',
    'glob.match',
    'http.send',
    'walk',
    'semver.compare',
    'uuid.rfc4122',
    'crypto.sha256',
  ])
    assert.ok(!all.has(name), name);
  assert.deepEqual(
    [...all].filter((name) => !older.has(name)),
    [
      'base64.decode',
      'base64.encode',
      'base64.is_valid',
      'base64url.decode',
      'base64url.encode',
      'base64url.encode_no_pad',
    ],
  );
  for (const name of all) assert.ok(name === 'print' || builtinFunctions.has(name), name);
});
