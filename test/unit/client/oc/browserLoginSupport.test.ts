/** Tests when `oc login --web` is offered, with stand-ins for `oc`. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { realClock } from '#client/kubernetes/clock.ts';
import { isLocalWindow, supportsBrowserLogin } from '#client/oc/browserLoginSupport.ts';

/** The options in the help of `oc login`, in the layout of `oc`. */
const help = (web: string): string => `Log in to your server and save login for subsequent use.

Options:
    -u, --username='':
        Username for server
${web}
Usage:
  oc login [-u USERNAME] [-p PASSWORD] [-s SERVER] [flags] [options]
`;
const withWeb = help(`    -w, --web=false:
        Login with web browser. Starts a local HTTP callback server.
`);

describe('oc login --web', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'osc-oc-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const calls = path.join(folder, 'calls');

  /** Creates a stand-in that prints a text, and records its arguments. */
  function standIn(name: string, text: string, code = 0): string {
    const file = path.join(folder, name);
    const script = `#!/bin/sh\necho "$@" >> '${calls}'\ncat <<'END'\n${text}END\nexit ${code}\n`;
    writeFileSync(file, script, { mode: 0o755 });
    return file;
  }

  test('is offered if the help of the installed oc lists the option', async () => {
    assert.equal(await supportsBrowserLogin(standIn('new', withWeb), realClock), true);
    assert.equal(readFileSync(calls, 'utf8'), 'login --help\n');
  });

  test('is not offered for an older oc, one that only mentions the option, or one that fails', async () => {
    assert.equal(await supportsBrowserLogin(standIn('old', help('')), realClock), false);
    const mention = help('    --other=false:\n        Use this instead of --web.\n');
    assert.equal(await supportsBrowserLogin(standIn('mention', mention), realClock), false);
    assert.equal(await supportsBrowserLogin(standIn('broken', withWeb, 1), realClock), false);
    assert.equal(await supportsBrowserLogin(path.join(folder, 'missing'), realClock), false);
  });

  test('is offered only in a local desktop window, because the browser sends the token to localhost', () => {
    assert.equal(isLocalWindow({ isDesktop: true, remoteName: undefined }), true);
    for (const remoteName of ['ssh-remote', 'wsl', 'dev-container'])
      assert.equal(isLocalWindow({ isDesktop: true, remoteName }), false, remoteName);
    assert.equal(isLocalWindow({ isDesktop: false, remoteName: undefined }), false);
  });
});
