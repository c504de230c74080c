import * as l10n from '@vscode/l10n';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { formatKindApiVersion } from '#core/kinds/field.ts';
import { kataWorkerConfig } from '#core/product/kataNodeRule.ts';
import { eligibleLabel } from '#core/product/nodeLabels.ts';
import { operator18 } from '#core/product/sources.ts';
import { findMapEntry, type ScalarNode } from '#server/engine/yaml/node.ts';
import { escapeRegExp } from '#server/engine/text/escapeRegExp.ts';
import { insertEntryBefore } from '#server/engine/findings/edits.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import { defineRule, type Finding, type RuleContext } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { workerConfigWith } from '../shared/exampleObjects.ts';
import { getHeaderSpan } from '../shared/ownObjects.ts';
import { isAboutKata, isNearKata, listCustomRules, listRuleLabels, readWorkerConfig } from './workerConfig.ts';
import { isMisspelled } from '../shared/unknownFields.ts';

const prefix = 'feature.node.kubernetes.io/';

const withLabel = (label: string, ...marks: readonly string[]): string =>
  workerConfigWith(
    kataWorkerConfig.replace(new RegExp(`"${escapeRegExp(eligibleLabel)}":.*`), (line) =>
      [line.replace(eligibleLabel, label), ...marks].join('\n'),
    ),
  );

export default defineRule({
  id: 'nfd-kata-rule',
  title: () => l10n.t`NFD rule without the Kata label`,
  severity: 'warning',
  appliesTo: ['NodeFeatureDiscovery'],
  why: () =>
    l10n.t`This NodeFeatureDiscovery has a rule for nodes that can run Kata, but the label that it creates isn't \`feature.node.kubernetes.io/runtime.kata\`. With \`checkNodeEligibility: true\`, the operator installs Kata only on nodes with the label \`feature.node.kubernetes.io/runtime.kata: "true"\`. If no node has it, the operator reports "no Nodes with required labels found. Is NFD running?" and doesn't install Kata. A missing \`apiVersion\` is also reported, because the API server rejects such an object.

Change the label of the rule to \`feature.node.kubernetes.io/runtime.kata\`.`,
  source: ['OSC 1.5 §2.1.2', operator18('controllers/openshift_controller.go:633')],
  *check(context) {
    const { manifest, text } = context;
    const config = readWorkerConfig(manifest, text);
    if (config === undefined) return;
    const names = listCustomRules(config.root).flatMap(listRuleLabels).filter(isAboutKata);
    const hasVersion =
      findMapEntry(manifest.root, 'apiVersion') !== undefined || isMisspelled(manifest.root, 'apiVersion');
    if (names.length > 0 && !hasVersion) yield withoutApiVersion(context);
    const data = config.node;
    if (data.borrowed || names.includes(eligibleLabel)) return;
    for (const name of names) {
      const sure = findNearestName(name, [eligibleLabel])?.sure === true;
      // Position of the name in the block. If it isn't unique, the finding covers the whole block.
      const at = findQuoted(text, name, data);
      if (!sure && !isOtherwiseNamed(name)) continue;
      yield {
        start: at ?? data.start,
        end: at === undefined ? data.end : at + name.length,
        message: l10n.t`The operator looks for nodes with the label ${eligibleLabel}, but this rule creates "${sanitizeQuote(name, 60)}", so Kata isn't installed on any node. Correct the label.`,
        fixes:
          at !== undefined && data.anchored !== true
            ? [
                {
                  title: l10n.t`Change to ${eligibleLabel}`,
                  edits: [{ start: at, end: at + name.length, text: eligibleLabel }],
                  sure,
                },
              ]
            : [],
      };
    }
  },
  examples: () => [
    {
      avoid: withLabel(
        'feature.node.kubernetes.io/runtime-kata',
        '#              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want',
      ),
      prefer: withLabel(eligibleLabel),
    },
    {
      avoid: withLabel('runtime.kate', '#              ^^^^^^^^^^^^ want'),
      prefer: withLabel(eligibleLabel),
    },
    {
      avoid: withLabel(eligibleLabel)
        .replace('apiVersion: nfd.openshift.io/v1\n', '')
        .replace('kind: NodeFeatureDiscovery\n', 'kind: NodeFeatureDiscovery\n#     ^^^^^^^^^^^^^^^^^^^^ want\n'),
      prefer: withLabel(eligibleLabel),
    },
  ],
});

/** Returns the offset of a name that occurs only once in the block. */
function findQuoted(text: string, name: string, { start, end }: ScalarNode): number | undefined {
  const block = text.slice(start, end);
  const parts = [...block.matchAll(new RegExp(`(?<=^|[\\s"'])${escapeRegExp(name)}(?=["':\\s]|$)`, 'g'))];
  const [only] = parts;
  return only !== undefined && parts.length === 1 ? start + only.index : undefined;
}

/** Returns whether the name is the label without its prefix, or with a different prefix. */
function isOtherwiseNamed(name: string): boolean {
  const last = name.slice(name.lastIndexOf('/') + 1);
  return (
    last === 'kata' || isNearKata(name) || /^runtime[._-]?kata$/i.test(last) || `${prefix}${last}` === eligibleLabel
  );
}

function withoutApiVersion({ manifest, text }: RuleContext): Finding {
  const line = `apiVersion: ${formatKindApiVersion(manifest.kind)}`;
  const edit = insertEntryBefore(text, manifest.root, line);
  return {
    ...getHeaderSpan(manifest),
    message: `${l10n.t`${'apiVersion'} is missing, so the API server rejects the object.`}${getSentenceSeparator()}${l10n.t`Use ${line}.`}`,
    fixes: edit === undefined ? [] : [{ title: l10n.t`Add ${line}`, edits: [edit], sure: true }],
  };
}
