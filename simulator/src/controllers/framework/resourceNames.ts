/** The resources that controllers use, by group and plural. The store contains their other properties. */
import type { NodeFeatureGroup } from '#core/product/nodeFeatureRules.ts';
import type { ResourceName } from '#simulator/store/resourceName.ts';

const of =
  (group: string) =>
  (plural: string): ResourceName => ({ group, plural });
const core = of('');
const apps = of('apps');
const operators = of('operators.coreos.com');
const machineConfiguration = of('machineconfiguration.openshift.io');
const admission = of('admissionregistration.k8s.io');
const config = of('config.openshift.io');
const inFeatureGroups = (plural: string): Readonly<Record<NodeFeatureGroup, ResourceName>> => ({
  'nfd.openshift.io': of('nfd.openshift.io')(plural),
  'nfd.k8s-sigs.io': of('nfd.k8s-sigs.io')(plural),
});

export const namespaces = core('namespaces');
export const nodes = core('nodes');
export const pods = core('pods');
export const services = core('services');
export const endpoints = core('endpoints');
export const endpointSlices = of('discovery.k8s.io')('endpointslices');
export const configMaps = core('configmaps');
export const secrets = core('secrets');
export const serviceAccounts = core('serviceaccounts');
export const resourceQuotas = core('resourcequotas');
export const events = core('events');
export const deployments = apps('deployments');
export const replicaSets = apps('replicasets');
export const statefulSets = apps('statefulsets');
export const daemonSets = apps('daemonsets');
export const jobs = of('batch')('jobs');
export const cronJobs = of('batch')('cronjobs');
export const podDisruptionBudgets = of('policy')('poddisruptionbudgets');
export const runtimeClasses = of('node.k8s.io')('runtimeclasses');
export const validatingWebhooks = admission('validatingwebhookconfigurations');
export const mutatingWebhooks = admission('mutatingwebhookconfigurations');
export const crds = of('apiextensions.k8s.io')('customresourcedefinitions');
export const catalogSources = operators('catalogsources');
export const operatorGroups = operators('operatorgroups');
export const subscriptions = operators('subscriptions');
export const installPlans = operators('installplans');
export const csvs = operators('clusterserviceversions');
export const packageManifests = of('packages.operators.coreos.com')('packagemanifests');
export const machineConfigs = machineConfiguration('machineconfigs');
export const machineConfigPools = machineConfiguration('machineconfigpools');
export const containerRuntimeConfigs = machineConfiguration('containerruntimeconfigs');
export const sccs = of('security.openshift.io')('securitycontextconstraints');
export const clusterVersions = config('clusterversions');
export const clusterOperators = config('clusteroperators');
export const signingRequests = of('certificates.k8s.io')('certificatesigningrequests');
export const infrastructures = config('infrastructures');
export const operatorHubs = config('operatorhubs');
export const machineSets = of('machine.openshift.io')('machinesets');
export const nodeFeatureDiscoveries = of('nfd.openshift.io')('nodefeaturediscoveries');
/** NodeFeatureRules and NodeFeatures by API group. OpenShift serves both groups. */
export const nodeFeatureRules = inFeatureGroups('nodefeaturerules');
export const nodeFeatures = inFeatureGroups('nodefeatures');
export const clusterExtensions = of('olm.operatorframework.io')('clusterextensions');
export const featureGates = config('featuregates');
export const clusterRoles = of('rbac.authorization.k8s.io')('clusterroles');
export const clusterRoleBindings = of('rbac.authorization.k8s.io')('clusterrolebindings');
export const kataConfigs = of('kataconfiguration.openshift.io')('kataconfigs');
