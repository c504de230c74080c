/** Runs the command that tests the port of a pod VM with a stand-in for oc, and explains its output. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { explainText } from '#core/explain/explainText.ts';
import { createPortTestCommand, getShellName } from '#core/operations/peerPods/portTest.ts';

/** Stand-in that runs the command after `--` on this computer, with the messages of `oc debug`. */
const oc = `oc() {
  echo "Starting pod/worker-0-debug ..." >&2
  while [[ $1 != -- ]]; do shift; done
  shift
  "$@"
  echo "Removing debug pod ..." >&2
}
`;

async function run(command: string): Promise<string> {
  const child = spawn('bash', ['--norc', '-c', `${oc}${command}`], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  await once(child, 'close');
  return output;
}

const headlineOf = (text: string): readonly string[] => explainText(text).told.map(({ headline }) => headline);

describe('port test', () => {
  test('of an open and of a closed port prints a result that is explained', async () => {
    const server = createServer((socket) => socket.destroy());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const command = createPortTestCommand({ node: 'worker-0', address: '127.0.0.1', port: String(port) });
    assert.match(command, /^oc debug node\/worker-0 -- bash -c '/);
    assert.deepEqual(headlineOf(await run(command)), [`Port ${port} of 127.0.0.1 is open`]);
    server.close();
    await once(server, 'close');
    assert.deepEqual(headlineOf(await run(command)), [`Port ${port} of 127.0.0.1 is closed`]);
  });

  test('without a response or a route is explained', () => {
    assert.deepEqual(headlineOf('Port 15150 of 10.0.131.7: exit code 124\n'), [
      'No response from port 15150 of 10.0.131.7',
    ]);
    const unreachable = 'bash: line 1: /dev/tcp/fd00::7/15150: No route to host\nPort 15150 of fd00::7: exit code 1\n';
    assert.deepEqual(headlineOf(unreachable), ['No route to fd00::7']);
  });

  test('uses a placeholder for a node name that is not valid', () => {
    assert.equal(getShellName('worker-0.example.com'), 'worker-0.example.com');
    for (const name of [undefined, '', "a';reboot", '-o', 'a\nb']) assert.equal(getShellName(name), 'NODE');
  });
});
