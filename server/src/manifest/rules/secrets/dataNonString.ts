import * as l10n from '@vscode/l10n';
import { dataObjects } from '#core/kinds/dataObjects.ts';
import { peerPodsConfigMapName, featureGatesName } from '#core/product/namespaces.ts';
import type { ConfigKey } from '#core/peerPods/configKey.ts';
import { featureGates } from '#core/peerPods/featureGates.ts';
import { podVmImageKeyNamed, findPodVmImageProvider } from '#core/peerPods/keys/podVmImageKeys.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findYamlNode, type MapEntry, type YamlNode } from '#server/engine/yaml/node.ts';
import { replaceNode } from '#server/engine/findings/edits.ts';
import { defineRule, type Finding, type Fix } from '#server/engine/findings/rule.ts';
import { isBase64 } from './base64.ts';
import { configMap, secret } from '../shared/exampleObjects.ts';
import { describeNonString } from '../shared/valueWords.ts';

export default defineRule({
  id: 'data-non-string',
  title: () => l10n.t`Non-string value`,
  severity: 'error',
  // peer-pods-cm has its own rule.
  appliesTo: dataObjects.flatMap(({ id }) => (id === peerPodsConfigMapName ? [] : [id])),
  why: () =>
    l10n.t`The value isn't a string because it isn't in quotes. YAML reads \`30\` as a number and \`false\` as a boolean, and \`oc\` also reads \`yes\`, \`no\`, \`on\`, and \`off\` as booleans. ConfigMap and Secret values must be strings, so the API server rejects the whole object ("cannot unmarshal bool into Go struct field").

Put the value in quotes. Most options for the image creation job use \`yes\` and \`no\`, so write \`"no"\` instead of \`false\` for them. The finding never shows the value, because it might be a credential.`,
  source: [
    'Kubernetes API reference, ConfigMap v1 and Secret v1 (data, stringData)',
    'kubernetes-sigs/yaml@742f5e6f goyaml.v2/resolve.go',
  ],
  *check({ manifest, text }) {
    // In a kustomization, all values are strings.
    if (manifest.part === 'generator') return;
    for (const section of manifest.kind.kind === 'Secret' ? ['stringData', 'data'] : ['data']) {
      const map = findYamlNode(manifest.root, [section]);
      if (map?.type !== 'map') continue;
      for (const entry of map.entries) {
        const type = typeOf(entry.value);
        if (!entry.key.unknown && type !== undefined) yield fault(manifest, entry, section, type, text);
      }
    }
  },
  examples: () => [
    {
      avoid: configMap(
        'aws-podvm-image-cm',
        'AMI_VOLUME_SIZE: 30',
        '#                ^^ want',
        'INSTALL_PACKAGES: no',
        '#                 ^^ want',
        'BOOT_FIPS: false',
        '#          ^^^^^ want',
      ),
      prefer: configMap('aws-podvm-image-cm', 'AMI_VOLUME_SIZE: "30"', 'INSTALL_PACKAGES: "no"', 'BOOT_FIPS: "no"'),
    },
    {
      avoid: configMap(featureGatesName, 'confidential: true', '#             ^^^^ want'),
      prefer: configMap(featureGatesName, 'confidential: "true"'),
    },
    {
      avoid: secret(
        'stringData',
        'GCP_CREDENTIALS: {"type": "service_account", "project_id": "my-project"}',
        `#                ${'^'.repeat(55)} want`,
      ),
      prefer: secret('stringData', `GCP_CREDENTIALS: '{"type": "service_account", "project_id": "my-project"}'`),
    },
  ],
});

function typeOf(node: YamlNode): string | undefined {
  if (node.type === 'map') return l10n.t`a mapping`;
  if (node.type === 'seq') return l10n.t`a list`;
  if (node.unknown || typeof node.value === 'string' || node.value === null) return undefined;
  return typeof node.value === 'boolean' ? l10n.t`a boolean` : l10n.t`a number`;
}

function fault(manifest: Manifest, { key, value }: MapEntry, section: string, type: string, text: string): Finding {
  const fix =
    value.borrowed || value.anchored === true ? undefined : createFix(manifest, key.text, value, section, text);
  return {
    start: value.start,
    end: Math.max(value.end, value.start),
    message: describeNonString(manifest, key.text, type, fix !== undefined),
    fixes: fix === undefined ? [] : [fix],
  };
}

/** Returns the fix that converts the value to a string, or undefined if the result would also be wrong. */
function createFix({ kind }: Manifest, name: string, value: YamlNode, section: string, text: string): Fix | undefined {
  const title = l10n.t`Put in quotes`;
  if (value.type !== 'scalar') {
    const json = section === 'data' && kind.kind === 'Secret' ? undefined : asJson(text.slice(value.start, value.end));
    return json === undefined ? undefined : { title, edits: [replaceNode(value, json)], sure: true };
  }
  const encoded = kind.kind === 'Secret' && section === 'data';
  if (encoded && !isBase64(value.text)) return undefined;
  const key = keyOf(kind.id, name);
  const meant = typeof value.value === 'boolean' ? booleanOf(key, value.value) : undefined;
  const string = meant ?? value.text;
  return {
    title,
    edits: [replaceNode(value, JSON.stringify(string))],
    sure: !encoded && (key === undefined || isRight(key, string)),
  };
}

function keyOf(id: string, name: string): ConfigKey | undefined {
  const provider = findPodVmImageProvider(id);
  if (provider !== undefined) return podVmImageKeyNamed(name, provider);
  return id === featureGatesName ? featureGates.find((gate) => gate.name === name) : undefined;
}

/** Returns the string that the key accepts for a boolean, or undefined if it accepts none. */
function booleanOf(key: ConfigKey | undefined, value: boolean): string | undefined {
  if (key?.type === 'yes-no') return value ? 'yes' : 'no';
  return key?.type === 'boolean' ? String(value) : undefined;
}

/** Returns whether the value is valid as a string. If so, only the quotation marks are missing. */
function isRight({ type, values, pattern }: ConfigKey, string: string): boolean {
  if (type === 'yes-no') return string === 'yes' || string === 'no';
  if (type === 'boolean') return string === 'true' || string === 'false';
  if (type === 'integer') return /^\d+$/.test(string);
  return type === 'enum' ? values !== undefined && Object.hasOwn(values, string) : pattern?.test(string) !== false;
}

/** Returns JSON that was pasted without quotes as one quoted string, or undefined if it isn't JSON. */
function asJson(written: string): string | undefined {
  const line = written
    .split(/\r\n?|\n/)
    .map((part) => part.trim())
    .join(' ');
  try {
    JSON.parse(line);
  } catch {
    return undefined;
  }
  return `'${line.replaceAll("'", "''")}'`;
}
