/** Tests the dry run with which a preflight check finds out whether a KataConfig can be created. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { ExecPlugins } from '#client/kubernetes/auth/execPlugins.ts';
import { realClock } from '#client/kubernetes/clock.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import { loadKubeconfig } from '#client/kubernetes/kubeconfig/loadKubeconfig.ts';
import { createClusterReader } from '#client/kubernetes/read/clusterReader.ts';
import { connect } from '#client/kubernetes/transport/connect.ts';
import { getList, getString } from '#core/common/json.ts';
import {
  kataConfigAdmissionFact,
  type KataConfigAdmission,
} from '#core/operations/lookups/kata/kataConfigAdmission.ts';
import { contract, kataConfigs } from '../api/contractServer.ts';

const server = contract();

describe('dry run of a KataConfig', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'osc-dry-run-'));
  const connections: Connection[] = [];
  let where = '';

  before(async () => {
    where = await kataConfigs(server());
  });
  after(() => {
    for (const connection of connections) connection.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Reads the outcome over a connection that rejects all changes, as `osc-tools preflight` does. */
  async function outcome(context?: string): Promise<KataConfigAdmission> {
    const file = path.join(folder, 'config');
    writeFileSync(file, server().kubeconfig, { mode: 0o600 });
    const { contexts, current } = await loadKubeconfig({
      explicit: process.env['ORACLE_KUBECONFIG'] || file,
      env: {},
      home: folder,
    });
    const found = contexts.find(({ name }) => name === (context ?? current));
    assert.ok(found !== undefined);
    const exec = new ExecPlugins({ clock: realClock, env: {}, mayRun: () => Promise.resolve(false) });
    const connection = connect(found, { clock: realClock, exec, isReadOnly: () => true });
    connections.push(connection);
    const answer = await kataConfigAdmissionFact.read(createClusterReader(connection, new AbortController().signal));
    assert.ok(answer.kind === 'value', JSON.stringify(answer));
    return answer.value;
  }

  async function storedNames(): Promise<readonly string[]> {
    const { body } = await server().admin.get(where);
    return getList(body, 'items').map((item) => getString(item, 'metadata', 'name') ?? '');
  }

  test('is accepted, and stores nothing', async () => {
    assert.deepEqual(await outcome(), { outcome: 'accepted', message: '' });
    assert.deepEqual(await storedNames(), []);
  });

  test('is not sent without the permission', async () => {
    assert.deepEqual(await outcome('viewer'), { outcome: 'notAllowed', message: '' });
  });

  test('reports a KataConfig with the same name, and keeps it', async () => {
    const reply = await server().admin.post(where, {
      apiVersion: 'kataconfiguration.openshift.io/v1',
      kind: 'KataConfig',
      metadata: { name: 'preflight-dry-run' },
      spec: { logLevel: 'debug' },
    });
    assert.equal(reply.code, 201, reply.text);
    const { outcome: result, message } = await outcome();
    assert.equal(result, 'exists');
    assert.match(message, /"preflight-dry-run" already exists/);
    const { body } = await server().admin.get(`${where}/preflight-dry-run`);
    assert.equal(getString(body, 'spec', 'logLevel'), 'debug');
    await server().admin.delete(`${where}/preflight-dry-run`);
  });
});
