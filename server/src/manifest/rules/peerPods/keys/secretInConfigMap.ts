import * as l10n from '@vscode/l10n';
import { hasPassword, holdsCredential } from '#core/peerPods/keys/index.ts';
import { listSecretKeys } from '#core/peerPods/keys/secretKeys.ts';
import { operator111 } from '#core/product/sources.ts';
import { listDataEntries, removeKey, type ConfigDataEntry } from '#server/engine/yaml/objects/dataEntries.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { mapFor } from '#server/engine/examples/exampleMaps.ts';

const libvirtUri = 'LIBVIRT_URI';
const secretOnly: ReadonlySet<string> = new Set(
  listSecretKeys(undefined).flatMap(({ name, credential }) =>
    credential === true && name !== libvirtUri ? [name] : [],
  ),
);

/** Returns whether the values of a key must never appear in a message. */
export function mustHideValue(name: string): boolean {
  return name === libvirtUri || holdsCredential(name) || secretOnly.has(name);
}

export default defineRule({
  id: 'ppcm-secret-in-cm',
  title: () => l10n.t`Credential in a ConfigMap`,
  severity: 'error',
  appliesTo: ['peer-pods-cm'],
  why: () =>
    l10n.t`\`peer-pods-cm\` contains a credential, or a URI with a password. Anyone who can read ConfigMaps or the repository can read it. The operator looks for credentials only in the Secret \`peer-pods-secret\`. If they are missing there, it reports "cannot find the required keys in peer-pods-secret Secret".

Move the key to \`peer-pods-secret\`. Rotate the credential if others have seen it.`,
  source: [operator111('controllers/image_generator.go'), operator111('config/peerpods/peerpodssecret.yaml')],
  *check({ manifest, text }) {
    for (const entry of listDataEntries(manifest)) {
      if (entry.value.unknown || entry.value.text === '' || !isCredential(entry)) continue;
      const edit = removeKey(manifest, entry, text);
      yield {
        start: entry.key.start,
        end: entry.key.end,
        message: l10n.t`${entry.name} is a credential, but anyone who can read ConfigMaps can read it here. Move it to the Secret peer-pods-secret, where the operator looks for it.`,
        fixes: edit === undefined ? [] : [{ title: l10n.t`Remove ${entry.name}`, edits: [edit], sure: false }],
      };
    }
  },
  examples: () => [
    {
      avoid: mapFor('aws', 'AWS_SECRET_ACCESS_KEY: "0123456789"', '^^^^^^^^^^^^^^^^^^^^^ want'),
      prefer: mapFor('aws'),
    },
    {
      avoid: mapFor('libvirt', 'LIBVIRT_URI: "qemu+tcp://root:secret@192.168.122.1/system"', '^^^^^^^^^^^ want'),
      prefer: mapFor('libvirt'),
    },
  ],
});

/** Returns whether an entry contains a credential, which doesn't belong in a ConfigMap. */
export function isCredential({ name, value }: ConfigDataEntry): boolean {
  // The libvirt URI is a credential only if it contains a password.
  if (name === libvirtUri) return hasPassword(value.text);
  return holdsCredential(name) || secretOnly.has(name);
}
