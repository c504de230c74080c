import * as l10n from '@vscode/l10n';
import { formatAlternatives, getSentenceSeparator } from '#core/text/grammar.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { removeEntry } from '#server/engine/findings/edits.ts';
import { defineRule, type Finding } from '#server/engine/findings/rule.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import { findMapEntry, findYamlNode } from '#server/engine/yaml/node.ts';
import { nodeFeaturesWith } from '../shared/exampleObjects.ts';
import { asKnownString, replaced } from '../shared/ownObjects.ts';

const policies = ['Always', 'IfNotPresent', 'Never'];

const operand = (...lines: readonly string[]): string =>
  nodeFeaturesWith(`  operand:\n${lines.map((line) => `${line}\n`).join('')}`);

export default defineRule({
  id: 'nfd-operand',
  title: () => l10n.t`Invalid pull policy or outdated image in an NFD operand`,
  severity: 'error',
  appliesTo: ['NodeFeatureDiscovery'],
  why: () =>
    l10n.t`The \`operand\` of a NodeFeatureDiscovery has an invalid \`imagePullPolicy\`, or an image for a specific OpenShift version. The CRD accepts any text as \`imagePullPolicy\`, but Kubernetes accepts only \`Always\`, \`IfNotPresent\`, and \`Never\`. With any other value, the Node Feature Discovery Operator can't create the DaemonSet, so the Node Feature Discovery worker doesn't start on any node.

For an image with the tag of an OpenShift version, such as \`4.10\` in the OSC 1.5 documentation, the severity is information.

Correct \`imagePullPolicy\`, or remove \`image\`. Without \`image\`, the Node Feature Discovery Operator uses the image for its own version.`,
  source: [
    'openshift/cluster-nfd-operator@0e25cc10 config/crd/bases/nfd.openshift.io_nodefeaturediscoveries.yaml',
    'OSC 1.5 §2.1.2',
  ],
  *check({ manifest, text }) {
    const map = findYamlNode(manifest.root, ['spec', 'operand']);
    if (map?.type !== 'map') return;
    const policy = asKnownString(findYamlNode(map, ['imagePullPolicy']));
    if (policy !== undefined && !policies.includes(policy.text)) {
      const near = findNearestName(policy.text, policies);
      const advice = l10n.t`Use ${near?.name ?? formatAlternatives(policies)}.`;
      const message = `${l10n.t`"${sanitizeQuote(policy.text, 30)}" isn't a valid imagePullPolicy, so the Node Feature Discovery Operator can't create its DaemonSet.`}${getSentenceSeparator()}${advice}`;
      yield near === undefined
        ? { start: policy.start, end: policy.end, message }
        : replaced(manifest, policy, near.name, message, near.sure);
    }
    const entry = findMapEntry(map, 'image');
    const image = asKnownString(entry?.value);
    const tag = /:v?(4\.\d+)$/.exec(image?.text ?? '')?.[1];
    if (image === undefined || entry === undefined || tag === undefined) return;
    const edit = removeEntry(text, map, entry);
    const finding: Finding = {
      start: image.start,
      end: image.end,
      severity: 'info',
      message: l10n.t`This image is for OpenShift ${tag}. Remove the line so that the Node Feature Discovery Operator uses the image for its own version.`,
    };
    yield edit === undefined
      ? finding
      : { ...finding, fixes: [{ title: l10n.t`Remove ${entry.key.text}`, edits: [edit], sure: false }] };
  },
  examples: () => [
    {
      avoid: operand(
        '    image: quay.io/openshift/origin-node-feature-discovery:4.10',
        '#          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want',
        '    imagePullPolicy: Allways',
        '#                    ^^^^^^^ want',
      ),
      prefer: operand('    imagePullPolicy: Always'),
    },
  ],
});
