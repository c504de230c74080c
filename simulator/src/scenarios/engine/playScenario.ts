/** Starts a scenario: creates its objects, plays its prelude, and starts its controllers. */
import { Client } from '#simulator/controllers/framework/client.ts';
import type { ControllerContext, LogSink, StopController } from '#simulator/controllers/framework/controller.ts';
import { clusterVersions } from '#simulator/controllers/framework/resourceNames.ts';
import { admitAll, controllers, startAll } from '#simulator/controllers/index.ts';
import type { Resources } from '#simulator/resources/resourceRegistry.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { getMap } from '#core/common/json.ts';
import type { ObjectToWrite } from '#simulator/store/kubeObject.ts';
import type { ResourceName } from '#simulator/store/resourceName.ts';
import type { Schemas } from '#simulator/resources/resourceSchemas.ts';
import type { Store } from '#simulator/store/store.ts';
import type { Scenario, Seed } from './scenario.ts';
import { ControllerFields } from './controllerFields.ts';
import { playSteps } from './playSteps.ts';
import type { TurningClock } from '#simulator/time/turningClock.ts';

/** How far the clock is turned back for the prelude, in milliseconds. */
const prelude = 6 * 3_600_000;

/** How long the initial objects can take to settle, in milliseconds. */
const settling = 60_000;

/**
 * Environment in which a scenario is played. The store must have been created with this clock and contain only the
 * objects that the API itself creates.
 */
export interface Stage {
  readonly store: Store;
  readonly resources: Resources;
  readonly clock: TurningClock;
  /**
   * Schemas of the fields that controllers own in `metadata.managedFields`. If undefined, field ownership isn't
   * recorded.
   */
  readonly schemas?: Schemas;
  /** Receives the logs of containers. If undefined, logs aren't kept. */
  readonly logs?: LogSink;
}

const silence: LogSink = {
  append: () => undefined,
  end: () => undefined,
  restart: () => undefined,
  forget: () => undefined,
};

/** A scenario that is being played. */
export interface Playing {
  readonly cluster: ControllerContext;
  readonly stop: StopController;
}

/**
 * Sets the UID and the cluster ID of the ClusterVersion to an ID that this store generates, so that no two clusters
 * have the same ID.
 */
function withId(version: ObjectToWrite, id: string): ObjectToWrite {
  return {
    ...version,
    metadata: { ...version.metadata, uid: id },
    spec: { ...getMap(version, 'spec'), clusterID: id },
  };
}

/**
 * Plays the prelude and then starts the controllers.
 * @returns an error that names the step of the prelude that failed
 */
export function startScenario(
  scenario: Scenario,
  { store, resources, clock, schemas, logs = silence }: Stage,
): Result<Playing, string> {
  const isMissing = ({ group }: ResourceName): boolean => scenario.missingGroups?.includes(group) === true;
  for (const type of resources.all.filter(isMissing)) resources.remove(type);
  const fields = schemas === undefined ? undefined : new ControllerFields(schemas, clock);
  const client = new Client(store, (resource) => resources.named(resource), fields?.record.bind(fields));
  const cluster: ControllerContext = { client, clock, behaviour: scenario.behaviour, logs };
  const all = controllers(() => resources.all);
  admitAll(cluster, all);
  const past = clock.turnBack(prelude);
  const seeded = createSeeds(scenario.objects(past.now()), store, resources, fields);
  if (!seeded.ok) return seeded;
  const stop = startAll(cluster, all);
  past.advance(settling);
  const played = playSteps(scenario.prelude, client, past);
  stop();
  clock.goOn();
  if (!played.ok) return played;
  const later = createSeeds(scenario.laterObjects?.(clock.now()) ?? [], store, resources, fields);
  return later.ok ? succeed({ cluster, stop: startAll(cluster, all) }) : later;
}

/** Creates objects without admission, and with their status. */
function createSeeds(
  seeds: readonly Seed[],
  store: Store,
  resources: Resources,
  fields: ControllerFields | undefined,
): Result<undefined, string> {
  for (const { resource, object } of seeds) {
    const type = resources.named(resource);
    if (type === undefined) return fail(`the cluster has no resource type ${resource.plural}`);
    const made = store.create(type, resource === clusterVersions ? withId(object, store.newUid()) : object, {
      seed: true,
      manage: fields?.recordInitial(type),
    });
    if (!made.ok) return fail(made.error.message);
  }
  return succeed(undefined);
}
