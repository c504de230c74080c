/** Tests Helm templates in an editor: findings at their positions, fixes, and bounded responses to hostile text. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CodeAction } from 'vscode-languageserver';
import { slowness } from '../support/performance/slowness.ts';
import { stopwatchOf } from '../support/performance/stopwatch.ts';
import { Editor } from '../support/lsp/editor.ts';

const uri = 'file:///chart/templates/cm.yaml';
const map = (...lines: readonly string[]) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: peer-pods-cm\n  namespace: openshift-sandboxed-containers-operator\ndata:\n${lines.map((line) => `${line}\n`).join('')}`;

describe('Helm template', () => {
  test('has findings with fixes', async () => {
    const editor = await Editor.start({});
    try {
      await editor.open(
        uri,
        `{{- if .Values.azure }}\n---\n${map('  CLOUD_PROVIDER: "azure"', '  AZURE_NSG_ID: "{{ .Values.nsg }}`"')}{{- end }}\n`,
      );
      const found = await editor.diagnosticsWhen(uri, ({ diagnostics }) => diagnostics.length > 0);
      const [diagnostic, ...others] = found.filter(({ severity }) => severity !== 4);
      assert.ok(diagnostic !== undefined && others.length === 0);
      assert.deepEqual([diagnostic.code, diagnostic.range.start], ['osc/ppcm-value-form', { line: 9, character: 16 }]);
      const actions = (await editor.request('textDocument/codeAction', {
        textDocument: { uri },
        range: diagnostic.range,
        context: { diagnostics: [diagnostic] },
      })) as CodeAction[];
      assert.ok(actions.some(({ title }) => title === 'Remove the quotation mark'));
      assert.equal(await editor.stop(), 0);
    } finally {
      editor.process.kill();
    }
  });

  const branch = '{{ if .Values.a }}\n  FOO: "b"\n{{ else }}\n  BAR: "c"\n{{ end }}\n';
  const hostile: Readonly<Record<string, string>> = {
    'many branches': map('  CLOUD_PROVIDER: "aws"').concat(branch.repeat(90)),
    'too many branches': map('  CLOUD_PROVIDER: "aws"').concat(branch.repeat(5000)),
    'many written lines': map('  CLOUD_PROVIDER: "aws"').concat(
      '  {{ .Values.a }}:\n  {{ include "b" . }}\n'.repeat(5000),
    ),
    'actions without an end': map('  CLOUD_PROVIDER: "aws"').concat('  A: {{ "\\"\n'.repeat(20_000)),
  };
  for (const [name, text] of Object.entries(hostile))
    test(`with ${name} is checked in bounded time`, async () => {
      const editor = await Editor.start({});
      try {
        const spent = stopwatchOf(editor.process);
        await editor.open(uri, text);
        await editor.request('textDocument/documentSymbol', { textDocument: { uri } });
        await editor.diagnostics(uri);
        assert.ok(spent() < 5000 * slowness(), `${spent()} ms`);
        assert.equal(await editor.stop(), 0);
      } finally {
        editor.process.kill();
      }
    });
});
