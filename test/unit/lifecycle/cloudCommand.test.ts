/** Commands of a cloud, run with programs that stand in for it. */
import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, it } from 'node:test';
import { runCloudCommand } from '../../../client/src/lifecycle/cloudCommand.ts';
import { shellLine } from '../../../core/lifecycle/runbook/shellText.ts';
import { realClock } from '../../../client/src/cluster/time.ts';

describe('cloud provider command', { skip: process.platform === 'win32' }, () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'cloud-'));
  });
  after(() => rm(folder, { recursive: true }));
  const stand = async (name: string, script: string): Promise<void> => {
    await writeFile(path.join(folder, name), `#!/bin/sh\n${script}\n`);
    await chmod(path.join(folder, name), 0o755);
  };
  const run = (argv: readonly [string, ...string[]]) => runCloudCommand(argv, realClock, { PATH: `${folder}:/usr/bin:/bin` }, folder);

  it('receives its arguments unchanged, without a shell', async () => {
    await stand('aws', 'for word in "$@"; do echo "<$word>"; done');
    const answer = await run(['aws', 'ec2', "$(reboot)'; x", 'Reservations[*]']);
    assert.deepEqual(answer, { ok: true, value: "<ec2>\n<$(reboot)'; x>\n<Reservations[*]>\n" });
  });

  it('reports the exit code but not standard error when it fails', async () => {
    await stand('az', 'echo "secret token" >&2; exit 3');
    const answer = await run(['az', 'account', 'show']);
    assert.ok(!answer.ok);
    assert.match(answer.error, /az ended with code 3/);
    assert.doesNotMatch(answer.error, /secret/);
  });

  it('is stopped when it prints too much', async () => {
    await stand('gcloud', 'exec yes');
    const answer = await run(['gcloud', 'config']);
    assert.ok(!answer.ok);
    assert.match(answer.error, /too much/);
  });

  it('reports a missing executable', async () => {
    const answer = await run(['no-such-cloud']);
    assert.ok(!answer.ok);
    assert.match(answer.error, /^no-such-cloud was not found on this machine\.$/);
  });
});

describe('displayed command line', () => {
  it('quotes arguments that a shell would interpret', () => {
    assert.equal(shellLine(['aws', '--query', 'Reservations[*].VpcId']), `aws --query 'Reservations[*].VpcId'`);
    assert.equal(shellLine(['oc', "a'b"]), String.raw`oc 'a'\''b'`);
    assert.equal(shellLine(['oc', 'a\nb\u202e\u{e0041}']), String.raw`oc $'a\nb\xe2\x80\xae\xf3\xa0\x81\x81'`);
  });
});
