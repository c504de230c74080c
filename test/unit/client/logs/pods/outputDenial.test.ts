/** Tests where the policy that denies the output of containers is found: in initdata, in peer-pods-cm, in the image. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { getInitdataKey } from '#core/annotations/index.ts';
import { fail, succeed } from '#core/common/result.ts';
import type { Release } from '#core/product/releases.ts';
import { findRelease, newestRelease } from '#core/product/releases.ts';
import type { ApiProblem } from '#client/kubernetes/connection.ts';
import { isOutputDenied } from '#client/logs/podLogs/outputDenial.ts';
import { ScriptedConnection } from '#test/support/cluster/scriptedConnection.ts';

const denies = 'package agent_policy\ndefault ReadStreamRequest := false\n';
const allows = 'package agent_policy\ndefault ReadStreamRequest := true\n';

function initdataWith(content: string): string {
  return gzipSync(`algorithm = "sha256"\nversion = "0.1.0"\n\n[data]\n${content}`).toString('base64');
}

const withPolicy = (policy: string): string => initdataWith(`"policy.rego" = '''\n${policy}'''\n`);
const withoutPolicy = initdataWith(`"aa.toml" = '''\nx = 1\n'''\n`);

function podWith(
  initdata: string | undefined,
  runtimeClassName = 'kata-remote',
  release: Release = newestRelease,
): object {
  const annotations = initdata === undefined ? {} : { [getInitdataKey(release)]: initdata };
  return { metadata: { name: 'api', namespace: 'payments', annotations }, spec: { runtimeClassName } };
}

interface Cluster {
  /** Version of the operator, or undefined if its ClusterServiceVersion can't be read. */
  readonly version?: string;
  readonly configMaps?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const missing: ApiProblem = { kind: 'notFound', message: 'not found' };
const forbidden: ApiProblem = { kind: 'forbidden', message: 'Access denied' };

async function isDenied(pod: object, { version, configMaps = {} }: Cluster = { version: '1.12.0' }): Promise<boolean> {
  const connection = new ScriptedConnection();
  connection.answer = ({ path }) => {
    if (path.endsWith('/clusterserviceversions'))
      return version === undefined
        ? fail(forbidden)
        : succeed({ items: [{ metadata: { name: `sandboxed-containers-operator.v${version}` } }] });
    const data = configMaps[/\/configmaps\/([^/]+)$/.exec(path)?.[1] ?? ''];
    return data === undefined ? fail(missing) : succeed({ data });
  };
  return isOutputDenied(connection, pod, new AbortController().signal);
}

describe('output of containers that the agent policy denies', () => {
  test('is found in the initdata annotation of the pod, whose key depends on the release', async () => {
    const older = findRelease('1.10');
    assert.ok(older !== undefined);
    assert.ok(await isDenied(podWith(withPolicy(denies))));
    assert.ok(!(await isDenied(podWith(withPolicy(allows)))));
    assert.ok(await isDenied(podWith(withPolicy(denies), 'kata-cc', older), { version: '1.10.1' }));
    assert.ok(!(await isDenied(podWith(withPolicy(denies), 'kata-cc', older), {})));
  });

  test('is found in INITDATA of peer-pods-cm, which the initdata of the pod overrides', async () => {
    const configMaps = { 'peer-pods-cm': { INITDATA: withPolicy(denies) } };
    assert.ok(await isDenied(podWith(undefined), { version: '1.12.0', configMaps }));
    assert.ok(!(await isDenied(podWith(withPolicy(allows)), { version: '1.12.0', configMaps })));
    // Only peer pods use INITDATA.
    assert.ok(!(await isDenied(podWith(undefined, 'kata'), { version: '1.12.0', configMaps })));
  });

  test('is found in the image of confidential guests if no initdata contains a policy', async () => {
    const confidential = { 'osc-feature-gates': { confidential: 'true' }, 'peer-pods-cm': { INITDATA: withoutPolicy } };
    assert.ok(await isDenied(podWith(undefined), { version: '1.12.0', configMaps: confidential }));
    assert.ok(await isDenied(podWith(withoutPolicy, 'kata-cc')));
    // The policy in the image depends on the release, which can't be read.
    assert.ok(!(await isDenied(podWith(withoutPolicy, 'kata-cc'), {})));
  });

  test('is not claimed if the initdata is invalid, too large, or in an unusual form', async () => {
    const bomb = initdataWith(`"x" = '''${'a'.repeat(2_000_000)}'''\n"policy.rego" = '''\n${denies}'''`);
    const oneLine = initdataWith(`"policy.rego" = "default ReadStreamRequest := false"`);
    for (const initdata of ['', '!', 'AAAA', bomb, oneLine, 'A'.repeat(300_001)])
      assert.ok(!(await isDenied(podWith(initdata, 'kata-cc'))), initdata.slice(0, 50));
  });
});
