/** Creates and deletes the KataConfig of a simulated cluster, and stops the cluster in a state of its KataConfig. */
import assert from 'node:assert/strict';
import type { Simulation } from '#simulator/main.ts';
import type { KubeObject } from '#simulator/store/kubeObject.ts';
import { until, type Step } from '../parts/step.ts';

const kataConfigs = { group: 'kataconfiguration.openshift.io', plural: 'kataconfigs' };
const name = 'example-kataconfig';

/** Creates the KataConfig as soon as the CRD exists and the admission webhook is ready. */
export async function createKataConfig({ store, resources }: Simulation, spec: object = {}): Promise<void> {
  const object = {
    apiVersion: 'kataconfiguration.openshift.io/v1',
    kind: 'KataConfig',
    metadata: { name },
    spec: { checkNodeEligibility: false, ...spec },
  };
  let rejection = 'no response';
  const step: Step = {
    does: `create the KataConfig ${name}`,
    expects: 'a cluster that accepts it',
    state: async () => rejection,
  };
  await until(step, async () => {
    const created = store.create(resources.need(kataConfigs.group, kataConfigs.plural), object);
    if (!created.ok) rejection = created.error.message;
    return created.ok;
  });
}

export function deleteKataConfig({ store, resources }: Simulation): void {
  assert.ok(store.delete(resources.need(kataConfigs.group, kataConfigs.plural), undefined, name).ok);
}

/** Clock speed at which the cluster doesn't change during a test. */
const still = 0.001;

/**
 * Stops the clock of a cluster when its KataConfig first reaches a state. Call it before the action that causes the
 * state.
 * @param expected describes the state in error messages
 * @param fits returns true for the state
 */
export async function stopWhen(
  { store, clock }: Simulation,
  expected: string,
  fits: (kataConfig: KubeObject) => boolean,
): Promise<void> {
  let reached = false;
  let last: unknown;
  const watching = store.watch(kataConfigs, undefined, ({ object }) => {
    last = object['status'];
    if (reached || !fits(object)) return;
    reached = true;
    clock.pace(still);
  });
  assert.ok(watching.ok);
  const step: Step = {
    does: 'wait for the simulated cluster',
    expects: expected,
    state: async () => JSON.stringify(last) ?? 'no status',
  };
  await until(step, async () => reached).finally(watching.value);
}
