/** Tests hovers on fields that only other releases have. `|` is the cursor. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Hover } from 'vscode-languageserver';
import hover from '#server/lsp/capabilities/hover.ts';
import { Played, readCursor } from '../lsp/harness.ts';

async function hoverAt(marked: string, release = '1.12'): Promise<string> {
  const { text, position } = readCursor(marked);
  const found = await new Played(hover, text, { release }).call<Hover | null>('textDocument/hover', { position });
  const contents = found?.contents;
  return typeof contents === 'object' && 'value' in contents ? contents.value : '';
}

const kataConfig = (lines: string) =>
  `apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: example\n${lines}`;
const configMap = (line: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: peer-pods-cm\n  namespace: openshift-sandboxed-containers-operator\ndata:\n  CLOUD_PROVIDER: "aws"\n  ${line}\n`;

test('hover explains the fields that OSC 1.3 and earlier had', async () => {
  for (const [text, words] of [
    [
      'spec:\n  kataMonitor|Image: a\n',
      /now selects the kata-monitor image automatically\.\n\n\*\*Until:\*\* OSC 1\.3/,
    ],
    ['spec:\n  config:\n    source|Image: a\n', /from the RHCOS extension/],
    ['status:\n  installation|Status: {}\n', /\*\*Until:\*\* OSC 1\.3\n\n\*\*Deprecated:\*\* use `status\.conditions`/],
    ['status:\n  unInstallation|Status: {}\n', /\*\*Until:\*\* OSC 1\.3/],
    ['status:\n  upgradeStatus:\n    is|InProgress: true\n', /InProgress condition/],
    ['status:\n  totalNodes|Count: 3\n', /use `status\.kataNodes\.nodeCount`/],
  ] as const)
    assert.match(await hoverAt(kataConfig(text)), words, text);
});

test('hover names the releases of a key that the selected release does not use', async () => {
  assert.match(await hoverAt(configMap('SECURE_|COMMS: "true"')), /\*\*Until:\*\* OSC 1\.11$/m);
  assert.match(await hoverAt(configMap('SECURE_|COMMS: "true"'), '1.11'), /\*\*Until:\*\* OSC 1\.11$/m);
  assert.match(await hoverAt(configMap('USE_PODVM_|LAUNCHTEMPLATE: "a"'), '1.11'), /\*\*Since:\*\* OSC 1\.12$/m);
  assert.doesNotMatch(await hoverAt(configMap('NO_SUCH_|KEY: "a"')), /Until|Since/);
});
