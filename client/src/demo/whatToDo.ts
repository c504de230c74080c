/** What a user may want of a demo cluster that answers. */
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
  const message = `The demo cluster ${demo.scenario} answers. Its kubeconfig is ${demo.kubeconfig}`;
  const more = another === undefined ? [] : (['Stop It and Start Another'] as const);
  switch (await notify.tell('info', message, 'Open Terminal', 'Copy Path', 'Stop', ...more)) {
    case 'Open Terminal':
      window.createTerminal({ name: `Demo cluster ${demo.scenario}`, env: { KUBECONFIG: demo.kubeconfig } }).show();
      return;
    case 'Copy Path':
      return env.clipboard.writeText(demo.kubeconfig);
    case 'Stop':
      return stop();
    case 'Stop It and Start Another':
      return another?.();
    case undefined:
  }
}
