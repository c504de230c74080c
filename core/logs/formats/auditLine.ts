/**
 * Parses lines of audit logs: those of nodes (`type=AVC msg=audit(1678535848.587:123): ...`) and those of API servers
 * (JSON). They contain a time but no level. Sources: linux-audit/audit-userspace@v3.1 (audit record format);
 * kubernetes/kubernetes staging/src/k8s.io/apiserver/pkg/apis/audit/v1.
 */
import { getString } from '#core/common/json.ts';
import type { ParsedLinePrefix } from './linePrefix.ts';
import { parseIsoTimestamp } from './timestamps.ts';

const record = /^(?:node=\S{1,253} )?type=[A-Z0-9_[\]]{1,60} msg=audit\((\d{9,11})\.(\d{3}):\d{1,20}\):/;

/** Parses an audit record of a node. Returns undefined if the line isn't one. */
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

/** Parses an audit event of an API server. Returns undefined if the object isn't one. */
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
