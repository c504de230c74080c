/** Renders a cluster object as a manifest that can recreate it. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { getMap, getString, type JsonObject } from '#core/common/json.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { writeYaml } from '#client/text/writeYaml.ts';

/** Fields that the cluster sets for a pod. */
const ofThisPod = ['nodeName', 'serviceAccount', 'enableServiceLinks', 'preemptionPolicy', 'priority', 'overhead'];

/** Renders the object without the fields that the cluster sets. */
export function renderCleanManifest(raw: JsonObject, kind: string, podPath: readonly string[]): string {
  const metadata = getMap(raw, 'metadata');
  const kept = Object.fromEntries(
    ['name', 'namespace', 'labels', 'annotations'].flatMap((field) =>
      metadata[field] === undefined ? [] : [[field, metadata[field]]],
    ),
  );
  const spec = { ...getMap(raw, 'spec') };
  if (podPath.length === 0) for (const field of ofThisPod) delete spec[field];
  // The Job controller sets these fields, and their values are unique to this Job.
  if (kind === 'Job') {
    delete spec['selector'];
    spec['template'] = withoutJobLabels(getMap(spec, 'template'));
  }
  const [name, namespace] = [getString(raw, 'metadata', 'name') ?? '', getString(raw, 'metadata', 'namespace') ?? ''];
  const command = `oc delete ${kind.toLowerCase()} ${name} -n ${namespace}`;
  // A comment can't contain line breaks or escapes.
  const head = `# ${sanitizeLine(l10n.t`Manifest to recreate ${kind} ${name}. Delete the existing object first: ${command}`, 2000)}\n`;
  return `${head}${writeYaml({ apiVersion: raw['apiVersion'], kind, metadata: kept, spec }, { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false })}`;
}

function withoutJobLabels(template: JsonObject): JsonObject {
  const metadata = { ...getMap(template, 'metadata') };
  const labels = Object.entries(getMap(metadata, 'labels')).filter(
    ([key]) => !/^(?:batch\.kubernetes\.io\/)?(?:controller-uid|job-name)$/.test(key),
  );
  return { ...template, metadata: { ...metadata, labels: Object.fromEntries(labels) } };
}
