/**
 * Detects what prevents a DaemonSet from installing Kata. Sources: domain/11-newer-releases.md 11.1;
 * openshift/sandboxed-containers-operator@022d5144 controllers/daemonset_reconcile.go, @0896cdd1
 * controllers/deployment_mode_handler.go; openshift/sandboxed-containers-operator#2598.
 */
import * as l10n from '@vscode/l10n';
import { creatingKataConfig } from '#core/product/docSections.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { hasPeerPodsFault, peerPodsFaultText } from '../daemonSetMode/peerPodsFault.ts';
import { installerLogCommand } from '../daemonSetMode/daemonSetMode.ts';
import { defineLogMessage, type LogMessage } from './logMessage.ts';

const readLog = () =>
  l10n.t('Read the log of the installer pods: `{0}`.', installerLogCommand({ isUninstalling: false }));

const releaseImageMessage = defineLogMessage({
  id: 'log-release-image',
  title: () => l10n.t`The release image can't be read`,
  likelihood: 90,
  places: ['installer', 'operator'],
  pattern: /get_extension_image: 'oc adm release info' failed/,
  hints: ['oc adm release info'],
  about: () => l10n.t`Kata installer`,
  meaning: () =>
    l10n.t`The installer pod couldn't read the OpenShift release image, which refers to the image with the packages.`,
  todo: () =>
    l10n.t(
      'Check whether the nodes can pull the release image. On IBM Cloud, also check the label ibm-cloud.kubernetes.io/worker-version: `oc get nodes -L ibm-cloud.kubernetes.io/worker-version`.',
    ),
  docs: creatingKataConfig,
});

const installerImageMessage = defineLogMessage({
  id: 'log-no-installer-image',
  title: () => l10n.t`The installer pods have no image`,
  likelihood: 90,
  places: ['operator'],
  pattern: /RELATED_IMAGE_KATA_DAEMONSET env var is unset or empty/,
  hints: ['RELATED_IMAGE_KATA_DAEMONSET'],
  about: () => l10n.t`Kata installer`,
  meaning: () =>
    l10n.t`The Deployment of the operator lacks the environment variable RELATED_IMAGE_KATA_DAEMONSET, so the installer pods can't start.`,
  todo: () =>
    l10n.t(
      'Check the variables of the operator: `oc set env deployment/controller-manager --list -n {0}`.',
      operatorNamespace,
    ),
  docs: creatingKataConfig,
});

const deploymentModeMessage = defineLogMessage({
  id: 'log-deployment-mode',
  title: () => l10n.t`The deployment mode isn't available`,
  likelihood: 90,
  places: ['operator'],
  pattern: /deployment mode is set to MachineConfig, but it's not available/i,
  hints: ['deployment mode is set'],
  about: () => l10n.t`Kata installer`,
  meaning: () =>
    l10n.t`osc-feature-gates sets deploymentMode to MachineConfig, but the cluster has no Machine Config Operator. This explanation is based on unreleased source code.`,
  todo: () =>
    l10n.t('Set deploymentMode to DaemonSetFallback: `oc edit configmap osc-feature-gates -n {0}`.', operatorNamespace),
  docs: creatingKataConfig,
});

const peerPodsFaultMessage = defineLogMessage({
  id: 'log-peer-pods-installer',
  title: () => l10n.t`Peer pods are never installed`,
  likelihood: 90,
  places: ['installer'],
  pattern: /kata-osbuilder/,
  hints: ['kata-osbuilder'],
  about: () => l10n.t`Kata installer`,
  meaning: peerPodsFaultText,
  todo: readLog,
  docs: creatingKataConfig,
  when: hasPeerPodsFault,
});

/** Messages of the installer pods, and of the operator about them. */
export const installerMessages: readonly LogMessage[] = [
  installerImageMessage,
  deploymentModeMessage,
  peerPodsFaultMessage,
  releaseImageMessage,
];
