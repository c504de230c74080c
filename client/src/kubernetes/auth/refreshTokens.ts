/**
 * Fetches a new token of OpenID Connect. By openid-client itself: the client library of Kubernetes 2.0.1, which uses
 * it, hands it an issuer that is no URL and answers that are no Responses, so that every renewal fails
 * (test/unit/client/kubernetes/auth/oidc.test.ts has the provider to see it). Loaded when needed, because few log in
 * this way.
 */
import { request } from 'node:https';
import { omitUndefined, getString } from '#core/common/json.ts';
import * as oidc from 'openid-client';

export interface OidcTokens {
  readonly idToken: string;
  /** Some providers give another with each renewal. */
  readonly refreshToken?: string;
}

/** Seconds for each of the two requests. */
const timeout = 15;
const maxAnswer = 1_000_000;

/**
 * @param config the fields of the entry in the kubeconfig, by their names
 * @param ca of the provider, PEM; without it those that the system trusts count
 * Rejects when the provider gives none; the error may hold anything, and is not to be shown.
 */
export async function refreshTokens(
  config: Readonly<Record<string, string>>,
  ca: Buffer | undefined,
): Promise<OidcTokens> {
  const secret = config['client-secret'] ?? '';
  const clientAuth: Parameters<typeof oidc.discovery>[3] =
    secret === ''
      ? oidc.None()
      : (server, client, body, headers) => {
          // What a provider does not say is Basic: OpenID Connect Discovery 1.0, section 3.
          const methods = server.token_endpoint_auth_methods_supported;
          const method =
            methods === undefined || methods.includes('client_secret_basic')
              ? oidc.ClientSecretBasic(secret)
              : oidc.ClientSecretPost(secret);
          method(server, client, body, headers);
        };
  const options = { timeout, ...(ca === undefined ? {} : { [oidc.customFetch]: fetchTrusting(ca) }) };
  const configuration = await oidc.discovery(
    new URL(config['idp-issuer-url'] ?? ''),
    config['client-id'] ?? '',
    undefined,
    clientAuth,
    options,
  );
  const answer = await oidc.refreshTokenGrant(configuration, config['refresh-token'] ?? '');
  const idToken = getString(answer, 'id_token');
  if (idToken === undefined) throw new Error('the provider gave no id_token');
  return { idToken, ...omitUndefined({ refreshToken: getString(answer, 'refresh_token') }) };
}

/** A fetch that trusts this authority alone, over node:https: in VS Code its proxy settings apply to that. */
function fetchTrusting(ca: Buffer): oidc.CustomFetch {
  return (url, { body, headers, method, signal }) =>
    new Promise((resolve, reject) => {
      const sent = request(url, { method, headers, ca, ...omitUndefined({ signal }) }, (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > maxAnswer) sent.destroy(new Error('the answer is too large'));
          else chunks.push(chunk);
        });
        response.on('error', reject);
        response.on('end', () => {
          const type = response.headers['content-type'];
          resolve(
            new Response(Buffer.concat(chunks), {
              status: response.statusCode ?? 500,
              headers: type === undefined ? {} : { 'content-type': type },
            }),
          );
        });
      });
      sent.on('error', reject);
      sent.end(typeof body === 'string' || body instanceof URLSearchParams ? String(body) : undefined);
    });
}
