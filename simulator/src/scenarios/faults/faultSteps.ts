/** Defines, as data, the steps of scenarios with a failure. */
import { operatorNamespace, documentedSubscription } from '#core/product/namespaces.ts';
import * as names from '#simulator/controllers/framework/resourceNames.ts';
import { defaultVersion, formatCsvName } from '#simulator/controllers/olm/bundle.ts';
import type { ObjectToWrite } from '#simulator/store/kubeObject.ts';
import { subscribe } from '../engine/commonSteps.ts';
import type { ScenarioObject, Scenario, ScenarioStep } from '../engine/scenario.ts';
import { operatorMissing } from '../clusters/operatorMissing.ts';

const namespace = operatorNamespace;
const minute = 60_000;

export const theSubscription: ScenarioObject = {
  resource: names.subscriptions,
  name: documentedSubscription.name,
  namespace,
};
export const theCsv: ScenarioObject = { resource: names.csvs, name: formatCsvName(defaultVersion), namespace };
export const theNamespace: ScenarioObject = { resource: names.namespaces, name: namespace };

/** Waits long enough for all changes that don't depend on anything else to finish. */
export const settle: ScenarioStep = { wait: 2 * minute };

/**
 * Creates the Subscription with a changed spec.
 * @param at the namespace, if it's not that of the operator
 */
export function subscribeWith(spec: Readonly<Record<string, unknown>>, at = namespace): ScenarioStep {
  const metadata = { name: documentedSubscription.name, namespace: at };
  const plain = {
    channel: documentedSubscription.channel,
    installPlanApproval: 'Automatic',
    name: documentedSubscription.package,
    source: documentedSubscription.source,
    sourceNamespace: documentedSubscription.sourceNamespace,
  };
  const object = {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'Subscription',
    metadata,
    spec: { ...plain, ...spec },
  };
  return { resource: names.subscriptions, create: object };
}

/**
 * Creates an OperatorGroup.
 * @param targetNamespaces an empty list selects all namespaces
 */
export function groupNamed(name: string, targetNamespaces: readonly string[], at = namespace): ScenarioStep {
  const spec = targetNamespaces.length === 0 ? {} : { targetNamespaces };
  return {
    resource: names.operatorGroups,
    create: { apiVersion: 'operators.coreos.com/v1', kind: 'OperatorGroup', metadata: { name, namespace: at }, spec },
  };
}

/** Waits until a condition of the Subscription has the given reason. */
export function untilSubscription(condition: string, reason: string): ScenarioStep {
  return { until: { ...theSubscription, path: `status.conditions.${condition}.reason`, is: reason } };
}

/** Waits until the CSV of the operator has the given reason. */
export function untilCsv(reason: string): ScenarioStep {
  return { until: { ...theCsv, path: 'status.reason', is: reason } };
}

/** Waits until an object is deleted. */
export function untilIsGone(what: ScenarioObject): ScenarioStep {
  return { until: { ...what, path: 'metadata.name', is: null } };
}

/** Deletes the Subscription and the CSV. The operator is no longer simulated after this. */
export const removeOperator: readonly ScenarioStep[] = [{ delete: theSubscription }, { delete: theCsv }, settle];

/** Creates the Subscription again. */
export const subscribeAgain: ScenarioStep = subscribe();

/** Creates a scenario on an empty cluster with two workers in which the installation fails. */
export function wrongInstall(
  name: string,
  summary: string,
  changes: Pick<Scenario, 'prelude' | 'steps'> & Partial<Pick<Scenario, 'behaviour' | 'objects' | 'user'>>,
): Scenario {
  return { ...operatorMissing, ...changes, name, summary };
}

/** Creates a ClusterRole and binds it to a user. */
export function grant(
  user: string,
  rules: readonly Readonly<Record<string, readonly string[]>>[],
): readonly ScenarioStep[] {
  const api = 'rbac.authorization.k8s.io';
  const metadata = { name: `${user}-role` };
  const role: ObjectToWrite = { apiVersion: `${api}/v1`, kind: 'ClusterRole', metadata, rules };
  const binding: ObjectToWrite = {
    apiVersion: `${api}/v1`,
    kind: 'ClusterRoleBinding',
    metadata,
    roleRef: { apiGroup: api, kind: 'ClusterRole', name: metadata.name },
    subjects: [{ apiGroup: api, kind: 'User', name: user }],
  };
  return [
    { resource: { group: api, plural: 'clusterroles' }, create: role },
    { resource: { group: api, plural: 'clusterrolebindings' }, create: binding },
  ];
}

/** Rule that allows read access to everything. */
export const mayRead = { apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list', 'watch'] };
/** All verbs that change objects. */
export const changing = ['create', 'update', 'patch', 'delete'];
