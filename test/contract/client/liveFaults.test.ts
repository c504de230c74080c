/**
 * Tests the cluster watcher against the simulated cluster, over real connections with injected faults. In the end, its
 * snapshot must match the cluster. The clock of the followers runs 50 times faster, so timeouts, waits, and bookmarks
 * keep their proportions.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import { ExecPlugins } from '#client/kubernetes/auth/execPlugins.ts';
import type { Connection, ConnectionIdentity } from '#client/kubernetes/connection.ts';
import type { ClusterContext } from '#client/kubernetes/kubeconfig/clusterContext.ts';
import { loadKubeconfig } from '#client/kubernetes/kubeconfig/loadKubeconfig.ts';
import { ClusterWatcher } from '#client/kubernetes/watch/clusterWatcher.ts';
import type { Clock } from '#client/kubernetes/clock.ts';
import { connect } from '#client/kubernetes/transport/connect.ts';
import { watchedKinds, type WatchedKindId } from '#core/cluster/watchedKinds/index.ts';
import { getConnectionState } from '#core/cluster/connectionState.ts';
import type { ClusterObject } from '#core/cluster/objects/clusterObject.ts';
import type { FaultEffect } from '#simulator/api/http/faults.ts';
import { simulate, type Simulation } from '#simulator/main.ts';
import { administrator } from '#simulator/scenarios/engine/scenario.ts';
import { expired, internalError, tooManyRequests, unauthorized, type ApiError } from '#simulator/store/apiError.ts';
import type { ObjectToWrite } from '#simulator/store/kubeObject.ts';
import { PacedClock } from '#test/support/time/pacedClock.ts';
import { random, type Random } from '#test/support/randomInput/random.ts';

const speed = 50;
const followers = 12;

/** Connection that counts its pending requests. */
class Counted implements Connection {
  readonly #connection: Connection;
  readonly #idle = new Set<() => void>();
  #active = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  get identity(): ConnectionIdentity {
    return this.#connection.identity;
  }

  ask: Connection['ask'] = (path, options) => this.#counted(this.#connection.ask(path, options));
  send: Connection['send'] = (path, options) => this.#counted(this.#connection.send(path, options));
  stream: Connection['stream'] = (path, options) => this.#counted(this.#connection.stream(path, options));

  close(): void {
    this.#connection.close();
  }

  /** Resolves when no request is pending. */
  async idle(): Promise<void> {
    if (this.#active > 0) await new Promise<void>((resolve) => void this.#idle.add(resolve));
  }

  async #counted<T>(work: Promise<T>): Promise<T> {
    this.#active += 1;
    try {
      return await work;
    } finally {
      this.#active -= 1;
      if (this.#active === 0) for (const tell of this.#idle) tell();
    }
  }
}

const folder = mkdtempSync(path.join(tmpdir(), 'osc-live-'));
const kubeconfig = path.join(folder, 'config');
const definition: unknown = parse(
  readFileSync(path.join(import.meta.dirname, '../../../schemas/sources/kataconfig.crd.yaml'), 'utf8'),
);
const ids = ['nodes', 'kataConfigs', 'machineConfigPools'] as const satisfies readonly WatchedKindId[];
const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const;
const running: { simulation?: Simulation } = {};

before(async () => {
  running.simulation = await simulate({ history: 80 });
  writeFileSync(kubeconfig, running.simulation.kubeconfig);
});
after(async () => {
  await running.simulation?.close();
  rmSync(folder, { recursive: true, force: true });
});

function simulated(): Simulation {
  assert.ok(running.simulation !== undefined);
  return running.simulation;
}

async function context(): Promise<ClusterContext> {
  const { contexts, current } = await loadKubeconfig({ explicit: kubeconfig, env: {}, home: folder });
  const found = contexts.find(({ name }) => name === current);
  assert.ok(found !== undefined);
  return found;
}

interface Follower {
  readonly cluster: ClusterWatcher;
  readonly connection: Counted;
  readonly logged: readonly string[];
}

async function follow(clock: Clock, chance: Random): Promise<Follower> {
  const exec = new ExecPlugins({ clock, env: process.env, mayRun: () => Promise.resolve(false) });
  const connection = new Counted(connect(await context(), { clock, exec, reread: context }));
  const logged: string[] = [];
  const cluster = new ClusterWatcher({
    connection,
    clock,
    chance: () => chance.next(),
    log: (message) => logged.push(message),
  });
  cluster.follow(ids);
  return { cluster, connection, logged };
}

/** Returns the objects of a fresh list, as the watcher would read them, or undefined if the kind doesn't exist. */
function truth(id: (typeof ids)[number]): ReadonlyMap<string, ClusterObject> | undefined {
  const { store, resources } = simulated();
  const { group, plural, read } = watchedKinds[id];
  const type = resources.named({ group, plural });
  if (type === undefined) return undefined;
  return new Map(
    store
      .list(type)
      .items.flatMap((object) => read(object) ?? [])
      .map((item) => [item.uid, item]),
  );
}

/** Returns the kinds that differ from a fresh list or aren't in the expected state. Empty if nothing differs. */
function differences({ snapshot }: ClusterWatcher): readonly string[] {
  return ids.flatMap((id) => {
    const expected = truth(id);
    const { state, items } = snapshot[id];
    const wanted = expected === undefined ? 'absent' : 'live';
    if (state.kind !== wanted) return [`${id}: ${JSON.stringify(state)} instead of ${wanted}`];
    return isDeepStrictEqual(items, expected ?? new Map())
      ? []
      : [`${id}: ${items.size} of ${expected?.size ?? 0}, or others`];
  });
}

/** Resolves when nothing differs anymore. If the test is aborted, prints the remaining differences. */
async function settled(cluster: ClusterWatcher, signal: AbortSignal): Promise<void> {
  if (differences(cluster).length === 0) return;
  await new Promise<void>((resolve) => {
    const tell = (): void => console.error(`still different: ${differences(cluster).join('; ')}`);
    signal.addEventListener('abort', tell);
    const takeBack = cluster.onChange(() => {
      if (differences(cluster).length > 0) return;
      signal.removeEventListener('abort', tell);
      takeBack();
      resolve();
    });
  });
}

const paths = /\/(nodes|kataconfigs|machineconfigpools)$/;
const failing = (code: number, reason: string): ApiError => ({ code, reason, message: `${reason}, says the test` });

function anyEffect(chance: Random): FaultEffect {
  const status: FaultEffect = {
    kind: 'status',
    error: chance.pick([
      unauthorized(),
      expired('gone'),
      failing(403, 'Forbidden'),
      failing(503, 'ServiceUnavailable'),
      internalError('etcd'),
      tooManyRequests('slow down', 1),
    ]),
  };
  const error = chance.pick([
    expired('too old resource version'),
    internalError('etcd'),
    failing(401, 'Unauthorized'),
    failing(504, 'Timeout'),
  ]);
  return chance.pick<FaultEffect>([
    status,
    status,
    { kind: 'reset' },
    { kind: 'reset', afterBytes: chance.below(3000) },
    { kind: 'halfOpen' },
    { kind: 'halfOpen', afterBytes: chance.below(3000) },
    { kind: 'slow', milliseconds: chance.below(60) },
    { kind: 'splitUtf8' },
    { kind: 'errorEvent', error },
    { kind: 'errorEvent', error, leaveOpen: true },
  ]);
}

/** Creates, changes, or deletes a random object. */
function change(chance: Random): void {
  const { store, resources } = simulated();
  const id = chance.pick(ids);
  const { group, plural, version, kind } = watchedKinds[id];
  const type = resources.named({ group, plural });
  if (type === undefined) return;
  const name = chance.pick(names);
  const labels = { changed: `${chance.below(1000)} größer 囧` };
  const present = store.get(type, undefined, name);
  if (present !== undefined && chance.chance(0.3)) store.delete(type, undefined, name);
  else if (present !== undefined)
    store.modify(type, undefined, name, (object) => ({ ...object, metadata: { ...object.metadata, labels } }));
  if (present !== undefined && chance.chance(0.7)) return;
  store.create(
    type,
    { apiVersion: group === '' ? version : `${group}/${version}`, kind, metadata: { name, labels } },
    { seed: true },
  );
}

/** Creates the KataConfig CRD, or deletes it if it exists. */
function toggleDefinition(): void {
  const { store, resources } = simulated();
  const type = resources.need('apiextensions.k8s.io', 'customresourcedefinitions');
  const name = 'kataconfigs.kataconfiguration.openshift.io';
  if (store.get(type, undefined, name) === undefined) store.create(type, definition as ObjectToWrite, {});
  else store.delete(type, undefined, name);
}

function logInAgain(): void {
  const { tokens, logIn } = simulated();
  tokens.expire(administrator.name);
  const token = logIn(administrator);
  const renewed = readFileSync(kubeconfig, 'utf8').replace(/"token": "[^"]+"/, `"token": "${token}"`);
  // Replaces the file in one step, because a follower might be reading it.
  writeFileSync(`${kubeconfig}.new`, renewed);
  renameSync(`${kubeconfig}.new`, kubeconfig);
}

async function step(chance: Random, clock: Clock, all: readonly Follower[]): Promise<void> {
  const simulation = simulated();
  const someone = all[chance.below(all.length)]?.cluster;
  const kind = chance.below(100);
  if (kind < 45) change(chance);
  else if (kind < 65) simulation.faults.add({ effect: anyEffect(chance), path: paths, times: 1 + chance.below(4) });
  else if (kind < 68) simulation.cutConnections();
  else if (kind < 70) await simulation.restart(chance.chance(0.5));
  else if (kind < 72) logInAgain();
  else if (kind < 74) simulation.clock.jump((chance.next() - 0.5) * 86_400_000);
  else if (kind < 76) toggleDefinition();
  else if (kind < 82) someone?.pause();
  else if (kind < 88) someone?.resume();
  else if (kind < 91) someone?.retryNow();
  else await passing(clock, chance.below(6000));
}

/**
 * Waits on the clock of the followers.
 * @param milliseconds
 */
function passing(clock: Clock, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(milliseconds, resolve);
  });
}

for (const seed of [1, 2, 3, 4]) {
  test(`${followers} live clusters match the simulated cluster after random faults (seed ${seed})`, async ({
    signal,
  }) => {
    const chance = random(seed);
    const clock = new PacedClock(speed);
    const all = await Promise.all(
      Array.from({ length: followers }, (_, index) => follow(clock, random(seed * 100 + index))),
    );
    try {
      for (let count = 0; count < 250; count += 1) await step(chance, clock, all);
      simulated().faults.clear();
      for (const { cluster } of all) cluster.resume();
      await Promise.all(all.map(({ cluster }) => settled(cluster, signal)));
      for (const { cluster } of all) assert.ok(['live', 'idle'].includes(getConnectionState(cluster.snapshot).kind));
      assert.deepEqual(
        all.flatMap(({ logged }) => logged),
        [],
      );
    } finally {
      for (const { cluster } of all) cluster.close();
    }
    // Closing a follower must end its requests.
    await Promise.all(all.map(({ connection }) => connection.idle()));
    for (const { connection } of all) connection.close();
    assert.equal(clock.waiting, 0, 'timers');
  });
}
