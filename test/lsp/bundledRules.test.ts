/** Tests that bundled and minified rules report the same findings as their sources. */
import assert from 'node:assert/strict';
import { build } from 'esbuild';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findRelease, newestRelease } from '#core/product/releases.ts';
import { embeddedRules } from '#server/embedded/rules/index.ts';
import { readClusterFacts } from '#server/engine/cluster/readClusterInfo.ts';
import { readDocuments } from '#server/engine/yaml/yamlDocument.ts';
import { nodeOptions } from '#scripts/lib/bundleOptions.ts';
import { rules } from '#server/cli/rules.ts';
import type { Example } from '#server/engine/findings/rule.ts';
import * as written from '#server/manifest/checkManifests.ts';
import { createWorkspaceSnapshot } from '#server/engine/workspace/workspaceSnapshot.ts';
import { readMarks } from '../support/manifests/expectationMarks.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'osc-bundled-rules-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const entryPoints = {
  manifests: fileURLToPath(import.meta.resolve('#server/manifest/checkManifests.ts')),
  embedded: fileURLToPath(import.meta.resolve('#server/embedded/rules/index.ts')),
};
await build({ ...nodeOptions(false), entryPoints, outdir: folder, outExtension: { '.js': '.mjs' } });
const load = (name: string): Promise<unknown> => import(pathToFileURL(path.join(folder, `${name}.mjs`)).href);
const bundled = (await load('manifests')) as typeof written;
const { embeddedRules: bundledEmbeddedRules } = (await load('embedded')) as {
  readonly embeddedRules: typeof embeddedRules;
};
const uri = 'file:///workspace/file.yaml';

async function findings(
  checkFile: typeof written.checkFile,
  rulesOfEmbedded: typeof embeddedRules,
  { avoid, release, files, cluster }: Example,
): Promise<string[]> {
  const { text } = readMarks(avoid);
  const others = Object.entries({ ...files, 'file.yaml': text }).map(([name, content]) => ({
    uri: `file:///workspace/${name}`,
    text: content,
  }));
  const found = await checkFile(uri, readDocuments(text), {
    release: (release === undefined ? undefined : findRelease(release)) ?? newestRelease,
    severities: new Map(),
    workspace: files === undefined ? undefined : createWorkspaceSnapshot(others),
    cluster:
      cluster === undefined
        ? undefined
        : await readClusterFacts({ facts: cluster }, undefined, Date.UTC(2026, 10, 21, 10, 42)),
    yamlCheckedElsewhere: false,
    embeddedRules: () => Promise.resolve(rulesOfEmbedded),
    onError: (message) => assert.fail(message),
  });
  return (found ?? []).map(
    ({ rule, message, start, end, fixes }) =>
      `${rule.id} ${start}-${end} ${message} ${fixes.map(({ title }) => title).join(', ')}`,
  );
}

for (const rule of rules) {
  test(`bundled ${rule.id} reports the same findings as its source`, async () => {
    for (const example of rule.examples()) {
      const expected = await findings(written.checkFile, embeddedRules, example);
      assert.deepEqual(await findings(bundled.checkFile, bundledEmbeddedRules, example), expected);
    }
  });
}
