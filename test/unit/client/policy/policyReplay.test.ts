/** Tests the text of a policy replay, and recorded requests that become test cases. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { reasonBehind } from '#client/policy/replay/conditionReason.ts';
import { indentJson, requestText } from '#client/policy/replay/requestText.ts';
import { recordedRequest } from '#client/policy/recordedRequest.ts';
import { readReplayMessage, replayView } from '#client/policy/replay/replayView.ts';
import { testCaseText, withCase } from '#client/policy/tests/testCase.ts';
import { policyPathOf, testPathOf } from '#client/policy/tests/testFiles.ts';
import { readLog } from '#server/policy/replay/replayLog.ts';
import { readTestFile } from '#server/policy/tests/policyTestFile.ts';
import type { ReplayEntry } from '#server/protocol/protocol.ts';

const entry = (endpoint: string, result: boolean | null, more: Partial<ReplayEntry> = {}): ReplayEntry => ({
  endpoint,
  line: 0,
  result,
  prints: [],
  failures: [],
  ...more,
});
const failure = { range: { start: { line: 4, character: 2 }, end: { line: 4, character: 9 } }, message: 'is false' };
const frame = { title: 't', asOf: '', chosen: 1, savable: () => true };

describe('policy replay view', () => {
  test('shows each entry as text', () => {
    const entries = [
      entry('A', true, { prints: ['x'] }),
      entry('B', false, { line: 3, failures: [failure] }),
      entry('C', null),
      entry('D', null, { error: 'too many steps' }),
      entry('E', true, { error: 'This policy allows it.' }),
    ];
    const view = replayView({ entries }, frame);
    assert.deepEqual(
      view.rows.map(({ word, verdict, line, goes, chosen, reasons, prints }) => [
        word,
        verdict,
        line,
        goes,
        chosen,
        reasons,
        prints,
      ]),
      [
        ['Allowed', 'allowed', 1, false, false, [], ['x']],
        ['Denied', 'denied', 4, true, true, ['Line 5: is false'], []],
        [
          'Undefined',
          'undefined',
          1,
          false,
          false,
          ['No rule or default in the policy applies to this request, so the agent rejects the request with an error.'],
          [],
        ],
        ['Failed', 'failed', 1, false, false, ['too many steps'], []],
        ['Allowed', 'allowed', 1, false, false, ['This policy allows it.'], []],
      ],
    );
    assert.equal(view.counts, 'Requests: 5, not allowed: 3.');
  });
  test('offers to add missing defaults', () => {
    const edits = [{ range: failure.range, newText: 'default A := false\n' }];
    const view = replayView(
      { entries: [entry('A', null, { fix: { title: 'Add it', edits } }), entry('B', null)] },
      frame,
    );
    assert.deepEqual(
      view.rows.map(({ fix }) => fix),
      ['Add it', undefined],
    );
    assert.deepEqual(readReplayMessage({ type: 'fix', index: 0 }), { type: 'fix', index: 0 });
    assert.equal(readReplayMessage({ type: 'delete', index: 0 }), undefined);
  });
  test('shows why the replay is incomplete, and how the verdicts depend on the guest', () => {
    const notices = (more: { readonly problem?: string; readonly note?: string }) =>
      replayView({ entries: [], ...more }, frame).notices;
    assert.deepEqual(notices({}), []);
    assert.deepEqual(notices({ problem: 'It took too long.', note: 'In v0 …' }), ['It took too long.', 'In v0 …']);
  });
  test('summarizes the number of requests', () => {
    const counts = (...entries: ReplayEntry[]) => replayView({ entries }, frame).counts;
    assert.equal(counts(), 'No requests.');
    assert.equal(counts(entry('A', true)), 'Requests: 1, all allowed.');
    assert.equal(counts(entry('A', true), entry('A', true)), 'Requests: 2, all allowed.');
    assert.equal(counts(entry('A', false)), 'Requests: 1, not allowed: 1.');
  });
});

test("reason after a condition doesn't repeat the condition", () => {
  assert.equal(reasonBehind('a == b', '`a == b` is false.'), 'is false.');
  assert.equal(reasonBehind('a', 'Nothing allows `it`.'), 'Nothing allows it.');
});

describe('recorded request', () => {
  /** Returns the saved input of each request that the server finds in a log. */
  const saved = (log: string) =>
    readLog(log).requests.map(
      ({ endpoint, span }) =>
        recordedRequest(log, { endpoint, ...(span === undefined ? {} : { recorded: span }) })?.input,
    );
  test('is read from its position in the log', () => {
    const log =
      '# head\n["ep":"ExecProcessRequest",{"process":{"Args":["ls","]"]}}],\r\n{"endpoint":"CopyFileRequest","input":{"path":"/x"}},\nCopyFileRequest is blocked by policy: \n';
    assert.deepEqual(saved(log), ['{"process":{"Args":["ls","]"]}}', '{"path":"/x"}', undefined]);
  });
  test('is read in every agent log format, on one or more lines', () => {
    const forms = [
      '2026-11-20 kata-agent ["ep":"A",{"x":1}],  ',
      '{"kind":"A","request":{"x":1}}',
      '{"kind":"A","request":{"x":1}},',
      '{"endpoint":"A","input":{"x":1}},',
      '["ep":"A",\n{\n  "x": 1\n}\n],',
      '{\n  "endpoint": "A",\n  "input": {\n    "x": 1\n  }\n}',
      '[{"kind":"A","request":{"x":1}}]',
    ];
    for (const form of forms) assert.deepEqual(saved(form), ['{"x":1}'], form);
  });
  test('is read from a list, also on one line', () => {
    assert.deepEqual(saved('[{"endpoint":"A","input":{"x":1}},{"endpoint":"A","input":{"x":2}},\n{"endpoint":"B"}]'), [
      '{"x":1}',
      '{"x":2}',
      '{}',
    ]);
  });
  test('is undefined if it is malformed', () => {
    for (const text of ['["ep":"A",{no json}],', 'null', '"text"', '', '{"endpoint":"A","input":1}'])
      assert.equal(recordedRequest(text, { endpoint: 'A', recorded: { start: 0, end: text.length } }), undefined, text);
  });
});

describe('request to read', () => {
  const shown = (log: string) =>
    readLog(log).requests.map(({ endpoint, line, span }) =>
      requestText(log, { endpoint, line, ...(span === undefined ? {} : { recorded: span }) }),
    );
  test('is the recorded request as indented JSON, in every format of the log', () => {
    const read = '{\n  "endpoint": "A",\n  "input": {\n    "x": [\n      1,\n      "]"\n    ]\n  }\n}\n';
    for (const log of [
      '["ep":"A",{"x":[1,"]"]}],\n',
      '{"endpoint":"A","input":{"x":[1,"]"]}}',
      '[{"endpoint":"A",\n"input":{"x":[1,"]"]}}]',
    ])
      assert.deepEqual(shown(log), [{ language: 'json', text: read }], log);
  });
  test('keeps every digit of a number and every escape of a string', () =>
    assert.equal(
      indentJson('{"a":18446744073709551615,"b":"\\"{\\u0041","c":[],"d":{}}'),
      '{\n  "a": 18446744073709551615,\n  "b": "\\"{\\u0041",\n  "c": [],\n  "d": {}\n}',
    ));
  test('is the line of the log if that contains only a denial message', () =>
    assert.deepEqual(shown('first\nCopyFileRequest is blocked by policy: \n'), [
      { language: 'plaintext', text: 'CopyFileRequest is blocked by policy: \n' },
    ]));
});

describe('policy test file', () => {
  const added = testCaseText('it "is" so', { endpoint: 'ExecProcessRequest', input: '{"a":1}' }, { result: false });
  test('starts with its policy and grows by test cases', () => {
    const one = withCase(undefined, 'p.rego', added);
    assert.match(one, /^# [^\n]+\npolicy: p\.rego\ncases:\n {2}- name: "it \\"is\\" so"\n/);
    assert.equal(withCase(one, 'p.rego', added), one + added);
    assert.equal(withCase('cases:\n  - name: a', 'p.rego', added), `cases:\n  - name: a\n${added}`);
    assert.equal(withCase('policy: x.rego\n', 'p.rego', added), `policy: x.rego\ncases:\n${added}`);
  });
  test('can be read by the language server', () => {
    for (const result of [true, false, null]) {
      const { cases, problem } = readTestFile(
        withCase(
          undefined,
          'p.rego',
          testCaseText('a: "b"', { endpoint: 'A', input: '{"x":[1,{"y":"z"}]}' }, { result }),
        ),
      );
      assert.equal(problem, undefined);
      assert.deepEqual(
        cases.map((each) => [
          each.kind,
          each.name,
          each.kind === 'request' && each.request,
          each.kind === 'request' && each.allowed,
        ]),
        [['request', 'a: "b"', 'A', result]],
      );
    }
  });
  test('is next to its policy and refers only to policies in the workspace', () => {
    assert.equal(testPathOf('/w/p.rego'), '/w/p.policy-test.yaml');
    assert.equal(policyPathOf('/w/p.policy-test.yaml', undefined, undefined), 'p.rego');
    assert.equal(policyPathOf('/w/t/p.policy-test.yaml', '../other/q.rego', '/w'), '../other/q.rego');
    assert.equal(policyPathOf('/w/t/p.policy-test.yaml', './/a\\..\\q.rego', undefined), './/a\\..\\q.rego');
    assert.equal(policyPathOf('/p.policy-test.yaml', 'q.rego', '/'), 'q.rego');
    // Outside the open folder, or in a folder next to it whose name starts with the same characters.
    for (const out of ['../../q.rego', '../../wide/q.rego', 'a/../../../q.rego', '..\\..\\q.rego'])
      assert.equal(policyPathOf('/w/t/p.policy-test.yaml', out, '/w'), undefined, out);
    for (const odd of ['/etc/passwd', '/etc/x.rego', 'C:\\x.rego', 'file:///x.rego', '\\\\host\\x.rego', 'x.txt', ''])
      assert.equal(policyPathOf('/w/p.policy-test.yaml', odd, '/w'), undefined, odd);
  });
});
