/**
 * Defines messages of installations by a DaemonSet, of the removal of runtime classes, and of peer pods credentials,
 * from the operator and from the installer pods. Sources: domain/11-newer-releases.md 11.1, 11.3, 11.6;
 * openshift/sandboxed-containers-operator@022d5144 controllers/daemonset_reconcile.go, @09b0a6cf
 * scripts/kata-install/osc-kata-install.sh, @0896cdd1 controllers/deployment_mode_handler.go and
 * controllers/runtimeclass_controller.go; kata-containers/kata-containers@48e946df.
 */
import * as l10n from '@vscode/l10n';
import { creatingKataConfig, creatingPeerPodsConfigMap, deletingKataConfig } from '../../product/docSections.ts';
import { daemonSetInstallLabel } from '../../product/nodeLabels.ts';
import { operatorNamespace } from '../../product/namespaces.ts';
import { installerLogCommand } from '../../status/daemonSetMode/daemonSetMode.ts';
import { sanitizeLine } from '../../text/sanitize.ts';
import type { KnownMessage } from './knownMessage.ts';

const noAction = () =>
  l10n.t({ message: 'No action required.', args: [], comment: ['The answer to what the user must do: nothing.'] });
const followNodes = () => l10n.t('Follow the labels of the nodes: `{0}`.', `oc get nodes -L ${daemonSetInstallLabel}`);
const followInstaller = () =>
  l10n.t('Follow the installer pods: `{0}`.', installerLogCommand({ isUninstalling: false }));
const listPods = () => l10n.t('To find the cause, run `oc get pods -n {0}`.', operatorNamespace);

const modeMessages: readonly KnownMessage[] = [
  {
    pattern: /MachineConfig CRD is (?:present|not found)|Deployment mode will be set to \w+/,
    health: 'ok',
    title: () => l10n.t`The operator selected the deployment mode`,
    meaning: () =>
      l10n.t`By default, the Machine Config Operator installs Kata if the cluster has the MachineConfig kind. Otherwise, a DaemonSet installs it. deploymentMode in osc-feature-gates can change this.`,
    todo: noAction,
    docs: creatingKataConfig,
  },
  {
    pattern: /Ensured SecurityContextConstraints kata-install-scc exists|Using custom DaemonSet image from config/,
    health: 'ok',
    title: () => l10n.t`The operator is preparing the installer pods`,
    meaning: () => l10n.t`A DaemonSet installs Kata on this cluster. The operator created what its pods require.`,
    todo: noAction,
    docs: creatingKataConfig,
  },
  {
    pattern:
      /Waiting for (?:kata installation|KataUninstall) DaemonSet to finish|Waiting for OSC Config sync DaemonSet to finish PeerPods Config removal/,
    health: 'busy',
    title: () => l10n.t`The operator is waiting for the installer pods`,
    meaning: () => l10n.t`The operator continues after the pods of the DaemonSet have changed the labels of all nodes.`,
    todo: followNodes,
    docs: creatingKataConfig,
  },
  {
    pattern: /\bnode must be rebooted\b|^(?:\S+Z )?Reboot required$/,
    title: () => l10n.t`A node must be rebooted`,
    meaning: () =>
      l10n.t`The installer pod staged the packages, which apply only after a reboot. Neither the pod nor the operator reboots the node.`,
    todo: () =>
      l10n.t(
        'Drain and reboot the nodes that have the label value waiting_for_reboot: `{0}`.',
        `oc get nodes -l ${daemonSetInstallLabel}=waiting_for_reboot`,
      ),
    docs: creatingKataConfig,
  },
];

const podMessages: readonly KnownMessage[] = [
  {
    pattern: /Waiting for operator's schedule/,
    health: 'busy',
    title: () => l10n.t`The installer pod is waiting for the operator`,
    meaning: () => l10n.t`The pod continues after the operator sets the label ${daemonSetInstallLabel} of the node.`,
    todo: followNodes,
    docs: creatingKataConfig,
  },
  {
    pattern:
      /\bkata-containers is (?:not installed|outdated: \S+ -> \S+)|Running in chroot: rpm-ostree (?:install|uninstall)\b/,
    health: 'busy',
    title: () => l10n.t`The installer pod is changing packages`,
    meaning: () => l10n.t`The installer pod installs, updates, or removes the Kata packages on the node.`,
    todo: followInstaller,
    docs: creatingKataConfig,
  },
  {
    pattern: /\bkata-containers is already up-to-date: \S+|Package already uninstalled/,
    health: 'ok',
    title: () => l10n.t`The node already has the expected packages`,
    meaning: () => l10n.t`The installer pod doesn't need to change the packages.`,
    todo: noAction,
    docs: creatingKataConfig,
  },
  {
    pattern:
      /Starting configuration copy\.\.\.|\/(?:50-kata-remote|configuration-remote\.toml) already exists, skipping/,
    health: 'ok',
    title: () => l10n.t`The installer pod is copying the configuration for peer pods`,
    meaning: () => l10n.t`The installer pod copies only files that don't exist, and never replaces a file on the node.`,
    todo: noAction,
    docs: creatingKataConfig,
  },
  {
    pattern: /No RPM found for ([\w.-]{1,60})/,
    title: (match) => l10n.t`The RHCOS extensions image has no package ${sanitizeLine(match[1] ?? '', 60)}`,
    meaning: () =>
      l10n.t`The installer pod skips the package. If other packages require it, the installation on the node fails.`,
    todo: followInstaller,
    docs: creatingKataConfig,
  },
  {
    pattern: /ERROR: unsupported architecture: ?(\S{0,40})/,
    health: 'failed',
    title: () => l10n.t`The node has an unsupported architecture`,
    meaning: (match) =>
      l10n.t`The installer pod can't install Kata on architecture ${sanitizeLine(match[1] ?? '', 40) || '?'}.`,
    todo: () => l10n.t('Exclude the node in kataConfigPoolSelector: `oc edit kataconfig {0}`.', '<name>'),
    docs: creatingKataConfig,
  },
];

const otherMessages: readonly KnownMessage[] = [
  {
    pattern:
      /RuntimeClass is being deleted, checking for active pods|Runtime class still has active pods|Found active pod using runtime class/,
    title: () => l10n.t`Pods block the deletion of a runtime class`,
    meaning: () =>
      l10n.t`The operator removes its finalizer from the runtime class when no pod of the class is in the phase Pending, Running, or Unknown. The operator checks every 10 seconds.`,
    todo: () =>
      l10n.t(
        'List the pods of the class: `{0}`.',
        'oc get pods -A -o custom-columns=NAMESPACE:.metadata.namespace,NAME:.metadata.name,CLASS:.spec.runtimeClassName',
      ),
    docs: deletingKataConfig,
  },
  {
    pattern: /No active pods found, removing finalizer to allow deletion|Adding finalizer to existing runtime class/,
    health: 'ok',
    title: () => l10n.t`The operator changed the finalizer of a runtime class`,
    meaning: () =>
      l10n.t`The finalizer prevents the deletion of a runtime class that pods use. When no pod uses the class, the operator removes the finalizer.`,
    todo: noAction,
    docs: deletingKataConfig,
  },
  {
    pattern: /skipping creating runtimeclass due to missing labels/,
    title: () => l10n.t`The operator skipped a runtime class`,
    meaning: () =>
      l10n.t`checkNodeEligibility is true, but no node has the labels that the runtime class requires. The operator doesn't create the class.`,
    todo: () => l10n.t('Check the Node Feature Discovery labels: `oc get nodes --show-labels`.'),
    docs: creatingKataConfig,
  },
  {
    pattern: /invalid TLS profile: ?([^\n"]{0,200})/,
    health: 'failed',
    title: () => l10n.t`Invalid TLS settings for cloud-api-adaptor`,
    meaning: () =>
      l10n.t`cloud-api-adaptor exits because of TLS_MIN_VERSION or TLS_CIPHER_SUITES. It accepts VersionTLS12 with IANA cipher names, or VersionTLS13 without ciphers.`,
    todo: listPods,
    docs: creatingPeerPodsConfigMap,
  },
  {
    pattern: /peer-pods-secret already exists, skipping credentials setup/,
    health: 'ok',
    title: () => l10n.t`The credentials for peer pods exist`,
    meaning: () => l10n.t`The operator doesn't change an existing peer-pods-secret.`,
    todo: noAction,
    docs: creatingPeerPodsConfigMap,
  },
  {
    pattern: /STS flow detected, adding bound-sa-token/,
    health: 'ok',
    title: () => l10n.t`cloud-api-adaptor uses token credentials`,
    meaning: () =>
      l10n.t`The Subscription specifies token credentials. The operator adds the volume bound-sa-token to osc-caa-ds, so that cloud-api-adaptor can read the token.`,
    todo: noAction,
    docs: creatingPeerPodsConfigMap,
  },
  {
    pattern: /cannot monitor \/run\/(?:kata|vc\/sbs)\b[^\n]{0,60}/,
    health: 'ok',
    title: () => l10n.t`kata-monitor can't find the folder of a Kata runtime`,
    meaning: () =>
      l10n.t`In Kata 4.1 and later, kata-monitor watches the folders of both Kata runtimes. It repeats this line for the runtime that isn't used.`,
    todo: noAction,
    docs: creatingKataConfig,
  },
  {
    pattern:
      /no sandbox storage paths available yet; will retry every \d+ sec|sandbox storage path removed; will retry/,
    health: 'busy',
    title: () => l10n.t`kata-monitor is waiting for the folders of sandboxes`,
    meaning: () =>
      l10n.t`In Kata 4.1 and later, kata-monitor starts without the folders of sandboxes and looks for them again. Until a sandbox runs on the node, it reports no series of sandboxes.`,
    todo: noAction,
    docs: creatingKataConfig,
  },
];

export const installerMessages: readonly KnownMessage[] = [...modeMessages, ...podMessages, ...otherMessages];
