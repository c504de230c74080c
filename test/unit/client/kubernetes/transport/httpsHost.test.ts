/** Tests which requests to other hosts aren't sent, and that each reason has its own message. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { succeed } from '#core/common/result.ts';
import { HttpsHost, type HostLogin } from '#client/kubernetes/transport/httpsHost.ts';
import { deps, problemOf } from '#test/support/cluster/clusterHarness.ts';

async function rejection(origin: string, path: string, login: HostLogin = {}): Promise<string> {
  const { clock } = deps();
  const host = new HttpsHost({ origin, clock, login: () => Promise.resolve(succeed(login)) });
  const problem = problemOf(await host.request({ method: 'GET', path, timeout: 1000, most: 1000 }));
  host.close();
  assert.equal(problem.kind, 'invalid');
  return problem.message;
}

test('a request to an address without TLS or with credentials is not sent', async () => {
  for (const origin of ['http://example.com', 'https://user@example.com', 'ftp://example.com', ''])
    assert.match(await rejection(origin, '/'), /the server address must start with https:\/\//, origin);
});

test('a request with a relative path is not sent', async () =>
  assert.match(await rejection('https://example.com', '.evil.com/'), /the path must start with a slash/));

test('a token is not sent over HTTP', async () =>
  assert.match(
    await rejection('http://127.0.0.1:9', '/', { authorization: 'Bearer x' }),
    /tokens are sent only to addresses that start with https:\/\//,
  ));
