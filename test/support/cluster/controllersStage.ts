/** A cluster for tests of controllers and scenarios: on a manual clock, with ids that are the same each time. */
import assert from 'node:assert/strict';
import { ManualClock } from '#simulator/time/clock.ts';
import type { Behaviour } from '#simulator/controllers/framework/behaviour.ts';
import type { Client } from '#simulator/controllers/framework/client.ts';
import { kataConfigs } from '#simulator/controllers/framework/resourceNames.ts';
import { CustomResources } from '#simulator/resources/customResources.ts';
import { Resources } from '#simulator/resources/resourceRegistry.ts';
import { scenarioNamed } from '#simulator/scenarios/index.ts';
import { startScenario } from '#simulator/scenarios/engine/playScenario.ts';
import type { Scenario, ExpectedValue, ScenarioStep } from '#simulator/scenarios/engine/scenario.ts';
import { isSeen, playSteps } from '#simulator/scenarios/engine/playSteps.ts';
import { TurningClock } from '#simulator/time/turningClock.ts';
import { getList, getMap, getValue, type JsonObject } from '#simulator/store/kubeObject.ts';
import { Store } from '#simulator/store/store.ts';

/** A cluster, and what a test does with it. */
export interface TestCluster {
  readonly store: Store;
  readonly client: Client;
  readonly clock: ManualClock;
  /** Does these steps; the test fails when one of them does. */
  readonly play: (...steps: readonly ScenarioStep[]) => void;
  readonly pass: (milliseconds: number) => void;
  readonly sees: (seen: ExpectedValue) => boolean;
  /** All statuses that the KataConfig has from now on, one after the other, no two equal ones in a row. */
  readonly statuses: readonly TimedStatus[];
  /** What pods whose names begin so have written. */
  readonly logOf: (namespace: string, pod: string) => string;
}

/** A status, and after how many seconds it was written. */
export interface TimedStatus {
  readonly at: number;
  readonly conditions: readonly JsonObject[];
  readonly kataNodes: JsonObject;
  readonly runtimeClasses: readonly unknown[];
  readonly waitingForMcoToStart: boolean;
}

/** The scenario of this name; the test fails when there is none. */
export function scenario(name: string): Scenario {
  const found = scenarioNamed(name);
  assert.ok(found, `no scenario ${name}`);
  return found;
}

/** Plays a scenario up to where its steps begin. @param changes what differs from it */
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
  assert.ok(new CustomResources(store, resources));
  const lines: { readonly namespace: string; readonly pod: string; readonly text: string }[] = [];
  const logs = {
    append: (namespace: string, pod: string, _container: string, { text }: { readonly text: string }) =>
      void lines.push({ namespace, pod, text }),
    end: () => undefined,
    forget: () => undefined,
  };
  const base = scenario(name);
  const played = startScenario(
    { ...base, ...changes, behaviour: { ...base.behaviour, ...behaviour } },
    { store, resources, clock: turning, logs },
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
    sees: (seen) => isSeen(client, seen),
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

/** Without times. */
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
