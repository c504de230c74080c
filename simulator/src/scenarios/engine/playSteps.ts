/** Plays steps: does what a user would do, and turns a manual clock until what he waits for is to be seen. */
import type { ManualClock } from '#simulator/time/clock.ts';
import type { Client } from '#simulator/controllers/framework/client.ts';
import { findObjectCondition } from '#simulator/controllers/framework/conditions.ts';
import { isJsonObject, getMap, getValue, type JsonObject, type ObjectToWrite } from '#simulator/store/kubeObject.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import type { ExpectedValue, ScenarioStep } from './scenario.ts';

/** An hour and a half: two nodes take a quarter of one. */
const patience = 90 * 60_000;
/** How often a webhook that is not ready is asked again, and for how long. */
const retryEvery = 5_000;
const retryFor = 120_000;

/** Plays them in order. Says which one failed, and why. */
export function playSteps(
  steps: readonly ScenarioStep[],
  client: Client,
  clock: ManualClock,
): Result<undefined, string> {
  for (const step of steps) {
    const played = playStep(step, client, clock);
    if (!played.ok) return fail(`${JSON.stringify(step).slice(0, 300)}: ${played.error}`);
  }
  return succeed(undefined);
}

function playStep(step: ScenarioStep, client: Client, clock: ManualClock): Result<undefined, string> {
  if ('wait' in step) {
    clock.advance(step.wait);
    return succeed(undefined);
  }
  if ('until' in step) return waitFor(step.until, step.within ?? patience, client, clock);
  if ('create' in step) {
    for (const since = clock.now(); ; clock.advance(retryEvery)) {
      const made = client.create(step.resource, step.create);
      if (made.ok) return succeed(undefined);
      if (made.error.code !== 500 || clock.now() - since >= retryFor) return fail(made.error.message);
    }
  }
  if ('delete' in step) {
    const { resource, name, namespace } = step.delete;
    return client.remove(resource, { name, namespace }, { propagationPolicy: 'Background' })
      ? succeed(undefined)
      : fail('there is none');
  }
  if ('approve' in step) {
    const waiting = client
      .list(step.approve.resource, step.approve.namespace)
      .find((plan) => getValue(plan, 'status', 'phase') === 'RequiresApproval');
    if (waiting === undefined) return fail('none waits for approval');
    client.change(step.approve.resource, waiting.metadata, (plan) => patched(plan, { spec: { approved: true } }));
    return succeed(undefined);
  }
  const { resource, name, namespace } = step.patch;
  const changed = client.change(resource, { name, namespace }, (object) => patched(object, step.with));
  return changed.ok ? succeed(undefined) : fail(changed.error.message);
}

function waitFor(seen: ExpectedValue, within: number, client: Client, clock: ManualClock): Result<undefined, string> {
  const until = clock.now() + within;
  while (!isSeen(client, seen)) {
    const next = clock.nextAt();
    if (next === undefined || next > until) return fail(`${String(seenAt(client, seen))} is to be seen`);
    clock.advance(Math.max(0, next - clock.now()));
  }
  return succeed(undefined);
}

/** Whether that is to be seen now. */
export function isSeen(client: Client, seen: ExpectedValue): boolean {
  return (seenAt(client, seen) ?? null) === seen.is;
}

function seenAt(client: Client, { resource, name, namespace, path }: ExpectedValue): unknown {
  let here: unknown = client.get(resource, name, namespace);
  for (const part of path.split('.'))
    here = Array.isArray(here) ? findObjectCondition(here, part) : getValue(here, part);
  return here;
}

function patched(object: ObjectToWrite, patch: JsonObject): ObjectToWrite {
  return {
    ...merged(object, patch),
    apiVersion: object.apiVersion,
    kind: object.kind,
    metadata: merged(object.metadata, getMap(patch, 'metadata')),
  };
}

/** As RFC 7396 has it. */
function merged(value: unknown, patch: JsonObject): JsonObject {
  const result: Record<string, unknown> = isJsonObject(value) ? { ...value } : {};
  for (const [key, next] of Object.entries(patch)) {
    if (next === null) delete result[key];
    else result[key] = isJsonObject(next) ? merged(result[key], next) : next;
  }
  return result;
}
