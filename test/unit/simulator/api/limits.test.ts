/** Tests that other users of the same computer can't make the server store or do anything. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { connect } from 'node:tls';
import type { TLSSocket } from 'node:tls';
import { Audit } from '#simulator/api/auth/auditLog.ts';
import { bodyLimit } from '#simulator/api/http/body.ts';
import { usualLimits } from '#simulator/api/http/limits.ts';
import type { Simulation } from '#simulator/simulate.ts';
import { simulate } from '#simulator/simulate.ts';
import { getString } from '#simulator/store/kubeObject.ts';
import { Client, currentContext, identitiesOf } from '#test/support/cluster/apiClient.ts';
import type { Identity } from '#test/support/cluster/apiClient.ts';

const state: { simulation?: Simulation; identity?: Identity | undefined; clients: Client[]; sockets: TLSSocket[] } = {
  clients: [],
  sockets: [],
};
const maps = '/api/v1/namespaces/default/configmaps';
const connections = 12;

describe('simulator limits', () => {
  before(async () => {
    state.simulation = await simulate({ limits: { ...usualLimits, connections } });
    state.identity = identitiesOf(state.simulation.kubeconfig, '/').get(currentContext(state.simulation.kubeconfig));
  });

  after(async () => {
    for (const client of state.clients) client.close();
    for (const socket of state.sockets) socket.destroy();
    await state.simulation?.close();
  });

  function started(): { readonly simulation: Simulation; readonly identity: Identity; readonly port: number } {
    const { simulation, identity } = state;
    if (simulation === undefined || identity === undefined) throw new Error('the simulation has not been started');
    return { simulation, identity, port: Number(new URL(simulation.url).port) };
  }

  function client(): Client {
    const made = new Client(started().identity);
    state.clients.push(made);
    return made;
  }

  /** Opens a connection that sends this text and nothing more. */
  async function sent(text: string, { url, ca } = started().identity): Promise<TLSSocket> {
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), ca });
    state.sockets.push(socket);
    socket.on('error', () => undefined);
    await once(socket, 'secureConnect');
    socket.write(text);
    return socket;
  }

  /** Returns the response until the server closes the connection. */
  async function untilClosed(socket: TLSSocket): Promise<string> {
    let text = '';
    socket.setEncoding('utf8').on('data', (part: string) => (text += part));
    await once(socket, 'close');
    return text;
  }

  const head = (line: string, headers: Readonly<Record<string, string>> = {}): string =>
    `${[line, ...Object.entries({ Host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}`)].join('\r\n')}\r\n\r\n`;

  const unfinished = (headers: Readonly<Record<string, string>>, path = maps): string =>
    `${head(`POST ${path} HTTP/1.1`, { 'Content-Type': 'application/json', 'Content-Length': String(bodyLimit), ...headers })}{"kind":`;

  test('reject requests without a valid token before the body arrives and close the connection', async () => {
    const anonymous = await untilClosed(await sent(unfinished({})));
    assert.match(anonymous, /^HTTP\/1\.1 403 /);
    assert.match(anonymous, /cannot create resource \\"configmaps\\"/);
    const wrong = await untilClosed(await sent(unfinished({ Authorization: 'Bearer nonsense' })));
    assert.match(wrong, /^HTTP\/1\.1 401 /);
    assert.match(wrong, /connection: close/i);
    const chunked = await untilClosed(await sent(head(`POST ${maps} HTTP/1.1`, { 'Transfer-Encoding': 'chunked' })));
    assert.match(chunked, /^HTTP\/1\.1 403 /);
  });

  test('ignore the body of a request to a public path', async () => {
    const text = await untilClosed(await sent(unfinished({}, '/version').replace('POST', 'GET')));
    assert.match(text, /^HTTP\/1\.1 200 /);
    assert.match(text, /"gitVersion"/);
  });

  test('keep the connection open after a short unread body', async () => {
    const stranger = client().as('nonsense');
    state.clients.push(stranger);
    for (let time = 0; time < 3; time += 1) {
      const reply = await stranger.post(maps, { kind: 'ConfigMap' });
      assert.equal(reply.code, 401);
      assert.notEqual(reply.headers.connection, 'close');
    }
  });

  test('close a connection whose body never arrives but keep long watches open', async () => {
    // Uses a separate server. On a busy computer, requests of the other tests would exceed this time limit.
    const simulation = await simulate({ limits: { ...usualLimits, requestMilliseconds: 1500 } });
    const identity =
      identitiesOf(simulation.kubeconfig, '/').get(currentContext(simulation.kubeconfig)) ?? assert.fail();
    const follower = new Client(identity);
    const watch = await follower.watch(`${maps}?watch=1&fieldSelector=metadata.name%3Dlate`);
    assert.equal(watch.code, 200);
    const allowed = await sent(unfinished({ Authorization: `Bearer ${identity.token ?? ''}` }), identity);
    const withoutHead = await sent('GET /version HTTP/1.1\r\n', identity);
    const [text] = await Promise.all([untilClosed(allowed), untilClosed(withoutHead)]);
    assert.doesNotMatch(text, /^HTTP\/1\.1 2/);
    const late = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'late', namespace: 'default' } };
    assert.ok(simulation.store.create(simulation.resources.need('', 'configmaps'), late).ok);
    const event = await watch.next();
    assert.equal(getString(event?.object, 'metadata', 'name'), 'late');
    watch.close();
    follower.close();
    await simulation.close();
  });

  test('reject requests for another host', async () => {
    const { port } = started();
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1.evil.example',
      'localhost.evil.example',
      '10.0.0.1',
      'localhost@evil.example',
      '',
    ]) {
      const text = await untilClosed(await sent(head('GET /version HTTP/1.1', { Host: host, Connection: 'close' })));
      assert.match(text, /^HTTP\/1\.1 421 /, host);
      assert.match(text, /"kind":"Status"/);
      assert.doesNotMatch(text, /gitVersion/);
    }
    for (const host of ['localhost', `LOCALHOST:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`]) {
      const text = await untilClosed(await sent(head('GET /version HTTP/1.1', { Host: host, Connection: 'close' })));
      assert.match(text, /^HTTP\/1\.1 200 /, host);
    }
  });

  test('reject connections above the maximum', async () => {
    started().simulation.cutConnections();
    // Uses watches, so that no time limit closes their connections.
    const places = Array.from({ length: connections }, () => client().watch(`${maps}?watch=1`));
    const watches = await Promise.all(places);
    assert.deepEqual([...new Set(watches.map(({ code }) => code))], [200]);
    await assert.rejects(client().get('/version'), { code: 'ECONNRESET' });
    for (const watch of watches) watch.close();
  });

  test('keep no bodies by default and no long texts in the audit log', async () => {
    const { simulation } = started();
    simulation.cutConnections();
    await client().post(maps, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'secretly' } });
    assert.ok(simulation.audit.entries.length > 0);
    assert.ok(!JSON.stringify(simulation.audit.entries).includes('secretly'));
    const audit = new Audit();
    const long = 'x'.repeat(10_000);
    audit.add({
      verb: 'get',
      method: 'GET',
      url: long,
      user: undefined,
      userAgent: long,
      code: 200,
      at: 0,
      body: long,
    });
    assert.ok(JSON.stringify(audit.entries).length < 2500);
  });
});
