/**
 * Finds the page on which OpenShift shows tokens to users. Source: openshift/oc pkg/helpers/tokencmd
 * `RequestTokenWithLocalCallback`, which reads the same metadata; openshift/oauth-server pkg/server/tokenrequest
 * `RequestTokenEndpoint` = `/oauth/token/request`.
 */
import { getString } from '#core/common/json.ts';
import { fail, succeed } from '#core/common/result.ts';
import * as l10n from '@vscode/l10n';
import type { ApiProblem, ApiResult, Connection } from '../connection.ts';
import type { ClusterContext } from '../kubeconfig/clusterContext.ts';
import { isLoopback, isPlainHost, parseUrl } from '../parseUrl.ts';

/**
 * Metadata of an OAuth server. Source: RFC 8414; OpenShift serves it only with its own OAuth server, after
 * authorization (openshift/kubernetes@198a5008 openshift-kube-apiserver/openshiftkubeapiserver/patch_handlerchain.go
 * `withOAuthInfo`). By default, the ClusterRole `system:openshift:public-info-viewer` allows it to anonymous users.
 */
const metadataPath = '/.well-known/oauth-authorization-server';

/**
 * Returns the address of the token page, or undefined if the cluster uses an external identity provider.
 * @param connection an anonymous connection, because a rejected login would also fail here
 */
export async function findTokenPage(
  connection: Pick<Connection, 'ask' | 'identity'>,
  signal?: AbortSignal,
): Promise<ApiResult<string | undefined>> {
  const answer = await connection.ask(metadataPath, signal === undefined ? {} : { signal });
  if (!answer.ok)
    return answer.error.kind === 'notFound' ? succeed(undefined) : fail(describeFailure(connection, answer.error));
  const issuer = parseUrl(getString(answer.value, 'issuer') ?? '');
  const isUsable =
    issuer !== undefined &&
    (issuer.protocol === 'https:' || (issuer.protocol === 'http:' && isLoopback(issuer.hostname))) &&
    isPlainHost(issuer.host) &&
    issuer.username === '' &&
    issuer.password === '';
  if (!isUsable)
    return fail({
      kind: 'badAnswer',
      message: l10n.t`${connection.identity.context} returned an invalid address of its token page.`,
    });
  return succeed(`${issuer.origin}${issuer.pathname.replace(/\/+$/, '')}/oauth/token/request`);
}

/** Describes a failure. The message of a rejected request names the user, but this request has no login. */
function describeFailure({ identity }: Pick<Connection, 'identity'>, error: ApiProblem): ApiProblem {
  return error.kind === 'unauthorized' || error.kind === 'forbidden'
    ? {
        ...error,
        message: l10n.t`${identity.context} shows the address of its token page only to users who are logged in. Enter a token, or run oc login.`,
      }
    : error;
}

/** Flags of credential plugins that specify the identity provider: oc get-token, kubelogin. */
const issuerFlag = /^--(?:oidc-)?issuer-url=(.+)$/;

/** Returns the host of the external identity provider that the kubeconfig specifies, if any. */
export function identityProviderOf({ access }: ClusterContext): string | undefined {
  const { exec, authProvider } = access?.user ?? {};
  const args = exec?.args ?? [];
  const url =
    authProvider?.config['idp-issuer-url'] ??
    args.flatMap((arg) => issuerFlag.exec(arg)?.[1] ?? []).at(0) ??
    args.find((_, index) => /^--(?:oidc-)?issuer-url$/.test(args[index - 1] ?? ''));
  const host = parseUrl(url ?? '')?.host;
  return host !== undefined && isPlainHost(host) ? host : undefined;
}
