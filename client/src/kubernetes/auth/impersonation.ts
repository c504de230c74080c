/**
 * Creates the headers for impersonation. All of them are required, because a request with only some of them would have
 * unintended permissions. Source: kubernetes/website@main
 * content/en/docs/reference/access-authn-authz/authentication.md, section "User impersonation".
 */
import type { Impersonation } from '../kubeconfig/entries.ts';

export type Headers = Readonly<Record<string, string | readonly string[]>>;

export function impersonationHeaders({ user, uid, groups, extra }: Impersonation): Headers {
  const headers: Record<string, string | readonly string[]> = {};
  if (user !== undefined) headers['Impersonate-User'] = user;
  if (uid !== undefined) headers['Impersonate-Uid'] = uid;
  if (groups.length > 0) headers['Impersonate-Group'] = groups;
  for (const [key, values] of Object.entries(extra))
    if (values.length > 0) headers[`Impersonate-Extra-${escaped(key)}`] = values;
  return headers;
}

/** Percent-encodes the bytes of a key that header names can't contain, and the percent sign itself. Uses UTF-8. */
function escaped(key: string): string {
  return [...Buffer.from(key)]
    .map((byte) =>
      /[A-Za-z0-9!#$&'*+\-.^_`|~]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : percent(byte),
    )
    .join('');
}

function percent(byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}
