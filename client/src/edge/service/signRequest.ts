/**
 * Signs a request with the vendor's SDK (HMAC-SHA256 over method, address, headers, and body). Only the signer is
 * bundled because the SDK's client depends on an outdated version of axios.
 */
import sdk from '@volcengine/openapi/lib/base/sign.js';

/** Access key of one account. The secret key signs requests and is never sent. */
export interface EdgeKeys {
  readonly accessKeyId: string;
  readonly secretKey: string;
}

export interface ToSign {
  readonly method: 'POST';
  readonly host: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: string;
  readonly region: string;
  readonly service: string;
}

/**
 * Returns the headers with the signature. The signature includes the host, so it isn't valid for another host.
 * @param at milliseconds since 1970, by the clock of the service
 */
export function signedHeaders(
  { method, host, query, body, region, service }: ToSign,
  keys: EdgeKeys,
  at: number,
): Readonly<Record<string, string>> {
  const headers: Record<string, string> = { Host: host };
  const signer = new sdk.default({ region, method, pathname: '/', params: { ...query }, headers, body }, service);
  signer.addAuthorization({ ...keys }, new Date(at));
  return headers;
}
