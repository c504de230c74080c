/** What a user may want of a demo cluster that answers. */
import * as l10n from '@vscode/l10n';
import { env, window } from 'vscode';
import type { Notify } from '../notify.ts';
import type { RunningDemo } from './demoCluster.ts';

export interface WhatToDo {
  readonly notify: Notify;
  readonly stop: () => Promise<void>;
  /** Stops it and starts another; only where the user has asked for one while this one ran. */
  readonly another?: () => Promise<void>;
}

/** Tells that it answers, and does what is chosen then. */
export async function offerWhatToDo(demo: RunningDemo, { notify, stop, another }: WhatToDo): Promise<void> {
  const message = l10n.t`The demo cluster ${demo.scenario} answers. Its kubeconfig is ${demo.kubeconfig}`;
  const terminal = l10n.t`Open Terminal`;
  const copy = l10n.t`Copy Path`;
  const end = l10n.t({ message: 'Stop', args: [], comment: ['A verb: the button that stops the demo cluster.'] });
  const anew = l10n.t`Stop It and Start Another`;
  const chosen = await notify.tell('info', message, terminal, copy, end, ...(another === undefined ? [] : [anew]));
  if (chosen === terminal) window.createTerminal({ name: l10n.t`Demo cluster ${demo.scenario}`, env: { KUBECONFIG: demo.kubeconfig } }).show();
  if (chosen === copy) await env.clipboard.writeText(demo.kubeconfig);
  if (chosen === end) await stop();
  if (chosen === anew) await another?.();
}
