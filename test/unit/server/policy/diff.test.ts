import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { findRelease, newestRelease } from '#core/product/releases.ts';
import { renderDefaultPolicy } from '#core/agent/defaultPolicyTexts.ts';
import { describeChange } from '#server/policy/diff/describeChange.ts';
import { diffPolicies } from '#server/policy/diff/diffPolicies.ts';
import { Policy } from '#server/policy/model/policy.ts';

const head =
  'package agent_policy\nimport future.keywords.every\nimport future.keywords.if\nimport future.keywords.in\n';
const diff = (before: string, after: string) =>
  diffPolicies(new Policy(`${head}${before}`), new Policy(`${head}${after}`), findRelease('1.11') ?? newestRelease);
/** Describes the changes: `Request before>after effect`, with the changed lines. */
const changes = (before: string, after: string) =>
  diff(before, after).map((change) => [
    `${change.endpoint} ${change.before}>${change.after} ${change.effect}`,
    ...describeChange(change).map(({ sign, text }) => `${sign}${text}`),
  ]);

const exec = (body: string) => `default ExecProcessRequest := false\nExecProcessRequest if { ${body} }\n`;
const list = (items: string, rule = 'some c in policy_data.commands; c == input.process.Args[0]') =>
  `${exec(rule)}policy_data := {"commands": [${items}], "other": 1}\n`;

describe('differences of two policies', () => {
  const unchanged: Readonly<Record<string, readonly [string, string]>> = {
    comments: [exec('input.a == 1 # why\n'), exec('input.a == 1')],
    'the order of expressions': [exec('input.a == 1; input.b == 2'), exec('input.b == 2; input.a == 1')],
    'the order of sides': [exec('input.a == "x"'), exec('"x" == input.a')],
    'the order of rules and bodies': [
      `${exec('input.a == 1')}ExecProcessRequest if { input.b }\ndefault WriteStreamRequest := true\n`,
      `default WriteStreamRequest := true\nExecProcessRequest if { input.b }\n${exec('input.a == 1')}`,
    ],
    'names of variables': [
      exec('some a in input.x; some b in input.y; a == b; b != 2'),
      exec('some c in input.x; some a in input.y; c == a; a != 2'),
    ],
    'an assignment with = or :=': [exec('x := input.a; x > 1'), exec('x = input.a; x > 1')],
    print: [exec('print("a", input); input.a'), exec('input.a')],
    'names in every': [exec('every a in input.x { a > 1 }'), exec('every b in input.x { b > 1 }')],
    'the order of sets and keys': [exec('input.a in {1, 2}'), exec('input.a in {2, 1}')],
    'rules that no request uses': [`${exec('input.a')}unused := 1\n`, `${exec('input.a')}unused := 2\n`],
    'the order of a list that is only used with in': [
      `${exec('input.a in l; not input.b in l; some x in l; x == input.c; l[_] == input.d')}l := ["a", "b"]\n`,
      `${exec('input.a in l; not input.b in l; some x in l; x == input.c; l[_] == input.d')}l := ["b", "a"]\n`,
    ],
    'data that no rule uses': [list('"a"'), list('"a"').replace('"other": 1', '"other": 2')],
    'bodies of a request that is always allowed': [
      'default WriteStreamRequest := true\nWriteStreamRequest if { input.a }\n',
      'default WriteStreamRequest := true\nWriteStreamRequest if { input.b }\n',
    ],
  };
  for (const [title, [before, after]] of Object.entries(unchanged))
    test(`ignores ${title}`, () => {
      assert.deepEqual(diff(before, after), []);
      assert.deepEqual(diff(after, before), []);
    });

  const changed: Readonly<Record<string, readonly [string, string, string, string]>> = {
    'an allowed request': [
      'default ExecProcessRequest := false',
      'default ExecProcessRequest := true',
      'denied>allowed wider',
      'allowed>denied narrower',
    ],
    'a missing request': ['default ExecProcessRequest := false', '', 'denied>undefined same', 'undefined>denied same'],
    'a condition': [
      'default ExecProcessRequest := true',
      exec('input.a'),
      'allowed>conditional narrower',
      'conditional>allowed wider',
    ],
    'a comparison': [
      exec('input.process.Args[0] == "ls"'),
      exec('input.process.Args[0] != ""'),
      'conditional>conditional unknown',
      'conditional>conditional unknown',
    ],
    'an expression': [
      exec('input.a == 1'),
      exec('input.a == 1; input.b == 2'),
      'conditional>conditional narrower',
      'conditional>conditional wider',
    ],
    'a body': [
      exec('input.a'),
      `${exec('input.a')}ExecProcessRequest if { input.b }\n`,
      'conditional>conditional wider',
      'conditional>conditional narrower',
    ],
    'a missing default': [
      exec('input.a'),
      'ExecProcessRequest if { input.a }',
      'conditional>conditional same',
      'conditional>conditional same',
    ],
    'a missing default of a request that gives objects': [
      'default CreateContainerRequest := false\nCreateContainerRequest := {"allowed": true, "ops": []} if { input.a }',
      'CreateContainerRequest := {"allowed": true, "ops": []} if { input.a }',
      'conditional>conditional same',
      'conditional>conditional same',
    ],
    'a missing default of a rule that it compares': [
      `${exec('not ok == false')}default ok := false\nok if { input.a }`,
      `${exec('not ok == false')}ok if { input.a }`,
      'conditional>conditional unknown',
      'conditional>conditional unknown',
    ],
    'a body that denies': [
      `${exec('input.a')}ExecProcessRequest := false if { input.b }\n`,
      exec('input.a'),
      'conditional>conditional unknown',
      'conditional>conditional unknown',
    ],
    'an entry of a list': [
      list('"a"'),
      list('"a", "b"'),
      'conditional>conditional wider',
      'conditional>conditional narrower',
    ],
    'an entry of a list that denies': [
      list('"a"', 'not input.process.Args[0] in policy_data.commands'),
      list('"a", "b"', 'not input.process.Args[0] in policy_data.commands'),
      'conditional>conditional unknown',
      'conditional>conditional unknown',
    ],
    'a rule that it uses': [
      `${exec('ok')}ok if { input.a }\n`,
      `${exec('ok')}ok if { input.a }\nok if { input.b }\n`,
      'conditional>conditional wider',
      'conditional>conditional narrower',
    ],
    'a rule that it negates': [
      `${exec('not bad')}bad if { input.a }\n`,
      `${exec('not bad')}bad if { input.a }\nbad if { input.b }\n`,
      'conditional>conditional unknown',
      'conditional>conditional unknown',
    ],
    'a rule below a negated rule': [
      `${exec('not bad')}bad if { worse }\nworse if { input.a }\n`,
      `${exec('not bad')}bad if { worse }\nworse if { input.a; input.b }\n`,
      'conditional>conditional unknown',
      'conditional>conditional unknown',
    ],
    'a rule that it counts': [
      `${exec('count(ok) == 0')}ok := [x | some x in input.a]\n`,
      `${exec('count(ok) == 0')}ok := [x | some x in input.b]\n`,
      'conditional>conditional unknown',
      'conditional>conditional unknown',
    ],
    'the link between variables': [
      exec('some a in input.x; some b in input.y; a == 1; b == 2'),
      exec('some a in input.x; some b in input.y; a == 2; b == 1'),
      'conditional>conditional unknown',
      'conditional>conditional unknown',
    ],
  };
  for (const [title, [before, after, there, back]] of Object.entries(changed))
    test(`finds ${title}`, () => {
      const verdict = (from: string, to: string) =>
        diff(from, to).map((one) => `${one.before}>${one.after} ${one.effect}`);
      assert.deepEqual([verdict(before, after), verdict(after, before)], [[there], [back]]);
    });

  const first = 'input.process.Args[0] in l';
  const second = 'input.process.Args[1]';
  const aliases: readonly string[] = [
    `${first}; x := data.agent_policy; not ${second} in x.l`,
    `${first}; x := data; not ${second} in x.agent_policy.l`,
    `${first}; p := "l"; not ${second} in data.agent_policy[p]`,
    `${first}; some p; p == "l"; not ${second} in data[_][p]`,
    `${first}; some k, v in data.agent_policy; k == "l"; not ${second} in v`,
    `${first}; not object.get(data.agent_policy, ["l", "b"], false) == "b"`,
    `${first}; walk(data, [p, v]); p == ["agent_policy", "l"]; not ${second} in v`,
    `${first}; x := l; not ${second} in x`,
    `${first}; not ${second} in data["agent_policy"].l`,
    `${first}; helper }\nhelper if { x := data.agent_policy; not ${second} in x.l`,
  ];
  for (const body of aliases)
    test(`doesn't know the effect of a list that is read otherwise: ${body}`, () => {
      const [before, after] = [`${exec(body)}l := {"a", "b"}\n`, `${exec(body)}l := {"a"}\n`];
      const effects = [diff(before, after), diff(after, before)].map((found) => found.map(({ effect }) => effect));
      assert.deepEqual(effects, [['unknown'], ['unknown']]);
    });

  test("doesn't know the effect of a list that is read through an import, below another one, or removed", () => {
    const effects = (before: string, after: string) => diff(before, after).map(({ effect }) => effect);
    const imported = `import data.agent_policy as own\n${exec(`not ${second} in own.l`)}`;
    assert.deepEqual(effects(`${imported}l := {"a", "b"}\n`, `${imported}l := {"a"}\n`), ['unknown']);
    const below = exec(`some v in p; not ${second} in v`);
    assert.deepEqual(effects(`${below}p := {"l": ["a", "b"]}\n`, `${below}p := {"l": ["a"]}\n`), ['unknown']);
    const named = exec(`not ${second} in data.agent_policy.l`);
    assert.deepEqual(effects(`${named}l := {"a"}\n`, named), ['unknown']);
    const whole = exec(`x := data.agent_policy; not ${second} in x.l`);
    assert.deepEqual(effects(`${whole}l := {"a"}\n`, whole), ['unknown']);
  });

  test('shows the expressions and the entries that differ', () => {
    assert.deepEqual(
      changes(exec('input.a == 1; input.process.Args[0] == "ls"'), exec('input.process.Args[0] != ""; input.a == 1')),
      [
        [
          'ExecProcessRequest conditional>conditional unknown',
          '-input.process.Args[0] == "ls"',
          '+input.process.Args[0] != ""',
        ],
      ],
    );
    assert.deepEqual(changes(list('"a", "b"'), list('"c", "b"')), [
      ['ExecProcessRequest conditional>conditional wider', 'policy_data.commands', '-"a"', '+"c"'],
    ]);
  });

  test('shows that the order of a list changed if it can matter', () => {
    const uses = [
      'input.a == l[0]',
      'some i, x in l; i == 0; x == input.a',
      'xs := [x | some x in l]; xs[0] == input.a',
    ];
    for (const use of uses)
      assert.deepEqual(changes(`${exec(use)}l := ["a", "b"]\n`, `${exec(use)}l := ["b", "a"]\n`), [
        ['ExecProcessRequest conditional>conditional unknown', 'l', 'order changed'],
      ]);
  });

  test("doesn't know the effect of a list whose positions matter", () => {
    const effect = (use: string) =>
      diff(`${exec(use)}l := ["a", "b"]\n`, `${exec(use)}l := ["b"]\n`).map((change) => change.effect);
    const uses = ['some i, x in l; i == 0; x == input.a', 'some i; l[i] == input.a; i == 0', 'some i; l[i] == input.a'];
    assert.deepEqual(uses.map(effect), [['unknown'], ['unknown'], ['narrower']]);
  });

  test('finds no difference between a policy and itself, in each default policy and sample', () => {
    const texts = [
      ...(['osc-1.12', 'docs-1.12', 'kata-allow-all'] as const).map((id) => renderDefaultPolicy(id) ?? ''),
      readFileSync('samples/osc-1.12-aws/allowed-commands.rego', 'utf8'),
    ];
    for (const text of texts)
      assert.deepEqual(diffPolicies(new Policy(text), new Policy(`# more\n${text}`), newestRelease), []);
  });

  test('is bounded for policies with many bodies and data', () => {
    const bodies = (first: number) =>
      Array.from({ length: 3000 }, (_, index) => `ExecProcessRequest if { input.a == ${first + index} }\n`).join('');
    const data = (count: number) =>
      `WriteStreamRequest if { input.a in xs }\nxs := [${Array.from({ length: count }, (_, index) => index).join(',')}]\n`;
    const start = performance.now();
    const found = diff(bodies(0) + data(20_000), bodies(1000) + data(20_001));
    assert.deepEqual(
      found.map(({ effect }) => effect),
      ['wider', 'wider'],
    );
    assert.ok(performance.now() - start < 5000);
  });
});
