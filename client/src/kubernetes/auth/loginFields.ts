/** Converts certificates, passwords, and tokens to request options. */
import { omitUndefined } from '#core/common/json.ts';

/** Login data of a context. Certificates and keys are in PEM. */
export interface LoginFields {
  readonly ca?: Buffer;
  readonly certificate?: Buffer;
  readonly key?: Buffer;
  readonly skipTlsVerify: boolean;
  readonly tlsServerName?: string;
  readonly token?: string;
  readonly username?: string;
  readonly password?: string;
}

/** TLS options, with the names of node:tls. */
export interface TlsFields {
  readonly ca?: Buffer;
  readonly cert?: Buffer;
  readonly key?: Buffer;
  readonly servername?: string;
  readonly rejectUnauthorized?: boolean;
}

/** Returns the TLS options. Uses a certificate only together with its key. */
export function tlsFields({ ca, certificate, key, skipTlsVerify, tlsServerName }: LoginFields): TlsFields {
  return {
    ...(certificate === undefined || key === undefined ? {} : { cert: certificate, key }),
    ...(skipTlsVerify ? { rejectUnauthorized: false } : {}),
    ...omitUndefined({ ca, servername: tlsServerName }),
  };
}

/** Returns the Authorization header. A token takes precedence over a password, as in client-go. */
export function authorization({ token, username, password }: LoginFields): string | undefined {
  if (token !== undefined) return `Bearer ${token}`;
  return username === undefined
    ? undefined
    : `Basic ${Buffer.from(`${username}:${password ?? ''}`).toString('base64')}`;
}
