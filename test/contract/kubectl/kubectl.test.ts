/**
 * Tests unmodified kubectl against the simulator. Skipped if kubectl isn't available (`npm test -- contract` downloads
 * it). `OSC_UPDATE_DOCS=1` writes the session to docs/simulator.md. The test isn't part of the contract for real
 * servers, because they don't run the operator.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { findKubectl } from '#scripts/externalTools/kubectl.ts';
import { scenarioNamed, simulate, type Simulation } from '#simulator/main.ts';
import { getList, getString } from '#simulator/store/kubeObject.ts';
import { session } from './kubectlSession.ts';

const kubectl = findKubectl();
const speed = 300;
const isOracle = (process.env['ORACLE_KUBECONFIG'] ?? '') !== '';
const skip = isOracle
  ? 'the simulator alone has an operator'
  : kubectl !== undefined
    ? false
    : 'there is no kubectl of 1.27 or newer: npm test -- contract brings one';

test('kubectl installs, inspects, and uninstalls Kata', { skip }, async () => {
  const scenario = scenarioNamed('two-workers');
  assert.ok(scenario !== undefined);
  const folder = mkdtempSync(path.join(tmpdir(), 'osc-kubectl-'));
  const simulation = await simulate({ scenario, speed });
  const recorded: string[] = [];
  try {
    writeFileSync(path.join(folder, 'kubeconfig'), simulation.kubeconfig);
    const reached = session.flatMap(({ during }) => (during === undefined ? [] : [stopAt(simulation, during)]));
    for (const { command, files, see, fails = false, during } of session) {
      if (during !== undefined) await reached.shift();
      for (const [name, text] of Object.entries(files ?? {})) writeFileSync(path.join(folder, name), text);
      const { output, code } = await run(command, folder);
      if (during !== undefined) simulation.clock.pace(speed);
      for (const wanted of see) assert.match(output, wanted, `${command}\n${output}`);
      assert.equal(code !== 0, fails, `${command}\n${output}`);
      recorded.push(`$ ${command}\n${output.replaceAll(/ +$/gm, '').trimEnd()}`);
    }
    // The server must support every request that kubectl sends.
    assert.deepEqual(
      simulation.audit.entries.filter(({ code }) => code >= 500).map(({ url, code }) => `${code} ${url}`),
      [],
    );
  } finally {
    await simulation.close();
    rmSync(folder, { recursive: true, force: true });
  }
  if (process.env['OSC_UPDATE_DOCS'] === '1') writeSession(recorded.join('\n\n'));
});

/** Stops the cluster's time when the first condition of a KataConfig has this reason. */
function stopAt({ clock, resources, store }: Simulation, reason: string): Promise<void> {
  return new Promise((resolve) => {
    const following = store.watch(
      resources.need('kataconfiguration.openshift.io', 'kataconfigs'),
      undefined,
      ({ object }) => {
        if (!following.ok || getString(getList(object, 'status', 'conditions')[0], 'reason') !== reason) return;
        following.value();
        clock.pace(0);
        resolve();
      },
    );
  });
}

function run(command: string, folder: string): Promise<{ readonly output: string; readonly code: number }> {
  const env = { ...process.env, KUBECONFIG: path.join(folder, 'kubeconfig'), HOME: folder, KUBECTL: kubectl ?? '' };
  return new Promise((resolve) => {
    execFile(
      'bash',
      ['-c', `kubectl() { "$KUBECTL" "$@"; }; ${command} 2>&1`],
      { cwd: folder, env },
      (error, output) => {
        resolve({ output, code: error === null ? 0 : typeof error.code === 'number' ? error.code : 1 });
      },
    );
  });
}

function writeSession(text: string): void {
  const file = path.join(import.meta.dirname, '../../../docs/simulator.md');
  const page = readFileSync(file, 'utf8');
  const next = page.replace(
    /(<!-- session -->\n)[^]*?(<!-- end of session -->)/,
    (_all, before: string, behind: string) => `${before}\n\`\`\`console\n${text}\n\`\`\`\n\n${behind}`,
  );
  assert.notEqual(next, page);
  writeFileSync(file, next);
}
