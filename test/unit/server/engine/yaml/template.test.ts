/** Tests how Helm templates become parseable: which characters are replaced, and which branches remain. */
import assert from 'node:assert/strict';
import process from 'node:process';
import { describe, test } from 'node:test';
import { parseYamlDocument } from '#server/engine/yaml/parse/parse.ts';
import { Template } from '#server/engine/yaml/parse/template.ts';
import { readTemplateActions } from '#server/engine/yaml/parse/templateActions.ts';
import { slowness } from '#test/support/performance/slowness.ts';
import { findYamlNode, toPlainValue } from '#server/engine/yaml/node.ts';

const actionsOf = (text: string) =>
  readTemplateActions(text)?.map(({ start, end, role }) => `${role} ${text.slice(start, end)}`);

describe('template action', () => {
  const cases: readonly [text: string, ...expected: readonly string[]][] = [
    ['a: {{ .Values.a }}', 'output {{ .Values.a }}'],
    ['{{- if .a -}}\n{{ else if .b }}\n{{- end }}', 'open {{- if .a -}}', 'else {{ else if .b }}', 'end {{- end }}'],
    ['{{ range .a }}{{with .b}}', 'open {{ range .a }}', 'open {{with .b}}'],
    ['{{ define "x" }}{{ block "y" . }}', 'define {{ define "x" }}', 'open {{ block "y" . }}'],
    ['{{/* }} */}}{{- /* a */ -}}', 'silent {{/* }} */}}', 'silent {{- /* a */ -}}'],
    ['{{ $a := .b }}{{ $a = 1 }}{{ eq $a 1 }}', 'silent {{ $a := .b }}', 'silent {{ $a = 1 }}', 'output {{ eq $a 1 }}'],
    ['{{ "}}" }}x{{ `a\n}}` }}', 'output {{ "}}" }}', 'output {{ `a\n}}` }}'],
    ["{{ it's }}\n{{ '}}' }}", "output {{ it's }}", "output {{ '}}' }}"],
    ['{{ ifEmpty }}{{ $ }}', 'output {{ ifEmpty }}', 'output {{ $ }}'],
  ];
  for (const [text, ...expected] of cases)
    test(`is read from ${JSON.stringify(text)}`, () => assert.deepEqual(actionsOf(text), expected));
  test('without an end makes the text unreadable', () => {
    for (const text of ['{{ a', '{{/* a }}', 'a: {{ b }}\n{{']) assert.equal(actionsOf(text), undefined, text);
  });
  test('takes linear time to read', () => {
    const start = process.cpuUsage();
    for (const part of ['{{\\"}}', '{{"\\"', "{{ ' }}", '{{`', '{{/*', '{{ $', '{{ if }}', '{'])
      Template.read(part.repeat(Math.floor(200_000 / part.length)))?.render();
    assert.ok(process.cpuUsage(start).user / 1000 < 3000 * slowness());
  });
});

const render = (text: string) => Template.read(text)?.render().text;

describe('text without actions', () => {
  const cases: readonly [name: string, text: string, expected: string][] = [
    ['has words for values', 'a: {{ b }}\nc: "{{ d }}`"\n', 'a: xxxxxxx\nc: "xxxxxxx`"\n'],
    [
      'has empty lines for lines of actions',
      'a: b\n  {{ if c }}\nd: e\n{{ end }}\n',
      'a: b\n\n\n\n\n\n\n\n\n\n\n\n\n\nd: e\n\n\n\n\n\n\n\n\n\n\n',
    ],
    ['has no action behind a value', 'a: "b" {{- end }}\n', 'a: "b"           \n'],
    ['has no written lines behind a key', 'a: {{- b | nindent 2 }}\n', `a: ${' '.repeat(20)}\n`],
    ['has a word for a condition in a line', 'a: {{ if b }}c{{ end }}\n', 'a: xxxxxxxxxxc         \n'],
    ['keeps CRLF', 'a: b\r\n{{ c }}\r\nd: e\r\n', 'a: b\r\n\n\n\n\n\n\n\n\r\nd: e\r\n'],
  ];
  for (const [name, text, expected] of cases) test(name, () => assert.equal(render(text), expected));
  test('has the length of the template', () => {
    const parts = [
      'a: b\n',
      '{{ if a }}',
      '{{- else }}\n',
      '{{ end }}\r\n',
      '  c: {{ d }}\n',
      '{{ define "x" }}',
      '"{{`',
      '`}}\r',
      ' - ',
    ];
    let seed = 7;
    const next = () => (seed = (seed * 48_271) % 2_147_483_647);
    for (let round = 0; round < 500; round += 1) {
      const text = Array.from({ length: 1 + (next() % 12) }, () => parts[next() % parts.length]).join('');
      const template = Template.read(text);
      for (const branch of [undefined, ...(template?.branches ?? [])])
        for (const only of [false, true])
          assert.equal(template?.render(branch, only).text.length, template === undefined ? undefined : text.length);
      parseYamlDocument(text);
    }
  });
  test('contains the first branch, or a certain one with its parents', () => {
    const text = '{{ if a }}\nb: 1\n{{ if c }}\nd: 1\n{{ else }}\ne: 1\n{{ end }}\n{{ else }}\nf: 1\n{{ end }}\ng: 1\n';
    const template = Template.read(text);
    const keys = (place?: string, only = false) =>
      template
        ?.render(place === undefined ? undefined : template.branchAt(text.indexOf(place)), only)
        .text.replace(/[^a-z]/g, '');
    assert.deepEqual([keys(), keys('e: 1'), keys('f: 1')], ['bdg', 'beg', 'fg']);
    assert.deepEqual([keys(undefined, true), keys('b: 1', true), keys('d: 1', true)], ['g', 'bg', 'bdg']);
  });
  test("doesn't contain definitions", () =>
    assert.equal(render('{{ define "a" }}\nb: c\n{{ end }}\nd: e\n')?.trim(), 'd: e'));
});

describe('node of a template', () => {
  const values = (text: string) => {
    const { root } = parseYamlDocument(text);
    return root === undefined ? undefined : JSON.parse(JSON.stringify(toPlainValue(root)));
  };
  test('has the positions of the template', () => {
    const text = 'a: 1\n{{- if .b }}\nc:\n  d: "{{ .e }}`"\n{{- end }}\n';
    const node = findYamlNode(parseYamlDocument(text).root, ['c', 'd']);
    assert.equal(text.slice(node?.start, node?.end), '"{{ .e }}`"');
    assert.equal(node?.type === 'scalar' && node.unknown, true);
  });
  test('is unknown if a line of actions writes the value', () => {
    assert.deepEqual(values('a:\n  {{- toYaml .b | nindent 2 }}\nc: 1\n{{ if d }}\n{{ end }}\n')?.a, undefined);
    assert.deepEqual(values('a: {{- toYaml .b | nindent 2 }}\nc: 1\n{{ if d }}\n{{ end }}\n')?.a, undefined);
    assert.deepEqual(values('a:\nc: 1\n{{ if d }}\n{{ end }}\n')?.a, null);
  });
  test('is unknown if branches are parts of one value', () =>
    assert.deepEqual(values('a:\n{{ if b }}\n  c\n{{ end }}\n  d\n')?.a, undefined));
  test('has no duplicate keys with unknown names', () =>
    assert.deepEqual(parseYamlDocument('{{ .a }}: 1\n{{ .a }}: 2\n').problems, []));
});

describe('parse problem of a template', () => {
  const codes = (text: string) => {
    const { problems, template } = parseYamlDocument(text);
    return template ? 'template' : problems.map(({ code }) => code).join();
  };
  test('is reported if no action is near', () =>
    assert.equal(codes('{{ if a }}\nb\nc: d\ne: "{{ f }}"\n{{ end }}\n'), 'MULTILINE_IMPLICIT_KEY'));
  test("isn't reported if an action might be the cause", () => {
    for (const text of [
      'a:\n{{ if b }}\n- c\n{{ else }}\n{{ end }}\n  d: e\n',
      'a: {{ b }}: c\n',
      'a: "{{ if b }}c\nd: e\n',
      '{{ if b }}a: 1{{ end }}\n- c\n',
    ])
      assert.equal(codes(text), 'template', text);
  });
});
