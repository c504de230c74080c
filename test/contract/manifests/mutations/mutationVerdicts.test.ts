/**
 * Compares the verdicts of a real API server on the mutations of `mutate.ts` with the recorded ones. The test requires
 * `ORACLE_KUBECONFIG` for a kube-apiserver 1.20 with `--allow-privileged`, and `ORACLE_DECODER` for the strict decoder:
 * see CONTRIBUTING.md. With `OSC_UPDATE_VERDICTS=1`, it records the verdicts instead. The simulator doesn't validate
 * objects completely, so this test doesn't use it.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { describe, test } from 'node:test';
import { getList, getMap, getString, getValue, type JsonObject } from '#simulator/store/kubeObject.ts';
import { contract, newNamespace, type Contract } from '../../api/contractServer.ts';
import { mutations, type Mutation } from './mutate.ts';
import { readRecordedMutations, writeRecordedMutations, type MutationVerdict } from './recordedMutations.ts';

const seed = 20_261_129;
const server = contract();

/** The versions that kube-apiserver 1.20 serves instead. Their fields are the same. */
const olderVersions: Readonly<Record<string, string>> = {
  CronJob: 'batch/v1beta1',
  PodDisruptionBudget: 'policy/v1beta1',
  HorizontalPodAutoscaler: 'autoscaling/v2beta2',
};

/** Returns the messages of the strict decoder for the mutations that it rejects. */
function askDecoder(decoder: string, asked: readonly Mutation[]): ReadonlyMap<string, string> {
  const lines = asked.map(({ hash, object }) => JSON.stringify({ N: hash, T: JSON.stringify(object) })).join('\n');
  const { stdout, status, stderr } = spawnSync(decoder, [], {
    input: `${lines}\n`,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  assert.equal(status, 0, stderr);
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => line.split('\t'));
  assert.equal(answers.length, asked.length);
  return new Map(answers.filter(([verdict]) => verdict !== 'ok').map(([, hash = '', message = '']) => [hash, message]));
}

/** Creates the objects that mutations refer to, because the server rejects a pod whose class doesn't exist. */
async function createClasses({ admin }: Contract): Promise<void> {
  const metadata = { name: 'kata' };
  await admin.post('/apis/node.k8s.io/v1/runtimeclasses', {
    apiVersion: 'node.k8s.io/v1',
    kind: 'RuntimeClass',
    metadata,
    handler: 'kata',
  });
}

/** Returns the server's reason for rejecting an object, or undefined if the server accepts it. */
async function askServer(
  { admin }: Contract,
  kind: string,
  object: JsonObject,
  namespace: string,
): Promise<string | undefined> {
  const apiVersion = olderVersions[kind] ?? getString(object, 'apiVersion') ?? '';
  const base = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const { body } = await admin.get(base);
  const resource = getList(body, 'resources').find(
    (each) => getString(each, 'kind') === kind && getString(each, 'name')?.includes('/') === false,
  );
  assert.ok(resource !== undefined, `${apiVersion} ${kind}`);
  const where = `${base}${getValue(resource, 'namespaced') === true ? `/namespaces/${namespace}` : ''}`;
  const reply = await admin.post(`${where}/${getString(resource, 'name') ?? ''}?dryRun=All&fieldManager=contract`, {
    ...object,
    apiVersion,
  });
  return reply.code === 201 ? undefined : (getString(reply.body, 'message') ?? `${reply.code} ${reply.text}`);
}

/** Sends an object to the decoder and the server. For a StatefulSet, also sends one of its pods to the server. */
async function judge(
  context: Contract,
  { kind, object }: Mutation,
  strict: string | undefined,
  namespace: string,
): Promise<{ readonly verdict: MutationVerdict; readonly reason: string }> {
  if (strict !== undefined) return { verdict: 'decoder', reason: strict };
  const reason = await askServer(context, kind, object, namespace);
  if (reason !== undefined) return { verdict: 'server', reason };
  if (kind !== 'StatefulSet') return { verdict: 'accepted', reason: '' };
  const template = getMap(object, 'spec', 'template');
  const metadata = { ...getMap(template, 'metadata'), name: 'web-0' };
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata, spec: getValue(template, 'spec') };
  const ofPod = await askServer(context, 'Pod', pod, namespace);
  return ofPod === undefined ? { verdict: 'accepted', reason: '' } : { verdict: 'pods', reason: ofPod };
}

describe('verdicts of the API server on mutations', () => {
  test('agree with the recorded ones', { timeout: 300_000 }, async (t) => {
    const context = server();
    const decoder = process.env['ORACLE_DECODER'] ?? '';
    if (context.isSimulator || decoder === '') return t.skip('ORACLE_KUBECONFIG or ORACLE_DECODER is not set');
    const records = process.env['OSC_UPDATE_VERDICTS'] === '1';
    const asked = mutations(records ? seed : readRecordedMutations().seed);
    await createClasses(context);
    const namespace = await newNamespace(context);
    const byDecoder = askDecoder(decoder, asked);
    const verdicts = new Map<Mutation, MutationVerdict>();
    const messages: string[] = [];
    for (const mutation of asked) {
      const { verdict, reason } = await judge(context, mutation, byDecoder.get(mutation.hash), namespace);
      verdicts.set(mutation, verdict);
      messages.push([mutation.hash, mutation.kind, mutation.change, mutation.place, reason].join('\t'));
    }
    const file = process.env['OSC_VERDICT_MESSAGES'] ?? '';
    if (file !== '') writeFileSync(file, `${messages.join('\n')}\n`);
    if (records) return writeRecordedMutations(seed, 'strict decoder 0.36, kube-apiserver 1.20.2', verdicts);
    const { verdictOf } = readRecordedMutations();
    const differences = [...verdicts].filter(([mutation, verdict]) => verdictOf(mutation) !== verdict);
    assert.deepEqual(
      differences.map(([{ kind, place }, verdict]) => `${kind} ${place}: ${verdict}`),
      [],
    );
    return undefined;
  });
});
