/** Describes the probe of a container. Source: kubernetes/kubectl pkg/describe/describe.go (DescribeProbe). */
import { getNumber, getString, getStrings, getValue, isJsonObject, type JsonObject } from '#core/common/json.ts';

/** Returns the probe as one line. */
export function describeProbe(probe: JsonObject): string {
  const number = (field: string): number => getNumber(probe, field) ?? 0;
  const times = `delay=${number('initialDelaySeconds')}s timeout=${number('timeoutSeconds')}s period=${number('periodSeconds')}s #success=${number('successThreshold')} #failure=${number('failureThreshold')}`;
  const { exec, httpGet, tcpSocket, grpc } = probe;
  if (isJsonObject(exec)) return `exec [${getStrings(exec, 'command').join(' ')}] ${times}`;
  if (isJsonObject(httpGet)) {
    const scheme = (getString(httpGet, 'scheme') ?? 'HTTP').toLowerCase();
    const path = getString(httpGet, 'path') ?? '';
    const host = getString(httpGet, 'host') ?? '';
    // A host with colons is an IPv6 address.
    const address = `${host.includes(':') ? `[${host}]` : host}:${portOf(httpGet)}`;
    return `http-get ${scheme}://${address}${path === '' || path.startsWith('/') ? path : `/${path}`} ${times}`;
  }
  if (isJsonObject(tcpSocket)) return `tcp-socket ${getString(tcpSocket, 'host') ?? ''}:${portOf(tcpSocket)} ${times}`;
  if (isJsonObject(grpc)) return `grpc <pod>:${portOf(grpc)} ${getString(grpc, 'service') ?? ''} ${times}`;
  return `unknown ${times}`;
}

function portOf(action: JsonObject): string {
  const port = getValue(action, 'port');
  return typeof port === 'string' || typeof port === 'number' ? String(port) : '0';
}
