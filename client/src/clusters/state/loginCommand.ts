/** The line that logs in to a cluster. */
import { isPlainHost, parseUrl } from '#client/kubernetes/parseUrl.ts';

/**
 * `oc login https://api.demo.example.com:6443`; with the kubeconfig, where it is not the one that `oc` takes by itself.
 * Undefined for a server that is no plain address: nothing that a kubeconfig says gets into a line for a shell unread.
 */
export function createLoginCommand(server: string, kubeconfig?: string): string | undefined {
  const url = parseUrl(server);
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:') || !isPlainHost(url.host))
    return undefined;
  const line = `oc login ${url.protocol}//${url.host}`;
  if (kubeconfig === undefined) return line;
  // A line end would run what comes before it.
  return /\p{Cc}/u.test(kubeconfig) ? undefined : `${line} --kubeconfig=${quoted(kubeconfig)}`;
}

/** For shells of POSIX; as it is where nothing in it needs care. */
function quoted(path: string): string {
  return /^[\w./:\\-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
