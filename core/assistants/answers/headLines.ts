/** Which cluster an answer is about, and whether it surely is that one. */
import type { ReportHead } from '../../lifecycle/preflightReport.ts';
import { timestampOf } from '../../live/time.ts';

/** Returns the lines that an answer about a cluster begins with. */
export function headLines({ cluster, server, user, unverified, at }: ReportHead): readonly string[] {
  const about = `${cluster} (${server}) as ${user}, ${timestampOf(at)}`;
  if (unverified !== true) return [about];
  return [about, "The server certificate wasn't verified (insecure-skip-tls-verify). Another server might have impersonated the cluster."];
}
