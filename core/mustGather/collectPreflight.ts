/**
 * Evaluates the checks before a must-gather. A check that can't be completed is reported, but doesn't block the
 * must-gather.
 */
import * as l10n from '@vscode/l10n';
import type { Permission } from '../operations/lookups/lookup.ts';
import { formatPermission } from '../operations/lookups/permissions.ts';
import { isVerboseLogLevel } from '../status/kataConfig/verboseLogLevel.ts';
import { formatBytes } from '../text/formatBytes.ts';
import type { GatherChoices } from './collectChoices.ts';

/** Result of a check. `fail` blocks the must-gather. */
export interface CollectRemark {
  readonly verdict: 'fail' | 'warn' | 'unknown' | 'pass';
  /** Describes the result in a sentence and, if known, the action to take. */
  readonly words: string;
}

export interface PermissionResult {
  readonly right: Permission;
  /** Undefined if the cluster didn't report whether the permission is granted. */
  readonly allowed: boolean | undefined;
}

export interface CollectPreflight {
  readonly oc: { readonly path: string; readonly version: string | undefined };
  readonly openShift: string | undefined;
  readonly rights: readonly PermissionResult[];
  /** Free space on the destination disk in bytes. Undefined if the operating system doesn't report it. */
  readonly freeBytes: number | undefined;
  /** Reason why the destination isn't writable. */
  readonly unwritable: string | undefined;
  /** Workspace folder or Git repository that contains the destination. */
  readonly inside: string | undefined;
  /** Log level of CRI-O on the Kata nodes. Undefined if there is no KataConfig or it can't be read. */
  readonly logLevel: string | undefined;
  /** Results of the checks of the expected size. */
  readonly size: readonly CollectRemark[];
}

const rbac = 'rbac.authorization.k8s.io';
/**
 * Thresholds for free space in bytes. Below `little`, the check warns. Below `tooLittle`, it fails. At the debug level,
 * the logs of a single node can take up hundreds of megabytes, and those of an entire cluster several gigabytes.
 */
const little = 5 * 2 ** 30;
const tooLittle = 500 * 2 ** 20;

/**
 * Returns the required permissions. In practice these are cluster administrator permissions because the must-gather
 * pods get cluster-admin. Source: notes/cluster.md 4; Kubernetes RBAC, "Privilege escalation prevention" (bind).
 */
export function gatherRights({ runNamespace }: Pick<GatherChoices, 'runNamespace'>): readonly Permission[] {
  const own: readonly Permission[] = [
    { group: '', resource: 'namespaces', verb: 'create' },
    { group: '', resource: 'namespaces', verb: 'delete' },
    { group: rbac, resource: 'clusterrolebindings', verb: 'create' },
    { group: rbac, resource: 'clusterroles', verb: 'bind', name: 'cluster-admin' },
  ];
  const where = runNamespace === undefined ? {} : { namespace: runNamespace };
  return [
    ...(runNamespace === undefined ? own : []),
    { group: '', resource: 'pods', verb: 'create', ...where },
    { group: '', resource: 'pods', subresource: 'log', verb: 'get', ...where },
    { group: '', resource: 'pods', subresource: 'exec', verb: 'create', ...where },
  ];
}

/** Returns the results, the most serious first. */
export function remarksOn(choices: GatherChoices, before: CollectPreflight): readonly CollectRemark[] {
  const order: readonly CollectRemark['verdict'][] = ['fail', 'warn', 'unknown', 'pass'];
  return [
    ...rightRemarks(before),
    ...placeRemarks(before),
    ...before.size,
    ...levelRemark(choices, before),
    ocRemark(before),
  ].toSorted((one, other) => order.indexOf(one.verdict) - order.indexOf(other.verdict));
}

function rightRemarks({ rights }: CollectPreflight): readonly CollectRemark[] {
  const wordsOf = ({ right }: PermissionResult): string => formatPermission(right);
  const missing = rights.filter(({ allowed }) => allowed === false).map(wordsOf);
  const unsaid = rights.filter(({ allowed }) => allowed === undefined).map(wordsOf);
  if (missing.length > 0) {
    return [
      {
        verdict: 'fail',
        words: l10n.t({
          message:
            "You don't have permission to {0}. A must-gather requires cluster administrator permissions. Ask a cluster administrator to collect it.",
          args: [missing.join(', ')],
          comment: ['{0} is a list of RBAC permissions in English, such as "create namespaces, delete pods".'],
        }),
      },
    ];
  }
  if (unsaid.length > 0) {
    const words = l10n.t({
      message: "The cluster didn't report whether you have permission to {0}.",
      args: [unsaid.join(', ')],
      comment: ['{0} is a list of RBAC permissions in English, such as "create namespaces, delete pods".'],
    });
    return [{ verdict: 'unknown', words }];
  }
  return [{ verdict: 'pass', words: l10n.t`You have all ${rights.length} required permissions.` }];
}

function placeRemarks({ freeBytes, unwritable, inside }: CollectPreflight): readonly CollectRemark[] {
  const remarks: CollectRemark[] = [];
  if (unwritable !== undefined) remarks.push({ verdict: 'fail', words: unwritable });
  if (inside !== undefined) {
    remarks.push({
      verdict: 'warn',
      words: l10n.t`The output folder is inside ${inside}, so you might share the must-gather when you commit or share files. The must-gather contains names, addresses, and logs from the cluster.`,
    });
  }
  if (freeBytes === undefined)
    remarks.push({ verdict: 'unknown', words: l10n.t`Can't determine the free disk space.` });
  else if (freeBytes < tooLittle)
    remarks.push({
      verdict: 'fail',
      words: l10n.t`The disk has only ${formatBytes(freeBytes)} free. Select another folder.`,
    });
  else if (freeBytes < little)
    remarks.push({
      verdict: 'warn',
      words: l10n.t`The disk has ${formatBytes(freeBytes)} free. A must-gather might need several gigabytes.`,
    });
  else remarks.push({ verdict: 'pass', words: l10n.t`The disk has ${formatBytes(freeBytes)} free.` });
  return remarks;
}

function levelRemark({ what }: GatherChoices, { logLevel }: CollectPreflight): readonly CollectRemark[] {
  if (what === 'audit' || what === 'cluster') return [];
  if (logLevel === undefined)
    return [
      {
        verdict: 'unknown',
        words: l10n.t`The node log level is unknown because no KataConfig can be read.`,
      },
    ];
  return isVerboseLogLevel(logLevel)
    ? [
        {
          verdict: 'pass',
          words: l10n.t`The CRI-O log level is ${logLevel}. The node logs contain the detail that Red Hat Support requests.`,
        },
      ]
    : [
        {
          verdict: 'warn',
          words: l10n.t`The CRI-O log level is ${logLevel}. Red Hat Support requests debug, which adds detail to the node logs.`,
        },
      ];
}

/**
 * Checks the version of oc. A version that differs from the cluster's by more than one minor release isn't tested with
 * that cluster. Source: OpenShift documentation, "OpenShift CLI", version skew.
 */
function ocRemark({ oc, openShift }: CollectPreflight): CollectRemark {
  if (oc.version === undefined) return { verdict: 'unknown', words: l10n.t`${oc.path} doesn't report its version.` };
  const [own, theirs] = [minorOf(oc.version), openShift === undefined ? undefined : minorOf(openShift)];
  if (own === undefined || theirs === undefined || Math.abs(own - theirs) <= 1)
    return { verdict: 'pass', words: l10n.t`${oc.path} is oc ${oc.version}.` };
  return {
    verdict: 'warn',
    words: l10n.t`${oc.path} is oc ${oc.version}, but the cluster runs OpenShift ${openShift ?? ''}. Use an oc version that matches the cluster.`,
  };
}

function minorOf(version: string): number | undefined {
  const found = /^v?4\.(\d{1,3})\./.exec(version)?.[1];
  return found === undefined ? undefined : Number(found);
}
