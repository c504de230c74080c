/**
 * Simulates the admission plug-in NamespaceLifecycle. Objects can't be created in a namespace that doesn't exist or is
 * being deleted, and the namespaces `default`, `kube-system`, and `kube-public` can't be deleted.
 */
import type { Resources } from '#simulator/resources/resourceRegistry.ts';
import { forbidden, notFound } from '#simulator/store/apiError.ts';
import type { Admission } from '#simulator/store/resourceType.ts';
import { fail, succeed } from '#core/common/result.ts';
import type { Store } from '#simulator/store/store.ts';

const immortal = new Set(['default', 'kube-system', 'kube-public']);

export function namespaceLifecycle(store: Store, resources: Resources): Admission {
  return ({ operation, resource, namespace, name, object }) => {
    const namespaces = resources.need('', 'namespaces');
    if (operation === 'DELETE' && resource.plural === 'namespaces' && resource.group === '' && immortal.has(name)) {
      return fail(forbidden(resource, name, 'this namespace may not be deleted'));
    }
    if (operation !== 'CREATE' || namespace === undefined) return succeed(object);
    const found = store.get(namespaces, undefined, namespace);
    if (found === undefined) return fail(notFound(namespaces, namespace));
    if (found.metadata.deletionTimestamp === undefined) return succeed(object);
    const message = `namespace ${namespace} is being terminated`;
    const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
    return fail(
      forbidden(resource, name, why, [{ reason: 'NamespaceTerminating', message, field: 'metadata.namespace' }]),
    );
  };
}
