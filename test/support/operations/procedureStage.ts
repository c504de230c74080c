/**
 * Runs procedures on a simulated cluster with a manual clock: sends the changes of ready steps to the store, lets time
 * pass, and keeps no state between two evaluations.
 */
import assert from 'node:assert/strict';
import { runLookups } from '#client/kubernetes/read/runLookups.ts';
import { getString, isJsonObject, type JsonObject } from '#core/common/json.ts';
import { describeChange, type ClusterChange } from '#core/operations/changes/clusterChange.ts';
import type { ReadResult, ClusterReader } from '#core/operations/lookups/lookup.ts';
import type { LookupId, LookupResults, LookupValue } from '#core/operations/lookupList.ts';
import { findCurrentStep, type Procedure, type ProcedureStep } from '#core/operations/procedure.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { emptyHistory } from '#core/cluster/history.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { KubeObject, ObjectToWrite } from '#simulator/store/kubeObject.ts';
import { readAt } from '../cluster/clusterObjects.ts';
import type { TestCluster } from '../cluster/controllersStage.ts';
import type { LiveStage } from '../cluster/liveStage.ts';

/** Creates a reader of the objects in the simulated cluster. */
export function stageReader({ cluster: { client } }: { readonly cluster: Pick<TestCluster, 'client'> }): ClusterReader {
  const place = (
    path: string,
  ): {
    readonly resource: { readonly group: string; readonly plural: string };
    readonly namespace?: string;
    readonly name?: string;
  } => {
    const parts = (path.split('?')[0] ?? '')
      .split('/')
      .filter((part) => part !== '')
      .map(decodeURIComponent);
    const group = parts[0] === 'api' ? '' : (parts[1] ?? '');
    const rest = parts.slice(group === '' ? 2 : 3);
    const isInside = rest[0] === 'namespaces' && rest.length > 2;
    const [plural = '', name] = isInside ? rest.slice(2) : rest;
    return {
      resource: { group, plural },
      ...(isInside ? { namespace: rest[1] ?? '' } : {}),
      ...(name === undefined ? {} : { name }),
    };
  };
  const answer = <T>(value: T | undefined): ReadResult<T> =>
    value === undefined ? { kind: 'absent' } : { kind: 'value', value: JSON.parse(JSON.stringify(value)) as T };
  return {
    get(path) {
      const { resource, name = '', namespace } = place(path);
      return Promise.resolve(answer<unknown>(client.get(resource, name, namespace)));
    },
    list(path, most = 20_000, keep = () => true) {
      const { resource, namespace } = place(path);
      if (!client.has(resource)) return Promise.resolve({ kind: 'absent' });
      const selects = selectorOf(path);
      const items = client.list(resource, namespace).filter((object) => selects(object) && keep(object));
      return Promise.resolve(answer({ items: items.slice(0, most), cut: items.length > most }));
    },
    mayI: () => Promise.resolve({ kind: 'value', value: true }),
    tryCreate: () => Promise.resolve({ kind: 'value', value: {} }),
  };
}

/** Returns a function that evaluates the node and the labels that a path selects. */
function selectorOf(path: string): (object: KubeObject) => boolean {
  const query = new URLSearchParams(path.split('?')[1]);
  const node = /^spec\.nodeName=(.+)$/.exec(query.get('fieldSelector') ?? '')?.[1];
  const [key = '', value] = (query.get('labelSelector') ?? '').split('=');
  return (object) =>
    (node === undefined || getString(object, 'spec', 'nodeName') === node) &&
    (value === undefined || object.metadata.labels?.[key] === value);
}

/** Returns everything that is known about the cluster now. */
export async function situationOf(stage: LiveStage, ids: readonly LookupId[]): Promise<ObservedCluster> {
  const facts = await runLookups(stageReader(stage), ids, stage.now);
  return {
    context: 'demo',
    server: 'https://api.demo.example.com:6443',
    snapshot: stage.snapshot(),
    history: stage.history(),
    facts,
    now: stage.now(),
  };
}

/** Sends a change as a client would. Fails the test if the cluster rejects it. */
export function send({ cluster: { client } }: LiveStage, change: ClusterChange): void {
  const { group, plural, name, namespace } = change.target;
  const resource = { group, plural };
  const key = { name, ...(namespace === undefined ? {} : { namespace }) };
  if (change.how === 'delete') {
    const type = client.type(resource);
    assert.ok(type, plural);
    const deleted = client.store.delete(type, namespace, name, change.uid === undefined ? {} : { uid: change.uid });
    assert.ok(deleted.ok, `${describeChange(change)}: ${deleted.ok ? '' : deleted.error.message}`);
    return;
  }
  const there = client.get(resource, name, namespace);
  if (change.how === 'apply' && there === undefined) {
    const created = client.create(resource, change.object as unknown as ObjectToWrite);
    assert.ok(created.ok, `${describeChange(change)}: ${created.ok ? '' : created.error.message}`);
    return;
  }
  const patch = change.how === 'apply' ? change.object : change.patch;
  if (change.how === 'merge' && change.resourceVersion !== undefined)
    assert.equal(there?.metadata.resourceVersion, change.resourceVersion);
  const changed = client.change(resource, key, (object) => merged(object, patch) as unknown as KubeObject);
  assert.ok(changed.ok, `${describeChange(change)}: ${changed.ok ? '' : changed.error.message}`);
}

function merged(old: JsonObject, patch: JsonObject): JsonObject {
  const next: Record<string, unknown> = { ...old };
  for (const [key, value] of Object.entries(patch)) {
    const before = next[key];
    if (value === null) delete next[key];
    else next[key] = isJsonObject(value) && isJsonObject(before) ? merged(before, value) : value;
  }
  return next;
}

export interface Played {
  readonly outcome: 'done' | 'blocked' | 'unknown' | 'stopped' | 'endless';
  /** Descriptions of the sent changes, in order. */
  readonly sent: readonly string[];
  /** Questions of the accepted confirmations. */
  readonly asked: readonly string[];
  /** Steps at the end. */
  readonly steps: readonly ProcedureStep[];
  /** Descriptions of the current step over time, without consecutive duplicates. */
  readonly told: readonly string[];
}

export interface PlayOptions {
  /** Number of steps that send their changes before the procedure stops. */
  readonly stopAfter?: number;
  /** Time between two evaluations, in milliseconds. */
  readonly pace?: number;
  readonly mostLooks?: number;
}

/**
 * Runs a procedure until it is complete or can't continue. Each evaluation starts without state. Only the result of the
 * test is kept.
 */
export async function playProcedure<Choices>(
  stage: LiveStage,
  procedure: Procedure<Choices>,
  choices: Choices,
  options: PlayOptions = {},
): Promise<Played> {
  const { stopAfter = Infinity, pace = 10_000, mostLooks = 5000 } = options;
  const sent: string[] = [];
  const asked: string[] = [];
  const told: string[] = [];
  const sentBefore = new Set<string>();
  let times = 0;
  for (let look = 0; look < mostLooks; look += 1) {
    const steps = procedure.steps(await situationOf(stage, procedure.facts), choices);
    const ended = (outcome: Played['outcome']): Played => ({ outcome, sent, asked, steps, told });
    const step = findCurrentStep(steps);
    if (step === undefined) return ended('done');
    const line = `${step.id} ${step.state}: ${step.headline}`;
    if (told.at(-1) !== line) told.push(line);
    if (step.state === 'blocked' || step.state === 'unknown') return ended(step.state);
    if (step.state === 'ready') {
      assert.ok(step.changes.length > 0, `${step.id} is ready, and has nothing to send`);
      if (times >= stopAfter) return ended('stopped');
      times += 1;
      if (step.gate !== undefined) asked.push(step.gate.question);
      for (const change of step.changes) {
        const text = JSON.stringify(change);
        assert.ok(!sentBefore.has(text), `${describeChange(change)} is sent twice`);
        sentBefore.add(text);
        send(stage, change);
        sent.push(describeChange(change));
      }
      stage.cluster.pass(1000);
    } else stage.cluster.pass(pace);
  }
  return { outcome: 'endless', sent, asked, steps: [], told };
}

/** Returns the current steps of a procedure without sending anything. */
export async function stepsOf<Choices>(
  stage: LiveStage,
  procedure: Procedure<Choices>,
  choices: Choices,
): Promise<readonly ProcedureStep[]> {
  return procedure.steps(await situationOf(stage, procedure.facts), choices);
}

/**
 * Creates a situation from a snapshot.
 * @param values values of the completed lookups
 */
export function situationWith(
  snapshot: Snapshot,
  values: { readonly [Id in LookupId]?: LookupValue<Id> } = {},
  more: Partial<ObservedCluster> = {},
): ObservedCluster {
  const facts = Object.fromEntries(
    Object.entries(values).map(([id, value]) => [id, { kind: 'known', value, asOf: readAt }]),
  ) as LookupResults;
  return {
    context: 'demo',
    server: 'https://api.demo.example.com:6443',
    snapshot,
    history: emptyHistory,
    facts,
    now: readAt,
    ...more,
  };
}
