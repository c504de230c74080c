/**
 * The must-gather of a scenario in the middle of its steps, where its trouble has come: on a clock turned by hand,
 * without a server.
 */
import { createHash } from 'node:crypto';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { PodLogs } from '../logs/podLogs.ts';
import { ManualClock } from '../time/clock.ts';
import { CustomResources } from '../resources/customResources.ts';
import { Resources } from '../resources/resourceRegistry.ts';
import { startScenario } from '../scenarios/engine/playScenario.ts';
import type { Scenario } from '../scenarios/engine/scenario.ts';
import { playSteps } from '../scenarios/engine/playSteps.ts';
import { TurningClock } from '../time/turningClock.ts';
import { Store } from '../store/store.ts';
import type { FileToWrite } from './mustGatherFiles.ts';
import { createMustGatherFiles, type MustGatherKind } from './mustGather.ts';

/** Steps take time, and nothing is to be gathered in the future. */
const before = 6 * 3_600_000;

/**
 * The same ones each time: what is gathered of a scenario before and after some of its steps, or in both layouts, is of
 * one cluster.
 */
function uidsOf(scenario: string): () => string {
  let count = 0;
  return () => {
    const digits = createHash('sha256')
      .update(`${scenario}/${(count += 1)}`)
      .digest('hex');
    return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
  };
}

/**
 * What is gathered after so many of the steps; 0: of the cluster as it is found.
 * @param now milliseconds; with steps it is gathered some hours before. The error says which step failed, or how many
 * there are.
 */
export function gatherAfter(
  scenario: Scenario,
  steps: number,
  kind: MustGatherKind,
  now: number,
): Result<readonly FileToWrite[], string> {
  if (steps > scenario.steps.length) return fail(`the scenario ${scenario.name} has ${scenario.steps.length} steps`);
  const world = new ManualClock(steps === 0 ? now : now - before);
  const clock = new TurningClock(world);
  const store = new Store({ clock, newUid: uidsOf(scenario.name) });
  const resources = new Resources();
  void new CustomResources(store, resources);
  const logs = new PodLogs();
  const playing = startScenario(scenario, { store, resources, clock, logs });
  if (!playing.ok) return playing;
  const { cluster, stop } = playing.value;
  const played = playSteps(scenario.steps.slice(0, steps), cluster.client, world);
  stop();
  if (!played.ok) return played;
  const logOf = (namespace: string, pod: string, containers: readonly string[]): string =>
    containers
      .flatMap((container) => logs.read(namespace, pod, container))
      .map(({ text }) => text)
      .join('\n');
  return succeed(createMustGatherFiles({ client: cluster.client, now: world.now(), logOf }, kind));
}
