/** Provides a cluster for tests of controllers and scenarios, with a manual clock and reproducible IDs. */
import assert from 'node:assert/strict';
import { ManualClock } from '#simulator/time/clock.ts';
import type { Behaviour } from '#simulator/controllers/framework/behaviour.ts';
import type { Client } from '#simulator/controllers/framework/client.ts';
import { kataConfigs } from '#simulator/controllers/framework/resourceNames.ts';
import { CustomResources } from '#simulator/resources/customResources.ts';
import { Resources } from '#simulator/resources/resourceRegistry.ts';
import { Schemas } from '#simulator/resources/resourceSchemas.ts';
import { scenarioNamed } from '#simulator/scenarios/index.ts';
import { startScenario } from '#simulator/scenarios/engine/playScenario.ts';
import type { Scenario, ExpectedValue, ScenarioStep } from '#simulator/scenarios/engine/scenario.ts';
import { hasExpectedValue, playSteps } from '#simulator/scenarios/engine/playSteps.ts';
import { TurningClock } from '#simulator/time/turningClock.ts';
import { getList, getMap, getValue, type JsonObject } from '#simulator/store/kubeObject.ts';
import { Store } from '#simulator/store/store.ts';

/** Cluster with the functions that tests use. */
export interface TestCluster {
  readonly store: Store;
  readonly client: Client;
  readonly clock: ManualClock;
  /** Plays these steps. Fails the test if a step fails. */
  readonly play: (...steps: readonly ScenarioStep[]) => void;
  readonly pass: (milliseconds: number) => void;
  readonly sees: (seen: ExpectedValue) => boolean;
  /** All statuses of the KataConfig so far, in order. Adjacent statuses are never equal. */
  readonly statuses: readonly TimedStatus[];
  /** Returns the logs of the pods whose names start with this prefix. */
  readonly logOf: (namespace: string, pod: string) => string;
}

/** Status with the time when it was written, in seconds since the start. */
export interface TimedStatus {
  readonly at: number;
  readonly conditions: readonly JsonObject[];
  readonly kataNodes: JsonObject;
  readonly runtimeClasses: readonly unknown[];
  readonly waitingForMcoToStart: boolean;
}

/** Returns the scenario with this name. Fails the test if it doesn't exist. */
export function scenario(name: string): Scenario {
  const found = scenarioNamed(name);
  assert.ok(found, `no scenario ${name}`);
  return found;
}

/**
 * Plays a scenario up to its first step.
 * @param changes properties that replace those of the scenario
 */
export function stage(
  { name, ...changes }: Partial<Scenario> & { readonly name: string },
  behaviour: Partial<Behaviour> = {},
): TestCluster {
  const clock = new ManualClock();
  const turning = new TurningClock(clock);
  const faults: unknown[] = [];
  let ids = 0;
  const newUid = (): string => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`;
  const newSuffix = (): string => (ids += 1).toString(36).padStart(5, '0');
  const store = new Store({ clock: turning, newUid, newSuffix, listenerFailed: (error) => void faults.push(error) });
  const resources = new Resources();
  const schemas = new Schemas(new CustomResources(store, resources), () => 34);
  const lines: { readonly namespace: string; readonly pod: string; readonly text: string }[] = [];
  const logs = {
    append: (namespace: string, pod: string, _container: string, { text }: { readonly text: string }) =>
      void lines.push({ namespace, pod, text }),
    end: () => undefined,
    restart: () => undefined,
    forget: () => undefined,
  };
  const base = scenario(name);
  const played = startScenario(
    { ...base, ...changes, behaviour: { ...base.behaviour, ...behaviour } },
    { store, resources, clock: turning, schemas, logs },
  );
  assert.ok(played.ok, played.ok ? '' : played.error);
  assert.deepEqual(faults, [], 'a listener threw');
  const { client } = played.value.cluster;
  const begun = clock.now();
  return {
    store,
    client,
    clock,
    play(...steps) {
      const done = playSteps(steps, client, clock);
      assert.ok(done.ok, done.ok ? '' : done.error);
      assert.deepEqual(faults, [], 'a listener threw');
    },
    pass: (milliseconds) => clock.advance(milliseconds),
    sees: (seen) => hasExpectedValue(client, seen),
    logOf: (namespace, pod) =>
      lines
        .filter((line) => line.namespace === namespace && line.pod.startsWith(pod))
        .map(({ text }) => text)
        .join('\n'),
    statuses: recorded(store, () => (clock.now() - begun) / 1000),
  };
}

function recorded(store: Store, seconds: () => number): readonly TimedStatus[] {
  const statuses: TimedStatus[] = [];
  const watching = store.watch(kataConfigs, undefined, ({ type, object }) => {
    if (type === 'DELETED' || getValue(object, 'status', 'kataNodes') === undefined) return;
    const status = plainStatus(object['status']);
    const last = statuses.at(-1);
    if (last !== undefined && JSON.stringify({ ...last, at: 0 }) === JSON.stringify({ at: 0, ...status })) return;
    statuses.push({ at: seconds(), ...status });
  });
  assert.ok(watching.ok);
  return statuses;
}

/** Removes the times from a status. */
function plainStatus(status: unknown): Omit<TimedStatus, 'at'> {
  return {
    conditions: getList(status, 'conditions').map((condition) => {
      const { lastTransitionTime, ...rest } = getMap({ condition }, 'condition');
      assert.match(String(lastTransitionTime), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      return rest;
    }),
    kataNodes: getMap(status, 'kataNodes'),
    runtimeClasses: getList(status, 'runtimeClasses'),
    waitingForMcoToStart: getValue(status, 'waitingForMcoToStart') === true,
  };
}
