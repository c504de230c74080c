/** Cases about the objects that install the operator, and about RuntimeClasses and NodeFeatureDiscoveries. */
import {
  changed,
  kataConfig,
  manifestCase as of,
  nodeFeatures,
  operatorGroup,
  runtimeClass,
  subscription,
  type ManifestCase,
} from '../manifestCase.ts';

const inGroup = (line: string): string => `${operatorGroup}  ${line}\n`;
const inSubscription = (line: string): string => changed(subscription, 'spec:\n', `spec:\n  ${line}\n`);
const inClass = (from: string, to: string): string => changed(runtimeClass, from, to);
const inFeatures = (from: string, to: string): string => changed(nodeFeatures, from, to);

const rejectedBy = (component: string, one: ManifestCase): ManifestCase => ({ ...one, rejectedBy: component });

export const installationCases: readonly ManifestCase[] = [
  of('O2', 'OperatorGroup without a mistake', operatorGroup),
  of('O2', 'OperatorGroup, `spec.upgradeStrategy: Default`', inGroup('upgradeStrategy: Default')),
  of('O2', 'OperatorGroup, `spec.upgradestrategy`', inGroup('upgradestrategy: Default'), 'unknown-field error'),
  of('O2', 'OperatorGroup, `spec.channel`', inGroup('channel: stable'), 'unknown-field error'),
  of('O2', 'OperatorGroup, `x-notes: text`', `${operatorGroup}x-notes: text\n`, 'unknown-field error'),
  of(
    'O2',
    'OperatorGroup, text for `spec.targetNamespaces`',
    changed(operatorGroup, '\n    - ', ' '),
    'operatorgroup-targets error',
  ),
  of(
    'O2',
    'OperatorGroup, unknown field in `spec.selector`',
    inGroup('selector:\n    matchlabels: {}'),
    'unknown-field error',
  ),
  of('O3', 'Subscription without a mistake', subscription, 'operatorgroup-count info'),
  of(
    'O3',
    'Subscription, `channel: 1.12`',
    changed(subscription, 'channel: stable', 'channel: 1.12'),
    'operatorgroup-count info',
    'wrong-type error',
  ),
  of(
    'O3',
    'Subscription, `spec.chanel` besides `channel`',
    inSubscription('chanel: stable'),
    'operatorgroup-count info',
    'unknown-field error',
  ),
  of(
    'O3',
    'Subscription, `spec.packageName`',
    inSubscription('packageName: x'),
    'operatorgroup-count info',
    'unknown-field error',
  ),
  of(
    'O3',
    'Subscription, `channel` at the top level',
    `${subscription}channel: stable\n`,
    'operatorgroup-count info',
    'unknown-field error',
  ),
  of(
    'O3',
    'Subscription, `x-notes: text`',
    `${subscription}x-notes: text\n`,
    'operatorgroup-count info',
    'unknown-field error',
  ),
  of(
    'O3',
    'Subscription, `spec.config.env`',
    inSubscription('config: {env: [{name: A, value: b}]}'),
    'operatorgroup-count info',
  ),
  of(
    'O3',
    'Subscription, `spec.config.envs`',
    inSubscription('config: {envs: [{name: A, value: b}]}'),
    'operatorgroup-count info',
    'unknown-field error',
  ),
  of(
    'O3',
    'Subscription, `spec.startingCSV: [x]`',
    changed(subscription, 'startingCSV: ', 'startingCSV:\n    - '),
    'operatorgroup-count info',
    'wrong-type error',
  ),
  of('O8', 'RuntimeClass without a mistake', runtimeClass),
  of('O8', 'RuntimeClass without `handler`', inClass('handler: kata\n', ''), 'runtimeclass-fields error'),
  of('O8', 'RuntimeClass, `handler: ""`', inClass('handler: kata\n', 'handler: ""\n'), 'runtimeclass-fields error'),
  of(
    'O8',
    'RuntimeClass, `handler` below `spec`',
    inClass('handler: kata\n', 'spec:\n  handler: kata\n'),
    'unknown-field error',
  ),
  of(
    'O8',
    'RuntimeClass, `overhead.memory`',
    inClass('  podFixed:\n    memory: 350Mi\n    cpu: 250m\n', '  memory: 350Mi\n'),
    'unknown-field error',
  ),
  of(
    'O8',
    'RuntimeClass, `overhead.cpu`',
    inClass('  podFixed:\n    memory: 350Mi\n    cpu: 250m\n', '  cpu: 250m\n'),
    'unknown-field error',
  ),
  of(
    'O8',
    'RuntimeClass, `metadata.namespace`',
    inClass('metadata:\n', 'metadata:\n  namespace: default\n'),
    'runtimeclass-fields warning',
  ),
  of('O8', 'RuntimeClass, `handler: Kata`', inClass('handler: kata\n', 'handler: Kata\n'), 'runtimeclass-fields error'),
  of('O8', 'RuntimeClass, `handler: 1`', inClass('handler: kata\n', 'handler: 1\n'), 'wrong-type error'),
  of('O8', 'RuntimeClass, `x-notes: text`', `${runtimeClass}x-notes: text\n`, 'unknown-field error'),
  of(
    'O8',
    'KataConfig, `metadata.namespace`',
    changed(kataConfig, 'metadata:\n', 'metadata:\n  namespace: default\n'),
    'kataconfig-namespaced warning',
  ),
  of('D3', 'NodeFeatureDiscovery without a mistake', nodeFeatures),
  of(
    'D3',
    'NodeFeatureDiscovery, `configData` with a mapping',
    inFeatures('configData: |', 'configData:'),
    'wrong-type error',
  ),
  of('D5', 'NodeFeatureDiscovery, `servicePort: "12000"`', inFeatures('12000', '"12000"'), 'wrong-type error'),
  of(
    'D5',
    'NodeFeatureDiscovery, `spec.operand.imagePullPolicy: Always`',
    inFeatures('  operand:\n', '  operand:\n    imagePullPolicy: Always\n'),
  ),
  of(
    'D5',
    'NodeFeatureDiscovery, `spec.operand.imagePullPolicys`',
    inFeatures('  operand:\n', '  operand:\n    imagePullPolicys: Always\n'),
    'unknown-field error',
  ),
  rejectedBy(
    'OLM fails the ClusterServiceVersion.',
    of(
      'O2',
      'OperatorGroup with two `targetNamespaces`',
      `${operatorGroup}    - default\n`,
      'operatorgroup-targets error',
    ),
  ),
  rejectedBy(
    'The worker of Node Feature Discovery exits.',
    of(
      'D3',
      'NodeFeatureDiscovery, `configData` that is not YAML',
      inFeatures('sleepInterval: 60s', 'sleepInterval: [60s'),
      'nfd-config-data error',
    ),
  ),
  rejectedBy(
    'The API server rejects the daemon set of the operator.',
    of(
      'D5',
      'NodeFeatureDiscovery, `spec.operand.imagePullPolicy: Allways`',
      inFeatures('  operand:\n', '  operand:\n    imagePullPolicy: Allways\n'),
      'nfd-operand error',
    ),
  ),
];
