import * as l10n from '@vscode/l10n';
import { memoryText, parseQuantity, type Quantity } from '#core/common/quantity.ts';
import { kataRole } from '#core/product/nodeLabels.ts';
import { runtimeClassNamed } from '#core/product/runtimeClasses.ts';
import { operator111 } from '#core/product/sources.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { findYamlNode } from '#server/engine/yaml/node.ts';
import { asKnownString } from '../shared/ownObjects.ts';
import { isAboutOsc } from '../shared/ourWorkspace.ts';

const runtimeClass = (memory: string): string =>
  `\napiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata:\n  name: kata-small\nhandler: kata\noverhead:\n  podFixed:\n    memory: ${memory}\n    cpu: 250m\nscheduling:\n  nodeSelector:\n    node-role.kubernetes.io/kata-oc: ''\n`;

export default defineRule({
  id: 'runtimeclass-overhead',
  title: () => l10n.t`Pod overhead below the documented value`,
  severity: 'info',
  appliesTo: ['RuntimeClass'],
  needs: ['workspace'],
  why: () =>
    l10n.t`The scheduler adds the pod overhead of the runtime class to the memory of the containers. The overhead covers the guest kernel, QEMU, virtiofsd, and the shim of each pod. If it's lower than the value of the operator's runtime class with the same handler, the scheduler can place more pods on a node than fit in its memory. The OSC documentation states that changing the default overhead isn't supported.

Upstream Kata uses the same handlers with different overheads. Therefore, the rule applies only if the runtime class selects nodes with the role \`kata-oc\`, or if the workspace contains a file related to OSC.

Use at least the documented overhead.`,
  source: [
    'OSC 1.5 §2.1.1',
    operator111('controllers/openshift_controller.go'),
    operator111('config/peerpods/runtimeclass.yaml'),
  ],
  *check({ manifest: { root }, workspace }) {
    const isOfOsc =
      (workspace !== undefined && isAboutOsc(workspace)) ||
      findYamlNode(root, ['scheduling', 'nodeSelector', kataRole]) !== undefined;
    if (!isOfOsc) return;
    const handler = asKnownString(findYamlNode(root, ['handler']))?.text ?? '';
    const least = leastOverhead(handler);
    const node = findYamlNode(root, ['overhead', 'podFixed', 'memory']);
    if (least === undefined || node?.type !== 'scalar' || node.unknown || node.value === null) return;
    const amount = parseQuantity(node.text);
    if (amount === undefined || amount < 0n || amount >= least) return;
    yield {
      start: node.start,
      end: node.end,
      message: l10n.t`The overhead ${sanitizeQuote(node.text, 30)} is less than the documented ${memoryText(least)} for the handler ${handler}. Changing the overhead isn't supported.`,
    };
  },
  examples: () => [{ avoid: runtimeClass('160Mi\n#           ^^^^^ want'), prefer: runtimeClass('350Mi'), files: {} }],
});

/**
 * Returns the lowest verified memory overhead of the runtime class that has the same name as the handler. Returns
 * undefined for other handlers, because their runtime class is unknown.
 */
function leastOverhead(handler: string): Quantity | undefined {
  const known = runtimeClassNamed(handler);
  if (known === undefined || known.unverified === true) return undefined;
  return known.overheads
    .filter(({ unverified }) => unverified !== true)
    .flatMap(({ memory = '' }) => parseQuantity(memory) ?? [])
    .reduce<Quantity | undefined>(
      (least, memory) => (least === undefined || memory < least ? memory : least),
      undefined,
    );
}
