/**
 * Refreshes OpenID Connect tokens with openid-client. The Kubernetes client library 2.0.1 also uses openid-client, but
 * passes an issuer that isn't a URL and responses that aren't Response objects, so every refresh fails. The identity
 * provider in test/unit/client/kubernetes/auth/oidc.test.ts reproduces this. Loaded on demand because few users log in
 * this way.
 */
import { request } from 'node:https';
import { omitUndefined, getString } from '#core/common/json.ts';
import * as oidc from 'openid-client';

export interface OidcTokens {
  readonly idToken: string;
  /** Some providers return a new refresh token with each refresh. */
  readonly refreshToken?: string;
}

/** Timeout of each of the two requests, in seconds. */
const timeout = 15;
const maxAnswer = 1_000_000;

/**
 * Requests new tokens from the identity provider.
 * @param config fields of the kubeconfig entry, by name
 * @param ca CA of the provider, in PEM; if undefined, the CAs that the system trusts apply
 * @throws if the provider returns no token; the error can contain any data and must not be shown
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
          // If the provider doesn't list its methods, the default is Basic. Source: OpenID Connect Discovery 1.0,
          // section 3.
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
  if (idToken === undefined) throw new Error('the provider returned no id_token');
  return { idToken, ...omitUndefined({ refreshToken: getString(answer, 'refresh_token') }) };
}

/**
 * Returns a fetch function that trusts only this CA. Uses node:https because VS Code applies its proxy settings to it.
 */
function fetchTrusting(ca: Buffer): oidc.CustomFetch {
  return (url, { body, headers, method, signal }) =>
    new Promise((resolve, reject) => {
      const sent = request(url, { method, headers, ca, ...omitUndefined({ signal }) }, (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > maxAnswer) sent.destroy(new Error('the response is too large'));
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
