/** The line that logs in to a cluster. */

/**
 * `oc login https://api.demo.example.com:6443`; with the kubeconfig, where it is not the one that `oc` takes by itself.
 * Undefined for a server that is no address: nothing that a kubeconfig says gets into a line for a shell unread.
 */
export function logInLine(server: string, kubeconfig?: string): string | undefined {
  const url = URL.parse(server);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  // Its parts cannot hold blanks or quotation marks.
  const line = `oc login ${url.protocol}//${url.host}`;
  return kubeconfig === undefined ? line : `${line} --kubeconfig=${quoted(kubeconfig)}`;
}

/** For shells of POSIX; as it is where nothing in it needs care. */
function quoted(path: string): string {
  return /^[\w./:\\-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
