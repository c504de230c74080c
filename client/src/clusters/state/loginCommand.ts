/** Creates the command line that logs in to a cluster. */
import { isPlainHost, parseUrl } from '#client/kubernetes/parseUrl.ts';

/**
 * Returns `oc login https://api.demo.example.com:6443`, with `--kubeconfig` if `oc` wouldn't use that file by default.
 * Returns undefined if the server isn't a plain address, so that a kubeconfig can't inject text into the shell.
 */
export function createLoginCommand(server: string, kubeconfig?: string): string | undefined {
  const url = parseUrl(server);
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:') || !isPlainHost(url.host))
    return undefined;
  const line = `oc login ${url.protocol}//${url.host}`;
  if (kubeconfig === undefined) return line;
  // A line break would run the part before it as a command.
  return /\p{Cc}/u.test(kubeconfig) ? undefined : `${line} --kubeconfig=${quoted(kubeconfig)}`;
}

/** Quotes a path for a POSIX shell if it contains special characters. */
function quoted(path: string): string {
  return /^[\w./:\\-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
