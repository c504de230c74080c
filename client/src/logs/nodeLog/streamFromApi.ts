/**
 * Streams the journal of a node through the API server. Runs no executable and creates nothing on the cluster. Doesn't
 * use VS Code.
 */
import * as l10n from '@vscode/l10n';
import type { ApiProblem, Connection } from '#client/kubernetes/connection.ts';
import type { StartLogStream } from '../logStream.ts';
import type { ProxyRequest } from '#core/logs/nodeLogCommands.ts';

/** Timeout in milliseconds. A kubelet searches a long journal before it sends the first line. */
const patience = 120_000;

export function writeFromApi(
  connection: Pick<Connection, 'stream'>,
  node: string,
  { path, query }: ProxyRequest,
): StartLogStream {
  return (log) => {
    const gone = new AbortController();
    const ended = connection
      .stream(path, {
        query,
        accept: 'text/plain, */*',
        signal: gone.signal,
        timeout: patience,
        idle: patience,
        onLine: (line) => log.append([line]),
        waitForSpace: () => log.waitForSpace(),
      })
      .then((answer) => {
        if (!gone.signal.aborted) log.end(answer.ok ? undefined : problemWords(node, answer.error));
      });
    return { stop: () => gone.abort(), ended };
  };
}

/** Describes a problem and, if known, the missing permission or the next step. */
function problemWords(node: string, { kind, status, message }: ApiProblem): string {
  if (kind === 'forbidden')
    return l10n.t`You don't have permission to read the journal on ${node}. Reading it requires the get verb on nodes/proxy or nodes/log, which the system:node-admin cluster role includes. ${message}`;
  if (kind === 'notFound')
    return l10n.t`Node ${node} doesn't exist, or its kubelet doesn't provide a journal. ${message}`;
  if (status === 501 || status === 405)
    return l10n.t`This cluster doesn't provide the journal from ${node}: ${message}`;
  return l10n.t`Can't read the complete journal on ${node}: ${message}`;
}
