/**
 * Provides the API server that the contract tests run against. This is the simulator or, if `ORACLE_KUBECONFIG` is set,
 * any real cluster whose user has all permissions. That kubeconfig must have a second context, `viewer`, whose user has
 * no permissions.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { parse } from 'yaml';
import { simulate } from '#simulator/simulate.ts';
import type { JsonObject } from '#simulator/store/kubeObject.ts';
import { getList, getString } from '#simulator/store/kubeObject.ts';

import { Client, currentContext, identitiesOf } from '#test/support/cluster/apiClient.ts';

export interface Contract {
  /** Client with all permissions. */
  readonly admin: Client;
  /** Client without any permissions. */
  readonly viewer: Client;
  readonly viewerName: string;
  readonly url: string;
  /** Kubeconfig for other clients. */
  readonly kubeconfig: string;
  /** Minor version of the server, such as `30` for v1.30. */
  readonly minor: number;
  readonly isSimulator: boolean;
  /** Resources that are already set up for the tests of this file. */
  readonly prepared: Set<string>;
}

/** Starts the simulator or connects to the real cluster, for the tests of a file. */
export function contract(): () => Contract {
  const state: { contract?: Contract; close?: () => Promise<void> } = {};
  before(async () => {
    const file = process.env['ORACLE_KUBECONFIG'];
    const simulation =
      file === undefined || file === ''
        ? await simulate({ users: [{ name: 'viewer', groups: ['viewers'] }] })
        : undefined;
    const kubeconfig = simulation?.kubeconfig ?? readFileSync(file ?? '', 'utf8');
    const identities = identitiesOf(kubeconfig, path.dirname(file ?? ''));
    const identity = identities.get(currentContext(kubeconfig));
    const other = identities.get('viewer');
    if (identity === undefined || other === undefined)
      throw new Error('the kubeconfig needs a current context and one that is called viewer');
    const admin = new Client(identity);
    const version = await admin.get('/version');
    const minor = Number.parseInt(getString(version.body, 'minor') ?? '0', 10);
    const viewer = new Client(other);
    state.contract = {
      admin,
      viewer,
      viewerName: 'viewer',
      url: identity.url,
      kubeconfig,
      minor,
      isSimulator: simulation !== undefined,
      prepared: new Set(),
    };
    state.close = async () => {
      admin.close();
      viewer.close();
      await simulation?.close();
    };
  });
  after(() => state.close?.());
  return () => {
    if (state.contract === undefined) throw new Error('the server has not been started');
    return state.contract;
  };
}

/** Creates a namespace for one test and returns its name. */
export async function newNamespace({ admin }: Contract): Promise<string> {
  const name = `contract-${randomUUID().slice(0, 13)}`;
  const reply = await admin.post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  assert.equal(reply.code, 201, reply.text);
  return name;
}

export function configMap(
  name: string,
  data: Readonly<Record<string, string>> = {},
  metadata: JsonObject = {},
): JsonObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...metadata }, data };
}

/**
 * Installs the KataConfig CRD, deletes the KataConfigs of earlier runs, and returns the path of the resource.
 * KataConfigs aren't namespaced, so test files that use them must run one after another.
 */
export async function kataConfigs(context: Contract): Promise<string> {
  const { admin } = context;
  const where = '/apis/kataconfiguration.openshift.io/v1/kataconfigs';
  if (context.prepared.has(where)) return where;
  context.prepared.add(where);
  const text = readFileSync(path.join(import.meta.dirname, '../../../schemas/sources/kataconfig.crd.yaml'), 'utf8');
  await installCrd(context, parse(text));
  await admin.delete(where);
  return where;
}

/** Creates a CRD, if it doesn't exist, and returns after the server serves its first version. */
export async function installCrd({ admin }: Contract, definition: unknown): Promise<void> {
  const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const name = getString(definition, 'metadata', 'name') ?? '';
  const reply = await admin.post(definitions, definition);
  assert.ok(reply.code === 201 || reply.code === 409, reply.text);
  const stream = await admin.watch(
    `${definitions}?watch=1&fieldSelector=${encodeURIComponent(`metadata.name=${name}`)}`,
  );
  for (let event = await stream.next(); event !== undefined; event = await stream.next()) {
    if (JSON.stringify(event.object['status'] ?? {}).includes('"type":"Established"')) break;
  }
  stream.close();
  const group = getString(definition, 'spec', 'group') ?? '';
  const version = getString(getList(definition, 'spec', 'versions')[0], 'name') ?? '';
  const plural = getString(definition, 'spec', 'names', 'plural') ?? '';
  // The `Established` condition becomes true shortly before the server serves the resource.
  while ((await admin.get(`/apis/${group}/${version}/${plural}`)).code !== 200);
}
