/** Creates findings about texts that must be one of several known names or values. */
import * as l10n from '@vscode/l10n';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { replaceNode } from '#server/engine/findings/edits.ts';
import type { Finding } from '#server/engine/findings/rule.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import type { ScalarNode } from '#server/engine/yaml/node.ts';

/** Options of `describeNearest`. */
interface NearestOptions {
  /** A sentence for a text that resembles none of the known ones. */
  readonly otherwise?: string;
  /** True if the fix can be certain. */
  readonly canBeSure?: boolean;
  /** The text that is meant, if it's known, such as the full form of an abbreviation. */
  readonly meant?: string;
}

/**
 * Returns a finding that suggests the most similar known text.
 * @param problem the sentence about the problem
 */
export function describeNearest(
  node: ScalarNode,
  problem: string,
  known: readonly string[],
  { otherwise, canBeSure = false, meant }: NearestOptions = {},
): Finding {
  const near = meant === undefined ? findNearestName(node.text, known) : { name: meant, sure: true };
  const advice = near === undefined ? otherwise : l10n.t`Did you mean ${near.name}?`;
  return {
    start: node.start,
    end: node.end,
    message: advice === undefined ? problem : `${problem}${getSentenceSeparator()}${advice}`,
    fixes:
      near === undefined || node.borrowed
        ? []
        : [
            {
              title: l10n.t`Change to ${near.name}`,
              edits: [replaceNode(node, near.name)],
              sure: canBeSure && near.sure && node.anchored !== true,
            },
          ],
  };
}
