/** Asks the user which demo cluster to start or use. */
import * as l10n from '@vscode/l10n';
import { formatDuration } from '#core/text/durations.ts';
import { askSteps, type PickStep } from '../vscode/prompts/askSteps.ts';
import type { ScenarioChoice } from './demoMessages.ts';
import type { RunningDemo } from './runningDemo.ts';

/** Simulated duration of a Kata installation on the two worker nodes of the two-workers scenario, in milliseconds. */
const installation = 716_000;

const speeds = () =>
  [1, 60, 600].map((speed) => ({
    value: String(speed),
    label: l10n.t`${speed}x speed`,
    description: l10n.t`Installs Kata on 2 worker nodes in ${formatDuration(installation / speed)}`,
  }));

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
    placeHolder: l10n.t`Select a demo cluster, or a scenario for a new one. Demo clusters are simulated on this computer.`,
    items: [
      ...running.map(({ context }) => ({
        icon: 'vm-active',
        label: context,
        description: l10n.t`Running`,
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
