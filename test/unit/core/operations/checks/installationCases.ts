/** Defines the cases of the preflight checks of the installation by OLM, and of the creation of a KataConfig. */
import type { KataConfigAdmission } from '#core/operations/lookups/kata/kataConfigAdmission.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { object, readAt, type Raw } from '#test/support/cluster/clusterObjects.ts';
import { csv, situationOf, without } from '#test/support/operations/situations.ts';
import { type Case, group, namespace } from './checkSituations.ts';

const release = 'sandboxed-containers-operator.v1.12.0';
const older = 'sandboxed-containers-operator.v1.11.0';
const silent = 'failed calling webhook "vkataconfig.kb.io": failed to call webhook: Post "https://x": ';

/** A Subscription with these conditions, and fields of its status. */
function requested(conditions: Readonly<Record<string, string>>, status: Raw = {}): Raw {
  return object('ours', {
    spec: {
      name: 'sandboxed-containers-operator',
      channel: 'stable',
      source: 'redhat-operators',
    },
    status: {
      conditions: Object.entries(conditions).map(([type, message]) => ({
        type,
        status: 'True',
        reason: type === 'InstallPlanPending' ? 'RequiresApproval' : 'X',
        message,
      })),
      ...status,
    },
  });
}

function installed(subscription: Raw, ...releases: readonly Raw[]): ObservedCluster {
  return situationOf({
    operatorGroups: [group('g', [namespace])],
    subscriptions: [subscription],
    clusterServiceVersions: releases,
  });
}

function plan(phase: string, message = ''): Raw {
  return object('install-1', {
    spec: {
      clusterServiceVersionNames: [release],
      approved: phase !== 'RequiresApproval',
    },
    status: {
      phase,
      conditions: [{ type: 'Installed', status: 'False', reason: 'X', message }],
    },
  });
}

/** A CSV that has been waiting for its requirements for this time. */
function pending(minutes: number, message: string, minKubeVersion?: string): Raw {
  return object(release, {
    spec: { version: '1.12.0', minKubeVersion },
    status: {
      phase: 'Pending',
      reason: 'RequirementsNotMet',
      lastTransitionTime: new Date(readAt - minutes * 60_000).toISOString(),
      requirementStatus: [
        {
          kind: 'ClusterServiceVersion',
          name: release,
          status: 'NotPresent',
          message,
        },
      ],
    },
  });
}

const tooOld = 'CSV version requirement not met: minKubeVersion (1.36.0) > server version (1.34.1)';
const waiting = requested({}, { currentCSV: release, installedCSV: release });

/** The situation after OLM has started to install a CSV that requires Kubernetes 1.36. */
export const clusterTooOld = installed(waiting, pending(1, tooOld, '1.36.0'));

/** The situation with this response to a KataConfig. */
function answered(
  outcome: KataConfigAdmission['outcome'],
  message: string,
  phase = 'Succeeded',
  deployment?: Raw,
): ObservedCluster {
  return situationOf(
    {
      clusterServiceVersions: [csv(phase)],
      deployments: deployment === undefined ? [] : [deployment],
    },
    { kataConfigAdmission: { outcome, message } },
  );
}

function manager(replicas: number, availableReplicas: number): Raw {
  return object('controller-manager', {
    spec: { replicas },
    status: { availableReplicas },
  });
}

const noEndpoints = `${silent}no endpoints available for service "controller-manager-service"`;

/** The cases of each check, by its ID. */
export const installationCases: Readonly<Record<string, readonly Case[]>> = {
  installation: [
    ["the operator isn't installed", situationOf(), 'pass', /^Not installed$/],
    ['the cluster has no OLM', without(situationOf(), 'subscriptions', 'clusterServiceVersions'), 'pass', /./],
    [
      'the operator is installed',
      installed(requested({}, { currentCSV: release, installedCSV: release }), csv()),
      'pass',
      /^OSC 1\.12\.0$/,
    ],
    [
      'OLM finds no matching version',
      installed(requested({ ResolutionFailed: 'no operators found in package x' })),
      'fail',
      /^No matching version$/,
    ],
    [
      "OLM can't unpack the bundle",
      installed(
        requested({
          BundleUnpackFailed: 'Job was active longer than specified deadline',
        }),
      ),
      'fail',
      /^Bundle unpacking failed$/,
    ],
    [
      'the InstallPlan failed',
      situationOf({
        operatorGroups: [group('g', [namespace])],
        subscriptions: [requested({ InstallPlanFailed: 'error creating x' })],
        installPlans: [plan('Failed', 'error creating x')],
      }),
      'fail',
      /^Failed$/,
    ],
    ['the CSV failed', installed(waiting, csv('Failed')), 'fail', /OSC 1\.12\.0: failed/],
    ['the cluster is too old for the CSV', clusterTooOld, 'fail', /cluster version too old/],
    [
      'a requirement of the CSV has been missing for 10 minutes',
      installed(waiting, pending(10, 'CRD is not present')),
      'fail',
      /requirements not met/,
    ],
    [
      'a requirement of the CSV is missing for a moment',
      installed(waiting, pending(1, 'CRD is not present')),
      'info',
      /^In progress: OSC 1\.12\.0: requirements not met$/,
    ],
    [
      'OLM is installing',
      installed(waiting, csv('Installing')),
      'info',
      /^In progress: OSC 1\.12\.0: being installed$/,
    ],
    ['OLM is looking for a version', installed(requested({})), 'info', /^In progress: Waiting for OLM$/],
    [
      'the installation is waiting for approval',
      situationOf({
        operatorGroups: [group('g', [namespace])],
        subscriptions: [requested({ InstallPlanPending: '' }, { currentCSV: release })],
        installPlans: [plan('RequiresApproval')],
      }),
      'warn',
      /^Waiting for approval$/,
    ],
    [
      'an update is waiting for approval',
      situationOf({
        operatorGroups: [group('g', [namespace])],
        subscriptions: [requested({ InstallPlanPending: '' }, { currentCSV: release, installedCSV: older })],
        installPlans: [plan('RequiresApproval')],
        clusterServiceVersions: [csv('Succeeded', '1.11.0')],
      }),
      'info',
      /Waiting for approval$/,
    ],
    [
      'OLM repairs an unhealthy operator',
      installed(
        waiting,
        object(release, {
          spec: { version: '1.12.0' },
          status: { phase: 'Failed', reason: 'ComponentUnhealthy' },
        }),
      ),
      'warn',
      /unhealthy/,
    ],
    ['the CSV has an unknown phase', installed(waiting, csv('Dreaming')), 'unknown', /Dreaming/],
  ],
  'kataconfig-admission': [
    ['the API server accepts a KataConfig', answered('accepted', ''), 'pass', /^Accepted$/],
    [
      'a KataConfig exists',
      answered('exists', 'A KataConfig instance already exists, refusing to create a duplicate'),
      'pass',
      /^A KataConfig exists$/,
    ],
    ["the CRD doesn't exist", situationOf(), 'none', /isn't installed yet/],
    ['the user may not create one', answered('notAllowed', ''), 'unknown', /Can't be read/],
    ['the webhook times out', answered('unanswered', `${silent}deadline exceeded`), 'fail', /doesn't respond/],
    ['the operator is scaled to 0', answered('unanswered', noEndpoints, 'Succeeded', manager(0, 0)), 'fail', /./],
    ['the operator pod is starting', answered('unanswered', noEndpoints, 'Succeeded', manager(1, 0)), 'warn', /./],
    ['the webhook has no endpoints', answered('unanswered', noEndpoints, 'Succeeded', manager(1, 1)), 'fail', /./],
    ['OLM is installing', answered('unanswered', noEndpoints, 'Installing'), 'none', /isn't installed yet/],
    ['a policy rejects a KataConfig', answered('rejected', 'admission webhook "x" denied it'), 'warn', /Rejected/],
  ],
};
