/**
 * Simulates the OAuth server of OpenShift: its metadata, and the page that shows a token. A real OAuth server has its
 * own host, and sends the form with POST; here, the API server also serves its pages. Instead of a password, the page
 * asks for the user. Sources:
 * openshift/library-go pkg/oauth/oauthdiscovery/discovery.go (metadata); openshift/oauth-server
 * pkg/server/tokenrequest/tokenrequest.go (pages).
 */
import type { ApiResponse } from '../http/apiResponse.ts';
import { createJsonResponse, pageNotFound } from '../http/apiResponse.ts';
import type { ApiRequest } from '../http/request.ts';
import type { ApiServerState } from './apiServerState.ts';

export const oauthMetadataPath = '/.well-known/oauth-authorization-server';
const requestPath = '/oauth/token/request';
const displayPath = '/oauth/token/display';

/** Returns whether the path belongs to the OAuth server, which anonymous users can open. */
export function isOAuthPage(path: string): boolean {
  return path === requestPath || path === displayPath;
}

/** Returns the metadata. A cluster with an external identity provider has none. */
export function oauthMetadata(cluster: ApiServerState): ApiResponse {
  const url = cluster.url();
  if (cluster.users === undefined) return pageNotFound;
  return createJsonResponse({
    issuer: url,
    authorization_endpoint: `${url}/oauth/authorize`,
    token_endpoint: `${url}/oauth/token`,
    scopes_supported: [
      'user:check-access',
      'user:full',
      'user:info',
      'user:list-projects',
      'user:list-scoped-projects',
    ],
    response_types_supported: ['code', 'token'],
    grant_types_supported: ['authorization_code', 'implicit'],
    code_challenge_methods_supported: ['plain', 'S256'],
  });
}

/** Returns the page on which a user requests a token, or the page that shows the token. */
export function oauthPage(cluster: ApiServerState, { path, query }: ApiRequest): ApiResponse {
  const { users } = cluster;
  if (users === undefined) return pageNotFound;
  if (path === requestPath) {
    const options = users.list().map(({ name }) => `<option>${escapeHtml(name)}</option>`);
    return page(
      `<form action="${displayPath}" method="get"><label>User <select name="user">${options.join('')}</select></label> <button type="submit">Display Token</button></form>`,
    );
  }
  const token = users.logInByName(query.get('user') ?? '');
  if (token === undefined) return pageNotFound;
  const url = cluster.url();
  return page(
    [
      `<h2>Your API token is</h2>\n<code>${token}</code>`,
      `<h2>Log in with this token</h2>\n<pre>oc login --token=${token} --server=${url}</pre>`,
      `<h2>Use this token directly against the API</h2>\n<pre>curl -H "Authorization: Bearer ${token}" "${url}/apis/user.openshift.io/v1/users/~"</pre>`,
      `<p><a href="${requestPath}">Request another token</a></p>`,
    ].join('\n'),
  );
}

function page(content: string): ApiResponse {
  const text = `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>Simulated OpenShift: token</title></head>\n<body>\n${content}\n</body></html>\n`;
  // Other sites can't frame the page or read it.
  const headers = { 'Content-Security-Policy': "default-src 'none'; form-action 'self'; frame-ancestors 'none'" };
  return { kind: 'text', code: 200, text, type: 'text/html; charset=utf-8', headers };
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
