/**
 * Creates or changes the ConfigMap and the Secret of peer pods. Sources: OSC 1.12 §3.2; domain/02-peer-pods.md 2.1,
 * 2.7.
 */
import * as l10n from '@vscode/l10n';
import { creatingPeerPodsConfigMap } from '#core/product/docSections.ts';
import { credentialsSetAnnotation } from '#core/cluster/watchedKinds/secret.ts';
import { formatTimestamp } from '#core/common/time.ts';
import { findItem } from '#core/status/snapshotIndex.ts';
import { operatorNamespace, peerPodsConfigMapName, peerPodsSecretName } from '#core/product/namespaces.ts';
import { restartStep, settingsStep } from '../steps/peerPods/settingsSteps.ts';
import { defineProcedure, type ProcedureStep } from '../procedure.ts';
import { createWatchedReference } from '../changes/references.ts';
import { getLookupValue, type ObservedCluster } from '../observedCluster.ts';
import { sequenceStepsStrictly, createStepWithDefaults } from '../steps/createStep.ts';
import { isListKnown, describeUnreadableKind } from '../steps/stepStatus.ts';

export interface PeerPodsChoices {
  /** Keys of peer-pods-cm. Other existing keys don't change. */
  readonly settings: Readonly<Record<string, string>>;
  /** Credentials for peer-pods-secret. If undefined, the existing Secret doesn't change, or another user creates it. */
  readonly credentials?: CloudCredentials;
}

export interface CloudCredentials {
  readonly values: Readonly<Record<string, string>>;
  /**
   * Time at which the user entered the credentials, in milliseconds since 1970, rounded to whole seconds. An annotation
   * with this time shows that the credentials are set, without reading them.
   */
  readonly given: number;
}

const docs = creatingPeerPodsConfigMap;

export const peerPodsProcedure = defineProcedure<PeerPodsChoices>({
  id: 'peerPods',
  title: () => l10n.t`Configure peer pods`,
  label: () =>
    l10n.t({
      message: 'Setup',
      args: [],
      comment: [
        'A noun: the short name of the operation that configures peer pods, in the Clusters view. Keep it short.',
      ],
    }),
  docs,
  facts: ['operatorNamespace', 'adaptorPods'],
  asks: 'once',
  steps: (situation, { settings, credentials }) => {
    const missing = namespaceMissing(situation);
    if (missing !== undefined) return [missing];
    const question =
      credentials === undefined
        ? l10n.t`Apply ${peerPodsConfigMapName} to ${situation.context}?`
        : l10n.t`Apply ${peerPodsConfigMapName} and ${peerPodsSecretName} to ${situation.context}?`;
    const gate = { question, consequences: consequences(situation, credentials) };
    return sequenceStepsStrictly([
      settingsStep(situation, peerPodsConfigMapName, settings, {
        id: 'config-map',
        title: l10n.t`Apply ${peerPodsConfigMapName}`,
        docs,
        create: true,
        gate,
      }),
      ...(credentials === undefined ? [] : [secretStep(situation, credentials)]),
      restartStep(situation),
    ]);
  },
});

/** Writes only the credentials. Existing settings don't change. */
export const peerPodsCredentialsProcedure = defineProcedure<CloudCredentials>({
  id: 'peerPodsCredentials',
  title: () => l10n.t`Set peer pod credentials`,
  label: () =>
    l10n.t({
      message: 'Secret',
      args: [],
      comment: [
        'A noun: the short name of an operation that sets a pull secret or the credentials of peer pods, in the Clusters view. Keep it short.',
      ],
    }),
  docs,
  facts: ['operatorNamespace', 'adaptorPods'],
  asks: 'once',
  steps: (situation, credentials) => {
    const missing = namespaceMissing(situation);
    if (missing !== undefined) return [missing];
    const gate = {
      question: l10n.t`Apply ${peerPodsSecretName} to ${situation.context}?`,
      consequences: lostCredentials(situation),
    };
    return sequenceStepsStrictly([{ ...secretStep(situation, credentials), gate }, restartStep(situation)]);
  },
});

function namespaceMissing(situation: ObservedCluster): ProcedureStep | undefined {
  const namespace = getLookupValue(situation, 'operatorNamespace');
  if (namespace === undefined || namespace.found !== undefined) return undefined;
  return createStepWithDefaults({
    id: 'namespace',
    title: l10n.t`Check the namespace`,
    state: 'blocked',
    headline: l10n.t`${operatorNamespace} doesn't exist`,
    meaning: l10n.t`The peer pods settings belong in the operator namespace.`,
    todo: l10n.t`Install the operator first.`,
  });
}

function consequences(situation: ObservedCluster, credentials: CloudCredentials | undefined): readonly string[] {
  const isThere = findItem(situation.snapshot, 'configMaps', peerPodsConfigMapName) !== undefined;
  return [
    isThere
      ? l10n.t`The keys that you changed get new values. Other keys don't change.`
      : l10n.t`No nodes reboot. Peer pods don't run until a KataConfig sets enablePeerPods: true.`,
    ...(credentials === undefined ? [] : lostCredentials(situation)),
  ];
}

function lostCredentials({ snapshot }: ObservedCluster): readonly string[] {
  const replaces = findItem(snapshot, 'secrets', peerPodsSecretName) !== undefined;
  return replaces ? [l10n.t`The credentials in ${peerPodsSecretName} are replaced. The old values are lost.`] : [];
}

function secretStep({ snapshot }: ObservedCluster, { values, given }: CloudCredentials): ProcedureStep {
  const target = createWatchedReference('secrets', peerPodsSecretName);
  const found = findItem(snapshot, 'secrets', peerPodsSecretName);
  const annotations = { [credentialsSetAnnotation]: formatTimestamp(given) };
  const content = { metadata: { annotations }, stringData: values };
  const object = {
    apiVersion: 'v1',
    kind: 'Secret',
    type: 'Opaque',
    ...content,
    metadata: { name: peerPodsSecretName, namespace: operatorNamespace, annotations },
  };
  const step = {
    id: 'secret',
    title: l10n.t`Apply ${peerPodsSecretName}`,
    docs,
    // Contains only names, no values.
    evidence: [l10n.t`Keys: ${Object.keys(values).join(', ')}`],
    changes: [
      found === undefined
        ? ({ how: 'apply', target, object } as const)
        : ({ how: 'merge', target, patch: content } as const),
    ],
    until: [
      {
        object: target,
        jsonpath: `{.metadata.annotations.${credentialsSetAnnotation}}`,
        is: formatTimestamp(given),
        minutes: 1,
      },
    ],
  };
  if (!isListKnown(snapshot, 'secrets'))
    return createStepWithDefaults({ ...step, ...describeUnreadableKind(snapshot, 'secrets') });
  if (found?.credentialsSet !== undefined && found.credentialsSet >= Math.floor(given / 1000) * 1000)
    return createStepWithDefaults({ ...step, state: 'done', headline: l10n.t`Already set` });
  return createStepWithDefaults({
    ...step,
    state: 'ready',
    headline: found === undefined ? l10n.t`Not created yet` : l10n.t`Change pending`,
  });
}
