/** Tests which findings of the second process are added to those of the rules. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { stringify } from 'yaml';
import { newestRelease } from '#core/product/releases.ts';
import { OpenFile } from '#server/engine/workspace/openFile.ts';
import { createWorkspaceSnapshot } from '#server/engine/workspace/workspaceSnapshot.ts';
import { crdsIn } from '#server/engine/workspace/crds/readCrds.ts';
import { readDocuments } from '#server/engine/yaml/yamlDocument.ts';
import { YamlServerFeatures } from '#server/lsp/yamlServer/yamlServerFeatures.ts';
import { checkFile } from '#server/manifest/checkManifests.ts';
import { crdObject } from '#test/support/manifests/crdObject.ts';

const uri = 'file:///workspace/widget.yaml';
const text = 'apiVersion: example.com/v1alpha1\nkind: Widget\nmetadata:\n  name: example\nspec:\n  mode: wrong\n';
const crdText = stringify(
  crdObject({
    group: 'example.com',
    kind: 'Widget',
    spec: { properties: { mode: { type: 'string', anyOf: [{ enum: ['fast'] }, { enum: ['slow'] }] } } },
  }),
);
const crds = readDocuments(crdText).flatMap(({ document }) =>
  crdsIn(document, new Set(['example.com'])).map((crd) => ({
    ...crd,
    uri: 'file:///workspace/crd.yaml',
    place: { line: 0, column: 0, length: 0 },
  })),
);

describe('findings of the second process', () => {
  const range = { start: { line: 5, character: 8 }, end: { line: 5, character: 13 } };
  const objects = new YamlServerFeatures(
    {
      at: () => Promise.resolve(undefined),
      diagnostics: () => Promise.resolve([{ range, message: 'Value is not accepted.' }]),
    },
    false,
  );
  const file = new OpenFile(TextDocument.create(uri, 'yaml', 1, text));

  test("aren't added if a rule has a finding for the value, even at its key", async () => {
    const findings = await checkFile(uri, file.documents, {
      release: newestRelease,
      severities: new Map(),
      workspace: { ...createWorkspaceSnapshot([]), crds },
      yamlCheckedElsewhere: false,
      checksKubernetes: true,
      onError: (message) => assert.fail(message),
      embeddedRules: () => Promise.resolve([]),
    });
    assert.deepEqual(
      findings?.map(({ rule, start, end }) => `${rule.id} ${text.slice(start, end)}`),
      ['crd-value mode'],
    );
    assert.deepEqual(await objects.diagnostics(file, findings, crds), []);
  });

  test('are added if no rule has a finding', async () => {
    const [found, ...others] = await objects.diagnostics(file, [], crds);
    assert.deepEqual(others, []);
    assert.deepEqual(found?.range, range);
  });
});
