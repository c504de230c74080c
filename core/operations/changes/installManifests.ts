/**
 * Creates the manifests of an installation from the user's answers, and parses them again after the user has reviewed
 * and possibly changed them. They match the OSC documentation. The label openshift.io/cluster-monitoring is omitted,
 * because neither the OSC documentation nor the operator uses it. Sources: OSC 1.12 §2.2, §3.2, §3.3; OSC 1.5 §2.3.2.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined, getString } from '#core/common/json.ts';
import type { LabelSelector } from '#core/labels/labelSelector.ts';
import type { KataConfig } from '#core/cluster/watchedKinds/kataConfig.ts';
import {
  operatorNamespace,
  peerPodsConfigMapName,
  documentedSubscription as documented,
  featureGatesName,
  peerPodsSecretName,
} from '#core/product/namespaces.ts';
import { layeredImageConfigMapName } from '#core/peerPods/featureGates.ts';
import { findPodVmImageProvider } from '#core/peerPods/keys/podVmImageKeys.ts';
import { sshKeySecretName } from '#core/peerPods/keys/secretKeys.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { KubernetesManifest } from '../lookups/lookup.ts';

/** Installation options that the user selects. */
export interface InstallOptions {
  readonly channel: string;
  readonly approval: 'Automatic' | 'Manual';
  /**
   * CSV to start with, such as `sandboxed-containers-operator.v1.12.0`. If undefined, the newest CSV in the channel.
   */
  readonly startingCsv?: string;
  /** Name of the CatalogSource and its namespace. Default namespace: openshift-marketplace. */
  readonly source: string;
  readonly sourceNamespace?: string;
  readonly kataConfig: KataConfigOptions;
  /** Manifests of peer-pods-cm, peer-pods-secret, ssh-key-secret, and others that the operator reads. */
  readonly peerPods?: readonly KubernetesManifest[];
}

export interface KataConfigOptions {
  readonly name: string;
  /** Labels of the KataConfig itself. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly logLevel?: string;
  readonly selector?: LabelSelector;
  readonly checkNodeEligibility: boolean;
  readonly enablePeerPods: boolean;
}

/** Manifests of an installation, ready to apply. The user's changes are preserved. */
export interface InstallManifests {
  readonly namespace: KubernetesManifest;
  readonly operatorGroup: KubernetesManifest;
  readonly subscription: KubernetesManifest;
  /** ConfigMaps and Secrets that must exist before the KataConfig. */
  readonly objects: readonly KubernetesManifest[];
  readonly kataConfig: KubernetesManifest;
}

/** Default options, as in the OSC documentation. */
export const documentedInstallOptions: InstallOptions = {
  channel: documented.channel,
  approval: 'Automatic',
  source: documented.source,
  kataConfig: { name: 'example-kataconfig', logLevel: 'info', checkNodeEligibility: false, enablePeerPods: false },
};

export function createInstallManifests(answers: InstallOptions): InstallManifests {
  const {
    channel,
    approval,
    startingCsv,
    source,
    sourceNamespace = documented.sourceNamespace,
    kataConfig,
    peerPods = [],
  } = answers;
  return {
    namespace: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: operatorNamespace } },
    operatorGroup: {
      apiVersion: 'operators.coreos.com/v1',
      kind: 'OperatorGroup',
      metadata: { name: documented.operatorGroup, namespace: operatorNamespace },
      spec: { targetNamespaces: [operatorNamespace] },
    },
    subscription: {
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'Subscription',
      metadata: { name: documented.name, namespace: operatorNamespace },
      spec: {
        channel,
        installPlanApproval: approval,
        name: documented.package,
        source,
        sourceNamespace,
        ...omitUndefined({ startingCSV: startingCsv }),
      },
    },
    objects: peerPods,
    kataConfig: createKataConfigManifest(kataConfig),
  };
}

/** Creates a KataConfig manifest. Omits options that aren't set, so that the operator's defaults apply. */
export function createKataConfigManifest({
  name,
  labels = {},
  logLevel,
  selector,
  checkNodeEligibility,
  enablePeerPods,
}: KataConfigOptions): KubernetesManifest {
  return {
    apiVersion: 'kataconfiguration.openshift.io/v1',
    kind: 'KataConfig',
    metadata: { name, ...(Object.keys(labels).length === 0 ? {} : { labels }) },
    spec: {
      ...omitUndefined({ logLevel }),
      ...(selector === undefined ? {} : { kataConfigPoolSelector: selectorManifest(selector) }),
      // The CRD requires this field. Some clients don't fill in its default.
      checkNodeEligibility,
      ...(enablePeerPods ? { enablePeerPods } : {}),
    },
  };
}

/** Returns the options that would create an equivalent KataConfig. */
export function readKataConfigOptions({
  name,
  logLevel,
  poolSelector,
  checkNodeEligibility,
  enablePeerPods,
}: KataConfig): KataConfigOptions {
  return { name, checkNodeEligibility, enablePeerPods, ...omitUndefined({ logLevel, selector: poolSelector }) };
}

function selectorManifest({ matchLabels, matchExpressions }: LabelSelector): KubernetesManifest {
  return {
    ...(Object.keys(matchLabels).length === 0 ? {} : { matchLabels }),
    ...(matchExpressions.length === 0
      ? {}
      : {
          matchExpressions: matchExpressions.map(({ key, operator, values }) => ({
            key,
            operator,
            ...(values.length === 0 ? {} : { values }),
          })),
        }),
  };
}

/** Returns all manifests in the order in which they're applied. */
export function listInstallManifests({
  namespace,
  operatorGroup,
  subscription,
  objects,
  kataConfig,
}: InstallManifests): readonly KubernetesManifest[] {
  return [namespace, operatorGroup, subscription, ...objects, kataConfig];
}

/**
 * Problem in reviewed manifests, as a sentence.
 * @property index of the manifest in the list. Undefined if a manifest is missing
 */
export interface ReviewProblem {
  readonly message: string;
  readonly index?: number;
}

type Role = 'namespace' | 'operatorGroup' | 'subscription' | 'kataConfig';

const installationKinds: Readonly<
  Record<string, { readonly role: Role; readonly apiVersion: string; readonly namespaced: boolean }>
> = {
  Namespace: { role: 'namespace', apiVersion: 'v1', namespaced: false },
  OperatorGroup: { role: 'operatorGroup', apiVersion: 'operators.coreos.com/v1', namespaced: true },
  Subscription: { role: 'subscription', apiVersion: 'operators.coreos.com/v1alpha1', namespaced: true },
  KataConfig: { role: 'kataConfig', apiVersion: 'kataconfiguration.openshift.io/v1', namespaced: false },
};

/** Parses reviewed manifests in any order. Returns the installation or all problems. */
export function readInstallation(
  manifests: readonly KubernetesManifest[],
): Result<InstallManifests, readonly ReviewProblem[]> {
  const found = new Map<Role, KubernetesManifest>();
  const objects: KubernetesManifest[] = [];
  const names = new Set<string>();
  const problems: ReviewProblem[] = [];
  for (const [index, manifest] of manifests.entries()) {
    const kind = getString(manifest, 'kind') ?? '';
    const name = getString(manifest, 'metadata', 'name') ?? '';
    const title = `${sanitizeLine(kind, 60)} ${sanitizeLine(name, 80)}`.trim();
    const wrong = (message: string): void => void problems.push({ message, index });
    if (kind === '') wrong(l10n.t`An object has no kind.`);
    else if (name === '') wrong(l10n.t`${sanitizeLine(kind, 60)} has no name.`);
    else if (kind === 'ConfigMap' || kind === 'Secret') {
      const problem = dataProblem(manifest, kind, name, title);
      if (problem !== undefined) wrong(problem);
      else if (names.has(`${kind}/${name}`)) wrong(l10n.t`Duplicate ${title}.`);
      else objects.push(manifest);
      names.add(`${kind}/${name}`);
    } else if (!Object.hasOwn(installationKinds, kind))
      wrong(l10n.t`${title} isn't part of an installation. Apply it separately.`);
    else {
      const { role, apiVersion, namespaced } = installationKinds[kind] ?? {
        role: 'namespace',
        apiVersion: '',
        namespaced: false,
      };
      const problem = installationProblem(manifest, { role, apiVersion, namespaced, name, title });
      if (problem !== undefined) wrong(problem);
      if (found.has(role))
        wrong(
          role === 'kataConfig'
            ? l10n.t`Duplicate KataConfig. A cluster can have only one.`
            : l10n.t`Duplicate ${kind}. Keep only one.`,
        );
      else found.set(role, manifest);
    }
  }
  const { namespace, operatorGroup, subscription, kataConfig } = {
    namespace: found.get('namespace'),
    operatorGroup: found.get('operatorGroup'),
    subscription: found.get('subscription'),
    kataConfig: found.get('kataConfig'),
  };
  for (const [kind, { role }] of Object.entries(installationKinds)) {
    if (!found.has(role)) problems.push({ message: l10n.t`The ${kind} is missing.` });
  }
  if (
    problems.length > 0 ||
    namespace === undefined ||
    operatorGroup === undefined ||
    subscription === undefined ||
    kataConfig === undefined
  )
    return fail(problems);
  return succeed({ namespace, operatorGroup, subscription, objects, kataConfig });
}

interface About {
  readonly role: Role;
  readonly apiVersion: string;
  readonly namespaced: boolean;
  readonly name: string;
  readonly title: string;
}

function installationProblem(
  manifest: KubernetesManifest,
  { role, apiVersion, namespaced, name, title }: About,
): string | undefined {
  if (getString(manifest, 'apiVersion') !== apiVersion) return l10n.t`${title} must have apiVersion ${apiVersion}.`;
  if (role === 'namespace' && name !== operatorNamespace)
    return l10n.t`The operator namespace must be ${operatorNamespace}.`;
  if (namespaced && namespaceOf(manifest) !== operatorNamespace)
    return l10n.t`${title} must be in namespace ${operatorNamespace}.`;
  if (role !== 'subscription') return undefined;
  const wanted = getString(manifest, 'spec', 'name');
  if (wanted === documented.package) return undefined;
  return wanted === undefined
    ? l10n.t`${title} doesn't specify the package ${documented.package}.`
    : l10n.t`${title} specifies the package ${sanitizeLine(wanted, 80)} instead of ${documented.package}.`;
}

const known: readonly string[] = [peerPodsConfigMapName, featureGatesName, layeredImageConfigMapName];

function dataProblem(
  manifest: KubernetesManifest,
  kind: 'ConfigMap' | 'Secret',
  name: string,
  title: string,
): string | undefined {
  if (getString(manifest, 'apiVersion') !== 'v1') return l10n.t`${title} must have apiVersion v1.`;
  if (namespaceOf(manifest) !== operatorNamespace)
    return l10n.t`${title} must be in namespace ${operatorNamespace}, where the operator reads it.`;
  const isRead =
    kind === 'ConfigMap'
      ? known.includes(name) || findPodVmImageProvider(name) !== undefined
      : name === peerPodsSecretName || name === sshKeySecretName;
  return isRead ? undefined : l10n.t`The operator doesn't read ${title}. Apply it separately.`;
}

function namespaceOf(manifest: KubernetesManifest): string | undefined {
  return getString(manifest, 'metadata', 'namespace');
}
