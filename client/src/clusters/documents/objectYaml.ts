/** An object of a cluster as YAML to read: without what only machines look at, and never with what is secret. */
import * as l10n from '@vscode/l10n';
import { isJsonObject, mapAt, stringAt, type JsonObject } from '#core/common/json.ts';
import { hiddenValue } from '#core/cluster/resources/configMap.ts';
import { failed, ok, type Result } from '#core/common/result.ts';
import { writeYaml } from '#client/text/writeYaml.ts';

/** In characters of JSON: nobody reads more, and the editor would stand still. */
const longest = 2_000_000;

/** The object as YAML, @see shownObject. The error says in words why it is not shown. */
export function objectYaml(raw: JsonObject, kind: string): Result<string, string> {
  try {
    const shown = shownObject(raw, kind);
    if (JSON.stringify(shown).length > longest) return failed(l10n.t`it is larger than 2 MB, too large to be shown here: look at it with oc get -o yaml`);
    return ok(writeYaml(shown, { lineWidth: 0, aliasDuplicateObjects: false }));
  } catch {
    return failed(l10n.t`it is nested too deeply to be shown`);
  }
}

/** What may be shown of it. @param kind as it was asked for: a server that gives the metadata alone calls it otherwise. `metadata.managedFields` is left out; of a Secret everything but its metadata and type; of its annotations, the values: `kubectl apply` keeps a copy there, OpenShift a token (`openshift.io/token-secret.value`). */
export function shownObject(raw: JsonObject, kind: string): JsonObject {
  const secret = kind === 'Secret' || raw['kind'] === 'Secret';
  const metadata = { ...mapAt(raw, 'metadata') };
  delete metadata['managedFields'];
  if (secret && isJsonObject(metadata['annotations'])) {
    metadata['annotations'] = Object.fromEntries(Object.keys(metadata['annotations']).map((key) => [key, hiddenValue]));
  }
  const partial = raw['kind'] === 'PartialObjectMetadata';
  const head = { apiVersion: partial ? 'v1' : raw['apiVersion'], kind: partial ? kind : raw['kind'], metadata };
  if (secret) return { ...head, ...(stringAt(raw, 'type') === undefined ? {} : { type: raw['type'] }) };
  return { ...head, ...Object.fromEntries(Object.entries(raw).filter(([field]) => !Object.hasOwn(head, field))) };
}
