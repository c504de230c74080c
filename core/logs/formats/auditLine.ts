/**
 * Lines of audit logs: those that a node writes (`type=AVC msg=audit(1678535848.587:123): ...`), and those of API
 * servers (JSON). They say when; how bad it is they do not say. Sources: linux-audit/audit-userspace@v3.1 (audit record
 * format); kubernetes/kubernetes staging/src/k8s.io/apiserver/pkg/apis/audit/v1.
 */
import { getString } from '#core/common/json.ts';
import type { ParsedLinePrefix } from './linePrefix.ts';
import { parseIsoTimestamp } from './timestamps.ts';

const record = /^(?:node=\S{1,253} )?type=[A-Z0-9_[\]]{1,60} msg=audit\((\d{9,11})\.(\d{3}):\d{1,20}\):/;

/** Undefined: it is none. */
export function auditRecord(text: string): ParsedLinePrefix | undefined {
  const found = record.exec(text);
  if (found === null) return undefined;
  return {
    at: Number(found[1]) * 1000 + Number(found[2]),
    identifier: undefined,
    pid: undefined,
    level: 'unknown',
    message: text,
  };
}

/** Of an API server; undefined: the object is none. */
export function auditEvent(object: unknown, text: string): ParsedLinePrefix | undefined {
  if (getString(object, 'apiVersion')?.startsWith('audit.k8s.io/') !== true) return undefined;
  const time = getString(object, 'stageTimestamp') ?? getString(object, 'requestReceivedTimestamp');
  return {
    at: time === undefined ? undefined : parseIsoTimestamp(time)?.at,
    identifier: undefined,
    pid: undefined,
    level: 'unknown',
    message: text,
  };
}
