/** Finds commands for the PeerPodConfig, which newer operators delete. */
import * as l10n from '@vscode/l10n';
import { modifyingVmLimit } from '../../product/docSections.ts';
import { operatorNamespace, peerPodsConfigMapName } from '../../product/namespaces.ts';
import { isInForce } from '../../product/releases.ts';
import { optionOf, resourceOf, type ClientCommand } from './clientCommand.ts';
import type { CommandCheck } from './commandProblem.ts';

const types = new Set(['peerpodconfig', 'peerpodconfigs']);
const limitKey = 'PEERPODS_LIMIT_PER_NODE';
const changes = new Set(['patch', 'edit', 'annotate', 'label']);
const reads = new Set(['get', 'describe']);

/**
 * Reports commands that read or change a PeerPodConfig. Applies to OSC 1.11 and later, because it's unknown whether
 * older releases use PEERPODS_LIMIT_PER_NODE in peer-pods-cm. Source: openshift/sandboxed-containers-operator@ed43ab21
 * controllers/migrate.go.
 */
export const checkPeerPodConfig: CommandCheck = ({ calls, release }) =>
  calls.flatMap((call) => {
    const { verb = '', operands } = call;
    const [resource] = operands;
    const isChange = changes.has(verb);
    if (!types.has(resourceOf(call).type) || resource === undefined || !isInForce({ since: '1.11' }, release))
      return [];
    if (!isChange && !reads.has(verb)) return [];
    // Upstream cloud-api-adaptor has PeerPodConfigs in another namespace.
    const namespace = optionOf(call, '-n', '--namespace');
    if (namespace !== undefined && namespace.value !== operatorNamespace) return [];
    return [
      {
        id: 'command-peerpodconfig',
        start: resource.start,
        end: resource.end,
        severity: isChange ? 'warning' : 'info',
        headline: l10n.t`PeerPodConfig is deprecated`,
        message: isChange
          ? l10n.t`Newer operators delete the PeerPodConfig, so this command fails or has no effect. Set ${limitKey} in ${peerPodsConfigMapName} instead.`
          : l10n.t`Newer operators delete the PeerPodConfig, so this command can fail. Read ${limitKey} in ${peerPodsConfigMapName} instead.`,
        fixes: [],
        corrected: isChange ? patchCommand(call) : readCommand(call),
        docs: modifyingVmLimit,
      },
    ];
  });

function patchCommand(call: ClientCommand): string {
  const patch = optionOf(call, '-p', '--patch')?.value ?? '';
  const limit = /"limit"\s{0,5}:\s{0,5}"?(\d{1,6})"?/.exec(patch)?.[1] ?? '<number>';
  return `${call.tool} patch configmap ${peerPodsConfigMapName} -n ${operatorNamespace} --type merge --patch '{"data":{"${limitKey}":"${limit}"}}'`;
}

function readCommand({ tool }: ClientCommand): string {
  return `${tool} get configmap ${peerPodsConfigMapName} -n ${operatorNamespace} -o jsonpath='{.data.${limitKey}}'`;
}
