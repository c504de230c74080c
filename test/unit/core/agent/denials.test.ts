/** Tests that denials are found in every form in which runtimes, events, and logs quote them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { getPolicyOrigin } from '#core/agent/denials/policyOrigin.ts';
import { mentionsDenial } from '#core/agent/denials/mentionsDenial.ts';
import { readDenials } from '#core/agent/denials/readDenials.ts';
import { deniedPods } from '#client/policy/replay/denialText.ts';
import { assertProportional } from '#test/support/performance/growth.ts';

/** Messages as quoted in kata-containers/kata-containers#10613 and edgelesssys/contrast#1844. */
const event = (message: string) =>
  `Failed to create pod sandbox: rpc error: code = Unknown desc = failed to create containerd task: failed to create shim task: "${message}": unknown`;
const container =
  'CreateContainerRequest is blocked by policy: agent_policy:114: allow_create_container_input: input = {}';
const initdata = String.raw`UpdateInterfaceRequest is blocked by policy: /run/measured-cfg/policy.rego:81: Internal error: handling initdata: writing file \"/run/measured-cfg/foo/bar.json\": open /run/measured-cfg/foo/bar.json: no such file or directory`;
const rust = String.raw`failed to create shim task: Others("failed to handle message create container\n\nCaused by:\n    0: agent create container\n    1: rpc status: Status { code: PERMISSION_DENIED, message: \"\\\"CreateContainerRequest is blocked by policy: agent_policy:114: allow {\\\\\\\"a\\\\\\\":1} agent_policy:120: no match\\\"\", details: [], special_fields: SpecialFields }")`;

const shown = (text: string) =>
  readDenials(text).map(({ request, prints }) => [
    request,
    ...prints.map(({ file, line, text: printed }) => `${file}:${line}: ${printed}`),
  ]);

describe('denial', () => {
  const expected = ['CreateContainerRequest', 'agent_policy:114: allow_create_container_input: input = {}'];
  const once = event(container);
  const twice = JSON.stringify({ message: once });
  for (const [form, text] of [
    ['alone', container],
    ['in an event', once],
    ['in an event line', `5s   Warning   FailedCreatePodSandBox   pod/web-1   ${once}`],
    ['in an event as JSON', twice],
    ['in a JSON log of an event', JSON.stringify({ log: twice })],
    ['in a JSON string without other quotation marks', JSON.stringify({ log: `rpc error: desc = ${container}` })],
    ['in a line of the kubelet', `E1122 pod_workers.go:1] "Error" err=${JSON.stringify(once)} pod="shop/web-1"`],
  ] as const)
    test(`is read ${form}`, () => assert.deepEqual(shown(text), [expected]));

  test('of the Rust runtime is escaped three times and can have several prints', () =>
    assert.deepEqual(shown(rust), [
      ['CreateContainerRequest', 'agent_policy:114: allow {"a":1}', 'agent_policy:120: no match'],
    ]));
  test('keeps the quotation marks in a print', () =>
    assert.deepEqual(shown(event(initdata)), [
      [
        'UpdateInterfaceRequest',
        '/run/measured-cfg/policy.rego:81: Internal error: handling initdata: writing file "/run/measured-cfg/foo/bar.json": open /run/measured-cfg/foo/bar.json: no such file or directory',
      ],
    ]));
  test('has no escaped tail', () =>
    assert.equal(
      readDenials(String.raw`{"a":"{\"log\":\"ExecProcessRequest is blocked by policy: agent_policy:3: no\"}"}`)[0]
        ?.detail,
      'agent_policy:3: no',
    ));
  test('without a print has no detail', () =>
    assert.deepEqual(
      readDenials('"ReadStreamRequest is blocked by policy: "').map(({ detail, prints }) => [detail, prints]),
      [['', []]],
    ));
  test('is an error if the agent could not evaluate the policy', () =>
    assert.deepEqual(
      readDenials('"CopyFileRequest: internal error policy check: no rule": unknown').map(({ kind, detail }) => [
        kind,
        detail,
      ]),
      [['error', 'no rule']],
    ));
  test('is found for each of several messages in a line', () =>
    assert.deepEqual(
      shown('ExecProcessRequest is blocked by policy: agent_policy:12: x; ReadStreamRequest is blocked by policy'),
      [['ExecProcessRequest', 'agent_policy:12: x;'], ['ReadStreamRequest']],
    ));
  test('is not in other text', () => {
    for (const text of ['', 'The request is blocked by policy.', 'is blocked by policy', 'a: internal error'])
      assert.deepEqual(readDenials(text), [], text);
    assert.ok(mentionsDenial(container) && !mentionsDenial('policy'));
  });
  test('is read in linear time', () =>
    assertProportional((part) => {
      for (const text of [
        'AX is blocked by policy: '.repeat(20_000 * part),
        `"A is blocked by policy: ${String.raw`\"`.repeat(50_000 * part)}`,
        `A is blocked by policy: ${'}"'.repeat(50_000 * part)}`,
        'A'.repeat(200_000 * part),
      ])
        readDenials(text);
    }));
});

test('policy file shows where the policy comes from', () => {
  assert.equal(getPolicyOrigin('agent_policy'), 'annotation');
  assert.equal(getPolicyOrigin('/etc/kata-opa/default-policy.rego'), 'image');
  assert.equal(getPolicyOrigin('/run/peerpod/policy.rego'), 'initdata');
  assert.equal(getPolicyOrigin('/run/measured-cfg/policy.rego'), 'contrast');
  assert.equal(getPolicyOrigin('/opt/policy.rego'), 'other');
});

test('pod of a denial is named in events and in lines of the kubelet', () => {
  assert.deepEqual(deniedPods(`5s Warning FailedCreatePodSandBox pod/web-1 ${event(container)}`), ['web-1']);
  assert.deepEqual(deniedPods(`err="x" pod="shop/web-2"`), ['web-2']);
  assert.deepEqual(deniedPods(String.raw`{"log":"err pod=\"shop/web-3\""}`), ['web-3']);
  assert.deepEqual(deniedPods('{"involvedObject": {"kind": "Pod", "name": "web-4"}}'), ['web-4']);
  assert.deepEqual(deniedPods(container), []);
});
