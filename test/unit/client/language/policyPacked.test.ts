/** Tests the URIs of embedded content, the detection of policy files, and overlapping runs. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseEmbeddedUri, parseEmbeddedPosition, packedUri } from '#client/language/documents/embeddedUri.ts';
import { embeddedScheme } from '#client/language/documents/schemes.ts';
import { containsPolicy } from '#client/policy/containsPolicy.ts';
import { createLatestOnlyRunner, createOnceReporter } from '#client/policy/latestOnlyRunner.ts';

const at = {
  source: 'file:///w/a%20b/pod.yaml',
  place: { document: 1, path: ['spec', 'template', 0, 'io.katacontainers.config.agent.policy'] },
};

describe('URI of embedded content', () => {
  const uri = packedUri(at, '/w/a b/pod.yaml', 'rego');
  test('identifies the location for users and for the extension', () => {
    assert.equal(uri.path, '/pod.yaml#2/spec.template.0.io.katacontainers.config.agent.policy/policy.rego');
    assert.deepEqual(parseEmbeddedUri(uri), at);
  });
  test('ends in a file name for the language', () =>
    assert.match(packedUri(at, '/x.yaml', 'toml').path, /\/initdata\.toml$/));
  test('has a limited length and a single path segment per name', () => {
    const { path } = packedUri(
      { ...at, place: { document: 0, path: ['a/b\\c', 'x'.repeat(500)] } },
      'pod.yaml',
      'rego',
    );
    assert.equal(path.split('/').length, 4);
    assert.ok(path.length < 130);
    assert.match(packedUri({ ...at, place: { document: 0, path: [] } }, '/', 'rego').path, /^\/-\/-\/policy\.rego$/);
  });
  test('is rejected if it is malformed or has another scheme', () => {
    const odd = [
      '',
      'null',
      '[]',
      '{',
      '{"source":1,"document":0,"path":[]}',
      '{"source":"a","document":-1,"path":[]}',
      '{"source":"a","document":0,"path":[{}]}',
    ];
    for (const query of odd) assert.equal(parseEmbeddedUri({ scheme: embeddedScheme, query }), undefined, query);
    assert.equal(parseEmbeddedUri({ ...uri, scheme: 'file' }), undefined);
  });
});

test('embedded content location is read only from valid CodeLens arguments', () => {
  assert.deepEqual(parseEmbeddedPosition({ document: 0, path: ['a', 1], more: 1 }), { document: 0, path: ['a', 1] });
  for (const odd of [
    undefined,
    null,
    1,
    {},
    { document: '0', path: [] },
    { document: 0, path: 'a' },
    { document: 0.5, path: [] },
  ])
    assert.equal(parseEmbeddedPosition(odd), undefined);
});

test('policy detection recognizes Rego and initdata files', () => {
  const holds = (path: string, text: string, languageId = 'plaintext') =>
    containsPolicy({ uri: { path }, languageId, getText: () => text });
  assert.equal(holds('/a.rego', 'package agent_policy\n'), true);
  assert.equal(holds('/x', 'default ExecProcessRequest := false', 'rego'), true);
  assert.equal(holds('/a.rego', 'package kubernetes.admission\n'), false);
  assert.equal(holds('/initdata.toml', 'algorithm = "sha256"\nversion = "0.1.0"\n[data]\n'), true);
  assert.equal(holds('/Cargo.toml', '[package]\nversion = "1"\n'), false);
  assert.equal(holds('/a.yaml', 'package agent_policy\n', 'yaml'), false);
});

describe('sequential runner', () => {
  test('runs once at a time, and once more for all calls in between', async () => {
    const open: (() => void)[] = [];
    let runs = 0;
    const run = createLatestOnlyRunner(
      () =>
        new Promise<void>((resolve) => {
          runs += 1;
          open.push(resolve);
        }),
      (error) => assert.fail(String(error)),
    );
    run();
    run();
    run();
    assert.equal(runs, 1);
    open[0]?.();
    await new Promise(setImmediate);
    assert.equal(runs, 2);
    open[1]?.();
    await new Promise(setImmediate);
    assert.equal(runs, 2);
    run();
    assert.equal(runs, 3);
    open[2]?.();
  });
  test('continues after a failed run', async () => {
    const failures: unknown[] = [];
    let runs = 0;
    const run = createLatestOnlyRunner(
      () => {
        runs += 1;
        return runs === 1 ? Promise.reject(new Error('no')) : Promise.resolve();
      },
      (error) => failures.push(error),
    );
    run();
    run();
    await new Promise(setImmediate);
    assert.equal(runs, 2);
    assert.deepEqual(failures.map(String), ['Error: no']);
  });
  test('shows only the first error and logs the others', () => {
    const said: string[] = [];
    const failed = createOnceReporter(
      (error) => said.push(`told ${String(error)}`),
      (error) => said.push(`logged ${String(error)}`),
    );
    failed(1);
    failed(2);
    failed(3);
    assert.deepEqual(said, ['told 1', 'logged 2', 'logged 3']);
  });
});
