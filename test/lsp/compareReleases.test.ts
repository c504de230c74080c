/** Tests the comparison of two OSC releases: the language server and `osc-tools release diff` report the same. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  compareFilesRequest,
  describeReleasesRequest,
  filesToCheckRequest,
  type ComparedFilesResult,
  type DescribedReleases,
  type FilesToCheckResult,
} from '#server/protocol/protocol.ts';
import { dist, Editor, root } from '../support/lsp/editor.ts';

const group =
  'apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata:\n  name: a\n  namespace: openshift-sandboxed-containers-operator\nspec: {}\n';

describe('comparison of two OSC releases', () => {
  let folder: string;
  let editor: Editor;
  const compare = async (from: string, to: string): Promise<ComparedFilesResult> => {
    const { uris } = await editor.request<FilesToCheckResult>(filesToCheckRequest, {});
    return editor.request<ComparedFilesResult>(compareFilesRequest, { uris, from, to });
  };

  before(async () => {
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'osc-compare-')));
    cpSync(path.join(root, 'samples/osc-1.12-aws'), path.join(folder, 'samples'), { recursive: true });
    writeFileSync(path.join(folder, 'group.yaml'), group);
    editor = await Editor.start({ folders: [pathToFileURL(folder).href], settings: () => ({}) });
  });
  after(async () => {
    assert.equal(await editor.stop(), 0);
    assert.equal(editor.stderr, '');
    rmSync(folder, { recursive: true });
  });

  for (const [from, to] of [
    ['1.12', '1.13'],
    ['1.12', '1.8'],
  ] as const)
    test(`reports the same from ${from} to ${to} as the command line`, async () => {
      const { files, appeared, disappeared } = await compare(from, to);
      const nameOf = (uri: string): string => path.relative(folder, fileURLToPath(uri));
      const named = (findings: ComparedFilesResult['appeared']) =>
        findings.map((finding) => ({ ...finding, file: nameOf(finding.file) }));
      const findings = { files, appeared: named(appeared), disappeared: named(disappeared) };
      assert.ok(findings.appeared.length + findings.disappeared.length > 0);
      const { text } = await editor.request<DescribedReleases>(describeReleasesRequest, { from, to, findings });
      assert.equal(text, releaseDiff(from, to));
    });

  test('fails for an unknown release', async () => {
    await assert.rejects(compare('1.12', '1.99'), /Unknown OSC release/);
  });

  /** Returns the output of `osc-tools release diff` for the folder. */
  function releaseDiff(from: string, to: string): string {
    const args = ['release', 'diff', from, to, '.', '--format', 'markdown'];
    try {
      return execFileSync(process.execPath, [path.join(dist, 'cli.js'), ...args], { cwd: folder, encoding: 'utf8' });
    } catch (error) {
      // The command exits with code 1 if an error appears.
      return String((error as { readonly stdout?: unknown }).stdout);
    }
  }
});
