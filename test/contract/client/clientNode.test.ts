/**
 * Compares the requests of the extension with those of the Kubernetes client for Node.js, against the simulator or a
 * real API server. Skipped if npm can't install the client.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test, type TestContext } from 'node:test';
import { parse } from 'yaml';
import { connect } from '#client/kubernetes/transport/connect.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import { getList, getMap, getString, getValue, isJsonObject, type JsonObject } from '#core/common/json.ts';
import { bringClientNode, clientNodeMissing } from '#scripts/externalTools/clientNode.ts';
import { contextIn, deps, folder, problemOf, valueOf } from '#test/support/cluster/clusterHarness.ts';
import { configMap, contract, kataConfigs, newNamespace } from '../api/contractServer.ts';

interface ClientConfig {
  loadFromFile(file: string): void;
}

/** Client for any kind of object. */
interface ObjectClient {
  read(header: JsonObject): Promise<unknown>;
  create(object: JsonObject, pretty?: string, dryRun?: string, fieldManager?: string): Promise<unknown>;
  patch(
    object: JsonObject,
    pretty: string | undefined,
    dryRun: string | undefined,
    fieldManager: string,
    force: boolean | undefined,
    strategy: string,
  ): Promise<unknown>;
  delete(header: JsonObject): Promise<unknown>;
}

/** The parts of `@kubernetes/client-node` that the tests use. */
interface ClientNode {
  readonly KubeConfig: new () => ClientConfig;
  readonly KubernetesObjectApi: { makeApiClient(config: ClientConfig): ObjectClient };
  readonly PatchStrategy: { readonly MergePatch: string; readonly ServerSideApply: string };
  readonly Watch: new (config: ClientConfig) => {
    watch(
      where: string,
      query: JsonObject,
      onEvent: (type: string, object: unknown) => void,
      onEnd: (error: unknown) => void,
    ): Promise<AbortController>;
  };
}

const isClientNode = (module: unknown): module is ClientNode =>
  typeof module === 'object' && module !== null && 'KubernetesObjectApi' in module && 'Watch' in module;

const server = contract();
const home = folder();
const manager = 'contract';

interface Clients {
  readonly config: ClientConfig;
  readonly theirs: ObjectClient;
  readonly ours: Connection;
  readonly module: ClientNode;
}

/** Returns a client of each kind that uses a kubeconfig, or undefined if the other client can't be installed. */
async function openClients(file: string): Promise<Clients | undefined> {
  const url = await bringClientNode('@kubernetes/client-node', 'dist/index.js');
  const module: unknown = url === undefined ? undefined : await import(url);
  if (!isClientNode(module)) return undefined;
  const config = new module.KubeConfig();
  config.loadFromFile(file);
  const name = getString(parse(server().kubeconfig), 'current-context') ?? '';
  const ours = connect(await contextIn(file, name), deps());
  return { config, theirs: module.KubernetesObjectApi.makeApiClient(config), ours, module };
}

/** Returns an object as JSON, without the time and the identity of its creation, which differ between two objects. */
function comparable(object: unknown): JsonObject {
  const json: unknown = JSON.parse(JSON.stringify(object));
  assert.ok(isJsonObject(json));
  const metadata = { ...getMap(json, 'metadata') };
  for (const field of ['uid', 'resourceVersion', 'creationTimestamp', 'managedFields', 'name', 'selfLink'])
    Reflect.deleteProperty(metadata, field);
  return { ...json, metadata };
}

/** Returns the owners of the fields of an object: manager, operation, and fields. */
const ownersOf = (object: unknown): readonly (readonly unknown[])[] =>
  getList(object, 'metadata', 'managedFields').map((entry) => [
    getString(entry, 'manager'),
    getString(entry, 'operation'),
    getValue(entry, 'fieldsV1'),
  ]);

/** Returns the HTTP status and the message of an error of the other client. */
async function errorOf(request: Promise<unknown>): Promise<readonly [number | undefined, string]> {
  try {
    await request;
  } catch (error) {
    assert.ok(error instanceof Error && 'code' in error && 'body' in error);
    const body: unknown = typeof error.body === 'string' ? JSON.parse(error.body) : error.body;
    return [Number(error.code), getString(body, 'message') ?? ''];
  }
  return assert.fail('the request succeeded');
}

describe('the Kubernetes client for Node.js', () => {
  const state: { clients?: Clients; namespace?: string } = {};
  before(async () => {
    const clients = await openClients(home.write('config', server().kubeconfig));
    if (clients !== undefined) state.clients = clients;
    state.namespace = await newNamespace(server());
    await kataConfigs(server());
  });
  after(() => {
    state.clients?.ours.close();
    home.remove();
  });

  /** Runs a test with both clients, or skips it. */
  const compare = (title: string, body: (clients: Clients, namespace: string) => Promise<void>): void =>
    void test(title, async (context: TestContext) => {
      const { clients, namespace = '' } = state;
      if (clients === undefined) return context.skip(clientNodeMissing);
      await body(clients, namespace);
      return undefined;
    });
  const maps = (namespace: string): string => `/api/v1/namespaces/${namespace}/configmaps`;
  const header = (name: string, namespace: string): JsonObject => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace },
  });

  compare('reads the same object', async ({ theirs, ours }, namespace) => {
    valueOf(await ours.send(maps(namespace), { method: 'POST', body: configMap('read', { a: '1' }) }));
    const read = await theirs.read(header('read', namespace));
    assert.deepEqual(comparable(read)['data'], { a: '1' });
    assert.deepEqual(comparable(read), comparable(valueOf(await ours.ask(`${maps(namespace)}/read`))));
  });

  compare('creates the same object', async ({ theirs, ours }, namespace) => {
    const metadata = { namespace, labels: { app: 'web' } };
    const query = { fieldManager: manager };
    const own = valueOf(
      await ours.send(maps(namespace), { method: 'POST', query, body: configMap('own', { a: '1' }, metadata) }),
    );
    const other = await theirs.create(configMap('other', { a: '1' }, metadata), undefined, undefined, manager);
    assert.deepEqual(comparable(other), comparable(own));
    assert.deepEqual(ownersOf(other), ownersOf(own));
  });

  compare('merges the same patch', async ({ theirs, ours, module }, namespace) => {
    for (const name of ['patch-own', 'patch-other'])
      valueOf(await ours.send(maps(namespace), { method: 'POST', body: configMap(name, { a: '1', b: '2' }) }));
    const body = { data: { a: null, c: '3' } };
    const own = valueOf(
      await ours.send(`${maps(namespace)}/patch-own`, {
        method: 'PATCH',
        contentType: 'application/merge-patch+json',
        query: { fieldManager: manager },
        body,
      }),
    );
    const patch = { ...header('patch-other', namespace), ...body };
    const other = await theirs.patch(patch, undefined, undefined, manager, undefined, module.PatchStrategy.MergePatch);
    assert.deepEqual(getValue(own, 'data'), { b: '2', c: '3' });
    assert.deepEqual(comparable(other), comparable(own));
  });

  compare('applies the same object, with the same conflict', async ({ theirs, ours, module }, namespace) => {
    const { ServerSideApply } = module.PatchStrategy;
    const apply = (name: string, data: Record<string, string>, fieldManager: string, force?: boolean) =>
      ours.send(`${maps(namespace)}/${name}`, {
        method: 'PATCH',
        contentType: 'application/apply-patch+yaml',
        query: { fieldManager, force },
        body: configMap(name, data),
      });
    const own = valueOf(await apply('apply-own', { a: '1' }, manager));
    const applied = { ...header('apply-other', namespace), data: { a: '1' } };
    const other = await theirs.patch(applied, undefined, undefined, manager, undefined, ServerSideApply);
    assert.deepEqual(comparable(other), comparable(own));
    assert.deepEqual(ownersOf(other), ownersOf(own));
    const problem = problemOf(await apply('apply-own', { a: '2' }, 'second'));
    const changed = { ...applied, data: { a: '2' } };
    const error = await errorOf(theirs.patch(changed, undefined, undefined, 'second', undefined, ServerSideApply));
    assert.deepEqual(error, [409, getString(problem.details, 'message')]);
    assert.equal(problem.kind, 'conflict');
    const forced = await theirs.patch(changed, undefined, undefined, 'second', true, ServerSideApply);
    assert.deepEqual(comparable(forced), comparable(valueOf(await apply('apply-own', { a: '2' }, 'second', true))));
  });

  compare('reports the same error for a missing object and an invalid one', async ({ theirs, ours }, namespace) => {
    const missing = problemOf(await ours.ask(`${maps(namespace)}/missing`));
    assert.deepEqual(await errorOf(theirs.read(header('missing', namespace))), [
      404,
      getString(missing.details, 'message'),
    ]);
    const body = { ...header('Wrong_Name', namespace), data: {} };
    const invalid = problemOf(await ours.send(maps(namespace), { method: 'POST', body }));
    assert.deepEqual(await errorOf(theirs.create(body)), [422, getString(invalid.details, 'message')]);
  });

  compare('reads the same custom resource', async ({ theirs, ours }) => {
    const object = {
      apiVersion: 'kataconfiguration.openshift.io/v1',
      kind: 'KataConfig',
      metadata: { name: 'compared' },
      spec: { logLevel: 'debug' },
    };
    const created = await theirs.create(object);
    const where = '/apis/kataconfiguration.openshift.io/v1/kataconfigs/compared';
    assert.deepEqual(comparable(created), comparable(valueOf(await ours.ask(where))));
    await theirs.delete(object);
  });

  compare('watches the same events', async ({ config, ours, module }, namespace) => {
    const where = maps(namespace);
    const version = getString(valueOf(await ours.ask(where)), 'metadata', 'resourceVersion') ?? '';
    const query = { resourceVersion: version, fieldSelector: 'metadata.name=watched' };
    const expected = 3;
    const [theirEvents, ourEvents]: [string[], string[]] = [[], []];
    const describeEvent = (type: string, object: unknown): string =>
      `${type} ${getString(object, 'metadata', 'resourceVersion')} ${JSON.stringify(getValue(object, 'data'))}`;
    const stop = new AbortController();
    const theirDone = new Promise<AbortController>((resolve, reject) => {
      const opened = new module.Watch(config).watch(
        where,
        query,
        (type, object) => {
          theirEvents.push(describeEvent(type, object));
          if (theirEvents.length === expected) resolve(opened);
        },
        (error) => {
          if (theirEvents.length < expected) reject(new Error(String(error)));
        },
      );
    });
    const ourDone = ours.stream(where, {
      query: { ...query, watch: true },
      signal: stop.signal,
      idle: 30_000,
      onLine: (line) => {
        const event: unknown = JSON.parse(line);
        ourEvents.push(describeEvent(getString(event, 'type') ?? '', getValue(event, 'object')));
        if (ourEvents.length === expected) stop.abort();
      },
    });
    valueOf(await ours.send(where, { method: 'POST', body: configMap('watched', { a: '1' }) }));
    valueOf(await ours.send(`${where}/watched`, { method: 'PUT', body: configMap('watched', { a: '2' }) }));
    valueOf(await ours.send(`${where}/watched`, { method: 'DELETE' }));
    (await theirDone).abort();
    await ourDone;
    assert.deepEqual(theirEvents, ourEvents);
    assert.deepEqual(
      ourEvents.map((event) => event.split(' ')[0]),
      ['ADDED', 'MODIFIED', 'DELETED'],
    );
  });

  test('gets its token from the same credential plugin', async (context: TestContext) => {
    const kubeconfig: unknown = parse(server().kubeconfig);
    assert.ok(isJsonObject(kubeconfig));
    const name = getString(kubeconfig, 'current-context') ?? '';
    const used = getList(kubeconfig, 'contexts').find((one) => getString(one, 'name') === name);
    const userName = getString(used, 'context', 'user');
    const user = getList(kubeconfig, 'users').find((one) => getString(one, 'name') === userName);
    const token = getString(user, 'user', 'token');
    if (token === undefined) return context.skip('the user of the server has no token');
    const credential = path.join(home.path, 'credential.json');
    const apiVersion = 'client.authentication.k8s.io/v1';
    writeFileSync(credential, JSON.stringify({ apiVersion, kind: 'ExecCredential', status: { token } }));
    const exec = { apiVersion, command: 'cat', args: [credential], interactiveMode: 'Never' };
    const users = [{ name: userName, user: { exec } }];
    const clients = await openClients(home.write('plugin', JSON.stringify({ ...kubeconfig, users })));
    if (clients === undefined) return context.skip(clientNodeMissing);
    const { ours, theirs } = clients;
    const where = '/api/v1/namespaces/default';
    const read = await theirs.read({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default' } });
    assert.deepEqual(comparable(read), comparable(valueOf(await ours.ask(where))));
    ours.close();
    return undefined;
  });
});
