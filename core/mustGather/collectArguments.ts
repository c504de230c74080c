/**
 * Creates the `oc` arguments for a must-gather. The words after `--` become part of a bash command in a privileged pod,
 * so they come from a fixed list. Sources: openshift/oc@6b8e30c5b pkg/cli/admin/mustgather/mustgather.go;
 * notes/cluster.md 4.
 */
import * as l10n from '@vscode/l10n';
import { formatTimestamp } from '../common/time.ts';
import { fail, succeed, type Result } from '../common/result.ts';
import { isDuration, isImage, isNamespaceName, isNodeName, type GatherChoices } from './collectChoices.ts';

/** Command that collects audit logs. Source: OSC 1.12 §7.1. */
const auditCommand = '/usr/bin/gather_audit_logs';
/** Image stream for the default must-gather, required if another image is also specified. */
const clusterStream = 'openshift/must-gather';

/**
 * Returns the arguments without the executable, `--kubeconfig`, and `--context`.
 * @param folder name of the output folder in the working directory. oc doesn't accept a path with a colon, which all
 * absolute Windows paths contain.
 * @returns the arguments, or an error message that names the invalid option
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
 * Returns a folder name for a new must-gather. Names for the same cluster sort by time and contain only characters that
 * every operating system allows.
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
