/** What scenarios that go wrong are made of, as data. */
import { operatorNamespace, documentedSubscription } from '#core/product/namespaces.ts';
import * as names from '#simulator/controllers/framework/resourceNames.ts';
import { formatCsvName, versions } from '#simulator/controllers/olm/bundle.ts';
import type { ObjectToWrite } from '#simulator/store/kubeObject.ts';
import { subscribe } from '../engine/commonSteps.ts';
import type { ScenarioObject, Scenario, ScenarioStep } from '../engine/scenario.ts';
import { operatorMissing } from '../clusters/operatorMissing.ts';

const namespace = operatorNamespace;
const [newest] = versions;
const minute = 60_000;

export const theSubscription: ScenarioObject = {
  resource: names.subscriptions,
  name: documentedSubscription.name,
  namespace,
};
export const theCsv: ScenarioObject = { resource: names.csvs, name: formatCsvName(newest), namespace };
export const theNamespace: ScenarioObject = { resource: names.namespaces, name: namespace };

/** Long enough for everything that does not wait for something. */
export const settle: ScenarioStep = { wait: 2 * minute };

/** The Subscription, with something else in it. @param at where it is, when it is not where it belongs */
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

/** An OperatorGroup. @param targetNamespaces none: all namespaces */
export function groupNamed(name: string, targetNamespaces: readonly string[], at = namespace): ScenarioStep {
  const spec = targetNamespaces.length === 0 ? {} : { targetNamespaces };
  return {
    resource: names.operatorGroups,
    create: { apiVersion: 'operators.coreos.com/v1', kind: 'OperatorGroup', metadata: { name, namespace: at }, spec },
  };
}

/** What the Subscription says of a condition. */
export function untilSubscription(condition: string, reason: string): ScenarioStep {
  return { until: { ...theSubscription, path: `status.conditions.${condition}.reason`, is: reason } };
}

/** How the operator's release is. */
export function untilCsv(reason: string): ScenarioStep {
  return { until: { ...theCsv, path: 'status.reason', is: reason } };
}

/** That something is gone. */
export function untilIsGone(what: ScenarioObject): ScenarioStep {
  return { until: { ...what, path: 'metadata.name', is: null } };
}

/** The Subscription and the release are deleted: nobody plays the operator any more. */
export const removeOperator: readonly ScenarioStep[] = [{ delete: theSubscription }, { delete: theCsv }, settle];

/** The Subscription again, and nothing else. */
export const subscribeAgain: ScenarioStep = subscribe();

/** A scenario on two workers without anything, in which the install goes wrong. */
export function wrongInstall(
  name: string,
  summary: string,
  changes: Pick<Scenario, 'prelude' | 'steps'> & Partial<Pick<Scenario, 'behaviour' | 'objects' | 'user'>>,
): Scenario {
  return { ...operatorMissing, ...changes, name, summary };
}

/** A role for the whole cluster, and that somebody has it. */
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

/** Who may look at everything. */
export const mayRead = { apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list', 'watch'] };
/** All that changes things. */
export const changing = ['create', 'update', 'patch', 'delete'];
