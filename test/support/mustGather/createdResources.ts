/** Lists the resources that must-gathers create on a simulated cluster. */
import type { Simulation } from '#simulator/main.ts';

/** Returns the names of the namespaces and bindings of must-gathers, except those that are being deleted. */
export function listCreatedResources({ store, resources }: Pick<Simulation, 'store' | 'resources'>): readonly string[] {
  const kinds = [resources.need('', 'namespaces'), resources.need('rbac.authorization.k8s.io', 'clusterrolebindings')];
  return kinds
    .flatMap((kind) => store.list(kind).items)
    .filter(({ metadata }) => metadata.deletionTimestamp === undefined && metadata.name.includes('must-gather'))
    .map(({ metadata }) => metadata.name);
}
