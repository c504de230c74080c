/** Asks the user which demo cluster to start or use. */
import * as l10n from '@vscode/l10n';
import { askSteps, type PickStep } from '../vscode/prompts/askSteps.ts';
import type { ScenarioChoice } from './demoMessages.ts';
import type { RunningDemo } from './runningDemo.ts';

/**
 * The simulation speeds, with the time of a Kata installation. It takes 716 simulated seconds on the two worker nodes
 * of the two-workers scenario.
 */
const speeds = () => [
  { value: '1', label: l10n.t`Real time`, description: l10n.t`Installs Kata on 2 worker nodes in about 12 minutes` },
  {
    value: '60',
    label: l10n.t`60x speed`,
    description: l10n.t`Installs Kata on 2 worker nodes in about 12 seconds`,
  },
  {
    value: '600',
    label: l10n.t`600x speed`,
    description: l10n.t`Installs Kata on 2 worker nodes in 1 to 2 seconds`,
  },
];

/** A running demo cluster, or the scenario and speed of a new one. */
export type DemoChoice = { readonly demo: RunningDemo } | { readonly scenario: string; readonly speed: number };

/** Prefix of a choice that is a running demo cluster. */
const runs = 'context:';

/** Asks for a running demo cluster or a scenario. Returns undefined if the user cancels. */
export async function askForCluster(
  scenarios: readonly ScenarioChoice[],
  running: readonly RunningDemo[],
): Promise<DemoChoice | undefined> {
  const clusterStep: PickStep<string> = {
    placeHolder: l10n.t`Select a demo cluster or scenario. All clusters are simulated on this computer.`,
    items: [
      ...running.map(({ context }) => ({
        icon: 'vm-active',
        label: context,
        description: l10n.t`running`,
        value: `${runs}${context}`,
      })),
      ...scenarios.map(({ name, summary }) => ({ label: name, detail: summary, value: name })),
    ],
    ...(scenarios[0] === undefined ? {} : { active: scenarios[0].name }),
  };
  const speedStep: PickStep<string> = {
    placeHolder: l10n.t`Select the simulation speed`,
    items: speeds(),
    active: '60',
  };
  const answers = await askSteps<string>(l10n.t`Start Demo Cluster`, ([cluster, speed]) => {
    if (cluster === undefined) return clusterStep;
    return speed !== undefined || cluster.startsWith(runs) ? undefined : speedStep;
  });
  const [cluster, speed] = answers ?? [];
  const demo = running.find(({ context }) => cluster === `${runs}${context}`);
  if (demo !== undefined) return { demo };
  return cluster === undefined || speed === undefined ? undefined : { scenario: cluster, speed: Number(speed) };
}
