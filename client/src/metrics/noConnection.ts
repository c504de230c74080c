/** A connection that rejects every request because no cluster is open. */
import * as l10n from '@vscode/l10n';
import { fail } from '#core/common/result.ts';
import type { ApiProblem, Connection } from '../kubernetes/connection.ts';

const none = (): ApiProblem => ({ kind: 'credentials', message: l10n.t`No cluster is open.` });

export const noConnection: Connection = {
  identity: { context: '', server: '', user: '' },
  ask: () => Promise.resolve(fail(none())),
  send: () => Promise.resolve(fail(none())),
  stream: () => Promise.resolve(fail(none())),
  close: () => undefined,
};
