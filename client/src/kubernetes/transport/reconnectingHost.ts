/** Another host of a cluster whose connection may change: after a new login it is asked over the new one. */
import * as l10n from '@vscode/l10n';
import { fail } from '#core/common/result.ts';
import type { Connection, RouteHostOptions, HttpHost } from '../connection.ts';

/** @param current the connection as it is now */
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
        ? fail({ kind: 'invalid', message: l10n.t`Request not sent: this connection can't reach other hosts.` })
        : host.request(request);
    },
    close: () => host?.close(),
  };
}
