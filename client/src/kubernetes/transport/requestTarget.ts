/** Converts a URL to the request options of `node:http` and `node:https`. */
import type { RequestOptions } from 'node:https';

export function targetOf(url: URL): Pick<RequestOptions, 'protocol' | 'hostname' | 'port' | 'path'> {
  return {
    protocol: url.protocol,
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port),
    path: `${url.pathname}${url.search}`,
  };
}
