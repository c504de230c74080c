import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestEndpoints } from '#core/agent/endpoints/endpoints.ts';
import {
  anyKey,
  findInputField,
  inputMessages,
  inputRequests,
  messageFields,
  requestFields,
  requestsWith,
} from '#core/agent/inputs/inputs.ts';
import { describeType, type InputType } from '#core/agent/inputs/inputType.ts';
import { describeField } from '#core/agent/inputs/fieldTexts.ts';

const kindAt = (request: string, path: Parameters<typeof findInputField>[1], copyFile?: 'message' | 'extract') =>
  findInputField(request, path, copyFile)?.type.kind;

test('input tables cover exactly the agent requests', () => {
  assert.deepEqual(inputRequests.toSorted(), requestEndpoints.map(({ name }) => name).toSorted());
});

test('every referenced message is defined, and every defined message except Interfaces is used', () => {
  const used = new Set<string>();
  const visit = (type: InputType): void => {
    if (type.kind === 'list' || type.kind === 'map') visit(type.of);
    if (type.kind === 'message') used.add(type.name);
  };
  for (const name of inputRequests) for (const field of requestFields(name) ?? []) visit(field.type);
  for (const name of inputMessages) for (const field of messageFields(name) ?? []) visit(field.type);
  assert.deepEqual(
    [...used].filter((name) => messageFields(name) === undefined),
    [],
  );
  // `Interfaces` is the response to ListInterfacesRequest and isn't part of any input.
  assert.deepEqual(
    inputMessages.filter((name) => !used.has(name)),
    ['Interfaces'],
  );
});

test('every field description belongs to a field', () => {
  for (const key of Object.keys(describeField)) {
    const [owner = '', field = ''] = key.split('.');
    const fields = requestFields(owner) ?? messageFields(owner);
    assert.ok(
      fields?.some(({ name }) => name === field),
      key,
    );
  }
});

test('input field lookup follows lists, maps, and messages', () => {
  assert.equal(kindAt('ExecProcessRequest', []), 'message');
  assert.equal(kindAt('ExecProcessRequest', ['process', 'Args']), 'list');
  assert.equal(kindAt('ExecProcessRequest', ['process', 'Args', 0]), 'string');
  assert.equal(kindAt('CreateContainerRequest', ['OCI', 'Mounts', anyKey, 'type_']), 'string');
  assert.equal(kindAt('CreateContainerRequest', ['OCI', 'Annotations', 'io.kubernetes.cri.container-type']), 'string');
  assert.equal(kindAt('CreateContainerRequest', ['OCI', 'Annotations', anyKey]), 'string');
  assert.equal(kindAt('CreateContainerRequest', ['storages', anyKey, 'fs_group', 'group_change_policy']), 'enum');
  assert.equal(kindAt('WriteStreamRequest', ['data', 3]), 'number');
  assert.ok(findInputField('CreateContainerRequest', ['OCI', 'Process'])?.fields?.some(({ name }) => name === 'Args'));
  assert.deepEqual(findInputField('GetMetricsRequest', [])?.fields, []);
});

test('input field lookup returns undefined for unknown paths', () => {
  const wrong: (readonly [string, Parameters<typeof findInputField>[1]])[] = [
    ['ExecProcessRequest', ['Process']],
    ['ExecProcessRequest', ['process', 'args']],
    ['ExecProcessRequest', ['process', 'Args', 'first']],
    ['ExecProcessRequest', ['process', 'Args', -1]],
    ['ExecProcessRequest', ['process', 'Args', 0, 'x']],
    ['ExecProcessRequest', [anyKey]],
    ['ExecProcessRequest', ['constructor']],
    ['CreateContainerRequest', ['oci']],
    ['CreateContainerRequest', ['OCI', 'Mounts', 0, 'type']],
    ['CreateContainerRequest', ['OCI', 'Annotations', 0]],
    ['constructor', []],
    ['ExecProcesRequest', []],
  ];
  for (const [request, path] of wrong)
    assert.equal(findInputField(request, path), undefined, `${request} ${path.map(String).join('.')}`);
});

test('CopyFileRequest fields depend on the guest', () => {
  assert.equal(kindAt('CopyFileRequest', ['data'], 'message'), 'bytes');
  assert.equal(kindAt('CopyFileRequest', ['file_type'], 'message'), undefined);
  assert.equal(kindAt('CopyFileRequest', ['file_type'], 'extract'), 'enum');
  assert.equal(kindAt('CopyFileRequest', ['data'], 'extract'), undefined);
  const either = requestFields('CopyFileRequest') ?? [];
  assert.deepEqual(
    either.filter(({ only }) => only !== undefined).map(({ name }) => name),
    ['file_type', 'symlink_target', 'data'],
  );
});

test('input types are described in words', () => {
  const describe = (request: string, path: Parameters<typeof findInputField>[1]) => {
    const place = findInputField(request, path);
    return place === undefined ? undefined : describeType(place.type);
  };
  assert.equal(describe('CreateContainerRequest', ['storages']), 'list of Storage');
  assert.equal(describe('UpdateRoutesRequest', ['routes', 'Routes', 0, 'family']), 'number: 0 v4, 1 v6');
  assert.equal(describe('CopyFileRequest', ['file_type']), 'string: Regular, Directory, Symlink, Unknown');
});

test('request lookup returns the requests that have a field', () => {
  assert.deepEqual(requestsWith('process'), ['ExecProcessRequest']);
  assert.ok(requestsWith('container_id').length > 10);
  assert.deepEqual(requestsWith('nothing'), []);
});
