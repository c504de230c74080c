/**
 * Plays the steps of a scenario: performs the actions of a user, and advances a manual clock until the expected state
 * is reached.
 */
import type { ManualClock } from '#simulator/time/clock.ts';
import type { Client } from '#simulator/controllers/framework/client.ts';
import { fieldManagers } from '#simulator/controllers/framework/fieldManagers.ts';
import { findObjectCondition } from '#simulator/controllers/framework/conditions.ts';
import { isJsonObject, getMap, getValue, type JsonObject, type ObjectToWrite } from '#simulator/store/kubeObject.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import type { ExpectedValue, ScenarioStep } from './scenario.ts';

/** Maximum time that a step waits by default, in milliseconds. An installation on two nodes takes about 15 minutes. */
const patience = 90 * 60_000;
/** Time between attempts to create an object while a webhook isn't ready, and maximum total time, in milliseconds. */
const retryEvery = 5_000;
const retryFor = 120_000;

/**
 * Plays the steps in order.
 * @returns an error that contains the failed step and the reason
 */
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
      const made = client.as(fieldManagers.create).create(step.resource, step.create);
      if (made.ok) return succeed(undefined);
      if (made.error.code !== 500 || clock.now() - since >= retryFor) return fail(made.error.message);
    }
  }
  if ('delete' in step) {
    const { resource, name, namespace } = step.delete;
    return client.remove(resource, { name, namespace }, { propagationPolicy: 'Background' })
      ? succeed(undefined)
      : fail('not found');
  }
  if ('approve' in step) {
    const waiting = client
      .list(step.approve.resource, step.approve.namespace)
      .find((plan) => getValue(plan, 'status', 'phase') === 'RequiresApproval');
    if (waiting === undefined) return fail('no install plan is waiting for approval');
    client
      .as(fieldManagers.patch)
      .change(step.approve.resource, waiting.metadata, (plan) => patched(plan, { spec: { approved: true } }));
    return succeed(undefined);
  }
  const { resource, name, namespace } = step.patch;
  const changed = client
    .as(fieldManagers.patch)
    .change(resource, { name, namespace }, (object) => patched(object, step.with));
  return changed.ok ? succeed(undefined) : fail(changed.error.message);
}

function waitFor(seen: ExpectedValue, within: number, client: Client, clock: ManualClock): Result<undefined, string> {
  const until = clock.now() + within;
  while (!hasExpectedValue(client, seen)) {
    const next = clock.nextAt();
    if (next === undefined || next > until) return fail(`timed out, current value: ${String(seenAt(client, seen))}`);
    clock.advance(Math.max(0, next - clock.now()));
  }
  return succeed(undefined);
}

/** Returns true if the object currently has the expected value. */
export function hasExpectedValue(client: Client, seen: ExpectedValue): boolean {
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

/** Merges a patch into a value as defined in RFC 7396. */
function merged(value: unknown, patch: JsonObject): JsonObject {
  const result: Record<string, unknown> = isJsonObject(value) ? { ...value } : {};
  for (const [key, next] of Object.entries(patch)) {
    if (next === null) delete result[key];
    else result[key] = isJsonObject(next) ? merged(result[key], next) : next;
  }
  return result;
}
