/** What the user is asked before a demo cluster starts. */
import * as l10n from '@vscode/l10n';
import { askSteps, type Step } from '../steps.ts';
import type { ScenarioChoice } from './messages.ts';

/** How many times faster than the world, and how long a reader waits then: kata on the two workers of two-workers takes 716 simulated seconds. */
const speeds = () => [
  { value: '1', label: l10n.t`Real time`, description: l10n.t`kata on two workers takes 12 minutes` },
  { value: '60', label: l10n.t`60 times as fast`, description: l10n.t`kata on two workers takes 12 seconds` },
  { value: '600', label: l10n.t`600 times as fast`, description: l10n.t`kata on two workers takes a second or two` },
];

/** Which scenario, how fast; undefined when the user gave up. */
export async function askForCluster(scenarios: readonly ScenarioChoice[]): Promise<{ readonly scenario: string; readonly speed: number } | undefined> {
  const scenarioStep: Step<string> = {
    placeHolder: l10n.t`Which cluster? All of it is simulated, on this machine alone.`,
    items: scenarios.map(({ name, summary }) => ({ label: name, detail: summary, value: name })),
    ...(scenarios[0] === undefined ? {} : { active: scenarios[0].name }),
  };
  const speedStep: Step<string> = { placeHolder: l10n.t`How fast is its time to pass?`, items: speeds(), active: '60' };
  const answers = await askSteps<string>(l10n.t`Start Demo Cluster`, (given) => [scenarioStep, speedStep][given.length]);
  const [scenario, speed] = answers ?? [];
  return scenario === undefined || speed === undefined ? undefined : { scenario, speed: Number(speed) };
}
