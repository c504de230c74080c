/** The rules as they are bundled find what the rules as they are written find: what is taken out of them when they are bundled is words alone. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import path from 'node:path';
import { test } from 'node:test';
import { findRelease, newestRelease } from '#core/product/releases.ts';
import { embeddedRules } from '#server/embedded/rules/index.ts';
import { readClusterFacts } from '#server/engine/cluster/readClusterInfo.ts';
import { readDocuments } from '#server/engine/yaml/yamlDocument.ts';
import { rules } from '#server/cli/rules.ts';
import type { Example } from '#server/engine/findings/rule.ts';
import * as written from '#server/manifest/checkManifests.ts';
import { factsOf } from '#server/engine/workspace/workspaceSnapshot.ts';
import { readMarks } from '../support/manifests/expectationMarks.ts';
import { dist } from '../support/lsp/editor.ts';

const load = createRequire(import.meta.url);
const bundled = load(path.join(dist, 'rules.js')) as typeof written;
const { embeddedRules: bundledEmbeddedRules } = load(path.join(dist, 'policy.js')) as { readonly embeddedRules: typeof embeddedRules };
const uri = 'file:///workspace/file.yaml';

async function findings(
  checkFile: typeof written.checkFile,
  rulesOfEmbedded: typeof embeddedRules,
  { avoid, release, files, cluster }: Example,
): Promise<string[]> {
  const { text } = readMarks(avoid);
  const others = Object.entries({ ...files, 'file.yaml': text }).map(([name, content]) => ({ uri: `file:///workspace/${name}`, text: content }));
  const found = await checkFile(uri, readDocuments(text), {
    release: (release === undefined ? undefined : findRelease(release)) ?? newestRelease,
    severities: new Map(),
    workspace: files === undefined ? undefined : factsOf(others),
    cluster: cluster === undefined ? undefined : await readClusterFacts({ facts: cluster }, undefined, Date.UTC(2026, 10, 21, 10, 42)),
    yamlCheckedElsewhere: false,
    embeddedRules: () => Promise.resolve(rulesOfEmbedded),
    onError: (message) => assert.fail(message),
  });
  return (found ?? []).map(({ rule, message, start, end, fixes }) => `${rule.id} ${start}-${end} ${message} ${fixes.map(({ title }) => title).join(', ')}`);
}

for (const rule of rules) {
  test(`bundled ${rule.id} reports the same findings as its source`, async () => {
    for (const example of rule.examples) {
      const expected = await findings(written.checkFile, embeddedRules, example);
      assert.deepEqual(await findings(bundled.checkFile, bundledEmbeddedRules, example), expected);
    }
  });
}
