/** The KataConfig of a simulated cluster, and moments of its life that tests want to look at. */
import assert from 'node:assert/strict';
import type { Simulation } from '../../../simulator/src/main.ts';
import type { KubeObject } from '../../../simulator/src/store/kubeObject.ts';
import { until, type Step } from './step.ts';

const kataConfigs = { group: 'kataconfiguration.openshift.io', plural: 'kataconfigs' };
const name = 'example-kataconfig';

/** Creates it, as soon as the cluster has the kind and its admission webhook is ready. */
export async function createKataConfig({ store, resources }: Simulation, spec: object = {}): Promise<void> {
  const object = { apiVersion: 'kataconfiguration.openshift.io/v1', kind: 'KataConfig', metadata: { name }, spec: { checkNodeEligibility: false, ...spec } };
  let refusal = 'no answer';
  const step: Step = { does: `create the KataConfig ${name}`, expects: 'a cluster that accepts it', state: async () => refusal };
  await until(step, async () => {
    const created = store.create(resources.need(kataConfigs.group, kataConfigs.plural), object);
    if (!created.ok) refusal = created.error.message;
    return created.ok;
  });
}

export function deleteKataConfig({ store, resources }: Simulation): void {
  assert.ok(store.delete(resources.need(kataConfigs.group, kataConfigs.plural), undefined, name).ok);
}

/** A pace at which nothing happens during a test. */
const still = 0.001;

/** Stops the time of a cluster at the first state of its KataConfig that fits. Call it before what leads there. @param expected the state in words */
export async function stopWhen({ store, clock }: Simulation, expected: string, fits: (kataConfig: KubeObject) => boolean): Promise<void> {
  let reached = false;
  let last: unknown;
  const watching = store.watch(kataConfigs, undefined, ({ object }) => {
    last = object['status'];
    if (reached || !fits(object)) return;
    reached = true;
    clock.pace(still);
  });
  assert.ok(watching.ok);
  const step: Step = { does: 'wait for the simulated cluster', expects: expected, state: async () => JSON.stringify(last) ?? 'no status' };
  await until(step, async () => reached).finally(watching.value);
}
