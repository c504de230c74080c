/** Explains documented commands that have no problem. */
import * as l10n from '@vscode/l10n';
import { optionOf, resourceOf, type ClientPipeline } from '../../oc/commands/clientCommand.ts';
import { creatingKataConfig, enablingDebugLogs, pullSecretForPeerPods } from '../../product/docSections.ts';
import type { Explanation } from '../../status/explanation.ts';

/** Command that follows the status of the KataConfig. Source: OSC 1.12 §3.3. */
export const watchKataConfig = 'watch "oc describe kataconfig | sed -n /^Status:/,/^Events/p"';

/** Returns the explanation of a documented command. */
export function explainKnownCommand(own: ClientPipeline): Explanation | undefined {
  const [call] = own.calls;
  if (call === undefined) return undefined;
  const { type, names } = resourceOf(call);
  const [name] = names;
  if (call.verb === 'get' && type === 'secret' && name?.value === 'pull-secret' && copies(own))
    return copyOfPullSecret();
  if (call.verb === 'describe' && type.startsWith('kataconfig'))
    return {
      health: 'ok',
      headline: l10n.t`Shows the installation progress`,
      meaning: l10n.t`The command shows the status of the KataConfig: the progress on each node, and the condition InProgress.`,
      todo: l10n.t`To get an explanation of the status, paste the output of the command.`,
      docs: creatingKataConfig,
    };
  if (call.tool === 'crio' || call.remote.some(({ value }) => value === 'crio'))
    return {
      health: 'ok',
      headline: l10n.t`Shows the log level of CRI-O`,
      meaning: l10n.t`The command prints the configuration of CRI-O on a node. The log_level line shows whether debug logs are enabled.`,
      todo: l10n.t`To get an explanation of the log level, paste the log_level line of the output.`,
      docs: enablingDebugLogs,
    };
  return undefined;
}

/**
 * Returns whether a command reads a Secret from openshift-config and creates it elsewhere, instead of only showing it.
 */
function copies({ calls: [first, ...others] }: ClientPipeline): boolean {
  return (
    first !== undefined &&
    optionOf(first, '-n', '--namespace')?.value === 'openshift-config' &&
    others.some(({ verb }) => verb === 'apply' || verb === 'create')
  );
}

function copyOfPullSecret(): Explanation {
  return {
    health: 'ok',
    headline: l10n.t`Copies the pull secret of the cluster`,
    meaning: l10n.t`The command copies the Secret pull-secret from openshift-config to the namespace in the variable NS. The Secret contains the credentials for all registries of the cluster. All users who can read Secrets in the target namespace can then read these credentials.`,
    todo: l10n.t`First set the variable NS to the target namespace. To use other credentials or to link the Secret to a service account, run _Create Pull Secret..._ in VS Code.`,
    docs: pullSecretForPeerPods,
  };
}
