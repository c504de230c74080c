/** Tests that a must-gather explains denials by the agent policy in the events of pods. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { isJsonObject, getString } from '#core/common/json.ts';
import { explainSeveral } from '#server/status/explainer.ts';
import { conformanceFolder } from '#scripts/conformance/conformanceCases.ts';
import { findingsOf } from '#test/support/mustGather/gatherStage.ts';

/** A message of runtime-rs, in which quotation marks are escaped three times. */
const rust = String.raw`Failed to create pod sandbox: rpc error: code = Unknown desc = failed to create containerd task: failed to create shim task: Others("failed to handle message create container\n\nCaused by:\n    0: agent create container\n    1: rpc status: Status { code: PERMISSION_DENIED, message: \"\\\"CreateContainerRequest is blocked by policy: agent_policy:120: no match\\\"\", details: [], special_fields: SpecialFields }"): unknown`;

/** Returns the result of a must-gather with one pod and one event. */
async function findingFor(message: string) {
  const folder = 'must-gather.local.1/image/namespaces/shop/core';
  const event = {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: 'web.1', namespace: 'shop', uid: 'event' },
    involvedObject: { kind: 'Pod', name: 'web', namespace: 'shop', uid: 'web' },
    reason: 'FailedCreatePodSandBox',
    type: 'Warning',
    message,
    count: 3,
    lastTimestamp: '2026-11-01T11:00:00Z',
  };
  // As `oc adm inspect` writes them: block YAML, not JSON.
  const list = (kind: string, lines: readonly string[]): string =>
    `apiVersion: v1\nkind: ${kind}\nitems:\n${lines.map((line, index) => `${index === 0 ? '- ' : '  '}${line}\n`).join('')}`;
  const fields = (object: object): readonly string[] =>
    Object.entries(object).map(([key, value]) =>
      typeof value === 'string' && /^\w+$/.test(value) ? `${key}: ${value}` : `${key}: ${JSON.stringify(value)}`,
    );
  const found = await findingsOf([
    {
      path: `${folder}/pods.yaml`,
      text: list('PodList', [
        'metadata: {name: web, namespace: shop, uid: web}',
        'spec:',
        '  runtimeClassName: kata-remote',
        '  nodeName: worker-0',
        'status: {phase: Pending}',
      ]),
    },
    { path: `${folder}/events.yaml`, text: list('EventList', fields(event)) },
  ]);
  return found.find(({ id }) => id === 'sandboxes-failed');
}

/** The recorded messages: text, request, and the beginning of what the policy printed. */
function listRecorded(): readonly (readonly [text: string, endpoint: string, printed: string])[] {
  const file = path.join(conformanceFolder() ?? '', 'newer/denials/messages.json');
  const read: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  return (Array.isArray(read) ? read : [])
    .filter(isJsonObject)
    .map((one) => [
      getString(one, 'text') ?? '',
      getString(one, 'expect', 'endpoint') ?? '',
      getString(one, 'expect', 'printedStart') ?? '',
    ]);
}

describe('denial', () => {
  for (const [text, endpoint, printed] of [...listRecorded(), [rust, 'CreateContainerRequest', 'no match'] as const]) {
    test(`of ${endpoint} is the cause in a must-gather: ${printed}`, async () => {
      const finding = await findingFor(text);
      assert.match(finding?.meaning ?? '', new RegExp(`^Sandbox creation fails on worker-0: ${endpoint} is blocked`));
      assert.match(finding?.todo ?? '', /policy|initdata/);
    });

    test(`of ${endpoint} is explained in the editor: ${printed}`, () => {
      const { text: report } = explainSeveral([{ name: 'event.txt', text }], {});
      assert.match(
        report,
        endpoint === 'UpdateInterfaceRequest' ? /can't process initdata/ : new RegExp(`denies ${endpoint}`),
      );
      assert.ok(report.includes(printed.replace('Internal error: handling initdata:', 'writing file')), report);
    });
  }
});
