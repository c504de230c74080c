/**
 * Sends requests to another host of a cluster, always over the current connection. The connection can change after a
 * new login.
 */
import * as l10n from '@vscode/l10n';
import { fail } from '#core/common/result.ts';
import type { Connection, RouteHostOptions, HttpHost } from '../connection.ts';

/**
 * Creates the host.
 * @param current returns the current connection
 */
export function followingHost(current: () => Connection, options: RouteHostOptions): HttpHost {
  let over: Connection | undefined;
  let host: HttpHost | undefined;
  return {
    async request(request) {
      if (over !== current()) {
        host?.close();
        over = current();
        host = over.otherHost?.(options);
      }
      return host === undefined
        ? fail({ kind: 'invalid', message: l10n.t`Request not sent: this connection can reach only the API server.` })
        : host.request(request);
    },
    close: () => host?.close(),
  };
}
