/**
 * Detects whether a GitOps tool manages an object and would recreate it or revert changes. Ignores ambiguous labels
 * such as app.kubernetes.io/instance, the default label of Argo CD, which Helm charts also set. Recognizes the label of
 * Argo CD's documentation, which only Argo CD uses. It's valid only on objects without a controller, because
 * controllers copy labels. An Argo CD tracking ID (argocd.argoproj.io/tracking-id:
 * `application:group/Kind:namespace/name`) is valid only on the object that it names, because controllers copy
 * annotations. Sources: argoproj/argo-cd@2d16ca169e90413df7134ac52a9a2084cc714f18 docs/user-guide/resource_tracking.md;
 * fluxcd.io docs, Kustomization and HelmRelease ("owner labels").
 */
import * as l10n from '@vscode/l10n';
import { getBoolean, getList, getString } from '#core/common/json.ts';

/** Maximum length of a name, in characters. */
const longest = 253;
const argoLabel = 'argocd.argoproj.io/instance';
const labelValue = /^[\w.-]{1,63}$/;
const fluxLabels: readonly (readonly [label: string, kind: string])[] = [
  ['kustomize.toolkit.fluxcd.io/name', 'Kustomization'],
  ['helm.toolkit.fluxcd.io/name', 'HelmRelease'],
];

/** Returns the GitOps tool, such as `Argo CD (application kata)`, or undefined if there is none. */
export function managerOf(raw: unknown): string | undefined {
  const tracking = getString(raw, 'metadata', 'annotations', 'argocd.argoproj.io/tracking-id');
  const name = getString(raw, 'metadata', 'name') ?? '';
  if (tracking !== undefined && tracking.length <= 3 * longest && tracking.endsWith(`/${name}`)) {
    const application = /^([\w.-]{1,253}):/.exec(tracking)?.[1];
    if (application !== undefined) return l10n.t`Argo CD (application ${application})`;
  }
  const instance = getString(raw, 'metadata', 'labels', argoLabel);
  if (instance !== undefined && labelValue.test(instance) && !hasController(raw))
    return l10n.t`Argo CD (application ${instance})`;
  for (const [label, kind] of fluxLabels) {
    const value = getString(raw, 'metadata', 'labels', label);
    if (value !== undefined && labelValue.test(value)) return `Flux (${kind} ${value})`;
  }
  return undefined;
}

function hasController(raw: unknown): boolean {
  return getList(raw, 'metadata', 'ownerReferences').some((one) => getBoolean(one, 'controller') === true);
}
