/** Merged entries -> contexts, each with what is wrong with it. Nothing is contacted or run. */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import { isLoopback, isPlainHost, parseUrl } from '../parseUrl.ts';
import { ClusterContext } from './clusterContext.ts';
import type { ClusterEntry, ContextEntry, Entries, UserEntry } from './entries.ts';

/** In the order in which they stand in the files. */
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
            ? l10n.t`The context names no cluster.`
            : l10n.t`The cluster "${entry.cluster}" is in none of the files.`,
        ]
      : []),
    ...(cluster === undefined ? [] : clusterProblems(cluster, url)),
    ...(user === undefined ? [] : userProblems(user)),
  ];
  const lesser =
    user === undefined && userName !== ''
      ? [l10n.t`The user "${userName}" is in none of the files: requests go out without credentials. Log in again.`]
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
  if (cluster.server === '') problems.push(l10n.t`The cluster "${name}" has no server.`);
  else if (url === undefined)
    problems.push(l10n.t`The server of the cluster "${name}" is no address that begins with https://.`);
  else {
    if (!isPlainHost(url.host))
      problems.push(
        l10n.t`The server of the cluster "${name}" has a host that holds more than letters, digits, dots and hyphens.`,
      );
    if (url.username !== '' || url.password !== '')
      problems.push(
        l10n.t`The server of the cluster "${name}" holds a user name or a password: put them into the user of the kubeconfig.`,
      );
    if (url.protocol === 'http:' && !isLoopback(url.hostname))
      problems.push(
        l10n.t`The server of the cluster "${name}" begins with http://, where everybody on the way could read the credentials: use https://.`,
      );
    else if (url.protocol === 'http:' && cluster.proxyUrl !== undefined)
      problems.push(
        l10n.t`The server of the cluster "${name}" begins with http://, so that its proxy could read the credentials: remove the proxy-url, or use https://.`,
      );
  }
  // As client-go says: with both, nobody can tell what was meant.
  if (cluster.skipTlsVerify && cluster.ca !== undefined)
    problems.push(
      l10n.t`Certificates of the cluster "${name}" are not to be checked, and yet it names an authority: remove one of them.`,
    );
  if (cluster.proxyUrl !== undefined && proxyOf(cluster.proxyUrl) === undefined)
    problems.push(
      l10n.t`The proxy-url of the cluster "${name}" is none that begins with http://, https:// or socks5://.`,
    );
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
  // Without the user, the server takes no notice of the rest: the requests would have rights that nobody meant.
  if (impersonate !== undefined && impersonate.user === undefined)
    problems.push(
      l10n.t`The user "${name}" acts with groups, a uid or extras of another, and not \`as\` another: give \`as\`.`,
    );
  if ((username ?? password) !== undefined && (token ?? tokenFile) !== undefined)
    problems.push(l10n.t`The user "${name}" has a token and a password: only one of them may be there.`);
  if (exec !== undefined && authProvider !== undefined)
    problems.push(l10n.t`The user "${name}" has exec and auth-provider: only one of them may be there.`);
  return problems;
}

function parsed(server: string): URL | undefined {
  const url = parseUrl(server);
  return url !== undefined && (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname !== ''
    ? url
    : undefined;
}

/** The schemes that client-go takes. */
export function proxyOf(proxyUrl: string): URL | undefined {
  const url = parseUrl(proxyUrl);
  return url !== undefined && ['http:', 'https:', 'socks5:', 'socks5h:'].includes(url.protocol) && url.hostname !== ''
    ? url
    : undefined;
}

function shownServer({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
}
