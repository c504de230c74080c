/** Tests the names of files in a support archive, which every system must be able to create. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toPortableName, toPortablePaths } from '#client/mustGather/supportArchive/portablePaths.ts';

test('names that Windows reserves are changed, and other names are kept', () => {
  for (const [name, expected] of [
    ['system:node.yaml', 'system%3Anode.yaml'],
    ['<a>"b"|c?*', '%3Ca%3E%22b%22%7Cc%3F%2A'],
    ['CON', 'CON_'],
    ['aux.tar.gz', 'aux_.tar.gz'],
    ['nul .txt', 'nul_ .txt'],
    ['COM1', 'COM1_'],
    ['lpt³.log', 'lpt³_.log'],
    ['conout$', 'conout$_'],
    ['end.', 'end%2E'],
    ['end ', 'end%20'],
    ['...', '..%2E'],
  ] as const)
    assert.equal(toPortableName(name), expected);
  for (const name of ['console', 'com10', 'auxiliary.log', 'a.con', 'lpt', '.hidden', 'a b.log', 'ä.log', '100%.log'])
    assert.equal(toPortableName(name), name);
});

test('paths that are the same file on Windows or macOS get a number', () => {
  const composed = 'caf\u00e9.log';
  const paths = ['A/x.log', 'a/X.log', 'b%3Ac.log', 'b:c.log', 'd', 'D/e', composed, composed.normalize('NFD')];
  assert.deepEqual(
    [...toPortablePaths(paths).values()],
    [
      'A/x.log',
      'a/X~2.log',
      'b%3Ac.log',
      'b%3Ac~2.log',
      'd~2',
      'D/e',
      composed,
      `${composed.normalize('NFD').slice(0, -4)}~2.log`,
    ],
  );
});

test('a renamed file never takes the name of another file', () => {
  assert.deepEqual([...toPortablePaths(['con', 'con_', 'con_~2', 'x'.repeat(4000)])].slice(0, 3), [
    ['con', 'con_~3'],
    ['con_', 'con_'],
    ['con_~2', 'con_~2'],
  ]);
});
