/** Tests how the simulator answers requests for `pods/exec` that its own client doesn't send. */
import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { after, before, describe, test } from 'node:test';
import { getString } from '#core/common/json.ts';
import { simulate, type Simulation } from '#simulator/main.ts';
import { parseScript } from '#simulator/exec/shell/parseScript.ts';
import { createExecPod } from '#test/support/cluster/execPods.ts';

describe('pods/exec', () => {
  let cluster: Simulation;
  before(async () => {
    cluster = await simulate();
    createExecPod(cluster, { name: 'web' });
  });
  after(() => cluster.close());

  interface Answer {
    readonly status: number | undefined;
    readonly headers: IncomingMessage['headers'];
    readonly message: string;
  }

  function send(
    method: string,
    headers: Readonly<Record<string, string>>,
    path = 'web/exec?command=true&stdout=1',
  ): Promise<Answer> {
    const config: unknown = JSON.parse(cluster.kubeconfig);
    assert.ok(config !== undefined);
    return new Promise((resolve, reject) => {
      const sent = request(
        `${cluster.url}/api/v1/namespaces/default/pods/${path}`,
        {
          method,
          agent: false,
          rejectUnauthorized: false,
          headers: { Authorization: `Bearer ${cluster.tokenOf('kube:admin') ?? ''}`, ...headers },
        },
        (response) => {
          let body = '';
          response.setEncoding('utf8').on('data', (text: string) => (body += text));
          response.on('end', () => {
            const message = getString(JSON.parse(body === '' ? '{}' : body), 'message') ?? '';
            resolve({ status: response.statusCode, headers: response.headers, message });
          });
        },
      );
      sent.on('upgrade', (response, socket) => {
        socket.destroy();
        resolve({ status: response.statusCode, headers: response.headers, message: '' });
      });
      sent.on('error', reject).end();
    });
  }

  const webSocket = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Protocol': 'v4.channel.k8s.io',
  };

  test('over SPDY is not implemented', async () => {
    for (const method of ['POST', 'GET']) {
      const { status, message } = await send(method, { Connection: 'Upgrade', Upgrade: 'SPDY/3.1' });
      assert.equal(status, 501);
      assert.equal(message, 'the simulator supports pods/exec only over WebSocket, not over SPDY');
    }
  });

  test('without an upgrade is rejected', async () => {
    const { status, message } = await send('GET', {});
    assert.deepEqual([status, message], [400, 'Upgrade request required']);
  });

  test('selects a protocol, and computes the key of RFC 6455', async () => {
    const { status, headers } = await send('GET', webSocket);
    assert.equal(status, 101);
    assert.equal(headers['sec-websocket-protocol'], 'v4.channel.k8s.io');
    assert.equal(headers['sec-websocket-accept'], 's3pPLMBiTxaQ9kYGzzhZRbK+xOo=');
    const both = { ...webSocket, 'Sec-WebSocket-Protocol': 'v4.channel.k8s.io, v5.channel.k8s.io' };
    assert.equal((await send('GET', both)).headers['sec-websocket-protocol'], 'v5.channel.k8s.io');
    const none = { ...webSocket, 'Sec-WebSocket-Protocol': 'base64.channel.k8s.io' };
    assert.match((await send('GET', none)).message, /no WebSocket protocol that the simulator supports/);
  });

  test('is the only resource with an upgrade', async () => {
    const { status } = await send('GET', webSocket, 'web');
    assert.equal(status, 200);
  });

  test('obeys the faults of the server', async () => {
    cluster.faults.add({
      effect: { kind: 'status', error: { code: 503, reason: 'ServiceUnavailable', message: 'not now' } },
      path: /\/exec$/,
      times: 1,
    });
    assert.deepEqual([(await send('GET', webSocket)).status, (await send('GET', webSocket)).status], [503, 101]);
  });
});

describe('the shell of simulated containers', () => {
  test('rejects syntax that it does not know', () => {
    for (const script of ['a | b', 'a > b', '$(a)', '`a`', 'a &', '"$HOME"', "'", 'a < b', '(a)'])
      assert.equal(parseScript(script).ok, false, script);
  });
  test('parses words, quotes, and lists', () => {
    const parsed = parseScript(`echo 'a b'"c \\" $?"\\ d>&2; x && y || z\n`);
    assert.deepEqual(parsed, {
      ok: true,
      value: [
        {
          words: [['echo'], ['a b', 'c " ', { kind: 'status' }, '', ' ', 'd']],
          toStderr: true,
          condition: 'always',
        },
        { words: [['x']], toStderr: false, condition: 'always' },
        { words: [['y']], toStderr: false, condition: 'ifSucceeded' },
        { words: [['z']], toStderr: false, condition: 'ifFailed' },
      ],
    });
  });
});
