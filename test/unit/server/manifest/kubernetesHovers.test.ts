/** Tests hovers on Kubernetes fields in workloads. `|` is the cursor. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Hover } from 'vscode-languageserver';
import hover from '#server/lsp/capabilities/hover.ts';
import { Played, readCursor } from '../lsp/harness.ts';

async function hoverAt(marked: string, more: Partial<ConstructorParameters<typeof Played>[2]> = {}): Promise<string> {
  const { text, position } = readCursor(marked);
  const found = await new Played(hover, text, more).call<Hover | null>('textDocument/hover', { position });
  const contents = found?.contents;
  return typeof contents === 'object' && 'value' in contents ? contents.value : '';
}

const deployment = (runtimeClass: string, ...lines: readonly string[]) =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  template:\n    spec:\n      runtimeClassName: ${runtimeClass}\n${lines.map((line) => `      ${line}\n`).join('')}`;

describe('hover on a Kubernetes field', () => {
  test('shows the description, the type, and the meaning in a Kata VM with its source', async () => {
    assert.match(
      await hoverAt(deployment('kata', 'host|Network: true')),
      /Host networking requested for this pod.*\n\n\*\*Type:\*\* boolean\n\n\*\*In a Kata VM:\*\* Kata doesn't support `hostNetwork: true`,.*\(\[kata-containers\/kata-containers@7c6ba40c docs\/Limitations\.md\]\(https:\/\/github\.com\//s,
    );
  });

  test('shows the meaning for the runtime class of the pod', async () => {
    const lines = ['volumes:', '  - name: data', '    host|Path:', '      path: /data'];
    assert.match(
      await hoverAt(deployment('kata-remote', ...lines)),
      /\*\*In a Kata VM:\*\* Kata doesn't share directories on the node/,
    );
    assert.match(await hoverAt(deployment('kata', ...lines)), /\*\*In a Kata VM:\*\* Kata shares the path on the node/);
    const other = await hoverAt(deployment('gvisor', ...lines));
    assert.match(other, /\*\*Type:\*\* object/);
    assert.doesNotMatch(other, /Kata/);
  });

  test('shows only the meaning if the Red Hat YAML extension describes the field', async () => {
    assert.match(
      await hoverAt(deployment('kata', 'host|PID: true'), { elsewhere: true }),
      /^\*\*spec\.template\.spec\.hostPID\*\*\n\n\*\*In a Kata VM:\*\* The processes of the node/,
    );
    assert.equal(await hoverAt(deployment('kata', 'restart|Policy: Always'), { elsewhere: true }), '');
  });
});
