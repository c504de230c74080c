/** Finds the address under which the browser of the user reaches the web console of a cluster. */
import { env, Uri } from 'vscode';
import { isLoopback, parseUrl } from '../kubernetes/parseUrl.ts';

/**
 * Returns the address for a link that is opened with `vscode.open`. In a remote window, `localhost` is the computer
 * that runs the extension, so VS Code forwards the port. `env.openExternal` does so automatically.
 * @param console URL of the console, without a trailing slash
 */
export async function externalConsole(console: string): Promise<string> {
  const url = parseUrl(console);
  if (url === undefined || !isLoopback(url.hostname)) return console;
  const external = await env.asExternalUri(Uri.parse(console, true));
  return external.toString(true).replace(/\/$/, '');
}
