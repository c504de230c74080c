/** Resolves merged entries to contexts and lists the problems of each. Contacts no server and runs nothing. */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import { isLoopback, isPlainHost, parseUrl } from '../parseUrl.ts';
import { ClusterContext } from './clusterContext.ts';
import type { ClusterEntry, ContextEntry, Entries, UserEntry } from './entries.ts';

/** Returns the contexts in the order of the files. */
export function contextsOf({ contexts, clusters, users }: Entries): readonly ClusterContext[] {
  return [...contexts.values()].map((entry) =>
    contextOf(entry, clusters.get(entry.cluster), users.get(entry.user ?? '')),
  );
}

function contextOf(
  entry: ContextEntry,
  cluster: ClusterEntry | undefined,
  user: UserEntry | undefined,
): ClusterContext {
  const { name, namespace, user: userName = '' } = entry;
  const url = cluster === undefined ? undefined : parsed(cluster.server);
  const unusable = [
    ...(cluster === undefined
      ? [
          entry.cluster === ''
            ? l10n.t`The context doesn't specify a cluster.`
            : l10n.t`Cluster "${entry.cluster}" isn't in any kubeconfig file.`,
        ]
      : []),
    ...(cluster === undefined ? [] : clusterProblems(cluster, url)),
    ...(user === undefined ? [] : userProblems(user)),
  ];
  const lesser =
    user === undefined && userName !== ''
      ? [l10n.t`User "${userName}" isn't in any kubeconfig file, so requests have no credentials. Log in again.`]
      : [];
  const shown = {
    name,
    cluster: entry.cluster,
    server: url === undefined ? '' : shownServer(url),
    user: userName,
    problems: [...unusable, ...lesser],
  };
  const access = cluster === undefined || unusable.length > 0 ? undefined : { cluster, user };
  return new ClusterContext({ ...shown, ...omitUndefined({ namespace }) }, access);
}

function clusterProblems(cluster: ClusterEntry, url: URL | undefined): readonly string[] {
  const { name } = cluster;
  const problems: string[] = [];
  if (cluster.server === '') problems.push(l10n.t`Cluster "${name}" has no server.`);
  else if (url === undefined)
    problems.push(l10n.t`The server for cluster "${name}" must be a URL that starts with https://.`);
  else {
    if (!isPlainHost(url.host))
      problems.push(
        l10n.t`The server host for cluster "${name}" can contain only letters, digits, periods, and hyphens.`,
      );
    if (url.username !== '' || url.password !== '')
      problems.push(
        l10n.t`The server URL for cluster "${name}" contains a user name or password. Move it to the user entry in the kubeconfig.`,
      );
    if (url.protocol === 'http:' && !isLoopback(url.hostname))
      problems.push(
        l10n.t`The server URL for cluster "${name}" starts with http://, which exposes the credentials on the network. Use https://.`,
      );
    else if (url.protocol === 'http:' && cluster.proxyUrl !== undefined)
      problems.push(
        l10n.t`The server URL for cluster "${name}" starts with http://, which exposes the credentials to the proxy. Remove proxy-url, or use https://.`,
      );
  }
  // client-go also rejects both, because the intention is unclear.
  if (cluster.skipTlsVerify && cluster.ca !== undefined)
    problems.push(
      l10n.t(
        'Cluster "{0}" has both {1} and {2}. Remove one of them.',
        name,
        'insecure-skip-tls-verify',
        'certificate-authority',
      ),
    );
  if (cluster.proxyUrl !== undefined && proxyOf(cluster.proxyUrl) === undefined)
    problems.push(l10n.t`The proxy-url for cluster "${name}" must start with http://, https://, or socks5://.`);
  return problems;
}

function userProblems({
  name,
  impersonate,
  token,
  tokenFile,
  username,
  password,
  exec,
  authProvider,
}: UserEntry): readonly string[] {
  const problems: string[] = [];
  // If `as` isn't set, the server ignores the other fields, and requests would have unintended permissions.
  if (impersonate !== undefined && impersonate.user === undefined)
    problems.push(
      l10n.t(
        'User "{0}" sets as-groups, as-uid, or as-user-extra without `as`. Set `as` to the user to impersonate.',
        name,
      ),
    );
  if ((username ?? password) !== undefined && (token ?? tokenFile) !== undefined)
    problems.push(l10n.t('User "{0}" has both {1} and {2}. Remove one of them.', name, 'token', 'password'));
  if (exec !== undefined && authProvider !== undefined)
    problems.push(l10n.t('User "{0}" has both {1} and {2}. Remove one of them.', name, 'exec', 'auth-provider'));
  return problems;
}

function parsed(server: string): URL | undefined {
  const url = parseUrl(server);
  return url !== undefined && (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname !== ''
    ? url
    : undefined;
}

/** Parses a proxy URL. Returns undefined unless client-go accepts its scheme. */
export function proxyOf(proxyUrl: string): URL | undefined {
  const url = parseUrl(proxyUrl);
  return url !== undefined && ['http:', 'https:', 'socks5:', 'socks5h:'].includes(url.protocol) && url.hostname !== ''
    ? url
    : undefined;
}

function shownServer({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
}
