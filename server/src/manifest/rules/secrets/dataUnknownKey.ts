import * as l10n from '@vscode/l10n';
import { distance } from 'fastest-levenshtein';
import { operatorNamespace, peerPodsSecretName } from '#core/product/namespaces.ts';
import { layeredImageConfigMapName, layeredImageKeys } from '#core/peerPods/featureGates.ts';
import { allKeyNames } from '#core/peerPods/keys/index.ts';
import {
  imageConfigMapIds,
  podVmImageKeys,
  listPodVmImageKeys,
  findPodVmImageProvider,
} from '#core/peerPods/keys/podVmImageKeys.ts';
import { listSecretKeys, sshKeySecretKeys, sshKeySecretName } from '#core/peerPods/keys/secretKeys.ts';
import { operator111 } from '#core/product/sources.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { getYamlString } from '#server/engine/yaml/node.ts';
import {
  hasData,
  isDataKey,
  listDataEntries,
  renameKey,
  type ConfigDataEntry,
} from '#server/engine/yaml/objects/dataEntries.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import { fitsMeantKey, type DataSection } from './fitsMeantKey.ts';
import { isString, findPlaceholder } from '../peerPods/checkValues.ts';
import { defineRule, type Finding, type Fix, type RuleContext } from '#server/engine/findings/rule.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { configMap, secret } from '../shared/exampleObjects.ts';
import { isInOtherNamespace } from '../shared/ownObjects.ts';

const sections: readonly DataSection[] = ['data', 'stringData'];

/** Maximum number of keys to compare, because comparing names takes time. None of these objects has nearly as many. */
const mostKeys = 150;

const nameOf = ({ name }: { readonly name: string }) => name;

/**
 * Names that any component uses. The image creation job also uses keys of peer-pods-cm and of the Secret, and a Secret
 * can contain keys of the ConfigMap.
 */
const read: ReadonlySet<string> = new Set([
  ...allKeyNames,
  ...listSecretKeys(undefined).map(nameOf),
  ...podVmImageKeys.map(nameOf),
]);

/** Matches SSH files in a Secret that is mounted as an SSH folder. */
const ofSsh = /^(?:id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?:\.pub)?|config|known_hosts|authorized_keys)$/;

export default defineRule({
  id: 'data-unknown-key',
  title: () => l10n.t`Misspelled key`,
  severity: 'warning',
  appliesTo: [...imageConfigMapIds, layeredImageConfigMapName, peerPodsSecretName, sshKeySecretName],
  why: () =>
    l10n.t`The key differs from a known key by one or two letters, so it's probably misspelled. Unknown keys are silently ignored. If the key is in a ConfigMap for the image creation job, the job uses the default for the option that you meant. If the key is in a Secret, the operator doesn't find the credential.

Rename the key. Other unknown keys aren't reported, because other software might use them.`,
  source: [
    operator111('config/peerpods/podvm/aws-podvm-image-cm.yaml'),
    operator111('scripts/cm-helpers/pp-cm-helper.sh'),
  ],
  *check(context) {
    const { manifest } = context;
    if (isInOtherNamespace(manifest)) return;
    const known = keysIn(context);
    for (const section of sections) {
      for (const entry of listDataEntries(manifest, section).slice(0, mostKeys)) {
        // Another rule reports a key that the API server rejects.
        const meant = isDataKey(entry.name) ? meantBy(entry.name, known) : undefined;
        if (meant !== undefined) yield finding(context, { entry, section }, meant);
      }
    }
  },
  examples: () => [
    {
      avoid: configMap('aws-podvm-image-cm', 'DOWNLOAD_SOURCE: "yes"', '# ^^^^^^^^^^^^^^^ want'),
      prefer: configMap('aws-podvm-image-cm', 'DOWNLOAD_SOURCES: "yes"'),
    },
    {
      avoid: secret(
        'stringData',
        'AWS_ACCES_KEY_ID: "not a real id"',
        '# ^^^^^^^^^^^^^^^^ want',
        'AWS_SECRET_ACCESS_KEY: "not a real key"',
      ),
      prefer: secret('stringData', 'AWS_ACCESS_KEY_ID: "not a real id"', 'AWS_SECRET_ACCESS_KEY: "not a real key"'),
    },
  ],
});

interface PlacedEntry {
  readonly entry: ConfigDataEntry;
  readonly section: DataSection;
}

/** Returns the key that a similar name clearly stands for. */
export function meantBy(name: string, known: readonly string[]): string | undefined {
  if (read.has(name) || known.includes(name) || !/^[A-Za-z][\w.-]*$/.test(name)) return undefined;
  const near = findNearestName(name, known);
  return near?.sure === true && !isOtherWord(name, near.name) ? near.name : undefined;
}

/**
 * Returns whether two differences make a short word a different word: `REPO` isn't a misspelling of `REF`, or `pem` of
 * `pub`.
 */
function isOtherWord(written: string, known: string): boolean {
  const [mine = [], its = []] = [written, known].map((name) => name.toUpperCase().split(/[-_.]/));
  if (mine.length !== its.length) return false;
  return its.some((word, index) => {
    const own = mine[index] ?? '';
    return Math.min(word.length, own.length) < shortWord && distance(own, word) > 1 && !isSwapped(own, word);
  });
}

const shortWord = 5;

/** Returns whether two adjacent letters are swapped. */
function isSwapped(written: string, word: string): boolean {
  const at = Array.from(word).findIndex((letter, index) => letter !== written[index]);
  return at !== -1 && written === `${word.slice(0, at)}${word[at + 1] ?? ''}${word[at] ?? ''}${word.slice(at + 2)}`;
}

function keysIn({ manifest, about }: RuleContext): readonly string[] {
  const { id } = manifest.kind;
  if (id === layeredImageConfigMapName) return layeredImageKeys.map(nameOf);
  if (id === peerPodsSecretName) return listSecretKeys(about().provider).map(nameOf);
  if (id === sshKeySecretName) return isOurSshSecret(manifest) ? sshKeySecretKeys.map(nameOf) : [];
  return listPodVmImageKeys(findPodVmImageProvider(id) ?? '').map(nameOf);
}

/**
 * Returns whether a Secret is the SSH key Secret of the operator. In other namespaces, a Secret with this name can
 * belong to other software.
 */
function isOurSshSecret(manifest: Manifest): boolean {
  const inPlace = getYamlString(manifest.root, ['metadata', 'namespace']) === operatorNamespace;
  return (
    inPlace &&
    !sections.some((section) =>
      listDataEntries(manifest, section).some(({ name }) => ofSsh.test(name) && !name.startsWith('id_rsa')),
    )
  );
}

function finding({ manifest, text }: RuleContext, { entry, section }: PlacedEntry, meant: string): Finding {
  const { key, value } = entry;
  const place = { start: key.start, end: key.end };
  const what = l10n.t`Unknown key ${sanitizeQuote(entry.name, 40)} is ignored.`;
  if (sections.some((other) => hasNamed(manifest, meant, other)))
    return {
      ...place,
      message: `${what}${getSentenceSeparator()}${l10n.t`Remove it, because ${meant} already exists.`}`,
    };
  const edit = renameKey(entry, meant, text);
  // If the key doesn't accept the value, more than the name might be wrong.
  const right =
    isString(manifest, entry) &&
    !value.unknown &&
    findPlaceholder(value.text) === undefined &&
    fitsMeantKey(manifest, { name: meant, text: value.text, section });
  const fixes: Fix[] = edit === undefined ? [] : [{ title: l10n.t`Rename to ${meant}`, edits: [edit], sure: right }];
  return { ...place, message: `${what}${getSentenceSeparator()}${l10n.t`Use ${meant}.`}`, fixes };
}

/** Returns whether a key definitely exists, regardless of what a template might add. */
function hasNamed(manifest: Manifest, name: string, section: string): boolean {
  return hasData(manifest, name, section) && listDataEntries(manifest, section).some((entry) => entry.name === name);
}
