/** Defines the field managers of the components that write nodes, MachineConfigPools, and KataConfigs. */

/**
 * Field managers: the names of the executables, because the default user agent of client-go starts with that name.
 * Sources: kubernetes/kubernetes@00bdb3fade2ef1ada898bd8fae2c6a1958da3a5d staging/src/k8s.io/client-go/rest/config.go
 * (`DefaultKubernetesUserAgent`), staging/src/k8s.io/apiserver/pkg/endpoints/handlers/create.go (`managerOrUserAgent`);
 * openshift/machine-config-operator@0d843aa29c6a5ce5aedcd1cb1638d2383ea17e41 internal/clients/builder.go
 * (`AddUserAgent` only appends); openshift/sandboxed-containers-operator@003910d45817c35640106f53f56a5b82148be773
 * Dockerfile (`/manager`).
 */
export const fieldManagers = {
  kubelet: 'kubelet',
  controllerManager: 'kube-controller-manager',
  machineConfigOperator: 'machine-config-operator',
  machineConfigController: 'machine-config-controller',
  machineConfigDaemon: 'machine-config-daemon',
  nodeFeatureDiscovery: 'nfd-master',
  kataOperator: 'manager',
  cloudApiAdaptor: 'cloud-api-adaptor',
  /** A user who creates or patches objects with oc. */
  create: 'kubectl-create',
  patch: 'kubectl-patch',
} as const;
