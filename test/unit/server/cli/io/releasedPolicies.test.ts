/** Tests that lint doesn't keep the texts of policies, but indexes them. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { newestRelease } from '#core/product/releases.ts';
import { prepareInputs } from '#server/cli/commands/lint.ts';
import { readInputs } from '#server/cli/io/inputs.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'osc-released-'));
after(() => rmSync(folder, { recursive: true }));

const policy = 'package agent_policy\n\ndefault ExecProcessRequest := false\n\nhelper_with_a_long_name := true\n';

async function read(text: string, releases: boolean) {
  const file = path.join(folder, 'policy.rego');
  writeFileSync(file, text);
  const inputs = await readInputs([file], () => assert.fail('Nothing reads standard input.'), {}, { releases });
  const [input] = inputs.files;
  assert.ok(input !== undefined);
  return { file, inputs, input };
}

describe('the text of a policy', () => {
  test('is read again for each check, with its byte order mark', async () => {
    const { file, input } = await read(`\uFEFF${policy}`, true);
    assert.equal(input.text, `\uFEFF${policy}`);
    writeFileSync(file, `${policy}# changed\n`);
    assert.equal(input.text, `${policy}# changed\n`);
    assert.equal(input.bom, false);
  });

  test('stays in memory for commands that read inputs only once', async () => {
    const { file, input } = await read(policy, false);
    writeFileSync(file, '');
    assert.equal(input.text, policy);
  });

  test('is in the index of the workspace', async () => {
    for (const releases of [true, false]) {
      const { inputs } = await read(policy, releases);
      const { environment } = await prepareInputs(inputs, { release: newestRelease, rule: new Map() });
      const [indexed] = environment.workspace?.policies ?? [];
      assert.deepEqual([...(indexed?.names ?? [])], ['package', 'ExecProcessRequest', 'helper_with_a_long_name']);
      assert.equal(indexed?.package, 'agent_policy');
    }
  });

  test('has one set of names for all policies with the same names', async () => {
    const sets: unknown[] = [];
    for (const text of [policy, `${policy}# other\n`]) {
      const { input } = await read(text, true);
      sets.push(input.released?.indexed?.policy?.names);
    }
    assert.ok(sets[0] !== undefined && sets[0] === sets[1]);
    const { input } = await read(`${policy}other := 1\n`, true);
    assert.notEqual(input.released?.indexed?.policy?.names, sets[0]);
  });
});
