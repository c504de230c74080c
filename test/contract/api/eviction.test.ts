/**
 * Compares the answers of the simulator to evictions with those of a real API server. The server serves policy/v1beta1
 * and has no controllers, so the test writes the status of pods and budgets. Skipped without `ORACLE_KUBECONFIG`:
 * `drain.test.ts` tests evictions on the simulator.
 */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { findEvictionProblem } from '#simulator/controllers/workloads/disruptionBudgets.ts';
import {
  getList,
  getMap,
  getNumber,
  getString,
  type JsonObject,
  type KubeObject,
} from '#simulator/store/kubeObject.ts';
import { contract, newNamespace, type Contract } from './contractServer.ts';

const server = contract();

/** A budget to create, and the status that a controller would write. */
interface Budget {
  readonly name: string;
  readonly disruptionsAllowed: number;
  /** False if the controller hasn't processed the budget yet. */
  readonly isProcessed?: boolean;
}

const labels = { app: 'web' };

/** Creates a pod that runs on a node and is ready, and its budgets. Returns the namespace. */
async function prepare({ admin }: Contract, budgets: readonly Budget[]): Promise<string> {
  const context = server();
  const namespace = await newNamespace(context);
  const pods = `/api/v1/namespaces/${namespace}/pods`;
  const spec = { nodeName: 'node', containers: [{ name: 'web', image: 'quay.io/example/web' }] };
  const created = await admin.post(pods, { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', labels }, spec });
  assert.equal(created.code, 201, created.text);
  const conditions = [{ type: 'Ready', status: 'True' }];
  await admin.patch(`${pods}/web/status`, 'merge', { status: { phase: 'Running', conditions } });
  for (const { name, disruptionsAllowed, isProcessed = true } of budgets) {
    const where = `/apis/policy/v1beta1/namespaces/${namespace}/poddisruptionbudgets`;
    const budget = await admin.post(where, {
      apiVersion: 'policy/v1beta1',
      kind: 'PodDisruptionBudget',
      metadata: { name },
      spec: { minAvailable: 1 - disruptionsAllowed, selector: { matchLabels: labels } },
    });
    assert.equal(budget.code, 201, budget.text);
    const written = await admin.patch(`${where}/${name}/status`, 'merge', {
      status: {
        observedGeneration: isProcessed ? getNumber(budget.body, 'metadata', 'generation') : 0,
        disruptionsAllowed,
        currentHealthy: 1,
        desiredHealthy: 1 - disruptionsAllowed,
        expectedPods: 1,
      },
    });
    assert.equal(written.code, 200, written.text);
  }
  return namespace;
}

/** Returns the objects of a list with the metadata that evictions use. */
async function list({ admin }: Contract, where: string): Promise<readonly KubeObject[]> {
  const { body } = await admin.get(where);
  return getList(body, 'items').map((item) => {
    const text = (field: string): string => getString(item, 'metadata', field) ?? '';
    const metadata = {
      name: text('name'),
      namespace: text('namespace'),
      uid: text('uid'),
      resourceVersion: text('resourceVersion'),
      creationTimestamp: text('creationTimestamp'),
      generation: getNumber(item, 'metadata', 'generation') ?? 1,
      labels,
    };
    return { ...getMap({ item }, 'item'), apiVersion: '', kind: '', metadata };
  });
}

/** Returns the parts of an error that clients show. Kubernetes 1.20 doesn't set the time until the next attempt. */
const describeError = (code: number, body: JsonObject): JsonObject => ({
  code,
  message: getString(body, 'message'),
  causes: getList(body, 'details', 'causes').map((cause) => getString(cause, 'message')),
});

const cases: Readonly<Record<string, readonly Budget[]>> = {
  'without a budget': [],
  'that its budget allows': [{ name: 'one', disruptionsAllowed: 1 }],
  'that its budget does not allow': [{ name: 'one', disruptionsAllowed: 0 }],
  'whose budget is not processed yet': [{ name: 'one', disruptionsAllowed: 0, isProcessed: false }],
  'with two budgets': [
    { name: 'one', disruptionsAllowed: 1 },
    { name: 'two', disruptionsAllowed: 1 },
  ],
};

for (const [title, budgets] of Object.entries(cases))
  test(`the eviction of a pod ${title} has the same answer as on a real server`, async (t: TestContext) => {
    const context = server();
    if (context.isSimulator) return t.skip('ORACLE_KUBECONFIG is not set');
    const namespace = await prepare(context, budgets);
    const pods = await list(context, `/api/v1/namespaces/${namespace}/pods`);
    const found = await list(context, `/apis/policy/v1beta1/namespaces/${namespace}/poddisruptionbudgets`);
    const [pod] = pods;
    assert.ok(pod !== undefined);
    const expected = findEvictionProblem({ list: ({ plural }) => (plural === 'pods' ? pods : found) }, pod);
    const { code, body } = await context.admin.post(`/api/v1/namespaces/${namespace}/pods/web/eviction`, {
      apiVersion: 'policy/v1beta1',
      kind: 'Eviction',
      metadata: { name: 'web', namespace },
    });
    if (expected === undefined) assert.equal(code, 201, JSON.stringify(body));
    else
      assert.deepEqual(
        describeError(code, body),
        describeError(expected.code, { message: expected.message, details: getMap({ ...expected }, 'details') }),
      );
    return undefined;
  });
