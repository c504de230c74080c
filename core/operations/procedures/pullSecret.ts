/** Creates a pull secret for peer pods in a namespace and links it to a service account. Source: OSC 1.12 §3.6. */
import * as l10n from '@vscode/l10n';
import { pullSecretForPeerPods } from '#core/product/docSections.ts';
import { isJsonObject, getList, getString } from '#core/common/json.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { pullSecretKey, pullSecretType } from '../changes/pullSecret.ts';
import { isApplied, type PlannedObject } from '../changes/plannedObject.ts';
import type { KubernetesManifest } from '../lookups/lookup.ts';
import { defineProcedure, type ProcedureStep } from '../procedure.ts';
import { getObservedObject, type ObservedCluster } from '../observedCluster.ts';
import { createStepWithDefaults } from '../steps/createStep.ts';

export interface PullSecretChoices {
  readonly namespace: string;
  /** Name such as `pull-secret`. */
  readonly name: string;
  /** Source for display, such as `the pull secret of the cluster`. */
  readonly from: string;
  /** True if the value is that of the pull secret of the cluster. */
  readonly isOfCluster: boolean;
  /** Base64 value of the only key. Never shown, logged, or written to runbooks. */
  readonly value: string;
  /** Metadata of the Secret when the plan was created. Undefined if it didn't exist. */
  readonly before?: KubernetesManifest;
  /** Service account to link. If undefined, pods reference the Secret themselves. */
  readonly serviceAccount?: string;
}

export function createPullSecretReference({
  namespace,
  name,
}: Pick<PullSecretChoices, 'namespace' | 'name'>): ObjectReference {
  return { group: '', version: 'v1', plural: 'secrets', kind: 'Secret', name, namespace };
}

function accountReference(namespace: string, name: string): ObjectReference {
  return { group: '', version: 'v1', plural: 'serviceaccounts', kind: 'ServiceAccount', name, namespace };
}

export const pullSecretProcedure = defineProcedure<PullSecretChoices>({
  id: 'pullSecret',
  title: () => l10n.t`Create a pull secret`,
  label: () =>
    l10n.t({
      message: 'Secret',
      args: [],
      comment: [
        'A noun: the short name of an operation that sets a pull secret or the credentials of peer pods, in the Clusters view. Keep it short.',
      ],
    }),
  docs: pullSecretForPeerPods,
  facts: [],
  objects: (choices) => [
    createPullSecretReference(choices),
    ...(choices.serviceAccount === undefined ? [] : [accountReference(choices.namespace, choices.serviceAccount)]),
  ],
  asks: 'once',
  steps(situation, choices) {
    const secret = secretStep(situation, choices);
    return choices.serviceAccount === undefined
      ? [secret]
      : [secret, linkStep(situation, choices, choices.serviceAccount, secret.state === 'done')];
  },
});

/** Returns the object to send. */
function pullSecretManifest({ namespace, name, value }: PullSecretChoices): KubernetesManifest {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace },
    type: pullSecretType,
    data: { [pullSecretKey]: value },
  };
}

function secretStep(situation: ObservedCluster, choices: PullSecretChoices): ProcedureStep {
  const { namespace, name, from, isOfCluster, before } = choices;
  const target = createPullSecretReference(choices);
  const object = pullSecretManifest(choices);
  const planned: PlannedObject = { reference: target, object, ...(before === undefined ? {} : { before }) };
  const seen = getObservedObject(situation, target);
  const base = {
    id: 'secret',
    title:
      before === undefined
        ? l10n.t`Create Secret ${name} in ${namespace}`
        : l10n.t`Replace Secret ${name} in ${namespace}`,
    docs: pullSecretForPeerPods,
    changes: [{ how: 'apply', target, object, logins: isOfCluster ? 'cluster' : 'given' } as const],
    until: [{ object: target, is: 'present', minutes: 1 }],
    gate: {
      question:
        before === undefined
          ? l10n.t`Create Secret ${name} in ${namespace} on ${situation.context}?`
          : l10n.t`Replace Secret ${name} in ${namespace} on ${situation.context}?`,
      consequences: [
        l10n.t`The Secret contains ${from}. Anyone who can read Secrets or run pods in ${namespace} can use it to log in to those registries.`,
        ...(before === undefined ? [] : [l10n.t`The current contents of the Secret are lost.`]),
        ...(choices.serviceAccount === undefined
          ? []
          : [l10n.t`All pods with service account ${choices.serviceAccount} then use the Secret to pull images.`]),
      ],
    },
    inRunbook: textInRunbook(choices, situation.context),
  };
  if (seen.kind === 'unknown')
    return createStepWithDefaults({
      ...base,
      state: 'unknown',
      headline: l10n.t`Can't read the object`,
      meaning: seen.problem.message,
    });
  if (isApplied(planned, seen.value))
    return createStepWithDefaults({ ...base, state: 'done', headline: l10n.t`Exists (type ${pullSecretType})` });
  if (before === undefined && seen.value !== undefined) {
    return createStepWithDefaults({
      ...base,
      state: 'blocked',
      headline: l10n.t`Already exists`,
      meaning: l10n.t`Another client created the object after you confirmed the plan.`,
      todo: l10n.t`Run the command again to review the change.`,
    });
  }
  return createStepWithDefaults({ ...base, state: 'ready', headline: from });
}

/** Returns the text for a runbook, which adds the registry logins to those in the Secret. Runbooks are in English. */
function textInRunbook(
  { namespace, name, isOfCluster, serviceAccount }: PullSecretChoices,
  context: string,
): NonNullable<ProcedureStep['inRunbook']> {
  const logins = isOfCluster ? 'the registry logins of the cluster pull secret' : 'the registry logins';
  return {
    title: `Add ${logins} to Secret ${name} in ${namespace}`,
    gate: {
      question: `Add ${logins} to Secret ${name} in ${namespace} on ${context}?`,
      consequences: [
        `Anyone who can read Secrets or run pods in ${namespace} can use the Secret to log in to those registries.`,
        'If the Secret already exists, its logins for other registries are kept.',
        ...(serviceAccount === undefined
          ? []
          : [`All pods with service account ${serviceAccount} then use the Secret to pull images.`]),
      ],
    },
  };
}

function linkStep(
  situation: ObservedCluster,
  { namespace, name }: PullSecretChoices,
  account: string,
  first: boolean,
): ProcedureStep {
  const target = accountReference(namespace, account);
  const seen = getObservedObject(situation, target);
  const base = {
    id: 'link',
    title: l10n.t`Link the Secret to service account ${account}`,
    docs: pullSecretForPeerPods,
    until: [{ object: target, jsonpath: `{.imagePullSecrets[?(@.name=="${name}")].name}`, is: name, minutes: 1 }],
  };
  if (seen.kind === 'unknown')
    return createStepWithDefaults({
      ...base,
      state: 'unknown',
      headline: l10n.t`Can't read the object`,
      meaning: seen.problem.message,
    });
  if (seen.value === undefined) {
    return createStepWithDefaults({
      ...base,
      state: 'blocked',
      headline: l10n.t`Service account doesn't exist`,
      todo: l10n.t`To create the service account, run \`oc create serviceaccount ${account} -n ${namespace}\`.`,
    });
  }
  const linked = getList(seen.value, 'imagePullSecrets').filter(isJsonObject);
  if (linked.some((one) => getString(one, 'name') === name))
    return createStepWithDefaults({ ...base, state: 'done', headline: l10n.t`Linked` });
  const resourceVersion = getString(seen.value, 'metadata', 'resourceVersion');
  // The patch replaces the whole list, so it must apply only to the version that was read.
  const patch = { imagePullSecrets: [...linked, { name }] };
  return createStepWithDefaults({
    ...base,
    state: first ? 'ready' : 'later',
    headline: first ? l10n.t`Not linked yet` : l10n.t`Not started`,
    changes: [
      {
        how: 'merge',
        target,
        patch,
        strategic: { imagePullSecrets: [{ name }] },
        ...(resourceVersion === undefined ? {} : { resourceVersion }),
      },
    ],
  });
}
