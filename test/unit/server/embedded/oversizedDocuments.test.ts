import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findOversizedDocuments } from '#server/embedded/generateFromWorkload.ts';
import { readDocuments } from '#server/engine/yaml/yamlDocument.ts';

test('finds the documents that are too large to generate a policy from, with the limit', () => {
  const pod = 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n';
  const documents = readDocuments(`${pod}---\n${pod}# ${'x'.repeat(500_000)}\n---\na: ${'x'.repeat(500_000)}\n`);
  const [found, ...others] = findOversizedDocuments(documents);
  assert.equal(found?.start, documents[1]?.start);
  assert.match(found?.problem.message ?? '', /exceeds the limit of 500 KB/);
  assert.deepEqual(others, []);
});
