/** Where no cluster is open: nothing is asked of one. */
import * as l10n from '@vscode/l10n';
import { failed } from '#core/common/result.ts';
import type { ApiProblem, Connection } from '../kubernetes/connection.ts';

const none: ApiProblem = { kind: 'credentials', message: l10n.t`No cluster is open.` };

export const noConnection: Connection = {
  identity: { context: '', server: '', user: '' },
  ask: () => Promise.resolve(failed(none)),
  send: () => Promise.resolve(failed(none)),
  stream: () => Promise.resolve(failed(none)),
  close: () => undefined,
};
