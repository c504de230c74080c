/** Renders an object as YAML that kubectl, oc, and this extension parse in the same way. Doesn't use VS Code. */
import type { KubernetesManifest } from '#core/operations/lookups/lookup.ts';
import { writeYaml } from '#client/text/writeYaml.ts';

/** Renders an object. Quotes YAML 1.1 keywords such as `y` and `on`, because kubectl parses them as booleans. */
export function renderManifestYaml(object: KubernetesManifest): string {
  return writeYaml(object, { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false });
}
