/**
 * Lists all field names of the mappings that give an object its structure. Any other field in these mappings is
 * unknown. Sources: kubernetes/kubernetes staging/src/k8s.io/api and
 * staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/types.go; operator-framework/api@3048ccdc crds;
 * openshift/cluster-nfd-operator@0e25cc10 config/crd/bases/nfd.openshift.io_nodefeaturediscoveries.yaml and its
 * branches since release-4.10; openshift/api cloudcredential/v1;
 * operator-framework/operator-controller@df2c201d api/v1/clusterextension_types.go.
 */
import type { KindKnowledge } from './field.ts';

/** A mapping with a fixed set of fields. */
export interface ClosedLevel {
  /** Keys from the root of the object to the mapping, and `[]` for each item of a list. Empty for the object itself. */
  readonly path: readonly string[];
  readonly names: readonly string[];
  /** True if the mapping can have other names, so that only misspelled names are unknown. */
  readonly isOpen?: true;
}

/** Step of a path that stands for each item of a list. */
export const anyItem = '[]';

const words = (text: string): readonly string[] => text.split(' ');

/** The fields of `metadata` that users write, in the order in which messages list them. */
const writtenMeta = words('name generateName namespace labels annotations finalizers ownerReferences');
const serverMeta = words(
  'uid resourceVersion generation creationTimestamp deletionTimestamp deletionGracePeriodSeconds managedFields selfLink',
);

/** All fields of `metadata`. */
export const metadataFields: readonly string[] = [...writtenMeta, ...serverMeta];

/** Returns the fields of `metadata` that a message lists. A cluster-scoped object has no namespace. */
export function listWrittenMetadata({ scope }: KindKnowledge): readonly string[] {
  return scope === 'Cluster' ? writtenMeta.filter((name) => name !== 'namespace') : writtenMeta;
}

/** The fields that every object has. */
export const headFields: readonly string[] = ['apiVersion', 'kind', 'metadata'];

const toleration = words('key operator value effect tolerationSeconds');
const envVar = words('name value valueFrom');

/**
 * Mappings that can have other names, by kind. Without a prefix such as `example.com/`, the API server accepts only
 * these resources and `hugepages-<size>`: kubernetes/kubernetes@025fbd8d pkg/apis/node/validation/validation.go
 * (validateOverhead).
 */
const openLevels: Readonly<Record<string, ReadonlySet<string>>> = { RuntimeClass: new Set(['overhead.podFixed']) };

/** Fields by kind and path. */
const levels: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  ConfigMap: { '': words('data binaryData immutable') },
  Secret: { '': words('data stringData type immutable') },
  Namespace: { '': words('spec status'), spec: words('finalizers') },
  OperatorGroup: {
    '': words('spec status'),
    spec: words('targetNamespaces selector serviceAccountName staticProvidedAPIs upgradeStrategy'),
    'spec.selector': words('matchLabels matchExpressions'),
  },
  Subscription: {
    '': words('spec status'),
    spec: words('channel name source sourceNamespace startingCSV installPlanApproval config'),
    'spec.config': words(
      'env envFrom selector nodeSelector tolerations affinity resources volumes volumeMounts annotations',
    ),
    'spec.config.env.[]': envVar,
    'spec.config.tolerations.[]': toleration,
  },
  CatalogSource: {
    '': words('spec status'),
    spec: words(
      'sourceType image address configMap displayName publisher description icon priority secrets grpcPodConfig updateStrategy',
    ),
    'spec.updateStrategy': words('registryPoll'),
    'spec.updateStrategy.registryPoll': words('interval'),
  },
  RuntimeClass: {
    '': words('handler overhead scheduling'),
    overhead: words('podFixed'),
    'overhead.podFixed': words('cpu memory ephemeral-storage'),
    scheduling: words('nodeSelector tolerations'),
    'scheduling.tolerations.[]': toleration,
  },
  NodeFeatureDiscovery: {
    '': words('spec status'),
    spec: words(
      'operand workerConfig customConfig instance extraLabelNs labelWhiteList resourceLabels topologyUpdater topologyupdater prunerOnDelete enableTaints',
    ),
    'spec.operand': words(
      'image imagePullPolicy servicePort namespace masterEnvs masterTolerations workerEnvs workerNodeSelector workerTolerations workerPriorityClassName gcNodeSelector gcTolerations',
    ),
    'spec.operand.masterEnvs.[]': envVar,
    'spec.operand.masterTolerations.[]': toleration,
    'spec.operand.workerEnvs.[]': envVar,
    'spec.operand.workerTolerations.[]': toleration,
    'spec.operand.gcTolerations.[]': toleration,
    'spec.workerConfig': words('configData status'),
  },
  NodeFeatureRule: { '': words('spec status'), spec: words('rules') },
  ClusterExtension: {
    '': words('spec status'),
    spec: words('namespace serviceAccount source install config progressDeadlineMinutes'),
    'spec.serviceAccount': words('name'),
    'spec.source': words('sourceType catalog'),
    'spec.source.catalog': words('packageName version channels selector upgradeConstraintPolicy'),
    'spec.source.catalog.selector': words('matchLabels matchExpressions'),
    'spec.install': words('preflight'),
    'spec.install.preflight': words('crdUpgradeSafety'),
    'spec.install.preflight.crdUpgradeSafety': words('enforcement'),
    'spec.config': words('configType inline'),
  },
  CredentialsRequest: {
    '': words('spec status'),
    spec: words('secretRef providerSpec serviceAccountNames cloudTokenPath'),
    'spec.secretRef': words('name namespace kind apiVersion uid resourceVersion fieldPath'),
  },
  PeerPodConfig: {
    '': words('spec status'),
    spec: words('limit cloudSecretName configMapName instanceType nodeSelector'),
  },
  // The rules for Kubernetes fields check the fields below the specification.
  SandboxClaim: { '': words('spec status') },
  SandboxWarmPool: { '': words('spec status') },
};

/** Returns the mappings of a kind whose fields are all known. */
export function listClosedLevels(kind: KindKnowledge): readonly ClosedLevel[] {
  const found =
    known.get(kind) ?? (kind.podPath === undefined ? listObjectLevels(kind) : listWorkloadLevels(kind.podPath));
  known.set(kind, found);
  return found;
}

const known = new WeakMap<KindKnowledge, readonly ClosedLevel[]>();
const metadata = (path: readonly string[]): ClosedLevel => ({ path: [...path, 'metadata'], names: metadataFields });

function listObjectLevels({ kind }: KindKnowledge): readonly ClosedLevel[] {
  const own = Object.entries(levels[kind] ?? {}).map(([path, names]): ClosedLevel =>
    path === ''
      ? { path: [], names: [...headFields, ...names] }
      : { path: path.split('.'), names, ...(openLevels[kind]?.has(path) === true ? { isOpen: true } : {}) },
  );
  return [...own, metadata([])];
}

/** Returns the levels of a workload: the object, and each template in it. Other rules check the fields below them. */
function listWorkloadLevels(podPath: readonly string[]): readonly ClosedLevel[] {
  const templates = podPath.flatMap((step, depth): ClosedLevel[] => {
    const path = podPath.slice(0, depth + 1);
    if (!/template$/i.test(step)) return [];
    // A Sandbox sets only labels and annotations of its pod.
    const ofPod =
      step === 'podTemplate' ? { path: [...path, 'metadata'], names: words('labels annotations') } : undefined;
    return [{ path, names: words('metadata spec') }, ofPod ?? metadata(path)];
  });
  // A PodTemplate has its template instead of a specification.
  const own = podPath[0] === 'template' ? ['template'] : ['spec', 'status'];
  return [{ path: [], names: [...headFields, ...own] }, metadata([]), ...templates];
}
