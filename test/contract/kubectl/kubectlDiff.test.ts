/**
 * Compares the verdict for each object with that of `kubectl diff --server-side`, on the same server. Skipped if
 * kubectl isn't available (`npm test -- contract` downloads it).
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { findKubectl } from '#scripts/externalTools/kubectl.ts';
import type { Verdict } from '#core/operations/comparison/objectComparison.ts';
import { compareObjects } from '#client/operations/folder/compareObjects.ts';
import { connect } from '#client/kubernetes/transport/connect.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import { parseManifests } from '#client/operations/manifests/parseManifests.ts';
import { currentContext } from '#test/support/cluster/apiClient.ts';
import { contextIn, deps } from '#test/support/cluster/clusterHarness.ts';
import { contract, kataConfigs, newNamespace } from '../api/contractServer.ts';
import { diffCases } from './diffCases.ts';

const kubectl = findKubectl();
const skip = kubectl === undefined ? 'there is no kubectl of 1.27 or newer: npm test -- contract brings one' : false;

describe('verdicts for objects', { skip }, () => {
  const server = contract();
  const folder = mkdtempSync(path.join(tmpdir(), 'osc-diff-'));
  const file = path.join(folder, 'kubeconfig');
  const { signal } = new AbortController();
  let connection: Connection;

  before(async () => {
    const { kubeconfig } = server();
    writeFileSync(file, kubeconfig, { mode: 0o600 });
    await kataConfigs(server());
    connection = connect(await contextIn(file, currentContext(kubeconfig)), deps());
  });
  after(() => {
    connection.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function run(args: readonly string[], input: string): Promise<{ code: unknown; output: string }> {
    const child = spawn(kubectl ?? '', ['--kubeconfig', file, ...args]);
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (data: string) => (output += data));
    child.stderr.setEncoding('utf8').on('data', (data: string) => (output += data));
    child.stdin.end(input);
    const [code]: unknown[] = await once(child, 'close');
    return { code, output };
  }

  for (const { title, live, wanted, verdict, changes = [] } of diffCases)
    test(`are those of kubectl diff --server-side: ${title}`, async () => {
      const namespace = await newNamespace(server());
      if (live !== undefined) {
        const { code, output } = await run(['create', '-n', namespace, '-f', '-'], live);
        assert.equal(code, 0, output);
      }
      for (const change of changes) {
        const { code, output } = await run([...change.slice(0, 1), '-n', namespace, ...change.slice(1)], '');
        assert.equal(code, 0, output);
      }
      const { code, output } = await run(
        ['diff', '--server-side', '--force-conflicts', '-n', namespace, '-f', '-'],
        wanted,
      );
      const parsed = parseManifests(wanted);
      assert.ok(parsed.ok, parsed.ok ? '' : parsed.error);
      const compared = await compareObjects(
        connection,
        parsed.value.map((object) => ({ object, file: 'a.yaml' })),
        { namespace, manager: 'kubectl', signal },
      );
      assert.ok(compared.ok, compared.ok ? '' : compared.error.message);
      const [first] = compared.value;
      assert.equal(first?.verdict, verdict, first?.reason);
      assert.equal(expectedCode(first.verdict), code, output);
      if (live?.includes('kind: KataConfig') === true) await run(['delete', 'kataconfig', '--all', '--wait=false'], '');
    });
});

/** Returns the exit code of kubectl for a verdict. */
function expectedCode(verdict: Verdict): number {
  if (verdict === 'same') return 0;
  return verdict === 'notComparable' ? 2 : 1;
}
