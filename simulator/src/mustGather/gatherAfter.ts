/**
 * Creates the must-gather of a scenario after some of its steps, when its problem has occurred. Uses a manual clock and
 * no server.
 */
import { formatCount } from '#core/text/formatCount.ts';
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

/**
 * How long before now the scenario starts, in milliseconds, because steps take time and a must-gather can't be from the
 * future.
 */
const before = 6 * 3_600_000;

/**
 * Returns a generator of reproducible UIDs, so that must-gathers of a scenario at different steps or in both layouts
 * are from the same cluster.
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
 * Creates the must-gather after a number of steps. With 0 steps, it shows the initial state of the cluster. The error
 * describes which step failed, or how many steps there are.
 * @param now milliseconds since 1970; with steps, the collection time is some hours earlier
 */
export function gatherAfter(
  scenario: Scenario,
  steps: number,
  kind: MustGatherKind,
  now: number,
): Result<readonly FileToWrite[], string> {
  if (steps > scenario.steps.length)
    return fail(`scenario ${scenario.name} has only ${formatCount(scenario.steps.length, 'step')}`);
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
