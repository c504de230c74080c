/** Creates the report of `osc-tools rights` and of the assistant tool. All text is in English. */
import { formatCount } from '#core/text/formatCount.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { createInEnglish } from '#core/text/language.ts';
import { formatTimestamp } from '#core/common/time.ts';
import type { JsonObject } from '#core/common/json.ts';
import type { ReportHead } from '../checks/preflightReport.ts';
import { describeAlternatives, formatPermissions, type NamedRight } from '../lookups/permissions.ts';
import { createRoles } from './missingPermissionRoles.ts';
import { listMissing, type TaskReview } from './permissionTasks.ts';

export interface PermissionReport {
  readonly head: ReportHead;
  readonly tasks: readonly TaskReview[];
  /** Namespace in which permissions were reviewed that aren't granted in all namespaces. */
  readonly namespace?: string;
  /** Name of the user in the cluster. Undefined if the cluster didn't report it. */
  readonly userName?: string;
}

/** Returns the result as one sentence. */
export function permissionHeadline({ tasks }: Pick<PermissionReport, 'tasks'>): string {
  const missing = listMissing(tasks).length;
  const unknown = new Set(tasks.flatMap((task) => task.unknown.map(({ id }) => id))).size;
  if (missing === 0)
    return unknown === 0 ? 'All permissions are granted.' : `${formatCount(unknown, 'permission')} unknown.`;
  return `${formatCount(missing, 'permission')} missing${unknown === 0 ? '' : `, ${unknown} unknown`}.`;
}

/** Returns the lines of the text report. A name from the cluster is sanitized. */
export function permissionLines({ tasks, namespace }: PermissionReport): readonly string[] {
  const width = Math.max(...tasks.map(({ id }) => id.length));
  const own = sanitizeLine(namespace ?? '');
  return tasks.flatMap(({ id, needed, missing, unknown, inNamespace }) => {
    const all = needed.length;
    const counts = [
      ...(missing.length === 0 ? [] : [`${missing.length} of ${all} missing`]),
      ...(unknown.length === 0 ? [] : [`${unknown.length} of ${all} unknown`]),
      ...(inNamespace.length === 0 ? [] : [`${inNamespace.length} of ${all} only in ${own}`]),
    ];
    const lines = (state: string, permissions: readonly NamedRight[]) =>
      createInEnglish(() => formatPermissions(permissions)).map((line) => `  ${state}: ${line}`);
    return [
      `${id.padEnd(width)}  ${counts.length === 0 ? `all ${all} granted` : counts.join(', ')}`,
      ...lines('missing', missing),
      ...lines('unknown', unknown),
      ...createInEnglish(() => describeAlternatives(unknown)).map((line) => `  ${line}`),
      ...lines(`only in ${own}`, inNamespace),
    ];
  });
}

/** Creates the text report. */
export function permissionText(report: PermissionReport): string {
  const { head, userName } = report;
  const user = sanitizeLine(userName ?? head.user);
  return [
    permissionHeadline(report),
    '',
    `Cluster: ${sanitizeLine(head.cluster)} (${sanitizeLine(head.server)})`,
    `User: ${user}`,
    ...(head.unverified === true
      ? [
          "The server certificate wasn't verified (insecure-skip-tls-verify). Another server might have impersonated the cluster.",
        ]
      : []),
    '',
    ...permissionLines(report),
    '',
  ].join('\n');
}

/**
 * Creates the JSON report. docs/command-line.md describes it.
 * @param hasRoles true to add the roles that grant the missing permissions
 */
export function permissionJson(report: PermissionReport, hasRoles: boolean): JsonObject {
  const { head, tasks, namespace, userName } = report;
  return {
    cluster: head.cluster,
    server: head.server,
    user: userName ?? head.user,
    ...(head.unverified === true ? { certificateVerified: false } : {}),
    asOf: formatTimestamp(head.at),
    ...(namespace === undefined ? {} : { namespace }),
    headline: permissionHeadline(report),
    tasks: tasks.map(({ id, state, needed, missing, unknown, inNamespace }) => ({
      task: id,
      state,
      permissions: needed.length,
      missing: missing.map(permissionOf),
      unknown: unknown.map(permissionOf),
      inNamespace: inNamespace.map(permissionOf),
    })),
    ...(hasRoles ? { roles: createRoles(listMissing(tasks), userName) } : {}),
  };
}

function permissionOf({ verb, group, resource, subresource, name, namespace }: NamedRight): JsonObject {
  return {
    verb,
    group,
    resource,
    ...(subresource === undefined ? {} : { subresource }),
    ...(name === undefined ? {} : { name }),
    ...(namespace === undefined ? {} : { namespace }),
  };
}
