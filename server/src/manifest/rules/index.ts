/**
 * Lists all manifest rules except those for embedded content (embedded/). To add one, create a file and list it here.
 */
import kataConfigApiVersion from './kataConfig/apiVersion.ts';
import kataConfigKind from './kataConfig/kind.ts';
import kataConfigLogLevel from './kataConfig/logLevel.ts';
import kataConfigLogLevelDebug from './kataConfig/logLevelDebug.ts';
import kataConfigNamespaced from './kataConfig/namespaced.ts';
import kataConfigNfdPeerPods from './kataConfig/nfdPeerPods.ts';
import kataConfigPeerPodsMissingConfigMap from './kataConfig/peerPodsMissingConfigMap.ts';
import kataConfigReboot from './kataConfig/reboot.ts';
import kataConfigSelectorInvalid from './kataConfig/selectorInvalid.ts';
import kataConfigSelectorKataOc from './kataConfig/selectorKataOc.ts';
import kataConfigSelectorNoNodes from './kataConfig/selectorNoNodes.ts';
import kataConfigSelectorNodeSelector from './kataConfig/selectorNodeSelector.ts';
import kataConfigSingleton from './kataConfig/singleton.ts';
import kataConfigUnknownField from './kataConfig/unknownField.ts';
import { installationRules } from './operator/index.ts';
import dataShape from './allKinds/dataShape.ts';
import envFileLine from './allKinds/envFileLine.ts';
import metadataInvalid from './allKinds/metadataInvalid.ts';
import missingField from './allKinds/missingField.ts';
import noSuchKind from './allKinds/noSuchKind.ts';
import placeholder from './allKinds/placeholderLeftIn.ts';
import releaseNotOfCluster from './allKinds/releaseNotOfCluster.ts';
import typographicQuotes from './allKinds/typographicQuotes.ts';
import unknownField from './allKinds/unknownField.ts';
import wrongType from './allKinds/wrongType.ts';
import { agentSandboxRules } from './agentSandbox/index.ts';
import { customResourceRules } from './customResources/index.ts';
import { kustomizationRules } from './kustomization/index.ts';
import { peerPodsRules } from './peerPods/index.ts';
import { podRules } from './pods/index.ts';
import type { ManifestRule } from '#server/engine/findings/rule.ts';
import yamlDuplicateKey from './yaml/duplicateKey.ts';
import yamlPasted from './yaml/pasted.ts';
import yamlSyntax from './yaml/syntax.ts';

export const manifestRules: readonly ManifestRule[] = [
  kataConfigApiVersion,
  kataConfigKind,
  kataConfigLogLevel,
  kataConfigLogLevelDebug,
  kataConfigNamespaced,
  kataConfigNfdPeerPods,
  kataConfigPeerPodsMissingConfigMap,
  kataConfigReboot,
  kataConfigSelectorInvalid,
  kataConfigSelectorKataOc,
  kataConfigSelectorNodeSelector,
  kataConfigSelectorNoNodes,
  kataConfigSingleton,
  kataConfigUnknownField,
  ...peerPodsRules,
  ...podRules,
  ...agentSandboxRules,
  ...installationRules,
  ...kustomizationRules,
  ...customResourceRules,
  dataShape,
  envFileLine,
  metadataInvalid,
  missingField,
  noSuchKind,
  placeholder,
  releaseNotOfCluster,
  typographicQuotes,
  unknownField,
  wrongType,
  yamlDuplicateKey,
  yamlPasted,
  yamlSyntax,
];
