/**
 * Decodes objects that typed clients send as protobuf: `kubectl create`, `kubectl auth can-i`, `oc adm must-gather`.
 * Like an older server, ignores fields that aren't in the tables.
 */
import { PbfReader } from 'pbf';
import type { ApiError } from '#simulator/store/apiError.ts';
import { badRequest } from '#simulator/store/apiError.ts';
import type { JsonObject } from '#simulator/store/kubeObject.ts';
import { isJsonObject, getNumber, getString } from '#simulator/store/kubeObject.ts';
import type { Result } from '#core/common/result.ts';
import { fail, succeed } from '#core/common/result.ts';
import taken from './kubernetesMessages.json' with { type: 'json' };
import { laterKinds, laterMessages } from './laterMessages.ts';
import { createUnsupportedMediaError } from './mediaTypes.ts';

const kinds: Readonly<Record<string, string>> = { ...taken.kinds, ...laterKinds };
/**
 * Fields by message name, such as `1 metadata meta.v1.ObjectMeta`, `2* containers core.v1.Container`, or `11 labels map
 * string`.
 */
const messages: Readonly<Record<string, readonly string[]>> = { ...taken.messages, ...laterMessages };

/** Struct fields that JSON inlines, so that their fields are at the level of the parent. */
const inline = new Set([
  'volumeSource',
  'handler',
  'localObjectReference',
  'persistentVolumeSource',
  'ephemeralContainerCommon',
  'rule',
]);
/** Fields for which 0 and false are meaningful. Go also sends unset fields with zero values. */
const meaningful = new Set(
  'replicas gracePeriodSeconds terminationGracePeriodSeconds backoffLimit tolerationSeconds runAsUser runAsGroup fsGroup ttlSecondsAfterFinished revisionHistoryLimit parallelism completions automountServiceAccountToken enableServiceLinks allowPrivilegeEscalation runAsNonRoot readOnlyRootFilesystem privileged optional blockOwnerDeletion orphanDependents defaultMode'.split(
    ' ',
  ),
);
const emptyWhenUnset = new Set(['strategy', 'updateStrategy', 'status']);

/** Decodes an object in the Kubernetes envelope: `k8s\0`, followed by `runtime.Unknown`. */
export function decodeProtobuf(body: Buffer): Result<JsonObject, ApiError> {
  if (body.length < 4 || body.toString('latin1', 0, 4) !== 'k8s\u0000') {
    return fail(badRequest('provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]'));
  }
  try {
    const envelope: { apiVersion?: string; kind?: string; raw?: Uint8Array } = {};
    new PbfReader(body.subarray(4)).readFields((tag, _result, reader) => {
      if (tag === 1) {
        reader.readMessage((inner) => {
          if (inner === 1) envelope.apiVersion = reader.readString();
          if (inner === 2) envelope.kind = reader.readString();
        }, {});
      } else if (tag === 2) envelope.raw = reader.readBytes();
    }, {});
    const { apiVersion = '', kind = '', raw = new Uint8Array() } = envelope;
    const name = kind === 'DeleteOptions' ? 'v1/DeleteOptions' : `${apiVersion}/${kind}`;
    const message = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (message === undefined) return fail(createUnsupportedMediaError(['application/json', 'application/yaml']));
    return succeed({ apiVersion, kind, ...readMessage(new PbfReader(raw), message, raw.length, 0) });
  } catch (error) {
    return fail(badRequest(`proto: cannot decode: ${error instanceof Error ? error.message : 'invalid'}`));
  }
}

interface Field {
  readonly name: string;
  readonly repeated: boolean;
  readonly map: boolean;
  readonly type: string;
}

function fieldOf(message: string, tag: number): Field | undefined {
  const found = messages[message]?.find((field) => field.startsWith(`${tag} `) || field.startsWith(`${tag}* `));
  if (found === undefined) return undefined;
  const [number = '', name = '', ...type] = found.split(' ');
  return { name, repeated: number.endsWith('*'), map: type[0] === 'map', type: type.at(-1) ?? '' };
}

function readMessage(reader: PbfReader, message: string, end: number, depth: number): JsonObject {
  if (depth > 50) throw new Error('exceeded max depth');
  return reader.readFields<Record<string, unknown>>(
    (tag, result) => {
      const field = fieldOf(message, tag);
      if (field === undefined) return;
      const { name, repeated, map, type } = field;
      if (map) {
        const [key, value] = readEntry(reader, type, depth);
        const present = isJsonObject(result[name]) ? result[name] : {};
        // `__proto__` must become a regular key.
        result[name] = Object.fromEntries([...Object.entries(present), [key, value]]);
        return;
      }
      const value = readValue(reader, type, depth);
      if (repeated)
        result[name] = [...(Array.isArray(result[name]) ? (result[name] as readonly unknown[]) : []), value];
      else if (inline.has(name) && isJsonObject(value)) Object.assign(result, value);
      else if (!isUnset(name, value)) result[name] = value;
    },
    {},
    end,
  );
}

function readEntry(reader: PbfReader, type: string, depth: number): readonly [string, unknown] {
  const entry: { key: string; value: unknown } = { key: '', value: type === 'string' ? '' : undefined };
  reader.readMessage((tag) => {
    if (tag === 1) entry.key = reader.readString();
    else if (tag === 2) entry.value = readValue(reader, type, depth);
  }, {});
  return [entry.key, entry.value];
}

function readValue(reader: PbfReader, type: string, depth: number): unknown {
  if (type === 'string') return reader.readString();
  if (type === 'bool') return reader.readBoolean();
  if (type === 'bytes') return Buffer.from(reader.readBytes()).toString('base64');
  if (type === 'double') return reader.readDouble();
  if (/^u?int(32|64)$/.test(type)) return reader.readVarint(true);
  const end = reader.readVarint() + reader.pos;
  return simplified(type, readMessage(reader, type, end, depth + 1));
}

/** Converts a message to its shorter JSON form, if it has one. */
function simplified(type: string, value: JsonObject): unknown {
  const last = type.slice(type.lastIndexOf('.') + 1);
  if (last === 'Time' || last === 'MicroTime') {
    const seconds = getNumber(value, 'seconds') ?? 0;
    const text = new Date(seconds * 1000 + Math.trunc((getNumber(value, 'nanos') ?? 0) / 1e6)).toISOString();
    return seconds <= 0 ? undefined : last === 'Time' ? text.replace(/\.\d+Z$/, 'Z') : text.replace('Z', '000Z');
  }
  if (last === 'Quantity') return getString(value, 'string') ?? '0';
  if (last === 'IntOrString')
    return getNumber(value, 'type') === 1 ? (getString(value, 'strVal') ?? '') : (getNumber(value, 'intVal') ?? 0);
  if (last === 'ExtraValue') return value['items'] ?? [];
  if (last === 'FieldsV1' || last === 'JSON' || last === 'RawExtension') {
    const raw = getString(value, 'Raw') ?? getString(value, 'raw') ?? '';
    const parsed: unknown = raw === '' ? undefined : JSON.parse(Buffer.from(raw, 'base64').toString('utf8'));
    return parsed;
  }
  return value;
}

function isUnset(name: string, value: unknown): boolean {
  if (value === undefined || value === '') return true;
  if (value === 0 || value === false) return !meaningful.has(name);
  return isJsonObject(value) && Object.keys(value).length === 0 && emptyWhenUnset.has(name);
}
