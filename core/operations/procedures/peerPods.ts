/** The ConfigMap and the Secret of peer pods, made or changed. Sources: OSC 1.12 §3.2; domain/02-peer-pods.md 2.1, 2.7. */
import * as l10n from '@vscode/l10n';
import { creatingPeerPodsConfigMap } from '#core/product/docSections.ts';
import { credentialsSetAnnotation } from '#core/cluster/resources/secret.ts';
import { timestampOf } from '#core/common/time.ts';
import { itemNamed } from '#core/status/snapshotIndex.ts';
import { operatorNamespace, peerPodsConfigMapName } from '#core/product/namespaces.ts';
import { peerPodsSecretName } from '#core/peerPods/keys/secretKeys.ts';
import { restartStep, settingsStep } from '../steps/peerPods/settingsSteps.ts';
import { defineProcedure, type Step } from '../procedure.ts';
import { liveReference } from '../changes/references.ts';
import { knownFact, type Situation } from '../observedCluster.ts';
import { oneAfterAnother, plainStep } from '../steps/createStep.ts';
import { isSettled, unseen } from '../steps/stepStatus.ts';

export interface PeerPodsChoices {
  /** Keys of peer-pods-cm; others that it has stay. */
  readonly settings: Readonly<Record<string, string>>;
  /** Credentials for peer-pods-secret. Undefined: what is there stays, or somebody else makes it. */
  readonly credentials?: Credentials;
}

export interface Credentials {
  readonly values: Readonly<Record<string, string>>;
  /** When somebody gave them, in whole seconds of milliseconds since 1970: by it the cluster shows that they are set, without anybody looking at them. */
  readonly given: number;
}

const docs = creatingPeerPodsConfigMap;

export const peerPodsProcedure = defineProcedure<PeerPodsChoices>({
  id: 'peerPods',
  title: l10n.t`Configure peer pods`,
  label: l10n.t({ message: 'Setup', args: [], comment: ['The label of a row in a narrow tree: peer pods are being configured. As short as possible.'] }),
  docs,
  facts: ['operatorNamespace', 'adaptorPods'],
  asks: 'once',
  steps: (situation, { settings, credentials }) => {
    const missing = namespaceMissing(situation);
    if (missing !== undefined) return [missing];
    const question =
      credentials === undefined
        ? l10n.t`Write ${peerPodsConfigMapName} on ${situation.context}?`
        : l10n.t`Write ${peerPodsConfigMapName} and ${peerPodsSecretName} on ${situation.context}?`;
    const gate = { question, consequences: consequences(situation, credentials) };
    return oneAfterAnother([
      settingsStep(situation, peerPodsConfigMapName, settings, { id: 'config-map', title: l10n.t`Write ${peerPodsConfigMapName}`, docs, create: true, gate }),
      ...(credentials === undefined ? [] : [secretStep(situation, credentials)]),
      restartStep(situation),
    ]);
  },
});

/** Writes the credentials alone: the settings are there, and stay. */
export const peerPodsCredentialsProcedure = defineProcedure<Credentials>({
  id: 'peerPodsCredentials',
  title: l10n.t`Set the credentials of peer pods`,
  label: l10n.t({
    message: 'Secret',
    args: [],
    comment: ['The label of a row in a narrow tree: a pull secret or the credentials of peer pods are being set. As short as possible.'],
  }),
  docs,
  facts: ['operatorNamespace', 'adaptorPods'],
  asks: 'once',
  steps: (situation, credentials) => {
    const missing = namespaceMissing(situation);
    if (missing !== undefined) return [missing];
    const gate = { question: l10n.t`Write ${peerPodsSecretName} on ${situation.context}?`, consequences: lostCredentials(situation) };
    return oneAfterAnother([{ ...secretStep(situation, credentials), gate }, restartStep(situation)]);
  },
});

function namespaceMissing(situation: Situation): Step | undefined {
  const namespace = knownFact(situation, 'operatorNamespace');
  if (namespace === undefined || namespace.found !== undefined) return undefined;
  return plainStep({
    id: 'namespace',
    title: l10n.t`Check the namespace`,
    state: 'blocked',
    headline: l10n.t`there is no ${operatorNamespace}`,
    meaning: l10n.t`The settings of peer pods are in the namespace of the operator.`,
    todo: l10n.t`Install the operator first.`,
  });
}

function consequences(situation: Situation, credentials: Credentials | undefined): readonly string[] {
  const isThere = itemNamed(situation.snapshot, 'configMaps', peerPodsConfigMapName) !== undefined;
  return [
    isThere
      ? l10n.t`Keys that you changed get their new values; the others stay.`
      : l10n.t`No node reboots for it, and nothing runs before a KataConfig has enablePeerPods: true.`,
    ...(credentials === undefined ? [] : lostCredentials(situation)),
  ];
}

function lostCredentials({ snapshot }: Situation): readonly string[] {
  const replaces = itemNamed(snapshot, 'secrets', peerPodsSecretName) !== undefined;
  return replaces ? [l10n.t`Credentials in ${peerPodsSecretName} are replaced: their old values are lost.`] : [];
}

function secretStep({ snapshot }: Situation, { values, given }: Credentials): Step {
  const target = liveReference('secrets', peerPodsSecretName);
  const found = itemNamed(snapshot, 'secrets', peerPodsSecretName);
  const annotations = { [credentialsSetAnnotation]: timestampOf(given) };
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
    title: l10n.t`Write ${peerPodsSecretName}`,
    docs,
    // Names alone.
    evidence: [l10n.t`Keys: ${Object.keys(values).join(', ')}`],
    changes: [found === undefined ? ({ how: 'apply', target, object } as const) : ({ how: 'merge', target, patch: content } as const)],
    until: [{ object: target, jsonpath: `{.metadata.annotations.${credentialsSetAnnotation}}`, is: timestampOf(given), minutes: 1 }],
  };
  if (!isSettled(snapshot, 'secrets')) return plainStep({ ...step, ...unseen(snapshot, 'secrets') });
  if (found?.credentialsSet !== undefined && found.credentialsSet >= Math.floor(given / 1000) * 1000)
    return plainStep({ ...step, state: 'done', headline: l10n.t`is set` });
  return plainStep({ ...step, state: 'ready', headline: found === undefined ? l10n.t`to be made` : l10n.t`to be changed` });
}
