import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  findEndpoint,
  endpointNames,
  agentEndpoints,
  looksLikeEndpoint,
  neededToStart,
  requestEndpoints,
} from '#core/agent/endpoints/endpoints.ts';
import { oddSources, twice } from '#test/support/repository/sourceFormat.ts';

test('endpoints have sources and unique names', () => {
  assert.deepEqual(twice(endpointNames), []);
  for (const { name, source } of agentEndpoints) assert.deepEqual(oddSources(source), [], name);
});

test('endpoints include 41 requests, three legacy requests, and one special rule', () => {
  assert.equal(requestEndpoints.length, 41);
  assert.deepEqual(
    agentEndpoints.filter(({ kind }) => kind === 'legacy').map(({ name }) => name),
    ['PullImageRequest', 'StartTracingRequest', 'StopTracingRequest'],
  );
  assert.equal(findEndpoint('AllowRequestsFailingPolicy')?.kind, 'special');
});

test('a peer pod requires fewer requests to start than a pod on its node', () => {
  const remote = neededToStart('remote').map(({ name }) => name);
  assert.deepEqual(remote.toSorted(), [
    'CopyFileRequest',
    'CreateContainerRequest',
    'CreateSandboxRequest',
    'StartContainerRequest',
    'WaitProcessRequest',
  ]);
  const local = neededToStart('local').map(({ name }) => name);
  assert.deepEqual(
    local.filter((name) => !remote.includes(name)),
    ['UpdateInterfaceRequest', 'UpdateRoutesRequest'],
  );
});

test('endpoint lookup is case-sensitive and ignores prototype properties', () => {
  for (const name of ['constructor', 'toString', '__proto__', 'execprocessrequest', ''])
    assert.equal(findEndpoint(name), undefined, name);
});

test('endpoint detection recognizes names that look like requests', () => {
  for (const { name } of agentEndpoints) assert.ok(looksLikeEndpoint(name), name);
  for (const name of ['ExecProcesRequest', 'SetPolicy', 'ReadStreamsRequest']) assert.ok(looksLikeEndpoint(name), name);
  for (const name of ['policy_data', 'allow', 'execRequest', '']) assert.ok(!looksLikeEndpoint(name), name);
});

test('endpoint descriptions end with a period', () => {
  for (const row of agentEndpoints)
    for (const text of [row.summary(), row.called(), row.whenAllowed(), row.whenDenied()])
      assert.match(text, /\.$|\."$/, `${row.name}: ${text}`);
});
