/**
 * Choices -> the arguments of `oc`. What stands behind `--` is joined to a line of bash inside of a pod that may do
 * everything: it comes from a fixed list. Sources: openshift/oc@6b8e30c5b pkg/cli/admin/mustgather/mustgather.go;
 * notes/cluster.md 4.
 */
import * as l10n from '@vscode/l10n';
import { formatTimestamp } from '../common/time.ts';
import { fail, succeed, type Result } from '../common/result.ts';
import { isDuration, isImage, isNamespaceName, isNodeName, type GatherChoices } from './collectChoices.ts';

/** The command that brings audit logs. Source: OSC 1.12 §7.1. */
const auditCommand = '/usr/bin/gather_audit_logs';
/** What oc gathers of a cluster with, when an image is named besides. */
const clusterStream = 'openshift/must-gather';

/**
 * Without the program, `--kubeconfig` and `--context`.
 * @param folder where it writes: a name below the folder in which it runs, since oc takes no path with a colon, as all
 * absolute ones of Windows have
 * @returns the error is a sentence: which choice cannot be taken
 */
export function createCollectArguments(choices: GatherChoices, folder: string): Result<readonly string[], string> {
  const { what, image, since, timeout, node, runNamespace } = choices;
  if (!/^[A-Za-z0-9][\w.-]*$/.test(folder))
    return fail(l10n.t`The folder name contains characters that oc doesn't accept.`);
  const withImage = what === 'sandboxed' || what === 'both';
  if (withImage && (image === undefined || !isImage(image)))
    return fail(l10n.t`The must-gather image for OpenShift sandboxed containers is unknown.`);
  if (since !== undefined && !isDuration(since))
    return fail(l10n.t`Invalid duration "${since}": expected a value such as 2h or 30m.`);
  if (!isDuration(timeout)) return fail(l10n.t`Invalid duration "${timeout}": expected a value such as 10m.`);
  if (node !== undefined && !isNodeName(node)) return fail(l10n.t`Invalid node name "${node}".`);
  if (runNamespace !== undefined && !isNamespaceName(runNamespace))
    return fail(l10n.t`Invalid namespace name "${runNamespace}".`);
  return succeed([
    'adm',
    'must-gather',
    `--dest-dir=${folder}`,
    ...(what === 'both' ? [`--image-stream=${clusterStream}`] : []),
    ...(withImage && image !== undefined ? [`--image=${image}`] : []),
    `--timeout=${timeout}`,
    ...(since === undefined ? [] : [`--since=${since}`]),
    ...(node === undefined ? [] : [`--node-name=${node}`]),
    ...(runNamespace === undefined ? [] : [`--run-namespace=${runNamespace}`]),
    ...(what === 'audit' ? ['--', auditCommand] : []),
  ]);
}

/**
 * A folder for what is gathered of a cluster now: its name sorts by time, and holds nothing that any system minds.
 * @param at milliseconds since 1970
 */
export function createFolderName(context: string, at: number): string {
  const name = context
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);
  const stamp = formatTimestamp(at).replaceAll(/[-:Z]/g, '').replace('T', '-');
  return `must-gather.local.${name === '' ? 'cluster' : name}-${stamp}`;
}
