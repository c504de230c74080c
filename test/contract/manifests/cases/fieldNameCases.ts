/** Cases about slips in the keys that hold an object together. */
import {
  featureGates,
  kataConfig,
  manifestCase as of,
  namespace,
  nodeFeatures,
  operatorGroup,
  peerPodsConfigMap,
  peerPodsSecret,
  pod,
  renamed,
  runtimeClass,
  subscription,
  type ManifestCase,
} from '../manifestCase.ts';

type Slip = readonly [kind: string, manifest: string, right: string, wrong: string];

const withKey = (row: string, [kind, manifest, right, wrong]: Slip, findings: readonly string[]): ManifestCase =>
  of(row, `${kind}, \`${wrong}\` for \`${right}\``, renamed(manifest, right, wrong), ...findings);
const slip = (one: Slip, ...findings: readonly string[]): ManifestCase => withKey('N9', one, findings);
/** A slip after which the object has no kind or no version. */
const slipInHead = (one: Slip, ...findings: readonly string[]): ManifestCase => ({
  ...withKey('N9', one, findings),
  meant: one[1],
});

export const fieldNameCases: readonly ManifestCase[] = [
  slipInHead(['peer-pods-cm', peerPodsConfigMap, 'apiVersion', 'apiVerison'], 'data-shape error'),
  slipInHead(['KataConfig', kataConfig, 'apiVersion', 'apiversion'], 'kataconfig-unknown-field error'),
  slipInHead(['peer-pods-cm', peerPodsConfigMap, 'kind', 'knid'], 'data-shape error'),
  slipInHead(['KataConfig', kataConfig, 'kind', 'Kind'], 'kataconfig-unknown-field error'),
  slip(['osc-feature-gates', featureGates, 'metadata', 'metdata'], 'data-shape error'),
  slip(['Pod', pod, 'metadata', 'metadta'], 'unknown-field error'),
  slip(['KataConfig', kataConfig, 'metadata', 'metadatas'], 'kataconfig-unknown-field error'),
  slip(['osc-feature-gates', featureGates, 'name', 'nmae'], 'unknown-field error'),
  slip(['Pod', pod, 'name', 'names'], 'unknown-field error'),
  slip(['peer-pods-cm', peerPodsConfigMap, 'namespace', 'namepace'], 'unknown-field error'),
  slip(['OperatorGroup', operatorGroup, 'namespace', 'namspace'], 'unknown-field error'),
  slip(['Pod', pod, 'annotations', 'annottions'], 'unknown-field error'),
  slip(['Namespace', namespace, 'labels', 'lables'], 'unknown-field error'),
  slip(['KataConfig', kataConfig, 'spec', 'sepc'], 'kataconfig-unknown-field error'),
  slip(['Pod', pod, 'spec', 'specs'], 'unknown-field error'),
  slip(['Subscription', subscription, 'spec', 'psec'], 'unknown-field error'),
  slip(['OperatorGroup', operatorGroup, 'spec', 'spce'], 'unknown-field error'),
  slip(['peer-pods-cm', peerPodsConfigMap, 'data', 'datas'], 'data-shape error'),
  slip(['peer-pods-secret', peerPodsSecret, 'stringData', 'stringDat'], 'data-shape error'),
  slip(['peer-pods-secret', peerPodsSecret, 'type', 'tpye'], 'data-shape error'),
  slip(['Subscription', subscription, 'channel', 'chanel'], 'operatorgroup-count info', 'unknown-field error'),
  slip(
    ['Subscription', subscription, 'installPlanApproval', 'instalPlanApproval'],
    'operatorgroup-count info',
    'unknown-field error',
  ),
  slip(['Subscription', subscription, 'startingCSV', 'startingCsv'], 'operatorgroup-count info', 'unknown-field error'),
  slip(
    ['Subscription', subscription, 'sourceNamespace', 'sourceNamepace'],
    'operatorgroup-count info',
    'unknown-field error',
  ),
  slip(['OperatorGroup', operatorGroup, 'targetNamespaces', 'targetNamespace'], 'operatorgroup-targets error'),
  slip(['RuntimeClass', runtimeClass, 'handler', 'handlr'], 'unknown-field error'),
  slip(['RuntimeClass', runtimeClass, 'overhead', 'overhed'], 'unknown-field error'),
  slip(['RuntimeClass', runtimeClass, 'podFixed', 'podFixd'], 'unknown-field error'),
  slip(['RuntimeClass', runtimeClass, 'scheduling', 'schedulng'], 'unknown-field error'),
  slip(['NodeFeatureDiscovery', nodeFeatures, 'workerConfig', 'workerConfg'], 'unknown-field error'),
  withKey('D3', ['NodeFeatureDiscovery', nodeFeatures, 'configData', 'configdata'], ['unknown-field error']),
  slip(['NodeFeatureDiscovery', nodeFeatures, 'operand', 'operands'], 'unknown-field error'),
];
