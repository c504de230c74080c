/** Tests completion and hovers in objects of agent-sandbox. `|` is the cursor. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Hover } from 'vscode-languageserver';
import hover from '#server/lsp/capabilities/hover.ts';
import { exampleClaim, examplePool, exampleTemplate } from '#server/manifest/rules/agentSandbox/exampleSandboxes.ts';
import { Played, readCursor } from '../../lsp/harness.ts';
import { itemsAt } from './completionAt.ts';

const labels = async (marked: string): Promise<string[]> => (await itemsAt(marked)).map(({ label }) => label);

async function hoverAt(marked: string): Promise<string> {
  const { text, position } = readCursor(marked);
  const contents = (await new Played(hover, text, {}).call<Hover | null>('textDocument/hover', { position }))?.contents;
  return typeof contents === 'object' && 'value' in contents ? contents.value : '';
}

const sandbox = (version: string) =>
  `apiVersion: agents.x-k8s.io/${version}\nkind: Sandbox\nmetadata:\n  name: agent\nspec:\n  |\n`;

describe('completion in an object of agent-sandbox', () => {
  test('offers the fields of its version', async () => {
    const [current, old] = [await labels(sandbox('v1beta1')), await labels(sandbox('v1alpha1'))];
    for (const field of ['podTemplate', 'shutdownPolicy', 'volumeClaimTemplates']) {
      assert.ok(current.includes(field), field);
      assert.ok(old.includes(field), field);
    }
    assert.ok(current.includes('operatingMode') && !current.includes('replicas'));
    assert.ok(old.includes('replicas') && !old.includes('operatingMode'));
  });

  test('offers values, fields of the pod, and runtime classes', async () => {
    assert.deepEqual(await labels(`${exampleClaim}  lifecycle:\n    shutdownPolicy: |\n`), [
      'Delete',
      'DeleteForeground',
      'Retain',
    ]);
    const inPod = await labels(exampleTemplate.replace('      runtimeClassName', '      |\n      runtimeClassName'));
    assert.ok(inPod.includes('hostNetwork'));
    const classes = await labels(exampleTemplate.replace('kata-remote', '|'));
    assert.ok(classes.includes('kata') && classes.includes('kata-remote'));
  });

  test('offers the annotations of Kata in a claim', async () => {
    const offered = await labels(`${exampleClaim}  additionalPodMetadata:\n    annotations:\n      |\n`);
    assert.ok(offered.includes('io.katacontainers.config.hypervisor.machine_type'));
  });
});

describe('hover in an object of agent-sandbox', () => {
  test('describes fields of agent-sandbox and of the pod', async () => {
    assert.match(
      await hoverAt(exampleClaim.replace('warmPoolRef', 'warm|PoolRef')),
      /Warm pool to take the sandbox from/,
    );
    assert.match(
      await hoverAt(examplePool.replace('sandboxTemplateRef', 'sandbox|TemplateRef')),
      /Template for the sandboxes/,
    );
    const template = exampleTemplate.replace('      containers:', '      host|Network: true\n      containers:');
    assert.match(await hoverAt(template), /Host networking requested.*\*\*In a Kata VM:\*\*/s);
  });
});
