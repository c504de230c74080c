/**
 * Defines messages from the operator, its webhook, and the API server. Sources: domain/01-kataconfig.md 1.2, 1.4, 1.5;
 * OP8 api/v1/kataconfig_webhook.go, controllers/openshift_controller.go; machine-config-operator
 * pkg/controller/container-runtime-config/helpers.go.
 */
import * as l10n from '@vscode/l10n';
import {
  creatingKataConfig,
  enablingDebugLogs,
  installingOperator,
  kataConfigByCli,
  modifyingVmLimit,
  nodeEligibility,
} from '../../product/docSections.ts';
import { operatorNamespace } from '../../product/namespaces.ts';
import type { KnownMessage } from './knownMessage.ts';

export const operatorMessages: readonly KnownMessage[] = [
  {
    pattern: /A KataConfig instance already exists, refusing to create a duplicate/i,
    title: () => l10n.t`Only one KataConfig is allowed`,
    meaning: () =>
      l10n.t`The operator webhook rejected the KataConfig because the cluster already has one. A second KataConfig isn't allowed, even with a different name.`,
    todo: () =>
      l10n.t(
        'Change the existing KataConfig, or delete it before you create a new one. To get its name, run `oc get kataconfig`.',
      ),
    docs: creatingKataConfig,
  },
  {
    pattern: /Failed to list KataConfig custom resources/i,
    title: () => l10n.t`The operator webhook can't list KataConfigs`,
    meaning: () =>
      l10n.t`The webhook couldn't check whether a KataConfig already exists, so it rejected the request. The cause is at the end of the error message.`,
    todo: () =>
      l10n.t(
        'If this continues, read the operator log: `oc logs -n {0} deployment/controller-manager`.',
        operatorNamespace,
      ),
    docs: creatingKataConfig,
  },
  {
    pattern: /deployment mode is set to MachineConfig, but it's not available/i,
    title: () => l10n.t`The deployment mode isn't available`,
    meaning: () =>
      l10n.t`osc-feature-gates sets deploymentMode to MachineConfig, but the cluster has no Machine Config Operator. This explanation is based on unreleased source code.`,
    todo: () =>
      l10n.t(
        'Set deploymentMode to DaemonSetFallback: `oc edit configmap osc-feature-gates -n {0}`.',
        operatorNamespace,
      ),
    docs: creatingKataConfig,
  },
  {
    pattern: /no TEE platform labels found/i,
    title: () => l10n.t`No node supports confidential containers`,
    meaning: () =>
      l10n.t`No node has a Node Feature Discovery label for Intel TDX, AMD SEV-SNP, or IBM Secure Execution. This explanation is based on unreleased source code.`,
    todo: () =>
      l10n.t(
        'Enable Intel TDX, AMD SEV-SNP, or IBM Secure Execution in the firmware. Then check the Node Feature Discovery labels: `oc get nodes --show-labels`.',
      ),
    docs: nodeEligibility,
  },
  {
    pattern: /multiple TEE platforms detected/i,
    title: () => l10n.t`The nodes have different TEE platforms`,
    meaning: () =>
      l10n.t`The operator supports only one platform for confidential containers per cluster (based on unreleased source code).`,
    todo: () =>
      l10n.t(
        'In kataConfigPoolSelector, select only nodes with the same platform. To list the node labels, run `oc get nodes --show-labels`.',
      ),
    docs: kataConfigByCli,
  },
  {
    pattern: /Invalid KataConfig\.spec\.kataConfigPoolSelector/i,
    title: () => l10n.t`Invalid node selector`,
    meaning: () =>
      l10n.t`kataConfigPoolSelector isn't a valid label selector. The operator ignores this KataConfig and reports the problem only in its log.`,
    todo: () => l10n.t('Edit the selector: `oc edit kataconfig {0}`.', '<name>'),
    docs: kataConfigByCli,
  },
  {
    pattern: /invalid LogLevel "([^"\n]{0,60})"/i,
    title: (match) => l10n.t`Invalid log level "${match[1] ?? ''}"`,
    meaning: () =>
      l10n.t`The Machine Config Operator accepts only error, fatal, panic, warn, info, debug, and trace, in lowercase. The log level of the nodes doesn't change.`,
    todo: () => l10n.t('Correct spec.logLevel: `oc edit kataconfig {0}`.', '<name>'),
    docs: enablingDebugLogs,
  },
  {
    pattern: /no matches for kind "KataConfig"|doesn't have a resource type "kataconfigs?/i,
    title: () => l10n.t`The KataConfig CRD isn't installed`,
    meaning: () =>
      l10n.t`The API server doesn't recognize KataConfigs because the operator isn't installed, or because its CRD was deleted.`,
    todo: () =>
      l10n.t(
        'Install the operator, and wait until the phase of its ClusterServiceVersion is Succeeded. To check the phase, run `oc get csv -n {0}`.',
        operatorNamespace,
      ),
    docs: installingOperator,
  },
  {
    pattern: /no matches for kind "PeerPodConfig"|doesn't have a resource type "peerpodconfigs?/i,
    title: () => l10n.t`The PeerPodConfig CRD isn't installed`,
    meaning: () =>
      l10n.t`The cluster has no PeerPodConfig CRD. Earlier operator releases use PeerPodConfigs for peer pods. Newer releases use PEERPODS_LIMIT_PER_NODE instead.`,
    todo: () => l10n.t('Set PEERPODS_LIMIT_PER_NODE: `oc edit configmap peer-pods-cm -n {0}`.', operatorNamespace),
    docs: modifyingVmLimit,
  },
];
