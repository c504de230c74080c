/** Tests commands of a cloud provider with stand-in executables. */
import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, it } from 'node:test';
import { runCloudCommand } from '#client/operations/peerPods/cloudCommand.ts';
import { quoteShellCommand } from '#core/oc/shellText.ts';
import { realClock } from '#client/kubernetes/clock.ts';

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
  const run = (argv: readonly [string, ...string[]]) =>
    runCloudCommand(
      argv,
      realClock,
      { PATH: `${folder}:/usr/bin:/bin`, AZURE_CLIENT_SECRET: 'canary-in-the-environment' },
      folder,
    );

  it('receives its arguments unchanged, without a shell', async () => {
    await stand('aws', 'for word in "$@"; do echo "<$word>"; done');
    const answer = await run(['aws', 'ec2', "$(reboot)'; x", 'Reservations[*]']);
    assert.deepEqual(answer, { ok: true, value: "<ec2>\n<$(reboot)'; x>\n<Reservations[*]>\n" });
  });

  it('reports the exit code and the complete error output without credentials when it fails', async () => {
    await stand(
      'az',
      'echo "Please run az login" >&2; echo "the secret is $AZURE_CLIENT_SECRET" >&2; echo "password=hunter22hunter" >&2; exit 3',
    );
    const answer = await run(['az', 'account', 'show']);
    assert.ok(!answer.ok);
    assert.equal(answer.error.message, 'az exited with code 3.');
    assert.match(answer.error.errors ?? '', /^Please run az login\nthe secret is \*\*\*\npassword=\*\*\*$/);
  });

  it('reports error output as a terminal shows it', async () => {
    await stand('aws', String.raw`printf 'first\r\n10%%\r90%%\r100%%\r\nAn error occurred\r\n' >&2; exit 254`);
    const answer = await run(['aws', 'ec2']);
    assert.ok(!answer.ok);
    assert.equal(answer.error.errors, 'first\n100%\nAn error occurred');
  });

  it('reports a command that a signal ends', async () => {
    await stand('az', 'kill -9 $$');
    const answer = await run(['az', 'account', 'show']);
    assert.deepEqual(answer, { ok: false, error: { message: 'az was terminated by a signal.' } });
  });

  it('is stopped when it prints too much', async () => {
    await stand('gcloud', 'exec yes');
    const answer = await run(['gcloud', 'config']);
    assert.ok(!answer.ok);
    assert.match(answer.error.message, /too much/);
  });

  it('reports a missing executable', async () => {
    const answer = await run(['no-such-cloud']);
    assert.ok(!answer.ok);
    assert.equal(answer.error.message, "Can't find the command no-such-cloud on this computer.");
  });
});

describe('displayed command line', () => {
  it('quotes arguments that a shell would interpret', () => {
    assert.equal(quoteShellCommand(['aws', '--query', 'Reservations[*].VpcId']), `aws --query 'Reservations[*].VpcId'`);
    assert.equal(quoteShellCommand(['oc', "a'b"]), String.raw`oc 'a'\''b'`);
    assert.equal(quoteShellCommand(['oc', 'a\nb\u202e\u{e0041}']), String.raw`oc $'a\nb\xe2\x80\xae\xf3\xa0\x81\x81'`);
  });
});
