import * as l10n from '@vscode/l10n';
import type { ConfigKey } from '#core/peerPods/configKey.ts';
import {
  findPodVmImageProvider,
  getPodVmImageConfigMapName,
  imageConfigMapIds,
  listPodVmImageKeys,
  podVmImageKeys,
} from '#core/peerPods/keys/podVmImageKeys.ts';
import { operator111, operator18 } from '#core/product/sources.ts';
import { isInForce, type Release } from '#core/product/releases.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { defineRule, type Finding, type RuleContext } from '#server/engine/findings/rule.ts';
import { hasData, listDataEntries, renameKey, type ConfigDataEntry } from '#server/engine/yaml/objects/dataEntries.ts';
import { configMap } from '../shared/exampleObjects.ts';
import { isInOtherNamespace } from '../shared/ownObjects.ts';

/**
 * Keys that only the script of one cloud provider reads. The common script of the job reads other keys, such as
 * ENABLE_NVIDIA_GPU, for every provider, even if the sample ConfigMap of the provider doesn't contain them.
 */
const providerSpecificKey = /^(?:AMI|BASE_IMAGE|IMAGE_DEFINITION|IMAGE_GALLERY)_/;

export default defineRule({
  id: 'podvm-cm-unused-key',
  title: () => l10n.t`Key that the image creation job ignores`,
  severity: 'warning',
  appliesTo: imageConfigMapIds,
  why: () =>
    l10n.t`The image creation job doesn't read this key. Either the key belongs to another cloud provider, or it's from an earlier release: OSC 1.11 replaced \`AMI_VERSION_MAJ_MIN\` with \`AMI_VERSION\`, replaced \`IMAGE_VERSION_MAJ_MIN\` with \`IMAGE_VERSION\`, and removed \`CONFIDENTIAL_COMPUTE_TYPE\`. The job ignores the key and uses the default of the option.

For OSC 1.9 and 1.10, the severity is information, because the source code of these releases wasn't checked.

Use the key that replaces this one, or remove this key.`,
  source: [
    operator18('config/peerpods/podvm/aws-podvm-image-cm.yaml'),
    operator18('config/peerpods/podvm/azure-podvm-image-cm.yaml'),
    operator111('config/peerpods/podvm/aws-podvm-image-handler.sh'),
    operator111('config/peerpods/podvm/azure-podvm-image-handler.sh'),
  ],
  *check(context) {
    const { manifest, release } = context;
    const provider = findPodVmImageProvider(manifest.kind.id);
    // The ConfigMap for IBM Cloud is known only from unreleased source code.
    if (provider === undefined || provider === 'ibmcloud' || isInOtherNamespace(manifest)) return;
    const own = new Map(listPodVmImageKeys(provider).map((key) => [key.name, key]));
    for (const entry of listDataEntries(manifest)) {
      const key = own.get(entry.name);
      if (key !== undefined && !isInForce(key, release)) yield retired(context, entry, key);
      else if (key === undefined && providerSpecificKey.test(entry.name)) yield* foreign(entry, provider);
    }
  },
  examples: () => [
    {
      avoid: configMap('aws-podvm-image-cm', 'IMAGE_GALLERY_NAME: "gallery"', '# ^^^^^^^^^^^^^^^^^^ want'),
      prefer: configMap('azure-podvm-image-cm', 'IMAGE_GALLERY_NAME: "gallery"'),
    },
    {
      avoid: configMap('aws-podvm-image-cm', 'AMI_VERSION_MAJ_MIN: "0.0.1"', '# ^^^^^^^^^^^^^^^^^^^ want'),
      prefer: configMap('aws-podvm-image-cm', 'AMI_VERSION: "0.0.1"'),
    },
    {
      avoid: configMap('azure-podvm-image-cm', 'CONFIDENTIAL_COMPUTE_TYPE: "snp"', '# ^^^^^^^^^^^^^^^^^^^^^^^^^ want'),
      prefer: configMap('azure-podvm-image-cm', 'CONFIDENTIAL_COMPUTE_ENABLED: "yes"'),
    },
  ],
});

function retired({ manifest, text, release }: RuleContext, entry: ConfigDataEntry, key: ConfigKey): Finding {
  const { replacedBy, until = '' } = key;
  const what = l10n.t`OSC ${release.id} ignores ${key.name}, which is used only in OSC ${until} and earlier.`;
  const canRename = replacedBy !== undefined && !hasData(manifest, replacedBy);
  const edit = canRename ? renameKey(entry, replacedBy, text) : undefined;
  return {
    start: entry.key.start,
    end: entry.key.end,
    message: canRename ? [what, l10n.t`Use ${replacedBy}.`].join(getSentenceSeparator()) : what,
    // The format of the version differs, so the value needs a change, too.
    fixes: edit === undefined ? [] : [{ title: l10n.t`Rename to ${replacedBy ?? ''}`, edits: [edit], sure: false }],
    ...(isUnchecked(release) ? { severity: 'info' } : {}),
  };
}

function isUnchecked(release: Release): boolean {
  return isInForce({ since: '1.9', until: '1.10' }, release);
}

function* foreign({ key, name }: ConfigDataEntry, provider: string): Iterable<Finding> {
  const readers = podVmImageKeys.find((known) => known.name === name)?.providers ?? [];
  const [reader] = readers;
  if (reader === undefined || readers.length > 1 || reader === provider) return;
  yield {
    start: key.start,
    end: key.end,
    message: l10n.t`${name} has no effect in ${getPodVmImageConfigMapName(provider)}. Only the image creation job for ${reader} reads it.`,
  };
}
