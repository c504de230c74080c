/**
 * Signs a request as the vendor's SDK does (HMAC-SHA256 over method, address, headers and body). Nothing else of the
 * SDK gets in: its own client is of an old axios.
 */
import sdk from '@volcengine/openapi/lib/base/sign.js';

/** Of one account. The secret key signs, and is never sent. */
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
 * The headers that carry the signature; of the host it holds, too: another host cannot use it.
 * @param at milliseconds since 1970, as the service counts them
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
