/**
 * Compares the verdicts of an API server on the manifests in `manifestCases.ts` with the recorded ones. The server is
 * the simulator or, with `ORACLE_KUBECONFIG`, a real server. `ORACLE_DECODER` is the path of the strict decoder: see
 * CONTRIBUTING.md. With `OSC_UPDATE_VERDICTS=1`, the verdicts of these servers are recorded instead of compared.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { before, describe, test } from 'node:test';
import { parse } from 'yaml';
import { getString } from '#simulator/store/kubeObject.ts';
import { contract, kataConfigs, newNamespace, installCrd, type Contract } from '../api/contractServer.ts';
import { askServer, isBuiltIn } from './askServer.ts';
import { peerPodCrd } from './cases/crdCases.ts';
import crds from './crds.json' with { type: 'json' };
import type { ManifestCase } from './manifestCase.ts';
import { manifestCases } from './manifestCases.ts';
import {
  isRejectedOnlyStrictly,
  recordedVerdict,
  recordVerdicts,
  verdictKey,
  type Verdict,
} from './recordedVerdicts.ts';

const records = process.env['OSC_UPDATE_VERDICTS'] === '1';
const server = contract();

/** Prepares the server: its CRDs, the runtime class of the pods, and a namespace. */
async function prepare(context: Contract): Promise<{ readonly namespace: string; readonly hasBuiltInKinds: boolean }> {
  await kataConfigs(context);
  for (const definition of [...Object.values(crds.definitions), parse(peerPodCrd)])
    await installCrd(context, definition);
  const hasBuiltInKinds = (await context.admin.get('/api/v1')).code === 200;
  // A server for CRDs alone has no namespaces. It looks them up on another server.
  if (!hasBuiltInKinds) return { namespace: 'default', hasBuiltInKinds };
  await context.admin.post('/apis/node.k8s.io/v1/runtimeclasses', {
    apiVersion: 'node.k8s.io/v1',
    kind: 'RuntimeClass',
    metadata: { name: 'kata' },
    handler: 'kata',
  });
  return { namespace: await newNamespace(context), hasBuiltInKinds };
}

/** Returns the name and the version of the server. */
async function nameOf({ admin, isSimulator }: Contract, hasBuiltInKinds: boolean): Promise<string> {
  if (isSimulator) return 'simulator';
  const version = (getString((await admin.get('/version')).body, 'gitVersion') ?? '').replace(/^v/, '');
  return hasBuiltInKinds ? `kube-apiserver ${version}` : 'apiextensions-apiserver 0.36';
}

/** Returns whether the server validates fields strictly. Other servers ignore the parameter. */
async function validatesFields({ admin }: Contract, base: string): Promise<boolean> {
  const { text } = await admin.post(`${base}?dryRun=All&fieldValidation=Unknown`, {});
  return text.includes('fieldValidation');
}

describe('verdicts of the API server', () => {
  const asked = new Map<string, Verdict>();
  let cases: readonly ManifestCase[] = [];

  before(async () => {
    const context = server();
    const { namespace, hasBuiltInKinds } = await prepare(context);
    const name = await nameOf(context, hasBuiltInKinds);
    const isStrict = await validatesFields(context, await kataConfigs(context));
    // Without strict validation, a server accepts unknown fields.
    const canJudge = (one: ManifestCase): boolean =>
      isBuiltIn(one) ? hasBuiltInKinds && (isStrict || records || !isRejectedOnlyStrictly(one)) : isStrict;
    cases = manifestCases.filter(canJudge);
    for (const one of cases) asked.set(verdictKey(one), await askServer(context, name, one, namespace));
    if (records && !context.isSimulator) recordVerdicts(manifestCases.map(verdictKey), asked);
  });

  for (const row of new Set(manifestCases.map(({ row: id }) => id)))
    test(`agree with the recorded ones in row ${row}`, (t) => {
      if (records) return t.skip('the verdicts were recorded');
      const own = cases.filter((one) => one.row === row);
      if (own.length === 0) return t.skip('this server cannot judge these manifests');
      const differences = own.flatMap((one) => {
        const verdict = asked.get(verdictKey(one));
        return verdict?.accepts === recordedVerdict(one)?.accepts ? [] : [`${one.input}: ${verdict?.message ?? ''}`];
      });
      assert.deepEqual(differences, []);
      return undefined;
    });
});

test('the strict decoder agrees with the recorded verdicts', (t) => {
  const decoder = process.env['ORACLE_DECODER'] ?? '';
  if (decoder === '') return t.skip('ORACLE_DECODER is not set');
  const cases = manifestCases.filter(isBuiltIn);
  const lines = cases.map((one) => JSON.stringify({ N: verdictKey(one), T: one.manifest })).join('\n');
  const { stdout, status, stderr } = spawnSync(decoder, [], { input: `${lines}\n`, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  const name = 'strict decoder 0.36';
  const verdicts = new Map(
    stdout
      .trim()
      .split('\n')
      .map((line): [string, Verdict] => {
        const [verdict = '', key = '', message = ''] = line.split('\t');
        return [key, { server: name, accepts: verdict === 'ok', message: message.trim() }];
      }),
  );
  assert.equal(verdicts.size, cases.length);
  if (records) recordVerdicts(manifestCases.map(verdictKey), verdicts);
  for (const one of cases) {
    const verdict = verdicts.get(verdictKey(one));
    if (verdict?.accepts === false) assert.equal(recordedVerdict(one)?.accepts, false, verdictKey(one));
  }
  return undefined;
});
