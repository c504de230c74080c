/**
 * Whether an object comes from a Git repository: then a tool makes it again, or changes it back. What only may say so
 * (app.kubernetes.io/instance, which charts set, too) is not looked at. Sources: Argo CD docs, "Resource Tracking"
 * (argocd.argoproj.io/tracking-id: `application:group/Kind:namespace/name`; it counts on the object that it names only,
 * as controllers copy annotations); fluxcd.io docs, Kustomization and HelmRelease ("owner labels").
 */
import * as l10n from '@vscode/l10n';
import { getString } from '#core/common/json.ts';

/** Characters of a name that is told. */
const longest = 253;
const fluxLabels: readonly (readonly [label: string, kind: string])[] = [
  ['kustomize.toolkit.fluxcd.io/name', 'Kustomization'],
  ['helm.toolkit.fluxcd.io/name', 'HelmRelease'],
];

/** `Argo CD (application kata)`; undefined: nothing says so. */
export function managerOf(raw: unknown): string | undefined {
  const tracking = getString(raw, 'metadata', 'annotations', 'argocd.argoproj.io/tracking-id');
  const name = getString(raw, 'metadata', 'name') ?? '';
  if (tracking !== undefined && tracking.length <= 3 * longest && tracking.endsWith(`/${name}`)) {
    const application = /^([\w.-]{1,253}):/.exec(tracking)?.[1];
    if (application !== undefined) return l10n.t`Argo CD (application ${application})`;
  }
  for (const [label, kind] of fluxLabels) {
    const value = getString(raw, 'metadata', 'labels', label);
    if (value !== undefined && /^[\w.-]{1,63}$/.test(value)) return `Flux (${kind} ${value})`;
  }
  return undefined;
}
