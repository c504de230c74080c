/** Offers actions for a running demo cluster. */
import * as l10n from '@vscode/l10n';
import { commands, window } from 'vscode';
import { copyText } from '#client/vscode/copyText.ts';
import type { Notify } from '../vscode/notify.ts';
import { showPick } from '../vscode/prompts/showPick.ts';
import type { RunningDemo } from './runningDemo.ts';

export interface WhatToDo {
  readonly notify: Notify;
  readonly stop: () => Promise<void>;
}

interface Choice {
  readonly label: string;
  run(): Promise<void>;
}

function choicesFor({ scenario, kubeconfig }: RunningDemo, { stop }: WhatToDo): readonly Choice[] {
  return [
    {
      label: l10n.t`Open Terminal`,
      async run() {
        window.createTerminal({ name: l10n.t`Demo cluster ${scenario}`, env: { KUBECONFIG: kubeconfig } }).show();
      },
    },
    {
      label: l10n.t`Copy Kubeconfig Path`,
      run: async () => copyText(kubeconfig),
    },
    { label: l10n.t({ message: 'Stop', args: [], comment: ['A button. A verb.'] }), run: stop },
  ];
}

/**
 * Reports that the demo cluster responds, and runs the selected action.
 * @param why whether the user started it, or it was lost and restarted
 */
export async function offerDemoActions(
  demo: RunningDemo,
  tools: WhatToDo,
  why: 'started' | 'restarted' = 'started',
): Promise<void> {
  const message =
    why === 'started'
      ? l10n.t`Demo cluster ${demo.scenario} is running. Kubeconfig: ${demo.kubeconfig}`
      : l10n.t`Demo cluster ${demo.scenario} was restarted, so its changes were lost. Kubeconfig: ${demo.kubeconfig}`;
  const choices = choicesFor(demo, tools);
  const chosen = await tools.notify.tell('info', message, ...choices.map(({ label }) => label));
  await choices.find(({ label }) => label === chosen)?.run();
}

/** Asks for an action for a running demo cluster, and runs the selected action. */
export async function askWhatToDo(demo: RunningDemo, tools: WhatToDo): Promise<void> {
  const show = {
    label: l10n.t`Show Clusters`,
    run: async () => void (await commands.executeCommand('osc.clusters.show')),
  };
  const choices = [show, ...choicesFor(demo, tools)];
  const chosen = await showPick(choices, {
    title: demo.context,
    placeHolder: l10n.t`Demo cluster ${demo.scenario} is running. Kubeconfig: ${demo.kubeconfig}`,
  });
  await chosen?.run();
}
