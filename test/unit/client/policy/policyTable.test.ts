/** Tests the text of the policy table and its filter. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { describeDocumentState, getFileName, getFolder } from '#client/policy/documentState.ts';
import { repositoryOf } from '#client/policy/table/gitRepository.ts';
import { rowMatches, tableView } from '#client/policy/table/tableView.ts';
import type { PolicyRow, PolicyTable, PolicyVerdict } from '#server/protocol/protocol.ts';

const row = (
  endpoint: string,
  verdict: PolicyVerdict,
  baseVerdict: PolicyVerdict,
  more: Partial<PolicyRow> = {},
): PolicyRow => ({
  endpoint,
  verdict,
  baseVerdict,
  summary: `${endpoint} does it.`,
  consequence: 'So it is.',
  risky: false,
  ...more,
});
const at = (line: number) => ({ start: { line, character: 0 }, end: { line, character: 5 } });
const table: PolicyTable = {
  release: '1.12',
  guest: 'Rego v0 or v1',
  base: 'osc-1.12',
  bases: [
    { id: 'kata-allow-all', title: 'Kata: allow all' },
    { id: 'osc-1.12', title: 'OSC 1.12 images' },
  ],
  rows: [
    row('ExecProcessRequest', 'allowed', 'denied', { risky: true, range: at(11) }),
    row('ReadStreamRequest', 'denied', 'denied', { risky: true, range: at(12) }),
    row('CopyFileRequest', 'conditional', 'conditional'),
    row('SetPolicyRequest', 'undefined', 'denied'),
  ],
};
const frame = {
  title: 'policy.rego',
  asOf: 'now',
  ownBases: [{ id: 'git:HEAD', title: 'git HEAD' }],
  ownBase: undefined,
};

describe('policy decisions view', () => {
  const view = tableView(table, frame);
  test('shows verdicts as text with their lines', () => {
    assert.deepEqual(
      view.rows.map(({ endpoint, word, line }) => [endpoint, word, line]),
      [
        ['ExecProcessRequest', 'Allowed', 12],
        ['ReadStreamRequest', 'Denied', 13],
        ['CopyFileRequest', 'Depends on the request', undefined],
        ['SetPolicyRequest', 'Undefined', undefined],
      ],
    );
  });
  test('shows changed conditions, although the verdict is the same', () => {
    const change = { effect: 'unknown', lines: [{ sign: '+', text: '{ input.a }' }] } as const;
    const [changed, same] = tableView(
      {
        ...table,
        rows: [row('CopyFileRequest', 'conditional', 'conditional', { change }), row('A', 'denied', 'denied')],
      },
      frame,
    ).rows;
    assert.deepEqual(
      [changed?.differs, changed?.change],
      [true, { effect: 'Might allow more than the base policy.', lines: change.lines }],
    );
    assert.deepEqual([same?.differs, same?.change], [false, undefined]);
    assert.ok(changed !== undefined && rowMatches(changed, 'allow more', true));
  });
  test("marks a risk only if the request isn't denied", () =>
    assert.deepEqual(
      view.rows.map(({ risk }) => risk),
      [true, false, false, false],
    ));
  test('shows the differences from the base', () => {
    assert.deepEqual(
      view.rows.map(({ differs }) => differs),
      [true, false, false, true],
    );
    assert.equal(
      view.counts,
      '1 allowed, 1 denied, 1 depends on the request, 1 undefined. Requests with differences from the base policy: 2.',
    );
    assert.equal(
      tableView({ ...table, rows: table.rows.slice(1, 2) }, frame).counts,
      '0 allowed, 1 denied. No differences from the base policy.',
    );
  });
  test('selects one base, from the server or the client', () => {
    const chosen = (own?: string) =>
      tableView(table, { ...frame, ownBase: own })
        .bases.filter((base) => base.chosen)
        .map(({ id }) => id);
    assert.deepEqual(chosen(), ['osc-1.12']);
    assert.deepEqual(chosen('git:HEAD'), ['git:HEAD']);
    const byTitle = tableView({ ...table, base: 'Kata: allow all' }, frame);
    assert.deepEqual(
      byTitle.bases.map((base) => base.chosen),
      [true, false, false],
    );
  });
  test('shows a problem if there is one', () => {
    assert.equal('problem' in view, false);
    assert.equal(
      tableView({ ...table, problem: "The rules can't be read." }, frame).problem,
      "The rules can't be read.",
    );
  });
  test('filters by words in any order and by differences', () => {
    const names = (filter: string, only = false) =>
      view.rows.filter((each) => rowMatches(each, filter, only)).map(({ endpoint }) => endpoint);
    assert.equal(names('').length, 4);
    assert.deepEqual(names('  '), names(''));
    assert.deepEqual(names('risk'), ['ExecProcessRequest']);
    assert.deepEqual(names('denied stream'), ['ReadStreamRequest']);
    assert.deepEqual(names('', true), ['ExecProcessRequest', 'SetPolicyRequest']);
    assert.deepEqual(names('set', true), ['SetPolicyRequest']);
  });
});

describe('policy source description', () => {
  const now = new Date(2026, 10, 20, 9, 5, 7);
  test('distinguishes the editor from the saved file', () => {
    assert.match(
      describeDocumentState({ isDirty: true, isUntitled: false }, now),
      /^Evaluated at \D*0?9\D0?5\D0?7\b.*, with unsaved changes\.$/,
    );
    assert.match(describeDocumentState({ isDirty: false, isUntitled: true }, now), /with unsaved changes/);
    assert.match(
      describeDocumentState({ isDirty: false, isUntitled: false }, now),
      /^Evaluated at .*, from the saved file\.$/,
    );
  });
  test('uses the last path segment as the file name', () => assert.equal(getFileName('/a/b.rego'), 'b.rego'));
  test('has no folder if the file is in the workspace folder itself', () => {
    assert.deepEqual(['b.rego', 'a/b.rego', 'a/c/b.rego'].map(getFolder), ['', 'a', 'a/c']);
  });
});

describe('Git extension', () => {
  const show = () => Promise.resolve('text');
  const extension = (api: unknown) => ({
    isActive: true,
    exports: { getAPI: (version: number) => (version === 1 ? api : undefined) },
  });
  test('provides the repository of a file', async () => {
    const repository = repositoryOf(
      extension({ getRepository: (uri: unknown) => (uri === 'u' ? { show } : null) }),
      'u',
    );
    assert.equal(await repository?.show('HEAD', '/a'), 'text');
  });
  test('provides no repository if it is missing, disabled, or incompatible', () => {
    const disabled = {
      isActive: true,
      exports: {
        getAPI: () => {
          throw new Error('Git model not found');
        },
      },
    };
    const odd = [
      undefined,
      { isActive: false, exports: {} },
      disabled,
      extension(undefined),
      extension({}),
      extension({ getRepository: () => null }),
      extension({ getRepository: () => ({ show: 1 }) }),
    ];
    for (const each of odd) assert.equal(repositoryOf(each, 'u'), undefined);
  });
});
