/** Tests what a user can do if a command in a container couldn't run. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiProblem } from '#client/kubernetes/connection.ts';
import { explainEnd } from '#client/terminal/describeEnd.ts';

const target = { container: 'app', executable: '/bin/sh' };
const explain = (kind: ApiProblem['kind'], message: string, reason?: string) =>
  explainEnd({ kind, message, ...(reason === undefined ? {} : { reason }) }, target);

test('a missing permission is named by the server, and leads to the list of permissions', () => {
  const message =
    'Access denied: User "dev" cannot create resource "pods/exec" in API group "" in the namespace "shop"';
  assert.deepEqual(explain('forbidden', message), { message, actions: ['showPermissions'] });
});

test('a proxy that refuses the upgrade leads to the oc command', () => {
  assert.deepEqual(explain('badAnswer', 'no upgrade', 'upgradeRefused').actions, ['copyCommand']);
  assert.deepEqual(explain('badAnswer', 'not JSON').actions, []);
  assert.deepEqual(explain('readOnly', 'read-only').actions, ['copyCommand']);
});

test('a missing executable is named, and leads to another command', () => {
  for (const message of [
    'exec failed: unable to start container process: exec: "/bin/sh": executable file not found in $PATH',
    'the file /bin/sh was not found: unknown',
    'exec failed: stat /bin/sh: no such file or directory',
  ]) {
    const found = explain('server', message);
    assert.ok(found.message.startsWith('Container app has no executable /bin/sh. Run another command.'), found.message);
    assert.ok(found.message.includes(message));
    assert.deepEqual(found.actions, ['editCommand']);
  }
});

test('a denied request and a lost connection are shown as they are', () => {
  for (const message of ['ExecProcessRequest is blocked by policy: ', 'Connection reset'])
    assert.deepEqual(explain('network', message), { message, actions: [] });
});
