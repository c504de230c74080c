import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTOML, traverseNodes } from 'toml-eslint-parser';
import { findTomlEntry, parseToml } from '#server/engine/toml/toml.ts';
import { readString, scanToml } from '#server/engine/toml/tomlStrings.ts';
import { assertProportional, shortened } from '#test/support/performance/growth.ts';

const codes = (text: string) => parseToml(text).problems.map(({ code }) => code);

test('TOML parser returns the paths of keys, tables, inline tables, and arrays', () => {
  const text = 'a = 1\nb.c = "x"\n[t."u.v"]\nd = { e = [true, 2.5] }\n[[l]]\nf = 1979-05-27\n[[l]]\n';
  const { entries, tables, problems } = parseToml(text);
  assert.deepEqual(problems, []);
  assert.deepEqual(
    entries.map(({ path, kind, value }) => [path.join('|'), kind, value?.text]),
    [
      ['a', 'scalar', '1'],
      ['b|c', 'scalar', 'x'],
      ['t|u.v|d', 'table', undefined],
      ['t|u.v|d|e', 'array', undefined],
      ['t|u.v|d|e|0', 'scalar', 'true'],
      ['t|u.v|d|e|1', 'scalar', '2.5'],
      ['l|0|f', 'scalar', '1979-05-27'],
    ],
  );
  assert.deepEqual(
    tables.map(({ path }) => path.join('|')),
    ['t|u.v', 'l|0', 'l|1'],
  );
  const entry = findTomlEntry({ entries }, ['b', 'c']);
  assert.deepEqual(
    [text.slice(entry?.key.start, entry?.key.end), text.slice(entry?.range.start, entry?.range.end)],
    ['b.c', '"x"'],
  );
});

test('TOML string reader maps every character to the file', () => {
  const cases: (readonly [string, string])[] = [
    ["'''\npackage a\n'x'\n'''", "package a\n'x'\n"],
    ["'''\r\nab\r\ncd'''", 'ab\ncd'],
    ["''''x'''''", "'x''"],
    ['"a\\tb\\u00e4\\U0001F600\\"c"', 'a\tbä😀"c'],
    ['"""\na\\\n   \n  b\\\\""x"""', 'ab\\""x'],
    ['""', ''],
    ["''''''", ''],
  ];
  for (const [written, value] of cases) {
    const text = `key = ${written} # end`;
    const found = readString(text, 6);
    assert.equal(found.value, value, written);
    assert.ok(found.sound, written);
    assert.equal(text.slice(found.range.start, found.range.end), written);
    let before = -1;
    for (let offset = 0; offset <= value.length; offset++) {
      const place = found.map.toFile(offset);
      assert.ok(place >= before && place >= found.content.start && place <= found.content.end, `${written} ${offset}`);
      before = place;
      const unit = value[offset];
      const inFile = text[place];
      assert.ok(
        unit === undefined || inFile === unit || inFile === '\\' || inFile === '\r' || unit.charCodeAt(0) >= 0xdc00,
        `${written} ${offset}: ${inFile}`,
      );
      if (inFile !== undefined && !(unit !== undefined && unit.charCodeAt(0) >= 0xdc00))
        assert.equal(found.map.toText(place), offset, `${written} ${offset}`);
    }
    assert.equal(found.map.toFile(value.length), found.content.end, written);
    assert.deepEqual(findTomlEntry(parseToml(text), ['key'])?.value?.text, value);
  }
});

test('TOML string reader accepts the same strings as the parser', () => {
  const written = [
    '"\\q"',
    '"\\ud800"',
    '"a\u0001"',
    "'a\u007f'",
    '"open',
    "'''open",
    '"""a""""""',
    "'''a''''''",
    '"""\\  x"""',
    "'''a\rb'''",
    '"\\u12"',
    '"""\\\r\n  x"""',
  ];
  for (const one of written) {
    const text = `k = ${one}\n`;
    const sound = readString(text, 4).sound;
    // The parser accepts a lone carriage return as a line break, but TOML doesn't.
    if (one.includes('\rb')) assert.equal(sound, false);
    else assert.equal(sound, codes(text).length === 0, JSON.stringify(one));
  }
  const bad = `k = "${'a'.repeat(500)}\\q"\n`;
  assert.deepEqual(codes(bad), ['toml-syntax']);
  const place = parseToml(bad).problems[0]?.range;
  assert.ok(place !== undefined && bad.slice(place.start - 1, place.end).includes('q'));
});

test('TOML parser reads a long policy and the entries after it', async () => {
  const policy = `package agent_policy\n${'default ExecProcessRequest := false\n'.repeat(100_000)}`;
  const text = `[data]\n"policy.rego" = '''\n${policy}'''\nafter = "x"\n"aa.toml" = "${'y'.repeat(1000)}"\n`;
  const document = parseToml(text);
  assert.deepEqual(document.problems, []);
  await assertProportional((part) => parseToml(shortened(text, part)));
  const entry = findTomlEntry(document, ['data', 'policy.rego']);
  assert.equal(entry?.value?.text, policy);
  assert.equal(text.slice(entry?.range.start, entry?.range.end), `'''\n${policy}'''`);
  const after = findTomlEntry(document, ['data', 'after']);
  assert.equal(text.slice(after?.key.start, after?.range.end), 'after = "x"');
});

test('TOML parser distinguishes long keys', () => {
  const long = 'k'.repeat(400);
  const text = `"${long}1" = 1\n"${long}2" = 2\n`;
  assert.deepEqual(
    parseToml(text).entries.map(({ path }) => path[0]),
    [`${long}1`, `${long}2`],
  );
});

test('TOML parser reports errors after long strings at the right position', () => {
  const text = `a = '''${'x\n'.repeat(500)}'''\nb = = 1\n`;
  const [found] = parseToml(text).problems;
  assert.equal(found?.code, 'toml-syntax');
  assert.equal(text.slice(found?.range.start).startsWith('= 1'), true);
});

test("TOML parser explains ''' inside a policy", () => {
  const text = "[data]\n\"policy.rego\" = '''\nx := ''' + y\n'''\n";
  const [found] = parseToml(text).problems;
  assert.equal(found?.code, 'toml-quotes-inside');
  assert.equal(found?.range.start, text.indexOf("''' + y"));
});

test('TOML parser reads hostile input in linear time and never throws', async () => {
  const hostile = [
    `a = ${'['.repeat(100_000)}`,
    `a = ${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    `a = ${'{a='.repeat(20_000)}`,
    `${'a.'.repeat(30_000)}a = 1`,
    '[a.b]\n'.repeat(10_000),
    'a = 1\n'.repeat(1_000_000),
    `a = ${'1'.repeat(60_000)}`,
    `"${'\\n'.repeat(500_000)}`,
    `a = "${'\\u0041'.repeat(300_000)}"`,
    "'".repeat(500_000),
    '"'.repeat(500_000),
    `a = """${'\\ '.repeat(200_000)}`,
    `a = """${'" '.repeat(500_000)}`,
    '#'.repeat(1_000_000),
    'x'.repeat(5 * 1024 * 1024),
    '\u0000',
    '\ud800 = 1',
    '[[[',
    'a = {',
    'a.',
    '=',
    '[a]\n[a]',
    '[[a]]\n[a]',
    '[a.b]\n[[a]]',
    'a = 1\n[a.b]',
    'a = {}\na.b = 1',
    '__proto__ = 1\nconstructor.prototype = 2',
  ];
  for (const text of hostile) {
    const { problems, entries } = parseToml(text);
    assert.ok(problems.length > 0 || entries.length > 0 || text.startsWith('#'), text.slice(0, 20));
    for (const { range } of problems)
      assert.ok(range.start >= 0 && range.end <= text.length && range.start <= range.end, text.slice(0, 20));
    await assertProportional((part) => parseToml(shortened(text, part)), text.slice(0, 20));
  }
});

test('TOML scanner ignores brackets in strings and comments', () => {
  const text = `a = "${'['.repeat(200)}" # ${'['.repeat(200)}\n`;
  assert.equal(scanToml(text).deepest, 0);
  assert.deepEqual(codes(text), []);
});

test('TOML parser never throws on damaged input', () => {
  const text =
    'algorithm = "sha384"\n[data]\n"a" = \'\'\'x\'\'\' # c\n\'b\' = """\\\n y"""\nc = [1, {d = 2e3}]\n[[e.f]]\n';
  for (let end = 0; end <= text.length; end++) {
    for (const insert of ['', '"', "'''", '[', '\\', '\r']) {
      const { problems } = parseToml(text.slice(0, end) + insert + text.slice(end + 1));
      for (const { range } of problems) assert.ok(range.start <= range.end);
    }
  }
});

test('TOML parser accepts the same documents as toml-eslint-parser, with the same strings', () => {
  const parts = [
    "'''",
    '"""',
    '"',
    "'",
    '\\',
    '\n',
    '\r\n',
    '[',
    ']',
    '{',
    '}',
    '=',
    ' ',
    'a',
    '"b.c"',
    '# c',
    '.',
    '1',
    ',',
    '\\n',
    '\\u0041',
    'x'.repeat(250),
    '[t]\n',
    'k = ',
  ];
  let seed = 7;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (seed >> 8) % below;
  };
  let right = 0;
  for (let round = 0; round < 20_000; round++) {
    const text = Array.from({ length: random(24) }, () => parts[random(parts.length)] ?? '').join('');
    const ours = parseToml(text);
    const theirs = parserSays(text);
    assert.equal(ours.problems.length === 0, theirs !== undefined, JSON.stringify(text));
    if (theirs === undefined) continue;
    right++;
    const values = ours.entries.flatMap(({ value }) => (value?.kind === 'string' ? [value.text] : []));
    assert.deepEqual(values, theirs, JSON.stringify(text));
  }
  assert.ok(right > 500, String(right));
});

/** Returns the strings that the parser reads in a text, in order, or undefined if it can't parse the text. */
function parserSays(text: string): string[] | undefined {
  try {
    const program = parseTOML(text, { tomlVersion: '1.0' });
    const found: string[] = [];
    traverseNodes(program, {
      enterNode: (node) => {
        if (node.type === 'TOMLValue' && node.kind === 'string') found.push(node.value);
      },
      leaveNode: () => undefined,
    });
    return found;
  } catch {
    return undefined;
  }
}
