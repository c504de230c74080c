/** Tests OpenID Connect logins against a provider on loopback, with the library that requests their tokens. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { endOf, OidcLogin } from '#client/kubernetes/auth/oidcLogin.ts';
import { getNumber } from '#core/common/json.ts';
import { makeCertificates, type Certificates } from '#simulator/api/auth/certificates.ts';
import { HandClock, problemOf, valueOf } from '#test/support/cluster/clusterHarness.ts';
import { oddServer, type OddServer } from '#test/support/network/oddServer.ts';

let certificates: Certificates;
let provider: OddServer;
let tokens = 0;
let refuse = false;

describe('OpenID Connect login', () => {
  before(async () => {
    certificates = await makeCertificates(Date.now());
    provider = await oddServer((request, response) => {
      response.writeHead(refuse ? 400 : 200, { 'Content-Type': 'application/json' });
      if (refuse) return void response.end('{"error":"invalid_grant"}');
      if (request.url === '/.well-known/openid-configuration') {
        return void response.end(
          JSON.stringify({
            issuer: provider.url,
            token_endpoint: `${provider.url}/token`,
            authorization_endpoint: `${provider.url}/a`,
            jwks_uri: `${provider.url}/k`,
          }),
        );
      }
      tokens += 1;
      return void response.end(
        JSON.stringify({
          access_token: 'a',
          token_type: 'bearer',
          expires_in: 300,
          id_token: jwt(300),
          refresh_token: `rotated-${tokens}`,
        }),
      );
    }, certificates);
  });

  after(() => provider.close());

  function jwt(seconds: number): string {
    const now = Math.floor(Date.now() / 1000);
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    return `${part({ alg: 'RS256', typ: 'JWT' })}.${part({ iss: provider.url, aud: 'kube', sub: 'me', iat: now, exp: now + seconds, n: tokens })}.c2ln`;
  }

  /** Returns the time of a token's `iat`, in milliseconds. */
  function issuedAt(token: string): number {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    return (getNumber(claims, 'iat') ?? Number.NaN) * 1000;
  }

  function login(clock: HandClock, more: Readonly<Record<string, string>>, told: string[] = []): OidcLogin {
    const config = {
      'client-id': 'kube',
      'idp-issuer-url': provider.url,
      'refresh-token': 'first',
      'idp-certificate-authority-data': Buffer.from(certificates.ca).toString('base64'),
      ...more,
    };
    return new OidcLogin(config, { clock, tell: (line) => void told.push(line) });
  }

  test('uses a valid token and renews an expired token once', async () => {
    const clock = new HandClock();
    const told: string[] = [];
    const fresh = jwt(3600);
    const oidc = login(clock, { 'id-token': fresh }, told);
    assert.equal(valueOf(await oidc.token(false)), fresh);
    assert.equal(provider.requests.length, 0);
    clock.pass(3_600_000);
    const renewed = valueOf(await oidc.token(false));
    assert.notEqual(renewed, fresh);
    for (let index = 0; index < 5; index += 1) assert.equal(valueOf(await oidc.token(false)), renewed);
    assert.equal(tokens, 1);
    assert.match(
      told.join('\n'),
      /^127\.0\.0\.1:\d+ issued a new refresh token\. The extension doesn't save it in the kubeconfig, so kubectl might ask you to log in again\.$/,
    );
    assert.deepEqual(oidc.secrets, ['', renewed, 'rotated-1']);
    assert.doesNotMatch(told.join(), /rotated-1/);
  });

  test('reports a rejected renewal and missing tokens with the next step', async () => {
    const clock = new HandClock();
    refuse = true;
    const problem = problemOf(await login(clock, { 'id-token': jwt(-10) }).token(false));
    assert.equal(problem.kind, 'credentials');
    assert.match(problem.message, /token expired\. 127\.0\.0\.1:\d+ didn't issue a new one\. Log in again/);
    refuse = false;
    const without = login(clock, { 'id-token': '', 'refresh-token': '' });
    assert.match(
      problemOf(await without.token(false)).message,
      /contains no OpenID Connect token and not enough data to request one/,
    );
    const unknown = login(clock, { 'id-token': 'opaque', 'refresh-token': '' });
    assert.equal(valueOf(await unknown.token(true)), 'opaque');
  });

  test('reads the expiry time from any token', () => {
    const token = jwt(10);
    assert.equal(endOf(token), issuedAt(token) + 10_000);
    for (const text of ['', 'a.b', 'a.b.c', '..', 'e30.e30.', `a.${'x'.repeat(200_000)}.c`])
      assert.equal(endOf(text), Infinity);
  });
});
