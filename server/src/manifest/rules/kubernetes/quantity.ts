import * as l10n from '@vscode/l10n';
import { checkedKindIds } from '#core/kinds/listedKinds.ts';
import { parseQuantity } from '#core/common/quantity.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { createExamplePod } from '#server/engine/examples/examplePods.ts';
import { replaceNode } from '#server/engine/findings/edits.ts';
import { defineRule, type Finding } from '#server/engine/findings/rule.ts';
import type { PathSegment, ScalarNode } from '#server/engine/yaml/node.ts';
import { isVariable } from '../shared/invalidName.ts';
import { withCheckedObjects } from './objects/describeCheckedObjects.ts';
import { formatPath, walkCheckedObject } from './objects/checkedObject.ts';
import { textOfQuantity } from './objects/podParts.ts';

const withMemory = (memory: string): string =>
  `${createExamplePod('  runtimeClassName: kata')}      resources:\n        limits:\n          memory: ${memory}\n`;

export default defineRule({
  id: 'kubernetes-quantity',
  title: () => l10n.t`Invalid quantity`,
  severity: 'error',
  appliesTo: checkedKindIds,
  skipsPatches: true,
  why: () =>
    withCheckedObjects(
      l10n.t`The value isn't a quantity that Kubernetes can read, so the API server rejects the object (\`quantities must match the regular expression ...\`). A quantity is a number, directly followed by an optional unit. \`m\` is one thousandth. \`k\`, \`M\`, \`G\`, \`T\`, \`P\`, and \`E\` are powers of 1000, and \`Ki\`, \`Mi\`, \`Gi\`, \`Ti\`, \`Pi\`, and \`Ei\` are powers of 1024. Units are case-sensitive. Amounts of resources can't be negative.

Correct the number or the unit.`,
    ),
  source: [
    'kubernetes/kubernetes@143ac994 staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go',
    'kubernetes/kubernetes@a7264f95 pkg/apis/core/validation/validation.go (ValidateResourceQuantityValue)',
  ],
  *check({ manifest }) {
    for (const { node, path } of walkCheckedObject(manifest).quantities) {
      const text = textOfQuantity(node);
      const amount = parseQuantity(text);
      if (amount !== undefined && amount >= 0n) continue;
      if (isVariable(text)) continue;
      yield describe(node, path, amount !== undefined);
    }
  },
  examples: () => [
    { avoid: withMemory('1 Gi\n#                 ^^^^ want'), prefer: withMemory('1Gi') },
    { avoid: withMemory('512MI\n#                 ^^^^^ want'), prefer: withMemory('512Mi') },
    { avoid: withMemory('2GB\n#                 ^^^ want'), prefer: withMemory('2G'), fix: 'Change to 2G' },
  ],
});

const units = ['m', 'k', 'M', 'G', 'T', 'P', 'E', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];

/** Returns the quantities that the text probably means. */
function repair(text: string): readonly string[] {
  const [, number, unit = ''] = /^(\d{1,18}(?:\.\d{1,9})?)\s*([A-Za-z]{1,5})$/.exec(text) ?? [];
  if (number === undefined) return [];
  const ofBytes = /^([kmgtpe])(i?)b$/i.exec(unit);
  if (ofBytes !== null) {
    const letter = (ofBytes[1] ?? '').toUpperCase();
    const binary = `${number}${letter}i`;
    return ofBytes[2] === '' ? [`${number}${letter === 'K' ? 'k' : letter}`, binary] : [binary];
  }
  if (units.includes(unit)) return [`${number}${unit}`];
  const near = units.filter((one) => one.length === unit.length && one.toLowerCase() === unit.toLowerCase());
  return near.length === 1 ? near.map((one) => `${number}${one}`) : [];
}

function describe(node: ScalarNode, path: readonly PathSegment[], isNegative: boolean): Finding {
  const value = sanitizeQuote(node.text, 40);
  const right = isNegative ? [] : repair(node.text.trim()).filter((text) => parseQuantity(text) !== undefined);
  const [first, ...others] = right;
  return {
    start: node.start,
    end: node.end,
    message: [
      isNegative
        ? l10n.t`${formatPath(path)} can't be negative, so the API server rejects the object.`
        : l10n.t`"${value}" isn't a quantity, so the API server rejects the object.`,
      ...(first === undefined
        ? []
        : [others.length === 0 ? l10n.t`Did you mean ${first}?` : l10n.t`Use one of ${right.join(', ')}.`]),
    ].join(getSentenceSeparator()),
    fixes: node.borrowed
      ? []
      : right.map((text) => ({
          title: l10n.t`Change to ${text}`,
          edits: [replaceNode(node, text)],
          sure: right.length === 1 && node.anchored !== true,
        })),
  };
}
