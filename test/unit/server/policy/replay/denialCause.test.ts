/** Tests the replay of denial messages that a rule of the replayed policy didn't cause. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { readDenials } from '#core/agent/denials/readDenials.ts';
import { newestRelease } from '#core/product/releases.ts';
import { explainDenial, explainMissingValue } from '#core/status/denials/explainDenial.ts';
import { conformanceFolder } from '#scripts/conformance/conformanceCases.ts';
import { Policy } from '#server/policy/model/policy.ts';
import { replay } from '#server/policy/replay/replay.ts';
import { readLog } from '#server/policy/replay/replayLog.ts';
import { createGuestDialect } from '#server/policy/replay/replaySession.ts';

const policy = `package agent_policy

default ResizeVolumeRequest := false
default ExecProcessRequest := false

StatsContainerRequest if {
    input.container_id == "a"
}
`;

/** Returns the result of a denial message for a policy. */
function resultOf(message: string, text = policy) {
  const reading = createGuestDialect(newestRelease);
  const [entry] = replay(new Policy(text), readLog(message).requests, { reading }).entries;
  assert.ok(entry !== undefined);
  const { endpoint, result, failures, error = '' } = entry;
  return { endpoint, result, failures: failures.length, error };
}

const noRule = (request: string): string =>
  `${request}: internal error policy check: unexpected eval_query result len 0`;

describe('replay of a denial message', () => {
  test('reports an error of the agent as an error, not as a denial', () => {
    const found = resultOf(noRule('ResizeVolumeRequest'));
    assert.deepEqual([found.result, found.failures], [null, 0]);
    assert.match(found.error, /The guest has a different policy/);
    assert.match(resultOf(noRule('StatsContainerRequest')).error, /has no default/);
    assert.match(
      resultOf('CopyFileRequest: internal error policy check: bad data').error,
      /evaluate its policy: bad data/,
    );
  });

  test('lists the defaults that an older policy lacks', () => {
    const { result, error } = resultOf(noRule('AddSwapPathRequest'));
    assert.equal(result, null);
    assert.match(error, /older than the agent/);
    assert.match(error, /AddSwapPathRequest.*GetDiagnosticDataRequest.*MemAgentMemcgConfig/);
    assert.doesNotMatch(error, /ResizeVolumeRequest/);
  });

  for (const [file, expected] of [
    ['/etc/kata-opa/default-policy.rego:3', /in the VM image/],
    ['/run/measured-cfg/policy.rego:81', /Check the initdata/],
    ['agent_policy:81', /only 9 lines/],
  ] as const)
    test(`doesn't blame a rule of the policy for a print of ${file}`, () => {
      const found = resultOf(`ExecProcessRequest is blocked by policy: ${file}: no`);
      assert.deepEqual([found.result, found.failures], [false, 0]);
      assert.match(found.error, expected);
    });

  test('blames the rule of the policy otherwise', () => {
    for (const file of ['agent_policy:4', '/run/peerpod/policy.rego:4', '/opt/policy.rego:4']) {
      const found = resultOf(`ExecProcessRequest is blocked by policy: ${file}: no`);
      assert.deepEqual([found.result, found.failures, found.error], [false, 1, ''], file);
    }
  });
});

const messages = path.join(conformanceFolder() ?? '', 'newer/denials/messages.json');

describe('recorded denial messages', { skip: !existsSync(messages) }, () => {
  /** Shape of the cases. */
  interface DenialCase {
    readonly name: string;
    readonly text: string;
    readonly expect: {
      readonly endpoint: string;
      readonly file: string;
      readonly line: number;
      readonly printedStart: string;
    };
  }
  const isCase = (value: unknown): value is DenialCase =>
    typeof value === 'object' && value !== null && 'name' in value && 'text' in value && 'expect' in value;
  const cases: unknown = existsSync(messages) ? JSON.parse(readFileSync(messages, 'utf8')) : [];
  assert.ok(Array.isArray(cases));
  for (const one of cases.filter(isCase))
    test(`are read and replayed: ${one.name}`, () => {
      const { endpoint, file, line, printedStart } = one.expect;
      const [denial] = readDenials(one.text);
      const [print] = denial?.prints ?? [];
      assert.deepEqual([denial?.request, print?.file, print?.line], [endpoint, file, line]);
      assert.ok(print?.text.startsWith(printedStart));
      const replayed = resultOf(one.text);
      assert.equal(replayed.endpoint, endpoint);
      assert.match(replayed.error, /not this policy|only \d+ lines/);
      const { headline } = explainDenial(denial ?? assert.fail());
      assert.match(
        headline,
        printedStart.startsWith('Internal error') ? /can't process initdata/ : new RegExp(endpoint),
      );
    });
});

test('explains the error without a request', () => {
  const {
    start,
    end,
    headline,
    todo = '',
  } = explainMissingValue('E: unexpected eval_query result len: 0') ?? assert.fail();
  assert.deepEqual([start, end, headline], [3, 38, 'The agent policy has no default for the request']);
  assert.match(todo, /GetDiagnosticDataRequest.*policy table/s);
  for (const text of ['unexpected eval_query result len 2', 'unexpected eval_query result length', 'result len 0'])
    assert.equal(explainMissingValue(text), undefined, text);
});

test('explains that a policy has no rule for a request of a newer agent', () => {
  const [denial] = readDenials(noRule('ResizeVolumeRequest'));
  const { headline, todo = '' } = explainDenial(denial ?? assert.fail());
  assert.equal(headline, 'The agent policy has no rule for ResizeVolumeRequest');
  assert.match(todo, /GetDiagnosticDataRequest.*default ResizeVolumeRequest := false/s);
});
