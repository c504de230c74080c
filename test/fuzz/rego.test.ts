/**
 * Tests the Rego parser with randomly edited policies: it always returns a tree of nested nodes within the text, and
 * hostile texts take linear time.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Module } from '#server/policy/rego/syntax/ast.ts';
import { parseRego } from '#server/policy/rego/syntax/parse.ts';
import { children, findRegoNodes, walkModule } from '#server/policy/rego/syntax/walk.ts';
import { conformanceCases } from '../support/randomInput/conformanceModules.ts';
import { random, type Random } from '../support/randomInput/random.ts';
import { assertProportional, shortened } from '../support/performance/growth.ts';

const own = `package agent_policy

import rego.v1

default ExecProcessRequest := false

ExecProcessRequest if {
	some allowed in data.agent_policy.commands["x"]
	every k, v in {"a": [1, -2.5e3]} { startswith(v, \`^/r\`); k != "\\u0041" } with input.a as {x | x := [y | y > 1][_]}
	not input.process.Terminal
} else := {"allowed": true, "ops": set()} if "a", b in c

f(x, [y]) := x + y * (2 | {1}) & z

s contains concat("", ["é", "😀"]) if { true }
`;

const pieces: readonly [string, ...string[]] = [
  '{',
  '}',
  '[',
  ']',
  '(',
  ')',
  '"',
  '`',
  '\n',
  '\r',
  '\r\n',
  ' ',
  '\t',
  '.',
  ',',
  ';',
  ':',
  ':=',
  '=',
  '|',
  '-',
  '#',
  '\\',
  '😀',
  '\ud83d',
  '\u0000',
  'if ',
  'else ',
  'default ',
  'import ',
  'package ',
  'some ',
  'every ',
  ' in ',
  'contains ',
  'not ',
  ' with ',
  ' as ',
  'input.',
  'set(',
  'startswith(',
  '1',
  '"a"',
  'x',
  '\ndefault X := true\n',
  '\nX if {\n',
];

function edited(text: string, all: readonly [string, ...string[]], chance: Random): string {
  const at = chance.below(text.length + 1);
  const until = Math.min(text.length, at + 1 + chance.below(chance.chance(0.2) ? 60 : 6));
  switch (chance.below(5)) {
    case 0:
      return text.slice(0, at) + text.slice(until);
    case 1:
      return text.slice(0, at) + text.slice(at, until) + text.slice(at);
    case 2: {
      const other = chance.pick(all);
      const from = chance.below(other.length + 1);
      return text.slice(0, at) + other.slice(from, from + chance.below(80)) + text.slice(at);
    }
    default:
      return text.slice(0, at) + chance.pick(pieces) + text.slice(chance.chance(0.7) ? at : until);
  }
}

function inOrder(module: Module, text: string): number {
  let nodes = 0;
  let before = 0;
  walkModule(module, (node) => {
    nodes += 1;
    const { start, end } = node.node;
    assert.ok(start >= 0 && start <= end && end <= text.length, `${node.type} ${start}-${end} of ${text.length}`);
    let last = start;
    for (const child of children(node)) {
      assert.ok(
        child.node.start >= last && child.node.end <= end,
        `${child.type} ${child.node.start}-${child.node.end} in ${node.type} ${start}-${end}, behind ${last}`,
      );
      last = child.node.end;
    }
  });
  for (const node of [...(module.package === undefined ? [] : [module.package]), ...module.rules]) {
    assert.ok(node.start >= before, `at ${node.start}, before ${before}`);
    before = node.end;
  }
  for (const { start, end, message } of module.problems) {
    assert.ok(start >= 0 && start <= end && end <= text.length, `${start}-${end} of ${text.length}: ${message}`);
    assert.match(message, /^[^\n\r]{10,200}$/);
  }
  return nodes;
}

describe('randomly edited policy', () => {
  const texts: [string, ...string[]] = [own, ...conformanceCases().flatMap(({ modules }) => modules)];
  for (const seed of [1, 2, 3]) {
    test(`parses to a consistent tree: seed ${seed}`, () => {
      const chance = random(seed);
      let [text, nodes, refused] = ['', 0, 0];
      for (let edit = 0; edit < 4000; edit += 1) {
        text =
          text.length > 4000 || chance.chance(0.1)
            ? chance.pick(chance.chance(0.2) ? [own] : texts)
            : edited(text, texts, chance);
        const dialect = chance.chance(0.5) ? 'v0' : 'v1';
        try {
          const module = parseRego(text, dialect);
          nodes += inOrder(module, text);
          refused += module.problems.length > 0 ? 1 : 0;
          const offset = chance.below(text.length + 1);
          for (const { node } of findRegoNodes(module, offset)) assert.ok(node.start <= offset && offset <= node.end);
        } catch (error) {
          throw new Error(`seed ${seed}, edit ${edit}, ${dialect}: ${JSON.stringify(text)}`, { cause: error });
        }
      }
      assert.ok(nodes > 10_000 && refused > 400, `${nodes} nodes, ${refused} refused`);
    });
  }
});

describe('hostile policy', () => {
  const start = 'package agent_policy\nimport rego.v1\n';
  const slow: Readonly<Record<string, string>> = {
    'open parentheses': `${start}x := ${'('.repeat(100_000)}`,
    'open brackets without a rule': '(['.repeat(100_000),
    'closed brackets': `${start}x := ${'['.repeat(50_000)}${']'.repeat(50_000)}`,
    'nested comprehensions': `${start}x := ${'[a | '.repeat(20_000)}b${']'.repeat(20_000)}`,
    'unions in arrays': `${start}x := ${'[a | '.repeat(90)}b${', c]'.repeat(90)}`,
    'open objects': `${start}x := ${'{"a": '.repeat(50_000)}`,
    'open queries': `${start}x if ${'{ every a in b '.repeat(30_000)}`,
    'minus signs': `${start}x := ${'- '.repeat(100_000)}1`,
    'long sum': `${start}x := ${'a + '.repeat(100_000)}a`,
    'long ref': `${start}x := a${'.b'.repeat(100_000)}`,
    'long membership chain': `${start}x if a${' in a'.repeat(50_000)}`,
    'quotation marks': `${start}x := ${'"'.repeat(100_001)}`,
    'open backquotes': `${start}${'x := `\n'.repeat(50_001)}`,
    'stray braces': `${start}${'x := 1 }\n'.repeat(50_000)}`,
    'mismatched brackets': `${start}${'([{'.repeat(20_000)}${'}])'.repeat(20_000)}${')'.repeat(20_000)}`,
    'mismatched brackets on separate lines': `${start}${'x := [\n  {\n'.repeat(20_000)}${'}\n'.repeat(20_000)}`,
    'one long line': `${start}x := [${'1, '.repeat(200_000)}1]`,
    'many lines': `${start}${'x if {\n  input.a == "b"\n}\n\n'.repeat(25_000)}`,
    'chained else branches': `${start}x if { a }${' else := 1 if { b }'.repeat(50_000)}`,
    'many imports': `package a\n${'import future.keywords.in\n'.repeat(50_000)}`,
  };
  for (const [name, text] of Object.entries(slow)) {
    test(`parses in linear time: ${name}`, () =>
      assertProportional((part) => {
        const cut = shortened(text, part);
        inOrder(parseRego(cut, 'v1'), cut);
      }));
  }
});
