/** An object as YAML that kubectl, oc and we read alike. Without VS Code. */
import type { KubernetesManifest } from '#core/operations/lookups/lookup.ts';
import { writeYaml } from '#client/text/writeYaml.ts';

/** Words of YAML 1.1 (`y`, `on`) stand in quotation marks: kubectl takes them for true and false. */
export function renderManifestYaml(object: KubernetesManifest): string {
  return writeYaml(object, { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false });
}
