/** What a user may want of a demo cluster that answers. */
import { env, window } from 'vscode';
import type { Notify } from '../notify.ts';
import type { RunningDemo } from './demoCluster.ts';

/** Tells that it answers, and does what is chosen then. */
export async function offerWhatToDo(demo: RunningDemo, { notify, stop }: { readonly notify: Notify; readonly stop: () => Promise<void> }): Promise<void> {
  const message = `The demo cluster answers. Its kubeconfig is ${demo.kubeconfig}`;
  switch (await notify.tell('info', message, 'Open Terminal', 'Copy Path', 'Stop')) {
    case 'Open Terminal':
      window.createTerminal({ name: `Demo cluster ${demo.scenario}`, env: { KUBECONFIG: demo.kubeconfig } }).show();
      return;
    case 'Copy Path':
      return env.clipboard.writeText(demo.kubeconfig);
    case 'Stop':
      return stop();
    case undefined:
  }
}
