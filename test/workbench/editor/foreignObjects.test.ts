/**
 * Tests completion, hovers, and findings of the second process, for an object of another operator whose CRD is in the
 * workspace.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { stringify } from 'yaml';
import { crdObject } from '#test/support/manifests/crdObject.ts';
import { takeBoth } from '#test/support/workbench/pictures.ts';
import { useSession } from '#test/support/workbench/session/session.ts';

const size = { width: 1120, height: 600 };
const head = 'apiVersion: example.com/v1alpha1\nkind: Database\nmetadata:\n  name: shop\nspec:\n';
const files = {
  'kataconfig.yaml': 'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: example\n',
  'database.yaml': `${head}  size: small\n  durability: `,
  'invalid.yaml': `${head}  durability: sometimes\n`,
  'incomplete.yaml': `${head}  durability: sync\n  replicas: [1, 2\n`,
  'crds/databases.yaml': stringify(
    crdObject({
      group: 'example.com',
      kind: 'Database',
      spec: {
        properties: {
          size: { type: 'string', enum: ['small', 'large'] },
          durability: {
            type: 'string',
            description: 'When a write is confirmed.',
            anyOf: [{ enum: ['async', 'sync'] }, { enum: ['remote'] }],
          },
          replicas: { type: 'array', items: { type: 'integer' } },
        },
      },
    }),
  ),
  '.vscode/settings.json': '{ "osc.kubernetesFields": "on" }',
};

describe('an object of another operator', { timeout: 600_000 }, () => {
  const session = useSession(import.meta.filename);

  test('has completion, hovers, and findings of alternatives in its CRD', () =>
    session().window('foreign objects', { files, open: 'kataconfig.yaml', size }, async (workbench) => {
      const { editor, problems } = workbench;
      await workbench.isChecked();
      await workbench.openFile('invalid.yaml');
      await editor.hasSquiggles('error');
      await problems.open();
      await problems.shows('The CRD in crds/databases.yaml requires "anyOf"');
      await workbench.openFile('incomplete.yaml');
      const [text = '', ...others] = await editor.hover('durability', 'durability: sync');
      assert.deepEqual(
        others.filter((other) => other.includes('When a write is confirmed')),
        [],
      );
      assert.match(text, /When a write is confirmed\./);
      assert.match(text, /Values:\s*sync\s*async\s*remote\s*Defined in: databases\.yaml/);
      await editor.escape();
      await workbench.openFile('database.yaml');
      await editor.cursorAt(7, 15);
      await editor.suggestions.request('async');
      assert.deepEqual(await editor.suggestions.labels(), ['async', 'sync', 'remote']);
      await takeBoth(workbench, 'second-process', {
        clip: { x: 332, y: 68, width: 784, height: 304 },
        prepare: async () => {
          await editor.escape();
          await editor.cursorAt(7, 15);
          await editor.suggestions.request('async');
        },
      });
      await editor.suggestions.accept('remote');
      await editor.hasLine('durability: remote');
    }));
});
