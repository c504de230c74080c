/** Creates the URL of a request to run a command in a container. */
import { omitUndefined } from '#core/common/json.ts';
import type { ExecOptions } from '../connection.ts';
import { requestUrl } from '../transport/requestUrl.ts';

/** Returns the path of the subresource `exec` of a pod. */
export function execPath({ namespace, pod }: Pick<ExecOptions, 'namespace' | 'pod'>): string {
  return `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(pod)}/exec`;
}

/** Returns the URL, or undefined if a name contains characters that aren't allowed in a path. */
export function execUrl(base: URL, options: ExecOptions): URL | undefined {
  const { container, command, tty, stdin } = options;
  // A terminal has only one output stream.
  const query = omitUndefined({ container, stdin, stdout: true, stderr: !tty, tty });
  const url = requestUrl(base, execPath(options), query);
  for (const part of command) url?.searchParams.append('command', part);
  return url;
}
