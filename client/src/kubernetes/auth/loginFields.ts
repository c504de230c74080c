/** From certificates, passwords and tokens to what goes into the options of a request. */
import { omitUndefined } from '#core/common/json.ts';

/** Certificates and keys in PEM. */
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

/** The fields of TLS, as node:tls names them. */
export interface TlsFields {
  readonly ca?: Buffer;
  readonly cert?: Buffer;
  readonly key?: Buffer;
  readonly servername?: string;
  readonly rejectUnauthorized?: boolean;
}

/** A certificate counts only with its key. */
export function tlsFields({ ca, certificate, key, skipTlsVerify, tlsServerName }: LoginFields): TlsFields {
  return {
    ...(certificate === undefined || key === undefined ? {} : { cert: certificate, key }),
    ...(skipTlsVerify ? { rejectUnauthorized: false } : {}),
    ...omitUndefined({ ca, servername: tlsServerName }),
  };
}

/** The header Authorization; a token goes before a password, as in client-go. */
export function authorization({ token, username, password }: LoginFields): string | undefined {
  if (token !== undefined) return `Bearer ${token}`;
  return username === undefined
    ? undefined
    : `Basic ${Buffer.from(`${username}:${password ?? ''}`).toString('base64')}`;
}
