import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { describe as described } from '#client/vscode/redactedChannel.ts';
import { logHasMore, SolvableError, solutionsOf } from '#client/vscode/solvableError.ts';

const open = { title: 'Open Cluster...', run: async () => undefined };

describe('message of a command that fails', () => {
  test('offers the action that solves the problem', () => {
    assert.deepEqual(solutionsOf(new SolvableError('No cluster is open.', open)), [open]);
    for (const other of [
      undefined,
      'text',
      new Error('no'),
      Object.assign(new Error('no'), { solutions: 5 }),
      { solutions: [open] },
    ])
      assert.deepEqual(solutionsOf(other), []);
  });

  test('offers the log only if it has more than the message', () => {
    const cases: readonly (readonly [message: string, cause: unknown, more: boolean])[] = [
      ['No cluster is open.', undefined, false],
      ['OpenShift Sandboxed Containers: no file', new Error('no file'), false],
      ['No cluster is open.', new SolvableError('No cluster is open.', open), false],
      ["Can't show the table", new Error('EACCES'), true],
      ['x is undefined', new TypeError('x is undefined'), true],
      ['no file', new Error('no file', { cause: new Error('EACCES') }), true],
      ['The demo cluster has ended.', 'Error: out of memory', true],
    ];
    for (const [message, cause, more] of cases) assert.equal(logHasMore(message, cause), more, message);
  });

  test('is logged with all nested causes', () => {
    assert.match(
      described(new Error('no file', { cause: new Error('EACCES') })),
      /^Error: no file[^]*\nCaused by: Error: EACCES/,
    );
  });
});
