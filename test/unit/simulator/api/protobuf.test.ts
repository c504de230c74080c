/** Tests protobuf bodies of kinds that are newer than the message table, as current typed clients send them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PbfWriter } from 'pbf';
import { decodeProtobuf } from '#simulator/api/http/protobuf.ts';

type Write = (writer: PbfWriter) => void;

const text =
  (tag: number, value: string): Write =>
  (writer) =>
    writer.writeStringField(tag, value);
const message =
  (tag: number, ...parts: readonly Write[]): Write =>
  (writer) =>
    writer.writeMessage(tag, (_nothing, inner) => parts.forEach((part) => part(inner)), undefined);

function envelope(apiVersion: string, kind: string, ...parts: readonly Write[]): Buffer {
  const object = new PbfWriter();
  for (const part of parts) part(object);
  const unknown = new PbfWriter();
  message(1, text(1, apiVersion), text(2, kind))(unknown);
  unknown.writeBytesField(2, object.finish());
  return Buffer.concat([Buffer.from('k8s\u0000'), unknown.finish()]);
}

function decoded(body: Buffer): unknown {
  const result = decodeProtobuf(body);
  assert.ok(result.ok, JSON.stringify(result));
  return result.value;
}

describe('protobuf decoder for newer kinds', () => {
  test('decodes the request of kubectl auth whoami', () => {
    const kind = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
    assert.deepEqual(decoded(envelope(kind.apiVersion, kind.kind, message(1))), { ...kind, metadata: {} });
  });

  test('decodes the request of kubectl create cronjob', () => {
    const job = message(5, message(2, message(6, message(2, text(3, 'OnFailure')))));
    assert.deepEqual(
      decoded(
        envelope(
          'batch/v1',
          'CronJob',
          message(1, text(1, 'nightly')),
          message(2, text(1, '0 3 * * *'), job, text(8, 'Etc/UTC')),
        ),
      ),
      {
        apiVersion: 'batch/v1',
        kind: 'CronJob',
        metadata: { name: 'nightly' },
        spec: {
          schedule: '0 3 * * *',
          timeZone: 'Etc/UTC',
          jobTemplate: { spec: { template: { spec: { restartPolicy: 'OnFailure' } } } },
        },
      },
    );
  });

  test('decodes the request of kubectl create poddisruptionbudget', () => {
    const half = message(1, (writer) => writer.writeVarintField(1, 1), text(3, '50%'));
    const selector = message(2, message(1, text(1, 'app'), text(2, 'web')));
    assert.deepEqual(
      decoded(envelope('policy/v1', 'PodDisruptionBudget', message(1, text(1, 'web')), message(2, half, selector))),
      {
        apiVersion: 'policy/v1',
        kind: 'PodDisruptionBudget',
        metadata: { name: 'web' },
        spec: { minAvailable: '50%', selector: { matchLabels: { app: 'web' } } },
      },
    );
  });

  test('rejects unknown kinds', () => {
    const result = decodeProtobuf(envelope('example.com/v1', 'Thing'));
    assert.equal(result.ok ? 0 : result.error.code, 415);
  });
});
