/** Finds phases and conditions regardless of case, and values that other tools use but the table doesn't explain. */
import * as l10n from '@vscode/l10n';
import { clusterPairs } from './clusterPairs.ts';
import { componentPairs } from './componentPairs.ts';
import { nodePairs } from './nodePairs.ts';
import { nodePoolPairs } from './nodePoolPairs.ts';
import { wildcard, type EdgePair } from './edgePair.ts';

/** All 41 rows in documentation order. */
export const edgePairs: readonly EdgePair[] = [...clusterPairs, ...nodePoolPairs, ...nodePairs, ...componentPairs];

const phases = byLetters(edgePairs.map(({ phase }) => phase));
const conditions = byLetters(edgePairs.map(({ condition }) => condition));
/**
 * Filter values of Terraform's data sources for veecp. Their meaning isn't documented. Source:
 * volcengine/terraform-provider-volcengine website/docs/d/veecp_*.
 */
const others = byLetters([
  'SetByProvider',
  'Security',
  'LimitedByQuota',
  'StockOut',
  'VersionPartlyUpgraded',
  'ClusterVersionUpgrading',
]);

export interface Word {
  /** The value as spelled in the table, or as written if it isn't in the table. */
  readonly word: string;
  /** True if a row contains the value. Also true for `*`. */
  readonly known: boolean;
  readonly note?: string;
}

/** Finds a phase, regardless of case. */
export function findPhase(text: string): Word {
  const word = text === wildcard ? wildcard : phases.get(text.toLowerCase());
  return word === undefined ? { word: text, known: false } : { word, known: true };
}

/** Finds a condition, regardless of case. Also accepts Terraform's spelling. */
export function findCondition(text: string): Word {
  if (text === wildcard) return { word: wildcard, known: true };
  const letters = text.toLowerCase();
  if (letters === 'initilizefailed')
    return {
      word: 'InitializeFailed',
      known: true,
      note: l10n.t`${text} is the spelling in the Terraform provider. The documentation uses InitializeFailed.`,
    };
  const word = conditions.get(letters);
  if (word !== undefined) return { word, known: true };
  const other = others.get(letters);
  return other === undefined
    ? { word: text, known: false }
    : {
        word: other,
        known: false,
        note: l10n.t`The Terraform provider accepts ${other} as a filter, but the status table doesn't describe it.`,
      };
}

function byLetters(words: readonly string[]): ReadonlyMap<string, string> {
  return new Map(words.map((word) => [word.toLowerCase(), word]));
}
