/**
 * Compares the built kustomizations with those of `kubectl kustomize`. Skipped if kubectl isn't available
 * (`npm test -- contract` downloads it).
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { parseAllDocuments } from 'yaml';
import { findKubectl } from '#scripts/externalTools/kubectl.ts';
import { diskFiles } from '#client/operations/folder/manifestFiles.ts';
import { buildKustomization } from '#client/operations/kustomize/buildKustomization.ts';
import { getString } from '#core/common/json.ts';
import { kustomizeCases } from './kustomizeCases.ts';

const kubectl = findKubectl();
const skip = kubectl === undefined ? 'there is no kubectl of 1.27 or newer: npm test -- contract brings one' : false;

describe('kustomizations', { skip }, () => {
  const root = mkdtempSync(path.join(tmpdir(), 'osc-kustomize-'));
  after(() => rmSync(root, { recursive: true, force: true }));

  for (const [title, files] of Object.entries(kustomizeCases)) {
    test(`builds the same objects as kubectl kustomize: ${title}`, async () => {
      const folder = mkdtempSync(path.join(root, 'case-'));
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
        writeFileSync(path.join(folder, name), content);
      }
      const built = await buildKustomization(path.join(folder, 'kustomization.yaml'), {
        files: diskFiles,
        limits: { objects: 100, length: 100_000 },
        label: (file) => path.relative(folder, file),
      });
      assert.ok(built.ok, built.ok ? '' : built.error.message);
      const output = execFileSync(kubectl ?? '', ['kustomize', folder], { encoding: 'utf8', stdio: 'pipe' });
      const expected = parseAllDocuments(output, { version: '1.1' }).map((document): unknown => document.toJS());
      const sorted = (objects: readonly unknown[]): readonly unknown[] =>
        objects.toSorted((one, other) => idOf(one).localeCompare(idOf(other)));
      assert.deepEqual(sorted(built.value.map(({ object }) => object)), sorted(expected));
      assert.ok(expected.length > 0);
    });
  }
});

function idOf(object: unknown): string {
  return `${getString(object, 'kind')}/${getString(object, 'metadata', 'namespace')}/${getString(object, 'metadata', 'name')}`;
}
