/**
 * Creates the first lines of a tool result about a cluster: its name and a warning if the server certificate wasn't
 * verified.
 */
import type { ReportHead } from '#core/operations/checks/preflightReport.ts';
import { formatTimestamp } from '#core/common/time.ts';

/** Returns the first lines of a tool result about a cluster. */
export function headLines({ cluster, server, user, unverified, at }: ReportHead): readonly string[] {
  const about = `${cluster} (${server}) as ${user}, ${formatTimestamp(at)}`;
  if (unverified !== true) return [about];
  return [
    about,
    "The server certificate wasn't verified (insecure-skip-tls-verify). Another server might have impersonated the cluster.",
  ];
}
