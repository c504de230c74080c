/** Runs a command over a connection that might not support it. */
import * as l10n from '@vscode/l10n';
import { fail } from '#core/common/result.ts';
import type { ApiResult, Connection, ExecOptions, ExecSession } from '../connection.ts';

/** Runs a command in a container. Fails if the connection doesn't lead to a cluster. */
export function runExec(connection: Connection, options: ExecOptions): Promise<ApiResult<ExecSession>> {
  return (
    connection.exec?.(options) ??
    Promise.resolve(fail({ kind: 'credentials', message: l10n.t`No cluster is open.` } as const))
  );
}
