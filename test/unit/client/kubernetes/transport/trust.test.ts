/** Tests which certificates a connection trusts, which route it uses, and how it reports failures. */
import assert from 'node:assert/strict';
import { createServer, connect as connectTo, type AddressInfo, type Server, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { CredentialProvider } from '#client/kubernetes/auth/credentials.ts';
import { connect } from '#client/kubernetes/transport/connect.ts';
import { toNetworkError } from '#client/kubernetes/transport/networkProblem.ts';
import type { ApiResult } from '#client/kubernetes/connection.ts';
import { makeCertificates, type Certificates } from '#simulator/api/auth/certificates.ts';
import { refusingPort } from '#test/support/network/refusingPort.ts';
import { contextIn, deps, folder, kubeconfigOf, problemOf, valueOf } from '#test/support/cluster/clusterHarness.ts';
import { oddServer, type OddServer } from '#test/support/network/oddServer.ts';

const home = folder();
let own: Certificates;
let expired: Certificates;
let server: OddServer;
let old: OddServer;
const jsonOf = (text: string): string => Buffer.from(text).toString('base64');

describe('server connection', () => {
  before(async () => {
    [own, expired] = await Promise.all([
      makeCertificates(Date.now()),
      makeCertificates(Date.now() - 4000 * 86_400_000),
    ]);
    const answer: Parameters<typeof oddServer>[0] = (request, response) =>
      response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ host: request.headers.host, authorization: request.headers.authorization ?? null }));
    [server, old] = await Promise.all([oddServer(answer, own), oddServer(answer, expired)]);
  });

  after(async () => {
    await Promise.all([server.close(), old.close()]);
    home.remove();
  });

  async function ask(cluster: object, user: object | false = { token: 'x' }): Promise<ApiResult<unknown>> {
    const connection = connect(
      await contextIn(home.write('config', kubeconfigOf({ x: { cluster, ...(user === false ? {} : { user }) } })), 'x'),
      deps(),
    );
    const answer = await connection.ask('/version');
    connection.close();
    return answer;
  }

  test('trusts the certificate authority of the kubeconfig for any user', async () => {
    const ca = jsonOf(own.ca);
    const file = home.write('ca.crt', own.ca);
    for (const authority of [
      { 'certificate-authority-data': ca },
      { 'certificate-authority': file },
      { 'certificate-authority-data': ca, 'certificate-authority': '/nowhere' },
    ]) {
      valueOf(await ask({ server: server.url, ...authority }));
    }
    // The CA also applies if the user entry is missing.
    assert.deepEqual(valueOf(await ask({ server: server.url, 'certificate-authority-data': ca }, false)), {
      host: new URL(server.url).host,
      authorization: null,
    });
    valueOf(await ask({ server: server.url, 'insecure-skip-tls-verify': true }));
    valueOf(await ask({ server: server.url, 'certificate-authority-data': ca, 'tls-server-name': 'localhost' }));
  });

  test('rejects an untrusted server with the reason', async () => {
    const authority = { 'certificate-authority-data': jsonOf(own.ca) };
    const cases = [
      [{ server: server.url }, 'tls', /isn't signed by a trusted CA\. Check certificate-authority/],
      [{ server: server.url, 'certificate-authority-data': jsonOf(expired.ca) }, 'tls', /isn't signed by a trusted CA/],
      [
        { server: old.url, 'certificate-authority-data': jsonOf(expired.ca) },
        'tls',
        /has expired\. .* the cluster administrator must renew/,
      ],
      [
        { server: server.url, ...authority, 'tls-server-name': 'api.example.com' },
        'tls',
        /was issued for a different name/,
      ],
      [
        { server: server.url, 'certificate-authority-data': 'garbage' },
        'credentials',
        /^Invalid PEM data in certificate-authority for cluster "x" \(in the kubeconfig\)/,
      ],
      [
        { server: server.url, 'certificate-authority': 'gone.crt' },
        'credentials',
        /^Can't read certificate-authority for cluster "x": .*gone\.crt \(not found\)\./,
      ],
    ] as const;
    for (const [cluster, kind, words] of cases) {
      const problem = problemOf(await ask(cluster));
      assert.match(problem.message, words);
      assert.equal(problem.kind, kind);
    }
    const key = {
      'client-certificate-data': jsonOf(own.cert),
      'client-key-data': jsonOf('-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n'),
    };
    assert.match(
      problemOf(await ask({ server: server.url, ...authority }, key)).message,
      /Can't read a certificate or key in the kubeconfig/,
    );
    const bad = await contextIn(
      home.write('bad', kubeconfigOf({ x: { cluster: { server: server.url }, user: key } })),
      'x',
    );
    assert.match(
      problemOf(await new CredentialProvider(bad, deps()).current()).message,
      /Can't read a certificate or key/,
      'before a request is made',
    );
    valueOf(await ask({ server: server.url, ...authority }, { ...key, 'client-key-data': jsonOf(own.key) }));
  });

  test('reports a server without TLS and a refused connection', async () => {
    const plain = await oddServer((_request, response) => response.end());
    assert.match(
      problemOf(await ask({ server: plain.url.replace('http:', 'https:') })).message,
      /The TLS handshake with .+ failed/,
    );
    await plain.close();
    const { port, release } = await refusingPort();
    const refused = problemOf(await ask({ server: `https://127.0.0.1:${port}` }));
    await release();
    assert.equal(refused.kind, 'network');
    assert.match(
      refused.message,
      /^Connection refused by 127\.0\.0\.1:\d+\. Check whether the cluster is running and whether a VPN is required\.$/,
    );
  });

  test('explains every Node.js error code without quoting the error', () => {
    const codes = [
      'ENOTFOUND',
      'EAI_AGAIN',
      'ETIMEDOUT',
      'EHOSTUNREACH',
      'CERT_NOT_YET_VALID',
      'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
      'HPE_INVALID_CONSTANT',
      'ERR_OSSL_X',
      'E_NEW',
      'constructor',
    ];
    for (const code of codes) {
      const { message } = toNetworkError(Object.assign(new Error('canary'), { code }), 'api.x:6443');
      assert.match(message, /api\.x:6443|kubeconfig/);
      assert.doesNotMatch(message, /canary|constructor/);
    }
    assert.match(toNetworkError(Object.assign(new Error(), { code: 'E_NEW' }), 'x').message, /failed \(E_NEW\)/);
  });

  test('uses the kubeconfig proxy with its password and reports a rejection', async () => {
    const proxy = await httpProxy();
    const cluster = { server: server.url, 'certificate-authority-data': jsonOf(own.ca) };
    const url = `http://me:p%40ss@127.0.0.1:${proxy.port}`;
    valueOf(await ask({ ...cluster, 'proxy-url': url }));
    assert.deepEqual(proxy.heads, [`CONNECT ${new URL(server.url).host} HTTP/1.1 Basic ${jsonOf('me:p@ss')}`]);
    proxy.refuse = true;
    const problem = problemOf(await ask({ ...cluster, 'proxy-url': url }));
    assert.match(problem.message, /The proxy in the kubeconfig couldn't connect to 127\.0\.0\.1:\d+ \(407\)/);
    assert.doesNotMatch(problem.message, /p@ss|p%40ss/);
    await proxy.close();
  });

  test('closes without waiting for a proxy that never responds', async () => {
    let arrived = (_socket: Socket): void => undefined;
    const came = new Promise<Socket>((resolve) => {
      arrived = resolve;
    });
    const proxy = await proxyWith((socket) => arrived(socket.resume()));
    const cluster = { server: server.url, 'proxy-url': `http://127.0.0.1:${proxy.port}` };
    const connection = connect(await contextIn(home.write('config', kubeconfigOf({ x: { cluster } })), 'x'), deps());
    const asked = connection.ask('/version');
    const socket = await came;
    const gone = new Promise((resolve) => {
      socket.once('close', resolve);
    });
    connection.close();
    assert.equal(problemOf(await asked).kind, 'aborted');
    await gone;
    await proxy.close();
  });

  test('lets a SOCKS proxy resolve the host name, as client-go does', async () => {
    const socks = await socksProxy(server.port);
    const cluster = {
      server: `https://localhost:${server.port}`,
      'certificate-authority-data': jsonOf(own.ca),
      'proxy-url': `socks5://127.0.0.1:${socks.port}`,
    };
    assert.deepEqual(valueOf(await ask(cluster, {})), { host: `localhost:${server.port}`, authorization: null });
    assert.deepEqual(socks.names, ['localhost']);
    await socks.close();
  });

  interface Proxy {
    readonly port: number;
    readonly heads: string[];
    readonly names: string[];
    refuse: boolean;
    readonly close: () => Promise<void>;
  }

  async function proxyWith(greet: (socket: Socket, proxy: Proxy) => void): Promise<Proxy> {
    const sockets = new Set<Socket>();
    const listening: Server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      greet(socket, proxy);
    });
    await new Promise<void>((resolve) => {
      listening.listen(0, '127.0.0.1', resolve);
    });
    const close = (): Promise<void> =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        listening.close(() => resolve());
      });
    const proxy: Proxy = {
      port: (listening.address() as AddressInfo).port,
      heads: [],
      names: [],
      refuse: false,
      close,
    };
    return proxy;
  }

  function httpProxy(): Promise<Proxy> {
    return proxyWith((socket, proxy) => {
      socket.once('data', (head: Buffer) => {
        const lines = head.toString('latin1').split('\r\n');
        const authorization =
          lines.find((line) => line.toLowerCase().startsWith('proxy-authorization:'))?.split(': ')[1] ?? '';
        proxy.heads.push(`${lines[0] ?? ''} ${authorization}`);
        if (proxy.refuse) {
          socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n');
          return;
        }
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        join(socket, Number(/:(\d+) /.exec(lines[0] ?? '')?.[1]));
      });
    });
  }

  /** Starts a SOCKS proxy that implements the part of RFC 1928 that one client requires. */
  function socksProxy(target: number): Promise<Proxy> {
    return proxyWith((socket, proxy) => {
      socket.once('data', () => {
        socket.write(Buffer.from([5, 0]));
        socket.once('data', (asked: Buffer) => {
          proxy.names.push(asked[3] === 3 ? asked.subarray(5, 5 + (asked[4] ?? 0)).toString('latin1') : 'an address');
          socket.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 0]));
          join(socket, target);
        });
      });
    });
  }

  function join(socket: Socket, port: number): void {
    const inner = connectTo(port, '127.0.0.1');
    inner.on('error', () => socket.destroy());
    socket.pipe(inner).pipe(socket);
  }
});
