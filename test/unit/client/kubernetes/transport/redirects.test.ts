/** Tests that the client doesn't follow redirects and sends no credentials to other servers. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { connect } from '#client/kubernetes/transport/connect.ts';
import { contextIn, deps, folder, HandClock, kubeconfigOf, problemOf } from '#test/support/cluster/clusterHarness.ts';
import { oddServer, type OddServer } from '#test/support/network/oddServer.ts';

const home = folder();
const locations: Readonly<Record<string, (other: string) => string>> = {
  'another server': (other) => `${other}/stolen`,
  'the same server': () => '/stolen',
  'a server without a scheme': (other) => other.replace('https:', ''),
  'a file': () => 'file:///etc/passwd',
  nothing: () => '',
};

describe('redirect of an API server', () => {
  let server: OddServer;
  let other: OddServer;
  let location = '';
  const asked: string[] = [];

  before(async () => {
    other = await oddServer((request, response) => {
      asked.push(`${request.url} ${request.headers.authorization}`);
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"a":1}');
    });
    server = await oddServer((request, response) => {
      const status = Number(/^\/(\d{3})$/.exec(request.url ?? '')?.[1] ?? 200);
      if (request.url === '/stolen') asked.push('/stolen');
      response.writeHead(status, { Location: location, 'Content-Type': 'application/json' }).end('{"kind":"Status"}');
    });
  });
  after(async () => {
    await server.close();
    await other.close();
    home.remove();
  });

  for (const [where, locationOf] of Object.entries(locations)) {
    test(`is not followed to ${where}`, async () => {
      location = locationOf(other.url);
      const file = home.write(
        'config',
        kubeconfigOf({ x: { cluster: { server: server.url }, user: { token: 'canary-token' } } }),
      );
      const connection = connect(await contextIn(file, 'x'), deps({ clock: new HandClock(1_700_000_000_000) }));
      for (const status of [300, 301, 302, 303, 307, 308]) {
        for (const method of ['GET', 'DELETE'] as const) {
          const answer =
            method === 'GET' ? await connection.ask(`/${status}`) : await connection.send(`/${status}`, { method });
          const { message } = problemOf(answer);
          assert.doesNotMatch(message, /canary-token|stolen|passwd/, `${method} ${status}`);
        }
      }
      connection.close();
      assert.deepEqual(asked, []);
    });
  }
});
