/** Tests which documents `osc-tools lint` doesn't check, such as templates, and how it names them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { bad, clean, folderOf, head, lint } from '../osc.ts';

describe('document that is not checked', () => {
  const helm = `{{- if .Values.a }}\n---\n${bad}{{- end }}\n`;
  test('is a template that is not YAML without its actions, which is named on standard error', async () => {
    const cwd = folderOf({
      'a.yaml': `---\n${head}spec:\n{{- if .Values.a }}\n- a\n{{- else }}\n  b: c\n{{- end }}\n  d: e\n`,
      'b.yaml': helm,
      'c.yaml': '{{- if .Values.a }}\n- a: b\n{{- end }}\nc: d\n',
    });
    const { status, stdout, stderr } = await lint(['a.yaml', 'b.yaml', 'c.yaml'], { cwd });
    assert.equal(status, 1);
    assert.equal(
      stderr,
      "osc-tools: a.yaml:2 was not checked, because without the template actions, line 8 isn't valid YAML.\n",
    );
    assert.match(stdout, /^b\.yaml:8:13: error: .*\[osc\/kataconfig-loglevel\]\n3 files checked: 1 error/);
  });
  test('is a template whose actions cannot be replaced, with the reason', async () => {
    const branches = (count: number, text: string) => `{{- if .a }}\n${text}{{- end }}\n`.repeat(count);
    const large = `  # ${'z'.repeat(400)}\n`;
    const cwd = folderOf({
      'a.yaml': `${head}spec:\n{{- if .Values.a }}\n  logLevel: {{ .Values.b }\n`,
      'b.yaml': `${head}spec:\n  - a\n${branches(401, '  x: y\n')}`,
      'c.yaml': `${head}spec:\n{% if a %}\n  logLevel: "{{ b }}"\n{% endif %}\n`,
      'd.yaml': `${head}spec:\n${branches(60, large)}`,
    });
    const { status, stderr } = await lint(['a.yaml', 'b.yaml', 'c.yaml', 'd.yaml'], { cwd });
    assert.equal(status, 0);
    assert.deepEqual(stderr.split('\n'), [
      "osc-tools: a.yaml:1 was not checked, because the template action in line 7 isn't closed.",
      'osc-tools: b.yaml:1 was not checked, because this template has more than 400 branches.',
      'osc-tools: c.yaml:1 was not checked, because line 6 contains a Jinja statement.',
      'osc-tools: d.yaml:1: only 38 of the 60 branches of this template were checked.',
      '',
    ]);
  });
  test('is a definition of a template, which is named if it contains an object', async () => {
    const define = (text: string) => `{{- define "osc.part" }}\n${text}{{- end }}\n`;
    const cwd = folderOf({
      'a.yaml': define(bad),
      'b.yaml': `${clean}---\n# Comment\n${define(bad)}`,
      'c.yaml': `${define('app: kata\n')}---\n${clean.replace('info', '{{ .Values.level }}')}`,
      'd.yaml': helm,
    });
    const { stderr, stdout } = await lint(['a.yaml', 'b.yaml', 'c.yaml', 'd.yaml'], { cwd });
    const note =
      'this template definition was not checked, because its values are known only where a template includes it.';
    assert.equal(stderr, `osc-tools: a.yaml:1: ${note}\nosc-tools: b.yaml:9: ${note}\n`);
    assert.match(stdout, /^d\.yaml:8:13: error: [^\n]*\n4 files checked: 1 error/);
  });
  test('is not named if it contains no object, as in GitHub workflows and Ansible tasks', async () => {
    const workflow = `on: push
jobs:
  kata:
    if: \${{ github.ref }}
    strategy: {matrix: {v: [\${{ inputs.v }}, 1]}}
    steps:
      - run: oc get kataconfig --template '{{range .items}}{{.metadata.name}}{{end}}'
      - run: |
          cat <<EOF | oc apply -f -
          kind: KataConfig
          EOF
`;
    const cwd = folderOf({
      'workflow.yaml': workflow,
      'broken.yaml': `${workflow}      - name: "\${{ a }}" b\n`,
      'tasks.yaml': `- name: Install\n  k8s:\n    definition:\n      kind: KataConfig\n      spec: {logLevel: {{ level }}}\n  when: "{{ a | default(\\"x\\") }}\n- {{ b\n`,
      'vars.yaml': 'kata: {{ a }}b\n{% if x %}\n- c\n{% endif %}\n',
    });
    const files = ['workflow.yaml', 'broken.yaml', 'tasks.yaml', 'vars.yaml'];
    const { status, stdout, stderr } = await lint(files, { cwd });
    assert.deepEqual([status, stdout, stderr], [0, '4 files checked, no problems found.\n', '']);
  });
  test('is not a template if it is valid YAML', async () => {
    const cwd = folderOf({
      'a.yaml': `${head}  annotations:\n    start: '{{'\n    end: '}}'\n    ref: \${{ x }}\nspec:\n  logLevel: Debug\n`,
    });
    const { stdout, stderr } = await lint(['a.yaml'], { cwd });
    assert.equal(stderr, '');
    assert.match(stdout, /^a\.yaml:10:13: error: .*\[osc\/kataconfig-loglevel\]$/m);
  });
  test('is a template in which --fix changes only the finding', async () => {
    const cwd = folderOf({ 'a.yaml': helm });
    const { status } = await lint(['--fix', 'a.yaml'], { cwd });
    assert.equal(status, 0);
    assert.equal(readFileSync(path.join(cwd, 'a.yaml'), 'utf8'), helm.replace('Debug', 'debug'));
  });
  test('is too large, which is information', async () => {
    const cwd = folderOf({ 'a.yaml': `${clean}---\n${clean}${'# comment\n'.repeat(60_000)}` });
    const { status, stdout, stderr } = await lint(['a.yaml'], { cwd });
    assert.equal(status, 0);
    assert.equal(
      stderr,
      'osc-tools: a.yaml:8 was not checked, because this document is too large or too deeply nested.\n',
    );
    assert.match(stdout, /^a\.yaml:8:1: info: .*\[osc\/yaml-syntax\]\n/);
  });
});
