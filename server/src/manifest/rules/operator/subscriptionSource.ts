/** Checks the catalog source of a Subscription. A custom catalog can have any name, but it must exist. */
import * as l10n from '@vscode/l10n';
import { documentedSubscription } from '#core/product/namespaces.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import type { Finding, RuleContext } from '#server/engine/findings/rule.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import type { ScalarNode } from '#server/engine/yaml/node.ts';
import { replaced } from '../shared/ownObjects.ts';

/** The other catalog sources that OpenShift creates. None of them contains the package. */
const otherCatalogs: readonly string[] = ['community-operators', 'certified-operators', 'redhat-marketplace'];

/** Reports a catalog source that probably doesn't exist or doesn't contain the package. */
export function* checkSource(context: RuleContext, node: ScalarNode | undefined): Generator<Finding> {
  const { source } = documentedSubscription;
  if (node === undefined || node.text === source || context.workspace === undefined) return;
  const name = sanitizeQuote(node.text, 40);
  if (otherCatalogs.includes(node.text)) {
    yield {
      ...replaced(
        context.manifest,
        node,
        source,
        `${l10n.t`The OpenShift catalog source ${name} doesn't contain the OSC operator.`}${getSentenceSeparator()}${l10n.t`Use ${source}.`}`,
        false,
      ),
      severity: 'info',
    };
    return;
  }
  if (findNearestName(node.text, [source])?.sure !== true || isDefined(context, node.text)) return;
  yield replaced(
    context.manifest,
    node,
    source,
    `${l10n.t`These files don't contain a CatalogSource "${name}", so OLM probably can't find the operator.`}${getSentenceSeparator()}${l10n.t`Did you mean ${source}?`}`,
    true,
  );
}

function isDefined({ siblings, workspace }: RuleContext, name: string): boolean {
  return (
    siblings.some(({ manifest }) => manifest.kind.id === 'CatalogSource' && manifest.name === name) ||
    workspace?.of('CatalogSource').some(({ object }) => object.name === name) === true
  );
}
