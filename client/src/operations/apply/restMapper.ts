/** Finds the API paths of the objects in a file through the discovery API. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { getBoolean, isJsonObject, getList, getString } from '#core/common/json.ts';
import type { KubernetesManifest } from '#core/operations/lookups/lookup.ts';
import { splitVersion } from '#core/operations/changes/references.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import type { Connection } from '#client/kubernetes/connection.ts';

/** Valid group versions. A group version becomes part of a path. */
const versionForm = /^(?:[a-z0-9][a-z0-9.-]{0,252}\/)?v[a-z0-9]{1,62}$/;
const pluralForm = /^[a-z0-9][a-z0-9.-]{0,252}$/;
const nameForm = /^[a-z0-9A-Z][a-zA-Z0-9.:_-]{0,252}$/;

export type RestMapper = (object: KubernetesManifest) => Promise<Result<ObjectReference, string>>;

/**
 * Creates a mapper that requests each group version once.
 * @param namespace namespace for objects that don't specify one
 */
export function createRestMapper(
  connection: Pick<Connection, 'ask'>,
  namespace: string,
  signal: AbortSignal,
): RestMapper {
  const asked = new Map<string, Promise<Result<readonly unknown[], string>>>();
  const resources = async (apiVersion: string): Promise<Result<readonly unknown[], string>> => {
    const answer = await connection.ask(apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`, {
      signal,
    });
    if (answer.ok) return succeed(getList(answer.value, 'resources').slice(0, 1000));
    return fail(
      answer.error.kind === 'notFound'
        ? l10n.t`The cluster doesn't provide ${apiVersion}. The operator that installs this API might be missing.`
        : answer.error.message,
    );
  };
  return async (object) => {
    const apiVersion = getString(object, 'apiVersion') ?? '';
    const kind = getString(object, 'kind') ?? '';
    const name = getString(object, 'metadata', 'name') ?? '';
    if (!versionForm.test(apiVersion)) return fail(l10n.t`Invalid apiVersion "${apiVersion}".`);
    if (!nameForm.test(name)) return fail(l10n.t('Invalid {1} name "{0}".', name, kind));
    const asking = asked.get(apiVersion) ?? resources(apiVersion);
    asked.set(apiVersion, asking);
    const known = await asking;
    if (!known.ok) return known;
    // The list also contains subresources.
    const found = known.value.find(
      (one) => isJsonObject(one) && getString(one, 'kind') === kind && getString(one, 'name')?.includes('/') === false,
    );
    const plural = getString(found, 'name') ?? '';
    if (!pluralForm.test(plural)) return fail(l10n.t`The cluster has no kind ${kind} in ${apiVersion}.`);
    const [group, version] = splitVersion(apiVersion);
    const place = { group, version, plural, kind, name };
    if (getBoolean(found, 'namespaced') !== true) return succeed(place);
    const own = getString(object, 'metadata', 'namespace') ?? namespace;
    return nameForm.test(own) ? succeed({ ...place, namespace: own }) : fail(l10n.t`Invalid namespace name "${own}".`);
  };
}
