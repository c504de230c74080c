import * as l10n from '@vscode/l10n';
import { listedKindIds } from '#core/kinds/listedKinds.ts';
import { createExamplePod } from '#server/engine/examples/examplePods.ts';
import { removeEntry } from '#server/engine/findings/edits.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { findMapEntry, findYamlNode } from '#server/engine/yaml/node.ts';
import { withCheckedObjects } from './objects/describeCheckedObjects.ts';
import { isCheckedObject } from './objects/checkedObject.ts';

export default defineRule({
  id: 'kubernetes-create-only',
  title: () => l10n.t`Metadata that oc create or oc apply rejects`,
  severity: 'info',
  appliesTo: listedKindIds,
  skipsPatches: true,
  why: () =>
    withCheckedObjects(
      l10n.t`Whether \`oc\` can send the object depends on the command. \`oc create\` rejects an object with a \`resourceVersion\` (\`resourceVersion should not be set on objects to be created\`). \`oc apply\` rejects an object that has \`generateName\` instead of a name.

Remove \`resourceVersion\`. For an object with \`generateName\`, use \`oc create\`.`,
    ),
  source: [
    'kubernetes/kubernetes@3e4a7900 staging/src/k8s.io/apiserver/pkg/registry/rest/create.go',
    'kubernetes/kubernetes@9349688d staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go',
  ],
  *check({ manifest, text }) {
    const metadata = isCheckedObject(manifest) ? findYamlNode(manifest.root, ['metadata']) : undefined;
    if (metadata?.type !== 'map') return;
    const version = findMapEntry(metadata, 'resourceVersion');
    if (version !== undefined && version.value.type === 'scalar' && version.value.text !== '') {
      const { start, end } = version.key;
      const edit = removeEntry(text, metadata, version);
      yield {
        start,
        end,
        message: l10n.t`oc create rejects an object with a resourceVersion.`,
        fixes: edit === undefined ? [] : [{ title: l10n.t`Remove ${'resourceVersion'}`, edits: [edit], sure: false }],
      };
    }
    const prefix = findMapEntry(metadata, 'generateName');
    if (prefix === undefined || findMapEntry(metadata, 'name') !== undefined) return;
    const { start, end } = prefix.key;
    yield { start, end, message: l10n.t`oc apply rejects an object without a name. Use oc create.` };
  },
  examples: () => [
    {
      avoid: createExamplePod('  runtimeClassName: kata').replace(
        '  name: web\n',
        '  name: web\n  resourceVersion: "1"\n# ^^^^^^^^^^^^^^^ want\n',
      ),
      prefer: createExamplePod('  runtimeClassName: kata'),
    },
  ],
});
