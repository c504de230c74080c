/**
 * Tests that the real oc accepts the arguments that the extension builds. oc parses all of them, but only prints its
 * help.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import os from 'node:os';
import process from 'node:process';
import { test } from 'node:test';
import { findOc } from '#client/oc/findOc.ts';
import { createOcArguments, ocEnv } from '#client/oc/ocEnv.ts';
import { createCollectArguments } from '#core/mustGather/collectArguments.ts';
import type { GatherChoices } from '#core/mustGather/collectChoices.ts';

const found = await findOc({ setting: process.env['OC'] ?? '', env: process.env, home: os.homedir(), never: [] });
const left = found.ok ? false : 'there is no oc: put one on the PATH, or name it in OC';

const image = 'registry.example.com/osc-must-gather-rhel9:1.12.0';
const all: readonly GatherChoices[] = [
  { what: 'sandboxed', image, timeout: '10m', since: '2h', node: 'worker-0' },
  { what: 'both', image, timeout: '30m' },
  { what: 'cluster', timeout: '10m', runNamespace: 'support' },
  { what: 'audit', timeout: '10m' },
];

test('real oc accepts the arguments of every kind of must-gather', { skip: left }, () => {
  for (const choices of all) {
    const args = createCollectArguments(choices, 'out');
    assert.ok(found.ok && args.ok);
    const [before, command] = [
      args.value.filter((_, at) => !isBehind(args.value, at)),
      args.value.filter((_, at) => isBehind(args.value, at)),
    ];
    const argv = createOcArguments({ kubeconfig: [os.devNull], context: 'none' }, [...before, '--help', ...command]);
    const { status, stderr } = spawnSync(found.value, argv, {
      env: { ...ocEnv(process.env, [os.devNull]) },
      encoding: 'utf8',
    });
    assert.equal(status, 0, `${argv.join(' ')}: ${stderr}`);
  }
  const wrong = spawnSync(found.ok ? found.value : '', ['adm', 'must-gather', '--no-such-option', '--help'], {
    encoding: 'utf8',
  });
  assert.notEqual(wrong.status, 0, 'it looks at what it is given');
});

function isBehind(args: readonly string[], at: number): boolean {
  const dashes = args.indexOf('--');
  return dashes >= 0 && at >= dashes;
}
