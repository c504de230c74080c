/**
 * Tests the requests with which the extension changes clusters, exactly as it sends them
 * (client/src/operations/engine/run/sendChange.ts), including those that the API server rejects.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isJsonObject, getList, getMap, getString, getValue, type JsonObject } from '#simulator/store/kubeObject.ts';
import type { Reply } from '#test/support/cluster/apiClient.ts';
import { configMap, contract, kataConfigs, newNamespace } from '../api/contractServer.ts';

const server = contract();
const options = 'fieldManager=kata-vscode&fieldValidation=Strict';
const kataConfig = (name: string, spec: JsonObject = { logLevel: 'info' }): JsonObject => ({
  apiVersion: 'kataconfiguration.openshift.io/v1',
  kind: 'KataConfig',
  metadata: { name },
  spec: { checkNodeEligibility: false, ...spec },
});

const apply = (where: string, object: JsonObject, dryRun = false): Promise<Reply> =>
  server().admin.apply(`${where}?${options}${dryRun ? '&dryRun=All' : ''}`, object);
const merge = (where: string, patch: JsonObject, manager = 'kata-vscode'): Promise<Reply> =>
  server().admin.patch(`${where}?fieldManager=${manager}&fieldValidation=Strict`, 'merge', patch);
const remove = (where: string, uid: string | undefined, dryRun = false): Promise<Reply> =>
  server().admin.ask('DELETE', `${where}${dryRun ? '?dryRun=All' : ''}`, {
    body: {
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      propagationPolicy: 'Background',
      ...(uid === undefined ? {} : { preconditions: { uid } }),
      ...(dryRun ? { dryRun: ['All'] } : {}),
    },
  });
const uidOf = ({ body }: Reply): string => getString(body, 'metadata', 'uid') ?? '';

test('returns the object for a dry-run apply without storing it', async () => {
  const where = await kataConfigs(server());
  const tried = await apply(`${where}/tried`, kataConfig('tried'), true);
  assert.equal(tried.code, 201, tried.text);
  assert.equal(getString(tried.body, 'spec', 'logLevel'), 'info');
  assert.equal((await server().admin.get(`${where}/tried`)).code, 404);
  const made = await apply(`${where}/tried`, kataConfig('tried'));
  assert.equal(made.code, 201, made.text);
  const changed = await apply(`${where}/tried`, kataConfig('tried', { logLevel: 'debug' }), true);
  assert.equal(changed.code, 200);
  assert.equal(getString(changed.body, 'spec', 'logLevel'), 'debug');
  assert.equal(getString((await server().admin.get(`${where}/tried`)).body, 'spec', 'logLevel'), 'info');
  const again = await apply(`${where}/tried`, kataConfig('tried'));
  assert.equal(
    getString(again.body, 'metadata', 'resourceVersion'),
    getString(made.body, 'metadata', 'resourceVersion'),
    'the same again is no change',
  );
});

test('returns 404 for an apply in a missing namespace, also in a dry run', async () => {
  for (const dryRun of [true, false]) {
    const { code, body } = await apply(
      '/api/v1/namespaces/contract-nowhere/configmaps/a',
      configMap('a', {}, { namespace: 'contract-nowhere' }),
      dryRun,
    );
    assert.equal(code, 404);
    assert.equal(body['reason'], 'NotFound');
    assert.equal(body['message'], 'namespaces "contract-nowhere" not found');
    assert.deepEqual(body['details'], { name: 'contract-nowhere', kind: 'namespaces' });
  }
});

test('returns 404 in plain text for an apply of an unknown kind', async () => {
  const { code, text } = await apply('/apis/unheard.example.com/v1/things/a', {
    apiVersion: 'unheard.example.com/v1',
    kind: 'Thing',
    metadata: { name: 'a' },
  });
  assert.equal(code, 404);
  assert.equal(text.trim(), '404 page not found');
});

test('names the unknown field of a failed apply without a reason', async () => {
  const where = await kataConfigs(server());
  for (const dryRun of [true, false]) {
    const { code, body } = await apply(`${where}/misspelt`, kataConfig('misspelt', { logLvel: 'debug' }), dryRun);
    assert.equal(code, 500);
    assert.equal(body['reason'], undefined);
    // Newer servers add the object in parentheses.
    assert.match(
      String(body['message']),
      /^failed to create typed patch object(?: \(\/misspelt; kataconfiguration\.openshift\.io\/v1, Kind=KataConfig\))?: \.spec\.logLvel: field not declared in schema$/,
    );
  }
  assert.equal((await server().admin.get(`${where}/misspelt`)).code, 404);
  const config = `/api/v1/namespaces/${await newNamespace(server())}/configmaps/a`;
  const { code, body } = await apply(config, { ...configMap('a'), dta: {} });
  assert.equal(code, 500);
  assert.match(
    String(body['message']),
    /^failed to create typed patch object(?: \(.*\/a; \/v1, Kind=ConfigMap\))?: \.dta: field not declared in schema$/,
  );
});

test('rejects a merge patch with an unknown field with 400', async (t) => {
  if (server().minor < 27) return t.skip('is on for certain since 1.27');
  const where = await kataConfigs(server());
  await apply(`${where}/patched`, kataConfig('patched'));
  const { code, body } = await merge(`${where}/patched`, { spec: { logLvel: 'debug' } });
  assert.equal(code, 400);
  assert.match(String(body['message']), /strict decoding error: unknown field "spec\.logLvel"$/);
  return undefined;
});

test('names the field of an apply with the wrong type', async () => {
  const where = await kataConfigs(server());
  const { code, body } = await apply(`${where}/mistyped`, kataConfig('mistyped', { enablePeerPods: 'yes' }));
  assert.ok(code === 422 || code === 400 || code === 500, `${code}`);
  assert.match(String(body['message']), /spec\.enablePeerPods/);
});

test('names the field manager and field of an apply conflict and changes nothing', async () => {
  const where = await kataConfigs(server());
  assert.equal((await apply(`${where}/shared`, kataConfig('shared'))).code, 201);
  assert.equal((await merge(`${where}/shared`, { spec: { logLevel: 'debug' } }, 'Mozilla')).code, 200);
  for (const dryRun of [true, false]) {
    const { code, body } = await apply(`${where}/shared`, kataConfig('shared'), dryRun);
    assert.equal(code, 409);
    assert.equal(body['reason'], 'Conflict');
    const [cause, ...others] = getList(body, 'details', 'causes');
    assert.deepEqual(others, []);
    assert.equal(getString(cause, 'reason'), 'FieldManagerConflict');
    assert.equal(getString(cause, 'field'), '.spec.logLevel');
    // Newer servers also add the time.
    assert.match(
      getString(cause, 'message') ?? '',
      /^conflict with "Mozilla" using kataconfiguration\.openshift\.io\/v1(?: at \S+)?$/,
    );
    assert.match(
      String(body['message']),
      /^Apply failed with 1 conflict: conflict with "Mozilla" using kataconfiguration\.openshift\.io\/v1(?: at \S+)?: \.spec\.logLevel$/,
    );
  }
  assert.equal(getString((await server().admin.get(`${where}/shared`)).body, 'spec', 'logLevel'), 'debug');
});

test('combines the conflicts of several field managers in one response', async () => {
  const where = `/api/v1/namespaces/${await newNamespace(server())}/configmaps`;
  await apply(`${where}/a`, configMap('a', { x: '1', y: '1', z: '1' }));
  await merge(`${where}/a`, { data: { x: '2' } }, 'one');
  await merge(`${where}/a`, { data: { y: '2' } }, 'two');
  const { code, body } = await apply(`${where}/a`, configMap('a', { x: '1', y: '1', z: '1' }));
  assert.equal(code, 409);
  assert.match(
    String(body['message']),
    /^Apply failed with 2 conflicts: conflicts with "one" using v1(?: at \S+)?:\n- \.data\.x\nconflicts with "two" using v1(?: at \S+)?:\n- \.data\.y$/,
  );
  assert.deepEqual(
    getList(body, 'details', 'causes').map(
      (cause) => `${getString(cause, 'message')?.split(' ')[2] ?? ''} ${getString(cause, 'field') ?? ''}`,
    ),
    ['"one" .data.x', '"two" .data.y'],
  );
});

test('accepts a merge patch with the current resourceVersion only once', async () => {
  const where = `/api/v1/namespaces/${await newNamespace(server())}/configmaps`;
  const made = await apply(`${where}/plan`, configMap('plan', { approved: 'no' }));
  const resourceVersion = getString(made.body, 'metadata', 'resourceVersion');
  const approve = { metadata: { resourceVersion }, data: { approved: 'yes' } };
  const tried = await server().admin.patch(`${where}/plan?${options}&dryRun=All`, 'merge', approve);
  assert.equal(tried.code, 200);
  const done = await merge(`${where}/plan`, approve);
  assert.equal(done.code, 200, done.text);
  assert.deepEqual(done.body['data'], { approved: 'yes' });
  const late = await merge(`${where}/plan`, { ...approve, data: { approved: 'no' } });
  assert.equal(late.code, 409);
  assert.equal(late.body['reason'], 'Conflict');
  assert.match(
    String(late.body['message']),
    /^Operation cannot be fulfilled on configmaps "plan": the object has been modified; please apply your changes to the latest version and try again$/,
  );
  assert.deepEqual((await server().admin.get(`${where}/plan`)).body['data'], { approved: 'yes' });
});

test('returns 404 for a merge patch of a missing object', async () => {
  const where = await kataConfigs(server());
  const { code, body } = await merge(`${where}/absent`, { spec: { logLevel: 'debug' } });
  assert.equal(code, 404);
  assert.equal(body['message'], 'kataconfigs.kataconfiguration.openshift.io "absent" not found');
});

test('rejects a deletion with another UID and deletes nothing in a dry run', async () => {
  const where = await kataConfigs(server());
  const made = await apply(`${where}/doomed`, kataConfig('doomed'));
  const stranger = '00000000-0000-4000-8000-000000000000';
  const other = await remove(`${where}/doomed`, stranger);
  assert.equal(other.code, 409);
  assert.equal(other.body['reason'], 'Conflict');
  assert.match(String(other.body['message']), new RegExp(`${stranger}.*${uidOf(made)}`));
  const tried = await remove(`${where}/doomed`, uidOf(made), true);
  assert.equal(tried.code, 200, tried.text);
  assert.equal((await server().admin.get(`${where}/doomed`)).code, 200);
  const done = await remove(`${where}/doomed`, uidOf(made));
  assert.equal(done.code, 200, done.text);
  assert.equal((await server().admin.get(`${where}/doomed`)).code, 404);
  const again = await remove(`${where}/doomed`, uidOf(made));
  assert.equal(again.code, 404);
  assert.equal(again.body['message'], 'kataconfigs.kataconfiguration.openshift.io "doomed" not found');
});

test('returns an object with a finalizer for each repeated deletion', async () => {
  const where = await kataConfigs(server());
  const made = await apply(`${where}/held`, {
    ...kataConfig('held'),
    metadata: { name: 'held', finalizers: ['example.com/hold'] },
  });
  for (const _time of [1, 2]) {
    const { code, body } = await remove(`${where}/held`, uidOf(made));
    assert.equal(code, 200);
    assert.equal(body['kind'], 'KataConfig');
    assert.match(getString(body, 'metadata', 'deletionTimestamp') ?? '', /^\d{4}-/);
  }
  assert.equal((await merge(`${where}/held`, { metadata: { finalizers: null } })).code, 200);
  assert.equal((await server().admin.get(`${where}/held`)).code, 404);
});

test('returns the stringData of a Secret as base64 data', async () => {
  const where = `/api/v1/namespaces/${await newNamespace(server())}/secrets`;
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'peer-pods-secret' },
    type: 'Opaque',
    stringData: { KEY: 'word' },
  };
  const { code, body } = await apply(`${where}/peer-pods-secret`, secret, true);
  assert.equal(code, 201);
  assert.deepEqual(body['data'], { KEY: Buffer.from('word').toString('base64') });
  assert.equal(body['stringData'], undefined);
});

test('reviews permissions for a verb, a subresource, and a name', async () => {
  const ask = async (who: 'admin' | 'viewer', resourceAttributes: JsonObject): Promise<JsonObject> => {
    const review = {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectAccessReview',
      spec: { resourceAttributes },
    };
    const { code, body } = await server()[who].post('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', review);
    assert.equal(code, 201);
    return getMap(body, 'status');
  };
  const subscriptions = {
    group: 'operators.coreos.com',
    resource: 'subscriptions',
    verb: 'create',
    namespace: 'default',
  };
  assert.equal((await ask('admin', subscriptions))['allowed'], true);
  assert.equal((await ask('viewer', subscriptions))['allowed'], false);
  assert.equal(
    (await ask('viewer', { resource: 'pods', subresource: 'exec', verb: 'create', namespace: 'default', name: 'a' }))[
      'allowed'
    ],
    false,
  );
});

test('names the verb and the object of a forbidden apply', async () => {
  const { viewer, viewerName } = server();
  const where = await kataConfigs(server());
  const { code, body } = await viewer.apply(`${where}/forbidden?${options}`, kataConfig('forbidden'));
  assert.equal(code, 403);
  assert.equal(body['reason'], 'Forbidden');
  assert.equal(
    body['message'],
    `kataconfigs.kataconfiguration.openshift.io "forbidden" is forbidden: User "${viewerName}" cannot patch resource "kataconfigs" in API group "kataconfiguration.openshift.io" at the cluster scope`,
  );
  assert.ok(isJsonObject(body['details']));
  assert.equal(getValue(body, 'details', 'kind'), 'kataconfigs');
});

test('rejects a patch of another object with the same name with 422, and of another version with 409', async () => {
  const namespace = await newNamespace(server());
  const where = `/api/v1/namespaces/${namespace}/configmaps`;
  const made = await server().admin.post(where, configMap('kept', { a: '1' }));
  const uid = uidOf(made);
  const other = await merge(`${where}/kept`, {
    metadata: { uid: '11111111-1111-1111-1111-111111111111' },
    data: { a: '2' },
  });
  assert.equal(other.code, 422, other.text);
  assert.equal(
    other.body['message'],
    'ConfigMap "kept" is invalid: metadata.uid: Invalid value: "11111111-1111-1111-1111-111111111111": field is immutable',
  );
  const old = await merge(`${where}/kept`, { metadata: { uid, resourceVersion: '1' }, data: { a: '2' } });
  assert.equal(old.code, 409, old.text);
  assert.equal(getString((await server().admin.get(`${where}/kept`)).body, 'data', 'a'), '1');
  const resourceVersion = getString(made.body, 'metadata', 'resourceVersion');
  const same = await merge(`${where}/kept`, { metadata: { uid, resourceVersion }, data: { a: '2' } });
  assert.equal(same.code, 200, same.text);
});

test('changes the replicas and restarts a Deployment with merge patches, which the scale subresource shows', async () => {
  const namespace = await newNamespace(server());
  const where = `/apis/apps/v1/namespaces/${namespace}/deployments`;
  const labels = { app: 'web' };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'registry.example.com/web' }] } };
  const made = await server().admin.post(where, {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web' },
    spec: { replicas: 2, selector: { matchLabels: labels }, template },
  });
  assert.equal(made.code, 201, made.text);
  assert.equal((await merge(`${where}/web`, { spec: { replicas: 3 } })).code, 200);
  const scale = await server().admin.get(`${where}/web/scale`);
  assert.equal(getString(scale.body, 'kind'), 'Scale');
  assert.deepEqual(getMap(scale.body, 'spec'), { replicas: 3 });
  const annotations = { 'kubectl.kubernetes.io/restartedAt': '2026-01-01T00:00:00Z' };
  const restarted = await merge(`${where}/web`, { spec: { template: { metadata: { annotations } } } });
  assert.equal(restarted.code, 200, restarted.text);
  assert.deepEqual(getMap(restarted.body, 'spec', 'template', 'metadata', 'annotations'), annotations);
});
