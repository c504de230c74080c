/**
 * The objects with which the operator installs Kata by a DaemonSet. Source:
 * openshift/sandboxed-containers-operator@022d5144 controllers/daemonset_reconcile.go; @5e13985f for `osc-config-sync`.
 */
import { operatorNamespace } from '#core/product/namespaces.ts';
import { daemonSetInstallLabel } from '#core/product/nodeLabels.ts';
import type { KubeObject, ObjectToWrite } from '#simulator/store/kubeObject.ts';
import { kataRole } from './nodeSelection.ts';
import { daemonSet } from './operatorObjects.ts';

export type InstallerAction = 'install' | 'uninstall';

export const installerSccName = 'kata-install-scc';
export const installerContainer = 'kata-install';
const image = 'quay.io/openshift_sandboxed_containers/osc-daemonset:1.10.3';
const releaseImage = 'quay.io/openshift-release-dev/ocp-v4.0-art-dev@sha256';

/** Returns the name of the DaemonSet for an action. */
export function installerName(action: InstallerAction): string {
  return `osc-rpm-${action}`;
}

/** Creates the DaemonSet whose pods install or uninstall Kata. */
export function installer(kataConfig: KubeObject, action: InstallerAction): ObjectToWrite {
  const env = [
    { name: 'NODE_NAME', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } },
    { name: 'EXTENSION_IMAGE', value: `${releaseImage}:rhel-coreos-extensions` },
    { name: 'CLI_IMAGE', value: `${releaseImage}:cli` },
    { name: 'NODE_LABEL', value: daemonSetInstallLabel },
  ];
  const container = { image, imagePullPolicy: 'IfNotPresent', securityContext: { privileged: true, runAsUser: 0 } };
  return daemonSet(kataConfig, installerName(action), {
    serviceAccountName: 'kata-install',
    nodeSelector: { [kataRole]: '' },
    hostPID: true,
    containers: [
      {
        ...container,
        name: installerContainer,
        command: ['/bin/bash', '/scripts/osc-kata-install.sh'],
        args: [action],
        env,
      },
      {
        ...container,
        name: 'set-log-level',
        command: ['/bin/bash', '/scripts/osc-log-level.sh'],
        args: [action, 'info'],
      },
    ],
  });
}

/** Creates the DaemonSet of the older form whose pods copy or remove the files for peer pods. */
export function configSync(kataConfig: KubeObject, action: InstallerAction): ObjectToWrite {
  return daemonSet(kataConfig, `osc-config-sync-${action}`, {
    serviceAccountName: 'default',
    nodeSelector: { [kataRole]: '' },
    hostPID: true,
    containers: [
      { name: 'config-sync', image, command: ['/bin/bash', '/scripts/osc-configs-script.sh'], args: [action] },
    ],
  });
}

/** Creates the security context constraints of the installer pods. */
export function installerScc(): ObjectToWrite {
  return {
    apiVersion: 'security.openshift.io/v1',
    kind: 'SecurityContextConstraints',
    metadata: { name: installerSccName },
    allowHostDirVolumePlugin: true,
    allowHostIPC: false,
    allowHostNetwork: false,
    allowHostPID: true,
    allowHostPorts: false,
    allowPrivilegedContainer: true,
    readOnlyRootFilesystem: false,
    runAsUser: { type: 'RunAsAny' },
    seLinuxContext: { type: 'RunAsAny' },
    users: [`system:serviceaccount:${operatorNamespace}:kata-install`],
    volumes: ['hostPath', 'secret', 'configMap'],
  };
}
