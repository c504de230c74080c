/** Tests the findings in Helm templates: they depend neither on other branches nor on other documents. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { check, type CheckOptions } from '#test/support/manifests/checkText.ts';
import { applyEdits } from '#server/engine/findings/applyFixes.ts';

const map = (...lines: readonly string[]) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: peer-pods-cm\n  namespace: openshift-sandboxed-containers-operator\ndata:\n${lines.map((line) => `${line.startsWith('{{') ? '' : '  '}${line}\n`).join('')}`;
const rulesIn = async (text: string, options: CheckOptions = {}) =>
  (await check(text, options)).map(({ rule, line, severity }) => `${rule} ${line + 1} ${severity}`);
const config = (...lines: readonly string[]) =>
  `apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: a\nspec:\n${lines.map((line) => `${line}\n`).join('')}`;

describe('finding in a Helm template', () => {
  test('is reported in each branch', async () => {
    const text = config('{{- if .Values.a }}', '  logLevel: Debug', '{{- else }}', '  logLevel: Info', '{{- end }}');
    assert.deepEqual(await rulesIn(text), ['osc/kataconfig-loglevel 7 error', 'osc/kataconfig-loglevel 9 error']);
  });
  test('is reported if several branches set the same key', async () => {
    const blocks = [
      '{{- if .a }}',
      '  logLevel: Debug',
      '{{- end }}',
      '{{- if .b }}',
      '  logLevel: Info',
      '{{- end }}',
    ];
    assert.deepEqual(await rulesIn(config(...blocks)), [
      'osc/kataconfig-loglevel 7 error',
      'osc/kataconfig-loglevel 10 error',
    ]);
    const level = ['{{- if .a }}', '  logLevel: info', '{{- end }}'];
    for (const [lines, line] of [
      [[...level, '  logLevel: Debug'], 9],
      [[...level, '{{- if .b }}', '{{- if .c }}', '  logLevel: Debug', '{{- end }}', '{{- end }}', ...level], 11],
    ] as const)
      assert.deepEqual(await rulesIn(config(...lines)), [`osc/kataconfig-loglevel ${line} error`], lines.join('\n'));
    // Each result with the branch has a duplicate key.
    assert.deepEqual(await rulesIn(config('  logLevel: Debug', ...level)), [
      'osc/kataconfig-loglevel 6 error',
      'osc/yaml-duplicate-key 8 error',
    ]);
  });
  test("isn't about limits that the template fills in", async () => {
    const pod = (limits: string) => `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  runtimeClassName: kata
  containers:
    - name: web
      image: quay.io/example/web
      resources:
        limits: ${limits}
        requests:
          nvidia.com/gpu: 1
`;
    assert.deepEqual(await rulesIn(pod('{{ toYaml .Values.limits | nindent 10 }}')), []);
    assert.deepEqual(await rulesIn(pod('')), ['osc/kubernetes-resource 13 error']);
  });
  test("isn't about the other keys of a branch that sets the same key", async () => {
    const cloud = (name: string, ...more: readonly string[]) => [
      `{{- if .Values.${name} }}`,
      `CLOUD_PROVIDER: "${name}"`,
      ...more,
      '{{- end }}',
    ];
    assert.deepEqual(
      await rulesIn(map(...cloud('aws', 'AWS_REGION: "us-east-2"'), ...cloud('azure', 'AZURE_REGION: "eastus"'))),
      [],
    );
  });
  test('is reported in every branch of a template with many', async () => {
    for (const count of [20, 60]) {
      const blocks = Array.from({ length: count }, (_, index) => [
        `{{- if .Values.x${index} }}`,
        '  logLevel: Debug',
        '{{- end }}',
      ]);
      const chain = Array.from({ length: count }, (_, index) => [
        `{{- ${index === 0 ? '' : 'else '}if .Values.x${index} }}`,
        '  logLevel: Debug',
      ]);
      for (const lines of [blocks.flat(), [...chain.flat(), '{{- end }}']])
        assert.equal((await rulesIn(config(...lines))).length, count);
    }
  });
  test("isn't about keys of another branch", async () => {
    const provider = (name: string) => [
      `{{- if eq .Values.cloud "${name}" }}`,
      `CLOUD_PROVIDER: "${name}"`,
      '{{- end }}',
    ];
    assert.deepEqual(await rulesIn(map(...provider('aws'), ...provider('azure'), 'AZURE_REGION: "eastus"')), []);
    assert.deepEqual(await rulesIn(map(...provider('aws'), ...provider('azure'), 'FOO: ""', 'DISABLECVM: "yes"')), [
      'osc/ppcm-unknown-key 13 info',
      'osc/ppcm-bool 14 warning',
    ]);
  });
  test("isn't about missing keys, also in a branch", async () => {
    for (const text of [
      map('CLOUD_PROVIDER: "aws"', '{{- if .Values.region }}', 'AWS_REGION: "us-east-2"', '{{- end }}'),
      `{{ if .Values.a }}\n${map('CLOUD_PROVIDER: "aws"')}{{ end }}\n`,
      map('CLOUD_PROVIDER: "aws"', 'AWS_REGION: {{ .Values.region }}'),
    ])
      assert.deepEqual(await rulesIn(text, { files: {} }), [], text);
  });
  test("isn't about other documents and files", async () => {
    const document = `${config('  enablePeerPods: true')}{{- end }}\n`;
    assert.deepEqual(
      await rulesIn(`{{- if .Values.a }}\n---\n${document}---\n{{- if .Values.b }}\n${document}`, { files: {} }),
      [],
    );
    const plain = config('  enablePeerPods: true');
    assert.deepEqual(await rulesIn(plain, { files: {} }), ['osc/kataconfig-peerpods-missing-cm 6 warning']);
    assert.deepEqual(await rulesIn(plain, { files: { 'cm.yaml': `{{ if .Values.a }}\n${map()}{{ end }}\n` } }), []);
  });
  test('is a duplicate key only within a branch', async () => {
    const level = '  logLevel: info';
    assert.deepEqual(
      await rulesIn(config('{{- if .a }}', level, '{{- end }}', '{{- if .b }}', level, '{{- end }}')),
      [],
    );
    assert.deepEqual(await rulesIn(config('{{- if .a }}', level, level, '{{- end }}')), [
      'osc/yaml-duplicate-key 8 error',
    ]);
  });
  test("isn't about objects that exclude each other", async () => {
    const text = `{{- if .Values.a }}\n${config('  logLevel: info')}{{- else }}\n${map('CLOUD_PROVIDER: "aws"', 'DISABLECVM: "yes"')}{{- end }}\n`;
    assert.deepEqual(await rulesIn(text), ['osc/ppcm-bool 16 warning']);
  });
  test("isn't in a definition", async () =>
    assert.deepEqual(await rulesIn(`{{ define "x" }}\n${config('  logLevel: Debug')}{{ end }}\n`), []));
  test('is a parse problem only if the template is not the cause', async () => {
    const broken = map('CLOUD_PROVIDER: "azure"', 'AZURE_REGION "eastus"', 'VXLAN_PORT: "9000"');
    assert.deepEqual(await rulesIn(`{{ if .Values.a }}\n---\n${broken}{{ end }}\n`), ['osc/yaml-syntax 10 error']);
    assert.deepEqual(await rulesIn(config('{{- if .a }}', '  logLevel: info', '{{- end }}', '- b')), []);
  });
});

describe('fix in a Helm template', () => {
  const fixed = async (text: string) => {
    const found = await check(text);
    return applyEdits(
      text,
      found.flatMap(({ finding }) =>
        finding.fixes
          .filter(({ sure }) => sure)
          .slice(0, 1)
          .flatMap(({ edits }) => edits),
      ),
    );
  };
  test('changes only its own characters', async () => {
    const text = `{{- if .a }}\n${map('CLOUD_PROVIDER: "azure"', 'AZURE_NSG_ID: "{{ .Values.nsg }}`"', 'DISABLECVM: "yes"')}{{- end }}\n`;
    assert.equal(await fixed(text), text.replace('`', '').replace('"yes"', '"true"'));
  });
  test("doesn't change actions", async () => {
    const text = `{{- if .a }}\n${config('  kataConfigPoolSelector:', '    {{- toYaml .b | nindent 4 }}', '    kata: "true"')}{{- end }}\n`;
    for (const { finding } of await check(text))
      for (const { edits } of finding.fixes)
        for (const edit of edits) assert.ok(!text.slice(edit.start, edit.end).includes('{{'), edit.text);
  });
});

describe('characters beside an action', () => {
  const nsg = (value: string) => map('CLOUD_PROVIDER: "azure"', `AZURE_NSG_ID: ${value}`);
  test('are checked', async () => {
    for (const value of ['"{{ .Values.nsg }}`"', '{{ .Values.nsg }}`', '“{{ .Values.nsg }}”'])
      assert.deepEqual(await rulesIn(nsg(value)), ['osc/ppcm-value-form 8 warning'], value);
  });
  test('are accepted if they might be right', async () => {
    for (const value of [
      '"/subscriptions/{{ .Values.nsg }}"',
      '{{ printf `%s` .Values.nsg }}',
      '"{{ .Values.a }}-{{ .Values.b }}"',
    ])
      assert.deepEqual(await rulesIn(nsg(value)), [], value);
  });
});
