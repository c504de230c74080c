/**
 * The headers that say as whom to act: kubernetes/website@main
 * content/en/docs/reference/access-authn-authz/authentication.md, section "User impersonation". All of them, or the
 * requests had rights that nobody meant.
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

/** Names of headers hold few characters; the others, and the percent sign itself, are percent-encoded in UTF-8. */
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
