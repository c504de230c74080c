/** Brings a scenario to life: its objects, what happened before, and then its controllers. */
import { Client } from '#simulator/controllers/framework/client.ts';
import type { ControllerContext, LogSink, StopController } from '#simulator/controllers/framework/controller.ts';
import { clusterVersions } from '#simulator/controllers/framework/resourceNames.ts';
import { admitAll, controllers, startAll } from '#simulator/controllers/index.ts';
import type { Resources } from '#simulator/resources/resourceRegistry.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { getMap } from '#core/common/json.ts';
import type { ObjectToWrite } from '#simulator/store/kubeObject.ts';
import type { Store } from '#simulator/store/store.ts';
import type { Scenario } from './scenario.ts';
import { playSteps } from './playSteps.ts';
import type { TurningClock } from '#simulator/time/turningClock.ts';

/** How far the clock is turned back for the prelude. */
const prelude = 6 * 3_600_000;

/** How long everything that is there from the beginning may take to settle. */
const settling = 60_000;

/**
 * What a scenario is played on. The Store must have been made with this clock, and nothing may be in it but what the
 * API brings.
 */
export interface Stage {
  readonly store: Store;
  readonly resources: Resources;
  readonly clock: TurningClock;
  /** Without it nobody keeps what containers write. */
  readonly logs?: LogSink;
}

const silence: LogSink = { append: () => undefined, end: () => undefined, forget: () => undefined };

/** A scenario that is being played. */
export interface Playing {
  readonly cluster: ControllerContext;
  readonly stop: StopController;
}

/** No two clusters have the same id: it is one that this store makes, as the uid of its ClusterVersion. */
function withId(version: ObjectToWrite, id: string): ObjectToWrite {
  return {
    ...version,
    metadata: { ...version.metadata, uid: id },
    spec: { ...getMap(version, 'spec'), clusterID: id },
  };
}

/** Plays the prelude, then lets the controllers go on. The error says which step of the prelude failed. */
export function startScenario(
  scenario: Scenario,
  { store, resources, clock, logs = silence }: Stage,
): Result<Playing, string> {
  const client = new Client(store, (resource) => resources.named(resource));
  const cluster: ControllerContext = { client, clock, behaviour: scenario.behaviour, logs };
  const all = controllers(() => resources.all);
  admitAll(cluster, all);
  const past = clock.turnBack(prelude);
  for (const { resource, object } of scenario.objects(past.now())) {
    const type = resources.named(resource);
    if (type === undefined) return fail(`the cluster has no ${resource.plural}`);
    const made = store.create(type, resource === clusterVersions ? withId(object, store.newUid()) : object, {
      seed: true,
    });
    if (!made.ok) return fail(made.error.message);
  }
  const stop = startAll(cluster, all);
  past.advance(settling);
  const played = playSteps(scenario.prelude, client, past);
  stop();
  clock.goOn();
  return played.ok ? succeed({ cluster, stop: startAll(cluster, all) }) : played;
}
