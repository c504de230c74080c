/** Renders objects of a cluster as YAML for people, without internal fields and without secrets. */
import * as l10n from '@vscode/l10n';
import { isJsonObject, getMap, getString, type JsonObject } from '#core/common/json.ts';
import { redactedValue } from '#core/cluster/watchedKinds/configMap.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { writeYaml } from '#client/text/writeYaml.ts';

/** Maximum size of an object as JSON, in characters. A larger document would freeze the editor. */
const longest = 2_000_000;

/** Returns an object as YAML without its hidden fields. If it fails, the error is a message that names the reason. */
export function renderObjectYaml(raw: JsonObject, kind: string): Result<string, string> {
  return renderRedactedObject(removeHiddenFields(raw, kind));
}

/** Returns an object without secrets as YAML. If it fails, the error is a message that names the reason. */
export function renderRedactedObject(shown: JsonObject): Result<string, string> {
  try {
    if (JSON.stringify(shown).length > longest)
      return fail(l10n.t`the object is larger than 2 MB. To view it, use oc get -o yaml`);
    return succeed(writeYaml(shown, { lineWidth: 0, aliasDuplicateObjects: false }));
  } catch {
    return fail(l10n.t`the object is nested too deeply to be shown`);
  }
}

/**
 * Returns the parts of an object that can be shown. Removes `metadata.managedFields`. For a Secret, keeps only the
 * metadata and the type, and redacts the annotation values, because `kubectl apply` stores a copy of the Secret in an
 * annotation and OpenShift stores a token (`openshift.io/token-secret.value`).
 * @param kind the requested kind, because a response with metadata only has a different kind
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
