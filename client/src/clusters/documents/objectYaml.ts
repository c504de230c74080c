/** An object of a cluster as YAML to read: without what only machines look at, and never with what is secret. */
import * as l10n from '@vscode/l10n';
import { isJsonObject, getMap, getString, type JsonObject } from '#core/common/json.ts';
import { redactedValue } from '#core/cluster/watchedKinds/configMap.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { writeYaml } from '#client/text/writeYaml.ts';

/** In characters of JSON: nobody reads more, and the editor would stand still. */
const longest = 2_000_000;

/** Returns an object as YAML without its hidden fields. The error is a sentence that names the reason. */
export function renderObjectYaml(raw: JsonObject, kind: string): Result<string, string> {
  try {
    const shown = removeHiddenFields(raw, kind);
    if (JSON.stringify(shown).length > longest)
      return fail(l10n.t`the object is larger than 2 MB. To view it, use oc get -o yaml`);
    return succeed(writeYaml(shown, { lineWidth: 0, aliasDuplicateObjects: false }));
  } catch {
    return fail(l10n.t`the object is nested too deeply to be shown`);
  }
}

/**
 * What may be shown of it.
 * @param kind as it was asked for: a server that gives the metadata alone calls it otherwise. `metadata.managedFields`
 * is left out; of a Secret everything but its metadata and type; of its annotations, the values: `kubectl apply` keeps
 * a copy there, OpenShift a token (`openshift.io/token-secret.value`).
 */
export function removeHiddenFields(raw: JsonObject, kind: string): JsonObject {
  const secret = kind === 'Secret' || raw['kind'] === 'Secret';
  const metadata = { ...getMap(raw, 'metadata') };
  delete metadata['managedFields'];
  if (secret && isJsonObject(metadata['annotations'])) {
    metadata['annotations'] = Object.fromEntries(
      Object.keys(metadata['annotations']).map((key) => [key, redactedValue]),
    );
  }
  const partial = raw['kind'] === 'PartialObjectMetadata';
  const head = { apiVersion: partial ? 'v1' : raw['apiVersion'], kind: partial ? kind : raw['kind'], metadata };
  if (secret) return { ...head, ...(getString(raw, 'type') === undefined ? {} : { type: raw['type'] }) };
  return { ...head, ...Object.fromEntries(Object.entries(raw).filter(([field]) => !Object.hasOwn(head, field))) };
}
