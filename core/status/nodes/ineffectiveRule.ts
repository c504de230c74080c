/**
 * Finds a rule for Kata that Node Feature Discovery ignores, which is then the reason why no node is eligible. Source:
 * core/product/nodeFeatureRules.ts.
 */
import * as l10n from '@vscode/l10n';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import {
  getNodeFeatureGroup,
  ignoresMatchOn,
  type KataRuleFormat,
  type NodeFeatureGroup,
} from '#core/product/nodeFeatureRules.ts';
import { findItem, isKnown, listItems } from '../snapshotIndex.ts';

/** Returns the OpenShift version of the cluster. Returns undefined if it's unknown. */
export function getOpenShiftVersion(snapshot: Snapshot): string | undefined {
  return findItem(snapshot, 'clusterVersions', 'version')?.version;
}

/** The rules for Kata on a cluster. */
interface KataRules {
  readonly found: readonly {
    readonly name: string;
    readonly namespace: string;
    readonly kataRule?: KataRuleFormat;
    readonly configError?: number;
  }[];
  readonly rules: readonly { readonly name: string; readonly namespace: string; readonly group: NodeFeatureGroup }[];
}

/** A rule without effect. */
export interface IneffectiveRule {
  /** The object that contains the rule. */
  readonly object: {
    readonly id: 'nodeFeatureDiscoveries' | 'nodeFeatureRules' | 'openShiftNodeFeatureRules';
    readonly name: string;
  };
  readonly headline: string;
  /** Why the rule has no effect, as a sentence. */
  readonly meaning: string;
  /** What to do, as a sentence. */
  readonly todo: string;
}

/**
 * Returns whether a rule for Kata has an effect. If the OpenShift version is unknown, every rule counts. Without a
 * worker that runs, NodeFeatureRules have no effect either.
 */
export function hasEffectiveRule({ found, rules }: KataRules, openShift: string | undefined): boolean {
  const group = getNodeFeatureGroup(openShift);
  const running = found.filter(({ configError }) => configError === undefined);
  if (found.length > 0 && running.length === 0) return false;
  return (
    running.some(
      ({ kataRule }) => kataRule === 'matchFeatures' || (kataRule === 'matchOn' && ignoresMatchOn(openShift) !== true),
    ) || rules.some((rule) => group === undefined || rule.group === group)
  );
}

/** Returns the explanation of a worker configuration that isn't valid YAML. Returns undefined if there is none. */
export function findConfigError({ found }: Pick<KataRules, 'found'>): IneffectiveRule | undefined {
  const invalid = found.find(({ configError }) => configError !== undefined);
  if (invalid === undefined) return undefined;
  const { name, namespace, configError = 1 } = invalid;
  return {
    object: { id: 'nodeFeatureDiscoveries', name },
    headline: l10n.t`Invalid Node Feature Discovery configuration`,
    meaning: l10n.t`Line ${configError} of ${'spec.workerConfig.configData'} in NodeFeatureDiscovery ${namespace}/${name} isn't valid YAML. Therefore, the Node Feature Discovery worker exits, and no node gets labels.`,
    todo: l10n.t`To correct the configuration, run ${`\`oc edit nodefeaturediscovery ${name} -n ${namespace}\``}.`,
  };
}

/**
 * Returns a rule for Kata that has no effect. Returns undefined if there is none, or if another rule for Kata has an
 * effect.
 * @param openShift OpenShift version of the cluster
 */
export function findIneffectiveRule(known: KataRules, openShift: string | undefined): IneffectiveRule | undefined {
  const invalid = hasEffectiveRule(known, openShift) ? undefined : findConfigError(known);
  if (invalid !== undefined) return invalid;
  const group = getNodeFeatureGroup(openShift);
  if (group === undefined || openShift === undefined || hasEffectiveRule(known, openShift)) return undefined;
  const older = known.found.find(({ kataRule }) => kataRule === 'matchOn');
  if (older !== undefined)
    return {
      object: { id: 'nodeFeatureDiscoveries', name: older.name },
      ...explain(
        l10n.t`The rule for Kata in NodeFeatureDiscovery ${older.namespace}/${older.name} uses ${'matchOn'}, which OpenShift 4.15 and later ignore. Therefore, no node gets the label.`,
        openShift,
      ),
    };
  const [other] = known.rules;
  if (other === undefined) return undefined;
  return {
    object: {
      id: other.group === 'nfd.k8s-sigs.io' ? 'nodeFeatureRules' : 'openShiftNodeFeatureRules',
      name: other.name,
    },
    ...explain(
      l10n.t`NodeFeatureRule ${other.namespace}/${other.name} is in the API group ${other.group}, but OpenShift ${openShift} reads only rules in ${group}. Therefore, no node gets the label.`,
      openShift,
    ),
  };
}

const ruleKinds = [
  ['nodeFeatureRules', 'nfd.k8s-sigs.io'],
  ['openShiftNodeFeatureRules', 'nfd.openshift.io'],
] as const satisfies readonly (readonly [string, NodeFeatureGroup])[];

/**
 * Returns a rule for Kata on a cluster that has no effect. Returns undefined if there is none, or if rules can't be
 * read completely, because an effective rule could exist.
 */
export function findIneffectiveRuleOf(snapshot: Snapshot): IneffectiveRule | undefined {
  const isUnread = ruleKinds.some(
    ([id]) => !isKnown(snapshot, id) && !['absent', 'idle'].includes(snapshot[id].state.kind),
  );
  if (!isKnown(snapshot, 'nodeFeatureDiscoveries') || isUnread) return undefined;
  const known: KataRules = {
    found: listItems(snapshot, 'nodeFeatureDiscoveries').map(({ namespace = '', ...rest }) => ({ ...rest, namespace })),
    rules: ruleKinds.flatMap(([id, group]) =>
      listItems(snapshot, id)
        .filter(({ isForKata }) => isForKata === true)
        .map(({ name, namespace = '' }) => ({ name, namespace, group })),
    ),
  };
  return findIneffectiveRule(known, getOpenShiftVersion(snapshot));
}

function explain(meaning: string, openShift: string): Omit<IneffectiveRule, 'object'> {
  return {
    headline: l10n.t`Node Feature Discovery ignores the rule for Kata`,
    meaning,
    todo: l10n.t('To create a rule that OpenShift {0} reads, run Set Up Node Eligibility Check.', openShift),
  };
}
