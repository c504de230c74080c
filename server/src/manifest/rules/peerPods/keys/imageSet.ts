import * as l10n from '@vscode/l10n';
import { document112, operator18 } from '#core/product/sources.ts';
import type { IndexedObject } from '#server/engine/workspace/indexedObject.ts';
import { createRelatedLocation } from '#server/engine/workspace/workspaceSnapshot.ts';
import { findYamlNode } from '#server/engine/yaml/node.ts';
import { defineRule, type RuleContext } from '#server/engine/findings/rule.ts';
import { mapFor } from '#server/engine/examples/exampleMaps.ts';
import { createValueFinding, listCheckedValues, getProvider } from '../checkValues.ts';

export default defineRule({
  id: 'ppcm-image-set-on-upgrade',
  title: () => l10n.t`Pod VM image already set for a new KataConfig`,
  severity: 'info',
  appliesTo: ['peer-pods-cm'],
  needs: ['file'],
  why: () =>
    l10n.t`The key for the pod VM image in \`peer-pods-cm\`, such as \`PODVM_AMI_ID\`, is set, and the same file or folder contains a KataConfig with \`enablePeerPods: true\`. If the key is set when you create the KataConfig, the operator doesn't create a new pod VM image. After an operator update, pod VMs keep booting the old image.

The severity is information, because the image might be your own, and because the OSC 1.8 notes in the operator repository and the documentation differ about whether to clear the key.

Clear the key before you recreate the KataConfig, as described in the OSC documentation. If you use your own image, keep the key.`,
  source: [document112('4.3'), operator18('config/peerpods/podvm/podvm-handling.md')],
  *check(context) {
    const provider = getProvider(context.manifest);
    if (provider?.imageBuild !== 'yes' || provider.imageKey === undefined) return;
    const image = listCheckedValues(context).findLast(({ entry }) => entry.name === provider.imageKey);
    // An object that was exported from a cluster contains the image that the operator built.
    if (image === undefined || findYamlNode(context.manifest.root, ['metadata', 'uid']) !== undefined) return;
    const near = kataConfigIn(context);
    if (near === undefined) return;
    const finding = createValueFinding(context.manifest, image.entry, {
      message: l10n.t`While ${image.key.name} is set, the operator doesn't create a pod VM image for this KataConfig. Unless you use your own image, clear the value before you recreate the KataConfig.`,
      fixes: [{ text: '', sure: false, title: l10n.t`Clear the value` }],
    });
    yield near === 'same file'
      ? finding
      : { ...finding, related: [createRelatedLocation(near, near.object, l10n.t`KataConfig`)] };
  },
  examples: () => [
    {
      avoid: mapFor('aws', 'PODVM_AMI_ID: "ami-0123456789abcdef0"', '#             ^^^^^^^^^^^^^^^^^^^^^^^ want'),
      prefer: mapFor('aws', 'PODVM_AMI_ID: ""'),
      files: {
        'kataconfig.yaml':
          'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: example-kataconfig\nspec:\n  enablePeerPods: true\n',
      },
    },
  ],
});

function kataConfigIn({ siblings, workspace, uri }: RuleContext): IndexedObject | 'same file' | undefined {
  const here = siblings.some(({ manifest: { kind, root } }) => {
    if (kind.id !== 'KataConfig') return false;
    const node = findYamlNode(root, ['spec', 'enablePeerPods']);
    return node?.type === 'scalar' && node.value === true;
  });
  if (here) return 'same file';
  const folder = uri.slice(0, uri.lastIndexOf('/') + 1);
  if (folder === '') return undefined;
  return workspace
    ?.of('KataConfig')
    .find(
      (fact) =>
        fact.uri.slice(0, fact.uri.lastIndexOf('/') + 1) === folder &&
        fact.object.values.get('enablePeerPods')?.text === 'true',
    );
}
